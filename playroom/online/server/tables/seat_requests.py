"""Requests for a bot's seat in a match that is under way."""

from playroom.online.server.refused import Refused
from playroom.online.server.tables.truth import FullTableState, PeopleHere
from playroom.online.wire.entries import AnyEntry, SeatAsked, SeatConsented, SeatRefused, SeatTaken
from playroom.online.wire.protocol import RefusalCode
from playroom.online.wire.table_commands import GiveSeat
from playroom.online.wire.table_state import SeatRequest, TableState


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
