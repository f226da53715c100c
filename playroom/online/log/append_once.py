"""Idempotent appending to a log: once for each command, also if the answer of the log is lost."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Final, Protocol

from playroom.online.log.table_log import Conflict, LogEvent, TableLog, Unknown

TRIES: Final = 5
"""How often an append is tried whose outcome is not known, or whose number was taken by another server."""

RETRY_STEP: Final = 0.2
"""Seconds between two tries, times the tries so far."""


class LogReader(Protocol):
    """A follower of a log: it has applied all events up to *number*; *numbers* are by command."""

    @property
    def number(self) -> int:
        """The number of the last event that was applied."""
        ...

    @property
    def numbers(self) -> Mapping[str, int]:
        """The number of each command's event."""
        ...

    def apply(self, event: LogEvent) -> None:
        """Apply the next event; any other is ignored."""


async def catch_up(log: TableLog, name: str, reader: LogReader) -> None:
    """Apply the events that the log has in addition; an Unknown if it cannot be read now."""
    for event in await log.read(name, reader.number):
        reader.apply(event)


async def append_once(
    log: TableLog,
    name: str,
    reader: LogReader,
    command: str,
    body: Callable[[], bytes | None],
    timed: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> int:
    """Append the event of a command unless the log has it, and apply it: its number. Raises what logs raise.

    *body* is called before each try, after all events that are known, and may raise what ends the tries; if
    it gives None, the command changes nothing, and the number is that of the last event. *timed* measures
    each try.
    """
    for tries in range(1, TRIES + 1):
        if number := reader.numbers.get(command):
            return number
        content = body()
        if content is None:
            return reader.number
        with suppress(Conflict, Unknown):
            with timed():
                event = await log.append(name, reader.number, command, content)
            reader.apply(event)
            if event.number <= reader.number:
                return event.number
        await asyncio.sleep(RETRY_STEP * tries)
        with suppress(Unknown):
            await catch_up(log, name, reader)
    if number := reader.numbers.get(command):
        return number
    raise Unknown(f"the log of {name} does not answer")
