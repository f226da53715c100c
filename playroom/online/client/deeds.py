"""What one can do at a shared table besides a move."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from playroom.online.wire.entries import TableSettings
from playroom.online.wire.table_commands import (
    AnyDo,
    AskedSettings,
    Ban,
    ClearSeat,
    Configure,
    Extend,
    GoOn,
    HandOver,
    Kick,
    Mute,
    Pause,
    Ready,
    Rematch,
    SeatBot,
    Sit,
    Stand,
    StartMatch,
)
from playroom.rules.seat import Seat
from playroom.table.setup import Setup
from playroom.table.shared_table import TableTerms


@dataclass(frozen=True, slots=True)
class Deeds:
    """Each is asked of the table by *do*, and has happened once the table tells it."""

    do: Callable[[AnyDo], None]
    settings: TableSettings
    """The settings of the table as they stand."""

    def configure(self, setup: Setup, terms: TableTerms) -> None:
        """Give the table another game or other terms."""
        named = {name: getattr(self.settings, name) for name in TableSettings.__struct_fields__}
        changed = {**named, **_of_setup(setup), **asdict(terms)}
        self.do(Configure(AskedSettings(**changed)))

    def sit(self, seat: Seat) -> None:
        """Take a seat."""
        self.do(Sit(seat))

    def stand(self) -> None:
        """Leave one's seat, to watch."""
        self.do(Stand())

    def seat_bot(self, seat: Seat, bot: str) -> None:
        """Put a bot of this strength on a seat, or nobody with ""."""
        self.do(SeatBot(seat, bot) if bot else ClearSeat(seat))

    def be_ready(self, *, ready: bool) -> None:
        """Say that one is ready, or not."""
        self.do(Ready(ready))

    def start_match(self) -> None:
        """Start the match."""
        self.do(StartMatch())

    def rematch(self) -> None:
        """Start another match with the same seats."""
        self.do(Rematch())

    def pause(self, *, paused: bool) -> None:
        """Ask for a pause or consent to one, or end it."""
        self.do(Pause() if paused else GoOn())

    def extend(self) -> None:
        """Have the thinking time of one's turn once more."""
        self.do(Extend())

    def mute(self, person: int, *, muted: bool) -> None:
        """Let a person be unheard in the chat, or heard again."""
        self.do(Mute(person, "", muted))

    def kick(self, person: int) -> None:
        """Remove a person, who may come back."""
        self.do(Kick(person))

    def ban(self, person: int) -> None:
        """Remove a person for good."""
        self.do(Ban(person))

    def hand_over(self, person: int) -> None:
        """Make another person the host."""
        self.do(HandOver(person))


def asked_settings(setup: Setup) -> AskedSettings:
    """The settings of a table with this game."""
    return AskedSettings(**_of_setup(setup))


def _of_setup(setup: Setup) -> dict[str, Any]:
    return {
        "game": setup.game,
        "players": setup.players,
        "teams": setup.teams,
        "options": dict(setup.options),
    }
