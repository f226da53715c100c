"""The processes that think for a program which a test has started."""

import psutil

from playroom.minds.mind import PROGRAM
from playroom.minds.worker_protocol import WORKER


def workers(program: int) -> list[psutil.Process]:
    """Those of the program with this process id."""
    children = psutil.Process(program).children(recursive=True)
    return [each for each in children if not {PROGRAM, WORKER}.isdisjoint(each.cmdline())]
