"""The journal of a server: a JSON object a line, without tokens, codes, tiles and what people say."""

import json
import logging
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from hmac import digest
from io import TextIOWrapper
from logging.handlers import WatchedFileHandler
from pathlib import Path
from secrets import token_bytes
from stat import S_ISREG
from threading import Event, Thread
from time import monotonic

LOGGER = logging.getLogger("playroom.online")
"""Says nothing unless a program asks for it, since a console's screen is the player's."""
LOGGER.addHandler(logging.NullHandler())
LOGGER.propagate = False

_MARKS = token_bytes(16)

ADDRESS = "address"
"""The name of the fact that says from where somebody has come."""

DAY_SECONDS = 24 * 3600.0

_FRESH = os.O_WRONLY | os.O_CREAT | os.O_TRUNC

MOST_LINES = 500
WINDOW_SECONDS = 10.0
"""The most lines of one event in so many seconds: nobody fills the disk by coming again and again."""

Fact = str | int | float


def note(event: str, **facts: Fact) -> None:
    """Write down that something has happened."""
    LOGGER.info(event, extra={"facts": facts})


def note_error(event: str, error: BaseException, **facts: Fact) -> None:
    """Write down that an error has ended something."""
    LOGGER.error(event, exc_info=error, extra={"facts": facts})


@contextmanager
def journal(file: Path | None, keep_days: int | None = None) -> Iterator[None]:
    """Append a journal to a file for some time, if there is one. Raises OSError.

    Nobody else may read the file. If it is moved away or deleted, the next line begins another one. After
    *keep_days* its lines have no addresses any more, unless that is None.
    """
    if file is None:
        yield
        return
    handler = JournalFile(file, encoding="utf-8")
    stopped = Event()
    if keep_days is not None:
        forget = partial(_forget_each_day, handler, timedelta(days=keep_days), stopped)
        Thread(target=forget, name="forget addresses", daemon=True).start()
    handler.addFilter(FewLines())
    handler.setFormatter(JsonLines())
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.INFO)  # debugging would show whole frames
    try:
        yield
    finally:
        stopped.set()
        LOGGER.removeHandler(handler)
        handler.close()


def _forget_each_day(handler: "JournalFile", kept: timedelta, stopped: Event) -> None:
    """Forget the addresses that are too old, now and every day."""
    while True:
        with suppress(OSError):  # the disk is full, for example: tomorrow
            handler.forget_addresses(datetime.now(UTC) - kept)
        if stopped.wait(DAY_SECONDS):
            return


def table_mark(code: str) -> str:
    """The alias in the journal of a table's code, with which readers of the journal could join the table.

    It is the same for one table until the program ends.
    """
    return digest(_MARKS, code.encode(), "sha256").hex()[:8]


class FewLines(logging.Filter):
    """Leaves out what is written too often; the next line of that event says how many were."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._begun = clock()
        self._lines: Counter[str] = Counter()
        self._left_out: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written."""
        if self._clock() - self._begun >= WINDOW_SECONDS:
            self._begun = self._clock()
            self._lines.clear()
        event = record.getMessage()
        self._lines[event] += 1
        if self._lines[event] > MOST_LINES:
            self._left_out[event] += 1
            return False
        if left_out := self._left_out.pop(event, 0):
            record.facts = {**getattr(record, "facts", {}), "left_out": left_out}
        return True


class JournalFile(WatchedFileHandler):
    """A file that its owner alone may read, opened again after a rotation."""

    def forget_addresses(self, until: datetime) -> None:
        """Take the addresses from all lines that were written before then. Raises OSError.

        Only what was written meanwhile is copied while others wait who have something to write.
        """
        file = Path(self.baseFilename)
        if not file.is_file():  # such as /dev/stderr
            return
        new = file.with_name(f"{file.name}.new")
        with file.open("rb") as old, open(os.open(new, _FRESH, 0o600), "wb") as copy:  # noqa: PTH123 (it has a handle)
            copy.writelines(_without_address(line, until) for line in old)
            self.acquire()
            try:
                copy.writelines(_without_address(line, until) for line in old)
                copy.close()
                old.close()
                if self.stream:
                    self.stream.close()
                    self.stream = None  # it is opened again with the next line
                new.replace(file)
            finally:
                self.release()

    def _open(self) -> TextIOWrapper:
        """The file to append to, which is made if there is none."""
        handle = os.open(self.baseFilename, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        if sys.platform != "win32" and S_ISREG(os.fstat(handle).st_mode):
            os.fchmod(handle, 0o600)
        return open(handle, "a", encoding=self.encoding)  # noqa: PTH123 (it has a handle; logging closes it)


def _without_address(line: bytes, until: datetime) -> bytes:
    """A line of a journal, without its address if it is older."""
    try:
        facts = json.loads(line)
        if ADDRESS not in facts or datetime.fromisoformat(facts["time"]) >= until:
            return line
    except (ValueError, KeyError, TypeError):
        return line  # nothing that this program has written whole
    return json.dumps({name: fact for name, fact in facts.items() if name != ADDRESS}).encode() + b"\n"


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
            trace = error.__traceback__
            while trace and trace.tb_next:
                trace = trace.tb_next
            place = f"{trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno}" if trace else ""
            line |= {"error": type(error).__name__, "at": place}
        return json.dumps(line)
