import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress

PROGRAM = """
import ctypes, os, sys
from playroom.voice.terminal import own_terminal
print("before")
with own_terminal() as ours:
    print("a library")
    print("a library", file=sys.stderr)
    ctypes.CDLL(None).puts(b"a library in C")
    ctypes.CDLL(None).fflush(None)
    os.system("echo a program")
    ours.write("ours é\\n")
    assert ours.isatty()
print("after")
raise SystemExit("and its error")
"""


def test_what_a_library_prints_never_reaches_the_terminal() -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONUTF8": "1"}

    subprocess.run(
        [sys.executable, "-c", PROGRAM],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        check=False,
    )

    os.close(theirs)
    seen = b"".join(_until_the_end(ours)).decode()
    os.close(ours)
    assert seen.split("\r\n") == ["before", "ours é", "after", "and its error", ""]


def _until_the_end(terminal: int) -> Iterator[bytes]:
    """Whatever was written to a terminal that nobody writes to any more; it comes in pieces."""
    with suppress(OSError):
        while piece := os.read(terminal, 10_000):
            yield piece
