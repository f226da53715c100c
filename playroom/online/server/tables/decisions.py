"""Decisions on commands: entries for the log, or a refusal. Pure but for chance, which is an argument."""

from collections.abc import Collection
from dataclasses import dataclass
from random import Random
from typing import assert_never

from playroom.online.server.refused import Refused
from playroom.online.server.tables.match_decisions import (
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

OfHost = (
    commands.Configure
    | commands.SeatBot
    | commands.ClearSeat
    | commands.Mute
    | commands.Kick
    | commands.Ban
    | commands.HandOver
    | commands.StartMatch
    | commands.Rematch
)
"""The commands of the host, or of the administrator."""
OfPlayer = (
    commands.Stand
    | commands.Ready
    | commands.MakeMove
    | commands.Pause
    | commands.GoOn
    | commands.Extend
    | commands.SealShare
)
"""The commands of those who sit."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The surroundings of a decision besides the table: the games, the strengths of bots, and chance."""

    variants: Variants
    bots: Collection[str]
    chance: Random


@dataclass(frozen=True, slots=True)
class Actor:
    """A person who does something; *is_admin*: the administrator, who may do what a host may."""

    person: int
    is_admin: bool = False


def decided(
    truth: FullTableState, actor: Actor, do: commands.AnyDo, book: Rulebook, here: PeopleHere
) -> list[AnyEntry]:
    """All that comes of what a person does; Refused if they may not."""
    person = actor.person
    if isinstance(do, OfHost):
        return _of_host(truth, actor, do, book, here)
    if isinstance(do, OfPlayer):
        return _of_player(truth, person, own_seat(truth, person), do)
    match do:
        case commands.Sit(seat):
            return _seated(truth, actor, seat, here)
        case commands.GiveSeat():
            return seat_given(truth, person, do, here, is_admin=actor.is_admin)
        case commands.DealRound():
            _check_may_deal(truth, person)
            return next_deal(truth, book.variants, book.chance)
        case commands.GiveShare(share):
            return share_given(truth, person, share, book.variants)
    assert_never(do)


def own_seat(truth: FullTableState, person: int) -> int:
    """The seat of a person; Refused for one who watches."""
    seat = truth.state.seat_of(person)
    if seat is None:
        raise Refused(RefusalCode.NO_SEAT)
    return seat


def _check_may_deal(truth: FullTableState, person: int) -> None:
    """Refuse a deal by a spectator, unless only bots play, which never deal."""
    if any(seat.person is not None and not seat.is_absent for seat in truth.state.seats):
        own_seat(truth, person)


def checked_settings(settings: TableSettings, book: Rulebook) -> TableSettings:
    """Settings that a table can have; Refused if it cannot."""
    check_table(settings, book.variants)
    if settings.stand_in not in book.bots:
        raise Refused(RefusalCode.NO_SUCH_BOT)
    least = (settings.thinking, settings.extensions, settings.absence)
    if min(least) < 0 or max(least) > MOST_THINKING_SECONDS:
        raise Refused(RefusalCode.IMPOSSIBLE_TABLE)
    # The same in the type of the log, which has no other fields.
    return TableSettings(**{name: getattr(settings, name) for name in TableSettings.__struct_fields__})


def _of_host(
    truth: FullTableState, actor: Actor, do: OfHost, book: Rulebook, here: PeopleHere
) -> list[AnyEntry]:
    """What comes of a command of the host; Refused for anybody else but the administrator."""
    person = actor.person
    if truth.state.host != person and not actor.is_admin:
        raise Refused(RefusalCode.NOT_HOST)
    match do:
        case commands.Configure() | commands.SeatBot() | commands.ClearSeat():
            return _arranged(truth, do, book)
        case commands.Mute() | commands.Kick() | commands.Ban() | commands.HandOver():
            return _moderated(truth, actor, do, here)
        case commands.StartMatch():
            return started(truth, person, book.variants, book.chance)
        case commands.Rematch():
            return rematched(truth, person, book.variants, book.chance)
    assert_never(do)


def _arranged(
    truth: FullTableState, do: commands.Configure | commands.SeatBot | commands.ClearSeat, book: Rulebook
) -> list[AnyEntry]:
    match do:
        case commands.Configure(settings):
            if truth.match:
                raise Refused(RefusalCode.MATCH_RUNS)
            return [SettingsChanged(checked_settings(settings, book))]
        case commands.SeatBot(at, bot):
            if bot not in book.bots:
                raise Refused(RefusalCode.NO_SUCH_BOT)
            _check_not_taken(truth, at)
            return [BotSeated(at, bot)]
        case commands.ClearSeat(at):
            _check_not_taken(truth, at)
            if truth.match:
                raise Refused(RefusalCode.MATCH_RUNS)
            return [SeatLeft(at)]
    assert_never(do)


def _check_not_taken(truth: FullTableState, at: int) -> None:
    """Refused if a person sits there, unless a bot stands in for them and no match is under way."""
    seat = _seat(truth, at)
    if seat.person is not None and (truth.match or not seat.is_absent):
        raise Refused(RefusalCode.SEAT_TAKEN, seat=at)


def _seat(truth: FullTableState, at: int) -> SeatAtTable:
    if not 0 <= at < len(truth.state.seats):
        raise Refused(RefusalCode.NO_SUCH_SEAT)
    return truth.state.seats[at]


def _seated(truth: FullTableState, actor: Actor, at: int, here: PeopleHere) -> list[AnyEntry]:
    """A seat taken, or asked for in a match."""
    if _seat(truth, at).person is not None:
        raise Refused(RefusalCode.SEAT_TAKEN, seat=at)
    return seat_asked(truth, actor.person, at, here) if truth.match else [SeatTaken(at, actor.person)]


def _moderated(
    truth: FullTableState,
    actor: Actor,
    do: commands.Mute | commands.Kick | commands.Ban | commands.HandOver,
    here: PeopleHere,
) -> list[AnyEntry]:
    person = actor.person
    if isinstance(do, commands.Kick | commands.Ban) and not actor.is_admin:
        check_may_remove(truth, actor.person, do.person)
    match do:
        case commands.Mute():
            return muted(truth, person, do)
        case commands.Kick():
            return kicked(truth, person, do)
        case commands.Ban():
            return banned(truth, person, do, here.networks.get(do.person, ""))
        case commands.HandOver():
            return handed_over(truth, do)
    assert_never(do)


def _of_player(truth: FullTableState, person: int, seat: int, do: OfPlayer) -> list[AnyEntry]:
    """What comes of a command of a person who sits."""
    match do:
        case commands.Stand():
            return [SeatLeft(seat, truth.state.settings.stand_in if truth.match else "")]
        case commands.Ready(ready):
            if truth.match:
                raise Refused(RefusalCode.MATCH_RUNS)
            return [ReadyChanged(person, ready)]
        case commands.MakeMove(move):
            return moved(truth, seat, move)
        case commands.Pause():
            return pause_asked(truth, person)
        case commands.GoOn():
            return resumed(truth)
        case commands.Extend():
            return extended(truth, seat)
        case commands.SealShare(seal, number):
            return share_sealed(truth.state, person, seal, number)
    assert_never(do)
