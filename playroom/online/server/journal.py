"""The journal of a server: a JSON object a line, without tokens, tiles and what people say."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

LOGGER = logging.getLogger("playroom.online")
"""Says nothing unless a program asks for it, since a console's screen is the player's."""
LOGGER.addHandler(logging.NullHandler())
LOGGER.propagate = False

Fact = str | int | float


def note(event: str, **facts: Fact) -> None:
    """Write down that something has happened."""
    LOGGER.info(event, extra={"facts": facts})


def note_error(event: str, error: BaseException, **facts: Fact) -> None:
    """Write down that an error has ended something."""
    LOGGER.error(event, exc_info=error, extra={"facts": facts})


@contextmanager
def journal(file: Path | None) -> Iterator[None]:
    """Append a journal to a file for some time, if there is one. Raises OSError."""
    if file is None:
        yield
        return
    handler = logging.FileHandler(file, encoding="utf-8")
    handler.setFormatter(JsonLines())
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.INFO)  # debugging would show whole frames
    try:
        yield
    finally:
        LOGGER.removeHandler(handler)
        handler.close()


class JsonLines(logging.Formatter):
    """A record as a line of JSON; of an exception its kind and place, as its text may quote what was sent."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        error = record.exc_info[1] if record.exc_info else None
        if error:
            line |= {"error": type(error).__name__, "at": _place(error)}
        return json.dumps(line)


def _place(error: BaseException) -> str:
    """Where an exception was raised."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno}" if trace else ""
