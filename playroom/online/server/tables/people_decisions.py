"""Decisions on people: who comes, who gets a bot's seat, who is removed or the host, and who hears the chat.

The powers of host and administrator are used with a reason that the others are given. The chat is checked and
passed on, and never in the log.
"""

from collections.abc import Collection
from dataclasses import dataclass

from playroom.online.server.accounts.credentials import token_hash
from playroom.online.server.names import name_key, plain_reason, plain_text
from playroom.online.server.refused import Refused
from playroom.online.server.tables.server_state import FullTableState, PeopleHere
from playroom.online.wire.entries import (
    AdministratorCame,
    AnyEntry,
    HostNamed,
    PersonBanned,
    PersonCame,
    PersonForgotten,
    PersonKicked,
    PersonMuted,
    SeatAsked,
    SeatConsented,
    SeatLeft,
    SeatRefused,
    SeatReturned,
    SeatTaken,
    StandInSeated,
)
from playroom.online.wire.messages import Chat, Said
from playroom.online.wire.protocol import LONGEST_CHAT, MOST_BANNED, MOST_PEOPLE, RefusalCode
from playroom.online.wire.table_commands import Ban, GiveSeat, HandOver, Kick, Mute
from playroom.online.wire.table_state import SeatRequest, TableState
from playroom.table.shared_table import PHRASES, Recipient


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A name and a seat token; without an account, the hash of the network too, which may be banned."""

    name: str
    token: str
    network: str = ""
    is_admin: bool = False


def new_person(
    truth: FullTableState, newcomer: Newcomer, here: Collection[int], wrote: Collection[int]
) -> list[AnyEntry]:
    """A new person, who has a number that nobody has had.

    If the table knows too many people, it forgets one who is neither *here* nor needed: before all others
    one who has never had a seat and has not been seen to have *wrote* in the chat. Refused if there is none,
    the name is taken, or the network is banned.
    """
    state = truth.state
    for known in state.people.values():
        is_same = newcomer.network and known.network == newcomer.network
        if is_same and known.banned is not None and not newcomer.is_admin:
            raise Refused(RefusalCode.BANNED, reason=known.banned)
    if any(name_key(known.name) == name_key(newcomer.name) for known in state.people.values()):
        raise Refused(RefusalCode.NAME_TAKEN, name=newcomer.name)
    number = state.newest + 1
    came: list[AnyEntry] = [PersonCame(number, newcomer.name, token_hash(newcomer.token))]
    if newcomer.is_admin:
        came.append(AdministratorCame(number))
    if sum(known.banned is None for known in state.people.values()) < MOST_PEOPLE:
        return came
    seated = {seat.person for seat in state.seats}
    playing = {*state.sat} if truth.match else set()
    sealed = {*state.deal.seals} if state.deal else set()
    entered = {*state.evening.entered} if state.evening else set()
    needed = {state.host, state.absent_host, *seated, *playing, *sealed, *entered}
    # Those who are muted or banned are not forgotten: the table has to know them.
    free = {person for person, known in state.people.items() if known.muted is None and known.banned is None}
    unneeded = free - needed - {*here}
    if not unneeded:
        raise Refused(RefusalCode.TABLE_FULL, most=MOST_PEOPLE)
    forgotten = min(unneeded, key=lambda person: (state.people[person].sat or person in wrote, person))
    return [PersonForgotten(forgotten), *came]


def seat_asked(truth: FullTableState, person: int, at: int, here: PeopleHere) -> list[AnyEntry]:
    """A bot's seat that a person asks for, or takes if nobody else is to be asked or all have consented."""
    state = truth.state
    if state.sat.get(person, at) != at:  # nobody may see two hands
        raise Refused(RefusalCode.MATCH_RUNS)
    if state.sat.get(person) == at or _is_present_host(state, person, here):
        return [SeatTaken(at, person)]
    if person in state.turned_away:
        raise Refused(RefusalCode.SEAT_REFUSED)
    request = state.requests.get(person)
    if request and request.seat == at and _has_consent(state, request, here):
        return [SeatTaken(at, person)]
    return [SeatAsked(at, person)]


def seat_given(
    truth: FullTableState, by: int, do: GiveSeat, here: PeopleHere, *, is_admin: bool
) -> list[AnyEntry]:
    """A bot's seat given to the person who asks for it, consented to, or refused."""
    state, request = truth.state, truth.state.requests.get(do.person)
    if not truth.match or request is None or do.person not in here.connected:
        raise Refused(RefusalCode.NO_SEAT_ASKED)
    is_own = state.sat.get(by) == request.seat
    gives_alone = is_admin or is_own or _is_present_host(state, by, here)
    if not gives_alone and (by not in _players(state) or _has_host(state, here)):
        raise Refused(RefusalCode.NOT_HOST)
    if not do.is_given:
        return [SeatRefused(do.person)]
    if gives_alone:
        return [SeatTaken(request.seat, do.person)]
    consented = SeatConsented(do.person, by)
    request = state.after(consented).requests[do.person]
    is_taken = _has_consent(state, request, here)
    return [consented, SeatTaken(request.seat, do.person)] if is_taken else [consented]


def _is_present_host(state: TableState, person: int, here: PeopleHere) -> bool:
    """Whether this is the host, not a substitute for the host."""
    return person == state.host and _has_host(state, here)


def _has_host(state: TableState, here: PeopleHere) -> bool:
    return not state.absent_host and state.host in here.connected


def _has_consent(state: TableState, request: SeatRequest, here: PeopleHere) -> bool:
    """Whether all who play have consented while the host is away; nobody can for those who are none."""
    players = _players(state)
    return not _has_host(state, here) and bool(players) and players <= {*request.consents}


def _players(state: TableState) -> set[int]:
    return {seat.person for seat in state.seats if seat.person is not None and seat.is_played}


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
    """The seat of a person who leaves: a bot replaces them during a match, else it becomes free.

    At a table of an evening it is theirs before the match too.
    """
    seat = truth.state.seat_of(person)
    if seat is None or truth.state.seats[seat].is_absent:
        return []
    is_kept = truth.match or truth.state.of_evening
    return [StandInSeated(seat, truth.state.settings.stand_in) if is_kept else SeatLeft(seat)]


def seat_back(truth: FullTableState, person: int) -> list[AnyEntry]:
    """The seat of a person who is back, if a bot replaces them."""
    seat = truth.state.seat_of(person)
    return [] if seat is None or not truth.state.seats[seat].is_absent else [SeatReturned(seat)]


def next_host(truth: FullTableState, gone: int, connected: Collection[int]) -> list[AnyEntry]:
    """Another host until the host is back: the first of those who are connected, players before watchers.

    The table of a round has no need of one.
    """
    state = truth.state
    if state.of_evening:
        return []
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


def said(state: TableState, person: int, chat: Chat) -> Said:
    """The entry of what a person says; Refused if they are muted, or say nothing."""
    if (reason := state.people[person].muted) is not None:
        raise Refused(RefusalCode.MUTED, reason=reason)
    text = plain_text(chat.text, LONGEST_CHAT)
    if bool(text) == bool(chat.phrase) or (chat.phrase and chat.phrase not in PHRASES):
        raise Refused(RefusalCode.MALFORMED)
    return Said(person, chat.to, text, chat.phrase, chat.id)


def recipients(state: TableState, person: int, to: Recipient, connected: Collection[int]) -> list[int]:
    """Those who get what a person says: themselves among them."""
    if to == "table":
        return [*connected]
    if to == "team":
        seat, teams = state.seat_of(person), state.settings.teams
        if seat is None or not teams:
            raise Refused(RefusalCode.NO_TEAM)
        team = {each.person for each in state.seats[seat % teams :: teams]}
        return [each for each in connected if each in team]
    if to not in connected:
        raise Refused(RefusalCode.NO_SUCH_PERSON)
    return [*{person, to}]
