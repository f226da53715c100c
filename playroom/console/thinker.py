"""Thought beside the key loop: one after the other, in a thread for which nobody waits."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


class Thinker:
    """A thread in which bots think, each after the other; it ends by itself, and no visit waits for it.

    A pool would be waited for: by the loop when it ends, and by Python when that does.
    """

    def __init__(self) -> None:
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        Thread(target=self._think, name="thinker", daemon=True).start()

    async def thought(self, work: Callable[[], Result]) -> Result:
        """What *work* gives, or what it raises; if nobody waits for it any more, it is not begun."""
        future: Future[Result] = Future()
        self._work.put(partial(_fulfil, future, work))
        return await asyncio.wrap_future(future)

    def stop(self) -> None:
        """Begin nothing more once all that was asked for is thought."""
        self._work.put(None)

    def _think(self) -> None:
        while work := self._work.get():
            work()


def _fulfil(future: Future[Result], work: Callable[[], Result]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = work()
    except BaseException as error:  # noqa: BLE001 (whoever waits for it gets it)
        future.set_exception(error)
    else:
        future.set_result(result)
