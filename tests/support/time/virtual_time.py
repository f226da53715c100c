"""An event loop whose time jumps to the next timer as soon as nothing else is to do."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class _JumpingSelector(selectors.DefaultSelector):
    """Waits for nothing: the time that it should wait has passed at once."""

    def __init__(self) -> None:
        super().__init__()
        self.passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise AssertionError("everything waits for something that never comes")
        self.passed += max(timeout, 0.0)
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop without threads and sockets, in which hours pass in no time."""

    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)
        self.tasks: list[asyncio.Task[Any]] = []
        self.set_task_factory(self._known_task)

    def time(self) -> float:
        return self._jumping.passed

    def _known_task(self, _: object, work: Any, **settings: Any) -> asyncio.Task[Any]:  # noqa: ANN401 (asyncio's)
        self.tasks.append(asyncio.Task(work, loop=self, **settings))
        return self.tasks[-1]


def run_virtually(work: Coroutine[Any, Any, Result]) -> Result:
    """The result of *work*, however long it takes in virtual time; tasks must not fail unnoticed."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        result, loop = runner.run(work), runner.get_loop()
        assert isinstance(loop, VirtualLoop)
    unnoticed = [task for task in loop.tasks if task._log_traceback]  # noqa: SLF001 (asyncio would only log it)
    assert unnoticed == []
    return result
