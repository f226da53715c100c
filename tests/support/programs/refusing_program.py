"""The program on a system that refuses what it is asked for.

usage: python tests/support/programs/refusing_program.py KIND NUMBER [ARGUMENTS...]

From call NUMBER of a KIND on, each fails: "threads" to start, "many-opens" as too many files are open,
"full-opens" as the disk is full, or "stats". They count from the first key on, "threads" from the start.
"""

import builtins
import errno
import io
import os
import sys
import threading
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from support.time.patience import extend_limits

CALLS: Final[dict[str, tuple[tuple[Any, str], ...]]] = {
    "threads": ((threading, "_start_new_thread"),),
    "many-opens": ((os, "open"), (io, "open"), (builtins, "open"), (os, "dup")),
    "full-opens": ((os, "open"), (io, "open"), (builtins, "open")),
    "stats": ((os, "stat"), (os, "lstat"), (os, "fstat")),
}
"""The calls of each kind, by module and name."""
ERRORS: Final[dict[str, BaseException]] = {
    "threads": RuntimeError("can't start new thread"),
    "many-opens": OSError(errno.EMFILE, os.strerror(errno.EMFILE)),
    "full-opens": OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
    "stats": OSError(errno.EIO, os.strerror(errno.EIO)),
}


def refuse(kind: str, first: int) -> None:
    """Let all calls of a kind fail from call *first* on."""
    calls = count()

    def refusing(call: Callable[..., object]) -> Callable[..., object]:
        def refuse_or_call(*arguments: object, **named: object) -> object:
            if next(calls) >= first:
                raise ERRORS[kind]
            return call(*arguments, **named)

        return refuse_or_call

    for module, name in CALLS[kind]:
        setattr(module, name, refusing(getattr(module, name)))


def main(kind: str, first: int) -> int:
    from playroom.commands import dispatch  # noqa: PLC0415 (it reads the arguments when it is run)
    from playroom.console.console import Console  # noqa: PLC0415 (it is loaded with it)

    press = Console.press

    def press_and_refuse(console: Console, key: str, now: float) -> None:
        setattr(Console, "press", press)  # noqa: B010 (mypy lets nobody assign to a method)
        refuse(kind, first)
        console.press(key, now)

    if kind == "threads":
        refuse(kind, first)
    else:
        setattr(Console, "press", press_and_refuse)  # noqa: B010 (mypy lets nobody assign to a method)
    extend_limits(setattr)
    return dispatch.run()


if __name__ == "__main__":
    kind, number = sys.argv[1:3]
    del sys.argv[1:3]
    sys.exit(main(kind, int(number)))
