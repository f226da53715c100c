"""Decisions on commands: entries for the log, or a refusal. Pure but for chance, which is an argument."""

from collections.abc import Collection
from dataclasses import dataclass
from random import Random
from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from playroom.online.server.refused import Refused
from playroom.online.server.tables.evening_decisions import evening_entered, evening_opened, evening_step
from playroom.online.server.tables.match_decisions import (
    check_no_match,
    extended,
    moved,
    next_deal,
    pause_asked,
    rematched,
    resumed,
    share_given,
    share_sealed,
    started,
)
from playroom.online.server.tables.people_decisions import (
    banned,
    check_may_remove,
    handed_over,
    kicked,
    muted,
    seat_asked,
    seat_given,
)
from playroom.online.server.tables.server_state import FullTableState, PeopleHere, Variants, check_table
from playroom.online.wire import table_commands as commands
from playroom.online.wire.entries import (
    AnyEntry,
    BotSeated,
    ReadyChanged,
    SeatLeft,
    SeatTaken,
    SettingsChanged,
    TableSettings,
)
from playroom.online.wire.protocol import MOST_THINKING_SECONDS, RefusalCode
from playroom.online.wire.table_state import SeatAtTable

HOST_COMMANDS = (
    commands.Configure,
    commands.SeatBot,
    commands.ClearSeat,
    commands.Mute,
    commands.Kick,
    commands.Ban,
    commands.HandOver,
    commands.StartMatch,
    commands.Rematch,
    commands.OpenEvening,
    commands.RunEvening,
)
"""The commands of the host, or of the administrator."""

SEAT_COMMANDS = (
    commands.Configure,
    commands.SeatBot,
    commands.ClearSeat,
    commands.StartMatch,
    commands.Rematch,
    commands.Sit,
    commands.Stand,
    commands.Ready,
)
"""The commands that nobody gives while people gather for an evening, nor at a table of one."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The surroundings of a decision besides the table: the games, the strengths of bots, and chance."""

    variants: Variants
    bots: Collection[str]
    chance: Random
    rates: bool = False
    """Whether matches can be rated here."""


@dataclass(frozen=True, slots=True)
class Actor:
    """A person who does something; *is_admin*: the administrator, who may do what a host may."""

    person: int
    is_admin: bool = False


def decided(
    truth: FullTableState, actor: Actor, do: commands.AnyDo, book: Rulebook, here: PeopleHere
) -> list[AnyEntry]:
    """All that comes of what a person does; Refused if they may not."""
    person, state = actor.person, truth.state
    if state.host != person and not actor.is_admin and isinstance(do, HOST_COMMANDS):
        raise Refused(RefusalCode.NOT_HOST)
    is_evening = state.of_evening or (state.evening and not state.evening.is_over)
    if (is_evening and isinstance(do, SEAT_COMMANDS)) or (
        state.of_evening and isinstance(do, commands.OpenEvening)
    ):
        raise Refused(RefusalCode.EVENING_RUNS)
    if state.of_evening and isinstance(do, HOST_COMMANDS) and not actor.is_admin:
        raise Refused(RefusalCode.NOT_HOST)
    if isinstance(do, (commands.Kick, commands.Ban)) and not actor.is_admin:
        check_may_remove(truth, person, do.person)
    match do:
        case commands.MakeMove(move):
            return moved(truth, own_seat(truth, person), move)
        case commands.DealRound():
            if any(seat.person is not None and not seat.is_absent for seat in state.seats):
                own_seat(truth, person)  # where only bots play, which never deal, those who watch may
            return next_deal(truth, book.variants, book.chance)
        case commands.SealShare(seal, number):
            if not (state.evening and state.is_sealing(person)):
                own_seat(truth, person)
            return share_sealed(state, person, seal, number)
        case commands.GiveShare(share):
            return share_given(truth, person, share, book.variants)
        case commands.StartMatch():
            return started(truth, person, book.variants, book.chance)
        case commands.Rematch():
            return rematched(truth, book.variants, book.chance)
        case commands.Pause():
            own_seat(truth, person)
            return pause_asked(truth, person)
        case commands.GoOn():
            own_seat(truth, person)
            return resumed(truth)
        case commands.Extend():
            return extended(truth, own_seat(truth, person))
        case commands.Sit(at):
            if _seat(truth, at).person is not None:
                raise Refused(RefusalCode.SEAT_TAKEN, seat=at)
            return seat_asked(truth, person, at, here) if truth.match else [SeatTaken(at, person)]
        case commands.GiveSeat():
            return seat_given(truth, person, do, here, is_admin=actor.is_admin)
        case commands.Stand():
            return [SeatLeft(own_seat(truth, person), state.settings.stand_in if truth.match else "")]
        case commands.Ready(ready):
            own_seat(truth, person)
            check_no_match(truth)
            return [ReadyChanged(person, ready)]
        case commands.Configure(settings):
            check_no_match(truth)
            return [SettingsChanged(checked_settings(settings, book))]
        case commands.SeatBot(at, bot):
            if bot not in book.bots:
                raise Refused(RefusalCode.NO_SUCH_BOT)
            _check_not_taken(truth, at)
            return [BotSeated(at, bot)]
        case commands.ClearSeat(at):
            _check_not_taken(truth, at)
            check_no_match(truth)
            return [SeatLeft(at)]
        case commands.Mute():
            return muted(truth, person, do)
        case commands.Kick():
            return kicked(truth, person, do)
        case commands.Ban():
            return banned(truth, person, do, here.networks.get(do.person, ""))
        case commands.HandOver():
            return handed_over(truth, do)
        case commands.OpenEvening():
            return evening_opened(truth, do)
        case commands.EnterEvening(is_in):
            return evening_entered(state, person, is_in=is_in)
        case commands.RunEvening(step):
            return evening_step(truth, step, book.chance)
    assert_never(do)


def own_seat(truth: FullTableState, person: int) -> int:
    """The seat of a person; Refused for one who watches."""
    seat = truth.state.seat_of(person)
    if seat is None:
        raise Refused(RefusalCode.NO_SEAT)
    return seat


def checked_settings(settings: TableSettings, book: Rulebook) -> TableSettings:
    """Settings that a table can have; Refused if it cannot."""
    check_table(settings, book.variants)
    if settings.stand_in not in book.bots:
        raise Refused(RefusalCode.NO_SUCH_BOT)
    least = (settings.thinking, settings.extensions, settings.absence)
    if min(least) < 0 or max(least) > MOST_THINKING_SECONDS:
        raise Refused(RefusalCode.IMPOSSIBLE_TABLE)
    if settings.rated and not book.rates:
        raise Refused(RefusalCode.NO_RATINGS)
    # The same in the type of the log, which has no other fields.
    plain = TableSettings(**{name: getattr(settings, name) for name in TableSettings.__struct_fields__})
    return replace(plain, hints=False) if plain.rated else replace(plain, rated=UNSET)


def _seat(truth: FullTableState, at: int) -> SeatAtTable:
    if not 0 <= at < len(truth.state.seats):
        raise Refused(RefusalCode.NO_SUCH_SEAT)
    return truth.state.seats[at]


def _check_not_taken(truth: FullTableState, at: int) -> None:
    """Refused if a person sits there, unless a bot stands in for them and no match is under way."""
    seat = _seat(truth, at)
    if seat.person is not None and (truth.match or not seat.is_absent):
        raise Refused(RefusalCode.SEAT_TAKEN, seat=at)
