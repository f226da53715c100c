"""Runs thoughts in the thinking processes, or in the calling thread where there is none."""

import pickle
from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any, Final

from playroom.bots.roster import SEARCHING
from playroom.minds.mind import Mind, MindLostError, MindProcess, start_process
from playroom.minds.thinkers import think_here
from playroom.minds.worker_protocol import FAILED

MOST_LOSSES: Final = 3
"""The most processes that may die before no more are started, as something on this machine ends them."""

LATEST: Final = 20.0
"""Seconds after which nobody waits for the process any more: far longer than any thought."""


class MindsClosedError(Exception):
    """The program is about to end, and what was asked is not wanted any more."""


class Minds:
    """Thinking beside the keys: in a process, started when it is first needed, or in the thread that asks."""

    def __init__(self, start: Callable[[], MindProcess] = start_process) -> None:
        self._start = start
        self._lock = Lock()
        self._mind: Mind | None = None
        self._losses = 0
        self._is_closed = False

    def ask(self, name: str, *given: object, **named: object) -> Any:  # noqa: ANN401 (as `think_here`)
        """The result of the thinker of this name; a MindsClosedError if the program ends meanwhile."""
        found = self._found(pickle.dumps((name, given, named), pickle.HIGHEST_PROTOCOL))
        if self._is_closed:
            raise MindsClosedError
        if found == FAILED:
            return think_here(name, *given, **named)
        return pickle.loads(found)  # noqa: S301 (from a process that this one has started)

    def prepare(self, bots: Iterable[str]) -> None:
        """Start the process if one of these bots needs it."""
        if not SEARCHING.keys().isdisjoint(bots):
            self._running()

    def close(self) -> None:
        """Kill the process and start no other."""
        with self._lock:
            self._is_closed = True
            mind = self._mind
        if mind:
            mind.end()

    def _found(self, question: bytes) -> bytes:
        """The answer of the process; FAILED if there is none."""
        mind = self._running()
        if mind is None:
            return FAILED
        try:
            return mind.ask(question).result(LATEST)
        except MindLostError:
            return FAILED
        except TimeoutError:
            mind.end()
            return FAILED

    def _running(self) -> Mind | None:
        """The process, started if there is none; None if it cannot be, or too many have died."""
        with self._lock:
            if self._mind and self._mind.is_lost:
                self._mind, self._losses = None, self._losses + 1
            if self._mind is None and self._losses < MOST_LOSSES and not self._is_closed:
                try:
                    self._mind = Mind(self._start())
                except OSError:
                    self._losses += 1
            return self._mind


class MindPool:
    """As many processes as are needed at once, *most* of them."""

    def __init__(self, most: int, start: Callable[[], MindProcess] = start_process) -> None:
        self._minds = [Minds(start) for _ in range(most)]
        self._lock = Lock()
        self._asked = [0] * most
        """How much each of them thinks about."""

    def ask(self, name: str, *given: object, **named: object) -> Any:  # noqa: ANN401 (as `think_here`)
        """The result of the thinker of this name, from the least busy process; see `Minds.ask`."""
        with self._lock:
            number = self._asked.index(min(self._asked))
            self._asked[number] += 1
        try:
            return self._minds[number].ask(name, *given, **named)
        finally:
            with self._lock:
                self._asked[number] -= 1

    def prepare(self, bots: Iterable[str]) -> None:
        """Start a process if one of these bots needs it."""
        self._minds[0].prepare(bots)

    def close(self) -> None:
        """End all processes."""
        for each in self._minds:
            each.close()
