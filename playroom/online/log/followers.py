"""The callbacks that are called when a table's log grows."""

from collections import defaultdict
from collections.abc import Iterable

from playroom.online.log.table_log import Hint, LogEvent, Unfollow


class Followers:
    """The hints of one event loop, by table."""

    def __init__(self) -> None:
        self._hints: defaultdict[str, list[Hint]] = defaultdict(list)

    def add(self, table: str, hint: Hint) -> Unfollow:
        """Call *hint* with the events of *table*, until what this returns is called."""
        self._hints[table].append(hint)

        async def unfollow() -> None:
            self._hints[table].remove(hint)
            if not self._hints[table]:
                del self._hints[table]

        return unfollow

    def has(self, table: str) -> bool:
        """Whether the log of a table is followed."""
        return table in self._hints

    def call(self, events: Iterable[LogEvent]) -> None:
        """Call the hints of each event's table."""
        for event in events:
            for hint in tuple(self._hints.get(event.table, ())):
                hint(event)
