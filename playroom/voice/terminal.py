"""Keeps the terminal to ourselves: nothing that a library prints may disturb the transcript."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO


@contextmanager
def own_terminal() -> Iterator[TextIO]:
    """The terminal as a stream of ours alone; what anybody else prints meanwhile, in C too, goes nowhere."""
    kept = {standard: os.dup(standard) for standard in (1, 2)}
    _flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for standard in kept:
        os.dup2(nowhere, standard)
    os.close(nowhere)
    try:
        with open(kept[1], "w", encoding=sys.stdout.encoding, errors="replace", closefd=False) as ours:
            yield ours
    finally:
        _flush()
        for standard, terminal in kept.items():
            os.dup2(terminal, standard)
            os.close(terminal)


def _flush() -> None:
    """Let nothing that was printed on one side come out on the other."""
    sys.stdout.flush()
    sys.stderr.flush()
