"""The process that thinks: it reads what it is asked from standard input, and writes what it finds."""

import os
import pickle
import signal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Lock, Thread
from typing import IO, Final

from playroom.minds.thinkers import think_here
from playroom.minds.worker_protocol import FAILED, read_frame, write_frame

NICENESS: Final = 5
"""By how much the system prefers the keys and the voice where there are not processors enough for all."""

GROUP: Final = Path("/proc/self/autogroup")
"""The niceness of the whole session on Linux, by which it shares processors with others: see sched(7)."""

SEARCH: Final = "playroom.bots.search"
"""The modules that all thinkers need, loaded before the first question."""


def think_for_parent() -> None:
    """Think until the program that asks is gone, however it has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the program that asks
    # Of less weight than the program that asks; on Windows, that has seen to it already.
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    if GROUP.exists():  # where each session is a group, niceness counts within its own session alone
        with suppress(OSError):
            GROUP.write_text(str(NICENESS))
    import_module(SEARCH)
    serve(sys.stdin.buffer, sys.stdout.buffer)
    os._exit(0)  # nobody waits for what is still being thought about


def serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer each question in a thread of its own, until no more come."""
    writing = Lock()

    def answer(number: int, question: bytes) -> None:
        found = answer_to(question)
        with writing, suppress(OSError, ValueError):  # closed: the end of the questions is seen elsewhere
            write_frame(answers, number, found)

    with suppress(EOFError):
        while True:
            Thread(target=answer, args=read_frame(questions), daemon=True).start()


def answer_to(question: bytes) -> bytes:
    """The result, or FAILED: the program that asked then thinks by itself, and can report the error."""
    try:
        name, given, named = pickle.loads(question)  # noqa: S301 (from the program that started this one)
        return pickle.dumps(think_here(name, *given, **named), pickle.HIGHEST_PROTOCOL)
    except Exception:  # noqa: BLE001 (a bot may raise anything)
        return FAILED
