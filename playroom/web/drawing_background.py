"""The background of a console whose page is drawn after each of its calls."""

from collections.abc import Callable

from playroom.console.ui.background import Background, Job, Result, Start


class DrawingBackground:
    """A background that calls *draw* after each of its calls: no mode waits for a key or a word."""

    def __init__(self, background: Background, draw: Callable[[], object]) -> None:
        self._background, self._draw = background, draw

    @property
    def now(self) -> float:
        """The seconds of the clock by which timers are due."""
        return self._background.now

    @property
    def start(self) -> Start:
        """Calls a function in another thread."""
        return self._background.start

    def run(
        self, work: Callable[[], Result], done: Callable[[Result], object], *, in_turn: bool = False
    ) -> Job:
        """Call *work* in another thread, then *done* with its result."""

        def finish(result: Result) -> None:
            done(result)
            self._draw()

        return self._background.run(work, finish, in_turn=in_turn)

    def later(self, seconds: float, call: Callable[[], object]) -> Job:
        """Call *call* after *seconds*."""

        def fall_due() -> None:
            call()
            self._draw()

        return self._background.later(seconds, fall_due)
