"""The powers of host and administrator over others; each is used with a reason that those are given."""

from collections.abc import Collection

from playroom.online.server.names import plain_reason
from playroom.online.server.refused import Refused
from playroom.online.server.tables.truth import FullTableState
from playroom.online.wire.entries import (
    AnyEntry,
    HostNamed,
    PersonBanned,
    PersonForgotten,
    PersonKicked,
    PersonMuted,
    SeatLeft,
    SeatReturned,
    StandInSeated,
)
from playroom.online.wire.protocol import MOST_BANNED, RefusalCode
from playroom.online.wire.table_commands import Ban, HandOver, Kick, Mute


def muted(truth: FullTableState, by: int, do: Mute) -> list[AnyEntry]:
    """A person unheard in the chat, or heard again."""
    _check_other(truth, by, do.person)
    return [PersonMuted(do.person, do.muted, plain_reason(do.reason))]


def kicked(truth: FullTableState, by: int, do: Kick) -> list[AnyEntry]:
    """A person removed; a bot plays in a match until they come back."""
    _check_other(truth, by, do.person)
    gone = seat_of_absent(truth, do.person)
    return [*gone, PersonKicked(do.person, plain_reason(do.reason))]


def banned(truth: FullTableState, by: int, do: Ban, network: str) -> list[AnyEntry]:
    """A person removed for good, and all new ones from their *network*; a bot plays the match to its end.

    If the table keeps too many out, the oldest bans end.
    """
    _check_other(truth, by, do.person)
    seat = truth.state.seat_of(do.person)
    bot = truth.state.settings.stand_in if truth.match else ""
    left: list[AnyEntry] = [] if seat is None else [SeatLeft(seat, bot)]
    state = truth.state
    earlier = [
        each for each, known in state.people.items() if known.banned is not None and each not in state.sat
    ]
    oldest = earlier[: max(0, len(earlier) - MOST_BANNED + 1)]
    return [*left, *map(PersonForgotten, oldest), PersonBanned(do.person, plain_reason(do.reason), network)]


def check_may_remove(truth: FullTableState, by: int, person: int) -> None:
    """Refused for an administrator, and, by the stand-in of an absent host, for that host.

    A watcher who stands in removes no players either: a passer-by does not get the table.
    """
    state = truth.state
    if person in state.administrators:
        raise Refused(RefusalCode.IS_ADMINISTRATOR)
    is_player = state.seat_of(person) is not None and state.seat_of(by) is None
    if state.absent_host and (person == state.absent_host or is_player):
        raise Refused(RefusalCode.NOT_HOST)


def handed_over(truth: FullTableState, do: HandOver) -> list[AnyEntry]:
    """Another host."""
    _check_other(truth, truth.state.host, do.person)
    absent = truth.state.absent_host
    return _host_named(truth, do.person, 0 if do.person == absent else absent)


def seat_of_absent(truth: FullTableState, person: int) -> list[AnyEntry]:
    """The seat of a person who leaves: a bot replaces them during a match, else it becomes free."""
    seat = truth.state.seat_of(person)
    if seat is None or truth.state.seats[seat].is_absent:
        return []
    return [StandInSeated(seat, truth.state.settings.stand_in) if truth.match else SeatLeft(seat)]


def seat_back(truth: FullTableState, person: int) -> list[AnyEntry]:
    """The seat of a person who is back, if a bot replaces them."""
    seat = truth.state.seat_of(person)
    return [] if seat is None or not truth.state.seats[seat].is_absent else [SeatReturned(seat)]


def next_host(truth: FullTableState, gone: int, connected: Collection[int]) -> list[AnyEntry]:
    """Another host until the host is back: the first of those who are connected, players before watchers."""
    state = truth.state
    others = sorted(set(connected) - {gone}, key=lambda each: (state.seat_of(each) is None, each))
    absent = state.absent_host or gone
    return _host_named(truth, others[0], absent) if gone == state.host and others else []


def host_back(truth: FullTableState, person: int) -> list[AnyEntry]:
    """The host who was absent, if this is the person."""
    return _host_named(truth, person) if person == truth.state.absent_host else []


def _host_named(truth: FullTableState, person: int, absent: int = 0) -> list[AnyEntry]:
    """Another host, who may talk again if they were muted."""
    is_muted = truth.state.people[person].muted is not None
    unmuted = (PersonMuted(person, muted=False, reason=""),) if is_muted else ()
    return [HostNamed(person, absent), *unmuted]


def _check_other(truth: FullTableState, by: int, person: int) -> None:
    """Refused unless this is a person other than *by*."""
    known = truth.state.people.get(person)
    if known is None or known.banned is not None or person == by:
        raise Refused(RefusalCode.NO_SUCH_PERSON)
