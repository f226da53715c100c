"""Several processes that think, for a server with many tables."""

from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any

from playroom.minds.mind import MindProcess, start_process
from playroom.minds.minds import Minds


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
