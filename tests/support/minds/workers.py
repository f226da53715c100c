"""The processes that think for a program which a test has started."""

from contextlib import suppress

import psutil

from playroom.minds.minds import PROGRAM
from playroom.minds.worker_protocol import WORKER


def workers(program: int) -> list[psutil.Process]:
    """Those of the program with this process id."""
    return [each for each in psutil.Process(program).children(recursive=True) if _thinks(each)]


def _thinks(process: psutil.Process) -> bool:
    """Whether a process is there for thinking; one that has just been killed is there for nothing."""
    with suppress(psutil.NoSuchProcess):
        return not {PROGRAM, WORKER}.isdisjoint(process.cmdline())
    return False
