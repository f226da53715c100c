"""Imports every module of the playroom, and what its libraries import late; one that is missing is an error.

Those of other systems and of extras that players do not have are named.
"""

import pkgutil
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Final

import playroom

ELSEWHERE: Final = {"nats", "termios"}
"""What no folder for Windows players has."""
LATE: Final = (
    *("win32clipboard", "win32console", "win32file", "win32gui", "win32timezone"),
    *("win32com.client.makepy", "win32com.server.policy", "platform_utils.clipboard"),
)
"""What is imported inside functions."""


def missing(names: Iterator[str]) -> Iterator[ImportError]:
    """Why modules cannot be imported here."""
    for name in names:
        try:
            import_module(name)
        except ImportError as error:
            print(f"{name}: {error}")
            yield error


def all_names() -> Iterator[str]:
    """The names of all modules that are imported somewhere."""
    for module in pkgutil.walk_packages(playroom.__path__, "playroom."):
        if not module.name.endswith("__main__"):
            yield module.name
    yield from LATE


if __name__ == "__main__":
    print("Modules that cannot be imported:")
    found = [error.name for error in missing(all_names())]
    print("and no other.")
    sys.exit(0 if {name and name.partition(".")[0] for name in found} <= ELSEWHERE else 1)
