"""Keeps the terminal to ourselves: nothing that a library prints may disturb the transcript."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

OUTPUT, ERROR = 1, 2
"""The numbers of standard output and standard error."""


@contextmanager
def own_terminal(standard: int = OUTPUT) -> Iterator[TextIO]:
    """The terminal as a stream of ours alone; what anybody else prints meanwhile, in C too, goes nowhere."""
    kept = {each: os.dup(each) for each in (OUTPUT, ERROR)}
    _flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for each in kept:
        os.dup2(nowhere, each)
    os.close(nowhere)
    try:
        with open(kept[standard], "w", encoding=sys.stdout.encoding, errors="replace", closefd=False) as ours:
            yield ours
    finally:
        _flush()
        for each, terminal in kept.items():
            os.dup2(terminal, each)
            os.close(terminal)


def _flush() -> None:
    """Let nothing that was printed on one side come out on the other."""
    sys.stdout.flush()
    sys.stderr.flush()
