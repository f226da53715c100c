"""The thread in which connections live, beside the console."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
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
            self._loop.set_default_executor(DaemonExecutor())
            Thread(target=self._loop.run_forever, name="network", daemon=True).start()
        return self._loop


class DaemonExecutor(ThreadPoolExecutor):
    """Makes blocking calls in daemon threads: the end of the program waits for no silent name server."""

    def submit(self, call: Callable[..., Result], /, *arguments: Any, **named: Any) -> Future[Result]:  # noqa: ANN401 (of any call)
        """Make a call in a thread of its own."""
        future: Future[Result] = Future()

        def make() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(call(*arguments, **named))
            except BaseException as error:  # noqa: BLE001 (whoever waits gets it)
                future.set_exception(error)

        Thread(target=make, name="network call", daemon=True).start()
        return future


def deliverer() -> Callable[[Callable[[], object]], None]:
    """An event loop that runs here and takes calls from any thread until it ends."""
    loop = asyncio.get_running_loop()

    def deliver(call: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # the console has closed
            loop.call_soon_threadsafe(call)

    return deliver
