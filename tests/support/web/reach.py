"""What a part of the program reaches of the machine: files, programs and addresses."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROGRAMS = (
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "webbrowser.open",
)
ADDRESSES = (
    *("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"),
    *("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"),
)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT

_watching: list["Reach"] = []
"""Those that watch now: Python cannot forget a hook."""


class Reach:
    """The programs, the addresses and the files outside of what is allowed that were reached, in words."""

    def __init__(self, readable: Sequence[Path], writable: Sequence[Path]) -> None:
        self.found: list[str] = []
        self._readable = tuple(map(str, (*readable, *writable)))
        self._writable = tuple(map(str, writable))

    def hear(self, event: str, given: tuple[Any, ...]) -> None:
        """Keep an event of the interpreter that reaches what is not allowed, and refuse it."""
        if event in PROGRAMS or event in ADDRESSES:
            self._refuse(f"{event} {given[:2]}")
        elif event == "open" and isinstance(given[0], str | bytes | os.PathLike):
            path, flags = os.path.abspath(os.fsdecode(given[0])), given[2] or 0  # noqa: PTH100 (as the system sees it)
            allowed = self._writable if flags & WRITING else self._readable
            if not path.startswith(allowed) and "__pycache__" not in path:
                self._refuse(f"{'write' if flags & WRITING else 'read'} {path}")

    def _refuse(self, what: str) -> None:
        self.found.append(what)
        raise PermissionError(what)


@contextmanager
def watched(readable: Sequence[Path], writable: Sequence[Path]) -> Iterator[Reach]:
    """A watch over what this process reaches, beside Python's own files."""
    if not _hooked:
        sys.addaudithook(_hook)
        _hooked.append(True)
    reach = Reach((*map(Path, filter(None, sys.path)), Path(sys.base_prefix), *readable), writable)
    _watching.append(reach)
    try:
        yield reach
    finally:
        _watching.remove(reach)


_hooked: list[bool] = []


def _hook(event: str, given: tuple[Any, ...]) -> None:
    for each in _watching:
        each.hear(event, given)
