"""Work that takes time, or may hang, beside the keys."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

Result = TypeVar("Result")


def aside(work: Callable[[], Result], done: Callable[[Result], None]) -> None:
    """Do *work* in a thread of its own, and have what it gives *done* where the keys are.

    The thread is nobody's: a visit that ends meanwhile does not wait for it.
    """
    loop = asyncio.get_running_loop()

    def run() -> None:
        result = work()
        # A loop that has ended wants nothing any more.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(done, result)

    threading.Thread(target=run, name="aside", daemon=True).start()
