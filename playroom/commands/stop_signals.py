"""The signals that end a server."""

import asyncio
import signal
from contextlib import suppress


def stop_signal() -> "asyncio.Future[signal.Signals]":
    """The first signal to come that ends the program: by Ctrl+C, or by what starts and replaces servers."""
    loop = asyncio.get_running_loop()
    stopped: asyncio.Future[signal.Signals] = loop.create_future()

    def stop(by: signal.Signals) -> None:
        if not stopped.done():
            stopped.set_result(by)

    for each in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # loops on Windows take no handlers: Ctrl+C cancels there
            loop.add_signal_handler(each, stop, each)
    return stopped
