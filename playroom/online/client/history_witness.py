"""What a server has told one client of a table, compared with all that it tells later.

A server numbers the events of a table. A player who comes back, or leaves and comes again, is told events
once more, perhaps as another seat may know them: then more or less of them is hidden, and nothing differs.
"""

from itertools import zip_longest
from typing import NoReturn

from msgspec import Struct
from msgspec.structs import replace

from playroom.online.wire.entries import AnyEntry, MatchWent
from playroom.online.wire.messages import Happened
from playroom.online.wire.table_state import TableState
from playroom.rules.event import Dealt, Drew, Event, Passed

MOST_EVENTS = 20_000
"""The most events that are known for comparison; the oldest are forgotten first."""


class HistoryDiffers(Exception):  # noqa: N818 (a finding, not a mistake)
    """The server tells another history of the table than before."""


class ToldEvent(Struct, frozen=True):
    """An event as it is known from all tellings, and the *state* of the table after it, if that is known."""

    happened: Happened | None
    chain: str
    state: TableState | None


class HistoryWitness:
    """The events of one table by their numbers, for as long as the program runs."""

    def __init__(self) -> None:
        self._told: dict[int, ToldEvent] = {}
        self.is_forked = False
        """Whether the server has told the history of the table in two ways."""

    @property
    def last(self) -> int:
        """The number of the last event that is known."""
        return max(self._told, default=0)

    def begin(self, number: int, chain: str, state: TableState | None) -> None:
        """Note the table after an event, from a snapshot. HistoryDiffers if it was another one."""
        known = self._told.get(number, ToldEvent(None, chain, state))
        self._told[number] = self._checked(known, replace(known, chain=chain, state=state or known.state))

    def note(self, happened: Happened, state: TableState | None = None) -> None:
        """Note an event, and the table after it. HistoryDiffers if it was told otherwise before."""
        known = self._told.get(happened.number, ToldEvent(happened, happened.chain, state))
        before = known.happened or happened
        filled = replace(happened, entries=_filled_entries(happened.entries, before.entries))
        full = replace(before, entries=_filled_entries(before.entries, happened.entries))
        told = ToldEvent(filled, happened.chain, state or known.state)
        self._told[happened.number] = self._checked(replace(known, happened=full), told)
        self._told.pop(happened.number - MOST_EVENTS, None)

    def _checked(self, known: ToldEvent, told: ToldEvent) -> ToldEvent:
        """What is known of an event from all tellings. HistoryDiffers if it was told otherwise."""
        if replace(known, state=known.state or told.state) != told:
            self.differ()
        return told

    def differ(self) -> NoReturn:
        """Note that the history was told in two ways, of which the next is taken. Raises HistoryDiffers."""
        self.is_forked = True
        self._told.clear()
        raise HistoryDiffers


def _filled_entries(entries: list[AnyEntry], known: list[AnyEntry]) -> list[AnyEntry]:
    """Entries with what was hidden in them, as far as it is *known* from another telling of them."""
    filled = [*entries]
    for at, (entry, other) in enumerate(zip(entries, known, strict=False)):
        if isinstance(entry, MatchWent) and isinstance(other, MatchWent):
            pairs = zip_longest(entry.events, other.events[: len(entry.events)])
            filled[at] = replace(entry, events=[_filled(event, shown) for event, shown in pairs])
    return filled


def _filled(event: Event, known: Event | None) -> Event:
    match event, known:
        case Dealt(hands), Dealt(known_hands) if [*map(len, hands)] == [*map(len, known_hands)]:
            pairs = (zip(*each, strict=True) for each in zip(hands, known_hands, strict=True))
            return replace(event, hands=tuple(tuple(one or other for one, other in hand) for hand in pairs))
        case Drew(tile=None), Drew(tile=tile):
            return replace(event, tile=tile)
        case Passed(forced=None), Passed(forced=forced):
            return replace(event, forced=forced)
        case _:
            return event
