"""The thread in which connections live, beside the console."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread
from typing import Any, TypeVar

Result = TypeVar("Result")


class NetworkThread:
    """An event loop in a thread of its own, which begins when it is first used and ends with the program."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self, work: Coroutine[Any, Any, Result]) -> Future[Result]:
        """Run *work* there."""
        return asyncio.run_coroutine_threadsafe(work, self._started())

    def _started(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            Thread(target=self._loop.run_forever, name="network", daemon=True).start()
        return self._loop


def deliverer() -> Callable[[Callable[[], object]], None]:
    """An event loop that runs here and takes calls from any thread until it ends."""
    loop = asyncio.get_running_loop()

    def deliver(call: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # the console has closed
            loop.call_soon_threadsafe(call)

    return deliver
