"""What a person can do at a shared table."""

from typing import Any

from playroom.online.wire.deal_commands import GiveShare, SealShare
from playroom.online.wire.entries import TableSettings
from playroom.online.wire.message_bases import Do


class AskedSettings(TableSettings, frozen=True, forbid_unknown_fields=True):
    """Settings as a client asks for them."""


class Configure(Do, frozen=True):
    """Give the table other settings; the host's, between matches."""

    settings: AskedSettings


class Sit(Do, frozen=True):
    """Take a free seat, or a bot's; somebody who sits elsewhere changes places."""

    seat: int


class Stand(Do, frozen=True):
    """Leave one's seat, to watch."""


class SeatBot(Do, frozen=True):
    """Put a bot on a free seat, or another bot on a bot's; the host's."""

    seat: int
    bot: str


class ClearSeat(Do, frozen=True):
    """Take a bot from its seat, between matches; the host's."""

    seat: int


class Ready(Do, frozen=True):
    """Say that one is ready for the match, or no longer."""

    ready: bool = True


class StartMatch(Do, frozen=True):
    """Start the match and deal the first round; the host's. All who sit must be ready, no seat free."""


class DealRound(Do, frozen=True):
    """Deal the next round; of anybody who sits."""


class MakeMove(Do, frozen=True):
    """Make a move, as `plain_move` writes it."""

    move: dict[str, Any]


class Rematch(Do, frozen=True):
    """Start another match with the same seats once one is over; the host's."""


class Pause(Do, frozen=True):
    """Ask for a pause, or consent to one."""


class GoOn(Do, frozen=True):
    """End the pause; of anybody who sits."""


class Extend(Do, frozen=True):
    """Have the thinking time of one's turn once more."""


class Mute(Do, frozen=True):
    """Let a person be unheard in the chat, or heard again; the host's."""

    person: int
    reason: str = ""
    muted: bool = True


class Kick(Do, frozen=True):
    """Remove a person, who may come back; the host's."""

    person: int
    reason: str = ""


class Ban(Do, frozen=True):
    """Remove a person for good; the host's."""

    person: int
    reason: str = ""


class HandOver(Do, frozen=True):
    """Make another person the host; the host's."""

    person: int


AnyDo = (
    Configure
    | Sit
    | Stand
    | SeatBot
    | ClearSeat
    | Ready
    | StartMatch
    | DealRound
    | MakeMove
    | Rematch
    | Pause
    | GoOn
    | Extend
    | Mute
    | Kick
    | Ban
    | HandOver
    | SealShare
    | GiveShare
)
