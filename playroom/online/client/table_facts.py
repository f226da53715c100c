"""The state of a table as the console knows it."""

from collections.abc import Mapping

from playroom.online.wire.entries import TableSettings
from playroom.online.wire.table_state import TableState
from playroom.rules.variant import InvalidTable, Variant
from playroom.table.record import Record
from playroom.table.setup import Setup, new_record
from playroom.table.shared_table import Guest, SharedSeat, SharedTableState, TableTerms


class UnknownGame(Exception):  # noqa: N818 (a refusal, not a mistake)
    """A game is not known here, or with other rules."""


def state_told(state: TableState, me: int, connected: frozenset[int], *, in_match: bool) -> SharedTableState:
    """What the console knows of the table at which *me* is; *in_match*: a match is under way."""
    people = {
        number: Guest(
            known.name,
            state.seat_of(number),
            is_ready=number in state.ready,
            is_connected=number in connected or not connected,
            is_muted=known.muted is not None,
        )
        for number, known in state.people.items()
    }
    return SharedTableState(
        code=state.code,
        me=me,
        host=state.host,
        people=people,
        seats=tuple(SharedSeat(seat.person, seat.bot) for seat in state.seats),
        setup=_setup(state.settings),
        terms=_terms(state.settings),
        in_match=in_match,
        is_paused=state.paused,
    )


def _terms(settings: TableSettings) -> TableTerms:
    return TableTerms(settings.thinking, settings.extensions, settings.hints)


def record_begun(
    settings: TableSettings, players: tuple[str, ...], variants: Mapping[str, Variant]
) -> Record:
    """The record of a match that begins with these players. Raises UnknownGame."""
    try:
        return new_record(variants[settings.game], _setup(settings), players)
    except (KeyError, InvalidTable, TypeError, ValueError) as error:
        raise UnknownGame(settings.game) from error


def _setup(settings: TableSettings) -> Setup:
    return Setup(settings.game, settings.players, settings.teams, settings.options)
