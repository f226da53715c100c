import os
import pty
import subprocess
import sys

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

    seen = os.read(ours, 10_000).decode()
    os.close(ours)
    os.close(theirs)
    assert seen.split("\r\n") == ["before", "ours é", "after", "and its error", ""]
