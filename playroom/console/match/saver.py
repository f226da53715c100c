"""Saves the match under way in the background, each change after the one before."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from playroom.console.background import Background, Job
from playroom.console.write_queue import WriteOutcome, WriteQueue
from playroom.home.saved_match import SavedMatch
from playroom.narration.message import Blank, Message
from playroom.table.record import Record

LATE: Final = 0.3
"""Seconds after which nothing waits for the disk any more."""
RETRY: Final = 5.0
"""Seconds between two attempts to save what could not be saved; a later change is saved at once."""
ATTEMPTS: Final = 12
"""Attempts to save one change."""


def _nothing() -> None:
    pass


@dataclass(slots=True)
class PendingSave:
    """A change of the match: what writes it, and what is to happen once that is done, or late."""

    write: Callable[[], None]
    then: Callable[[], None]
    attempts: int = 0

    def release(self) -> None:
        """Do what was to happen after the change, once."""
        then, self.then = self.then, _nothing
        then()


class MatchSaver:
    """Saves the changes of one match in their order.

    Where that fails or is late, *say* says so once, and again once a change is saved.
    """

    def __init__(self, saved: SavedMatch, background: Background, say: Callable[[Message], object]) -> None:
        self._saved, self._background, self._say = saved, background, say
        self._changes: deque[PendingSave] = deque()
        self._failed: PendingSave | None = None
        self._writes = WriteQueue(background)
        self._is_late = self._is_unsaved = False
        self._jobs: dict[str, Job] = {}

    def save(self, record: Record, bots: Mapping[int, str], then: Callable[[], None] = _nothing) -> None:
        """Save the match and the bot in each seat, and archive it if it is won; then call *then*."""
        self._cancel("retry")
        self._failed = None
        self._add(PendingSave(partial(self._write, record, bots), then))

    def finish(self) -> None:
        """Write what is not written yet, unless the disk hangs, and do nothing more."""
        for name in tuple(self._jobs):
            self._cancel(name)
        if self._failed:
            self._writes.add(self._failed.write, lambda _: None)
        self._writes.finish()
        self._changes.clear()

    def _write(self, record: Record, bots: Mapping[int, str]) -> None:
        self._saved.save(record, bots)
        if record.match.winners:
            self._saved.archive()

    def _add(self, change: PendingSave) -> None:
        self._changes.append(change)
        if self._is_late:
            change.release()
        if len(self._changes) == 1:
            self._expect()
        self._writes.add(change.write, self._end)

    def _expect(self) -> None:
        """Wait for the oldest change."""
        self._cancel("late")
        self._jobs["late"] = self._background.later(LATE, self._be_late)

    def _be_late(self) -> None:
        """Let happen what waits for the disk, and say why it did."""
        self._is_late = True
        for change in self._changes:
            change.release()
        self._report(Message("menus.slow_disk"))

    def _end(self, outcome: WriteOutcome) -> None:
        """Go on after an attempt."""
        self._cancel("late")
        self._is_late = False
        change = self._changes.popleft()
        change.attempts += 1
        change.release()
        if outcome.why:
            self._report(outcome.why)
        else:
            self._be_saved()
        if self._changes:
            self._expect()
        elif outcome.why and change.attempts < ATTEMPTS:
            self._failed = change
            self._jobs["retry"] = self._background.later(RETRY, self._retry)

    def _retry(self) -> None:
        failed, self._failed = self._failed, None
        assert failed  # or there would be no timer
        self._add(failed)

    def _report(self, why: Blank) -> None:
        if not self._is_unsaved:
            self._say(Message("menus.unsaved", blanks={"why": why}))
        self._is_unsaved = True

    def _be_saved(self) -> None:
        """Say that the match is saved again, if it was said that it is not."""
        if self._is_unsaved:
            self._say(Message("menus.saved_again"))
        self._is_unsaved = False

    def _cancel(self, name: str) -> None:
        if job := self._jobs.pop(name, None):
            job.cancel()
