"""The commands of a person at a shared table, and those of their client for a provable deal."""

from msgspec import Struct
from msgspec.structs import asdict

from playroom.online.wire.entries import TableSettings
from playroom.online.wire.evening import EveningKind, EveningStep
from playroom.rules.move import Move
from playroom.table.setup import Setup


class Do(Struct, frozen=True, gc=False, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """The base of what a person can do at a table."""


class SealShare(Do, frozen=True):
    """Seal a random number for the deal with this number: its hash, as `provable_deal.seal_of` writes it."""

    seal: str
    number: int


class GiveShare(Do, frozen=True):
    """Give the number that was sealed, once the server has committed itself to its secret."""

    share: str


class AskedSettings(TableSettings, frozen=True, forbid_unknown_fields=True):
    """Settings as a client asks for them."""


def asked_settings(settings: TableSettings, **changes: object) -> AskedSettings:
    """The settings with some changed, as a client asks for them."""
    return AskedSettings(**{**asdict(settings), **changes})


def asked_table(setup: Setup, settings: TableSettings | None = None) -> AskedSettings:
    """The settings of a table with this game; all that the game does not decide is as in *settings*."""
    game = {"game": setup.game, "players": setup.players, "teams": setup.teams, "options": {**setup.options}}
    return asked_settings(settings or TableSettings(game=setup.game, players=setup.players), **game)


class Configure(Do, frozen=True):
    """Give the table other settings; the host's, between matches."""

    settings: AskedSettings


class Sit(Do, frozen=True):
    """Take a free seat, or a bot's; a seated person moves there.

    In a match it asks for a bot's seat, unless it is the host's or was one's own.
    """

    seat: int


class GiveSeat(Do, frozen=True):
    """Give a person the bot's seat that they ask for, or refuse it.

    It is the host's, and of the player for whom the bot plays; while the host is away, of all who play.
    """

    person: int
    is_given: bool = True


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
    """Make a move."""

    move: Move


class Rematch(Do, frozen=True):
    """Start another match with the same seats once one is over; the host's."""


class Pause(Do, frozen=True):
    """Ask for a pause, or consent to one."""


class GoOn(Do, frozen=True):
    """End the pause; of anybody who sits."""


class Extend(Do, frozen=True):
    """Extend the thinking time."""


class Mute(Do, frozen=True):
    """Mute or unmute a person in the chat (host only)."""

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


class OpenEvening(Do, frozen=True):
    """Let the people of the table have an evening of so many rounds; the host's, between matches.

    *duplicate*: with the same deals at all tables of a round.
    """

    kind: EveningKind
    length: int
    duplicate: bool = False


class EnterEvening(Do, frozen=True):
    """Take part in the evening, or no longer."""

    is_in: bool = True


class RunEvening(Do, frozen=True):
    """Begin a round of the evening, end it, pause the evening, go on, or end it; the host's."""

    step: EveningStep


AnyDo = (
    Configure
    | Sit
    | GiveSeat
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
    | OpenEvening
    | EnterEvening
    | RunEvening
    | SealShare
    | GiveShare
)
