"""People who come to a table for the first time, and whose place they take if it knows too many."""

from collections.abc import Collection
from dataclasses import dataclass

from playroom.online.server.accounts.credentials import token_hash
from playroom.online.server.names import name_key
from playroom.online.server.refused import Refused
from playroom.online.server.tables.truth import FullTableState
from playroom.online.wire.entries import AdministratorCame, AnyEntry, PersonCame, PersonForgotten
from playroom.online.wire.protocol import MOST_PEOPLE, RefusalCode
from playroom.online.wire.table_state import TableState


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
    _check_network(state, newcomer)
    if any(name_key(known.name) == name_key(newcomer.name) for known in state.people.values()):
        raise Refused(RefusalCode.NAME_TAKEN, name=newcomer.name)
    number = state.newest + 1
    came: list[AnyEntry] = [PersonCame(number, newcomer.name, token_hash(newcomer.token))]
    if newcomer.is_admin:
        came.append(AdministratorCame(number))
    if sum(known.banned is None for known in state.people.values()) < MOST_PEOPLE:
        return came
    unneeded = _unneeded(truth) - {*here}
    if not unneeded:
        raise Refused(RefusalCode.TABLE_FULL, most=MOST_PEOPLE)
    forgotten = min(unneeded, key=lambda person: (state.people[person].sat or person in wrote, person))
    return [PersonForgotten(forgotten), *came]


def _check_network(state: TableState, newcomer: Newcomer) -> None:
    """Refused if a person of the same network was banned, except for the administrator."""
    for known in state.people.values():
        is_same = newcomer.network and known.network == newcomer.network
        if is_same and known.banned is not None and not newcomer.is_admin:
            raise Refused(RefusalCode.BANNED, reason=known.banned)


def _unneeded(truth: FullTableState) -> set[int]:
    """The people without whom the table goes on: not its host, nor its players, nor those it has to know."""
    state = truth.state
    seated = {seat.person for seat in state.seats}
    playing = {*state.sat} if truth.match else set()
    sealed = {*state.deal.seals} if state.deal else set()
    needed = {state.host, state.absent_host, *seated, *playing, *sealed}
    known = {person for person, known in state.people.items() if known.muted is None and known.banned is None}
    return known - needed
