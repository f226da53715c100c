"""The program on a disk that hangs for ever as soon as there is a file of a certain name.

usage: python tests/support/programs/hanging_disk_program.py FILE [ARGUMENTS...]
"""

import os
import sys
import threading
from pathlib import Path

HANGS = Path(sys.argv.pop(1))
synchronise = os.fsync


def hang(handle: int) -> None:
    """Write to the disk what it has not written yet; never, once it hangs."""
    if HANGS.exists():
        threading.Event().wait()
    synchronise(handle)


if __name__ == "__main__":
    from playroom.__main__ import main

    setattr(os, "fsync", hang)  # noqa: B010 (its type names more kinds of handles)
    sys.exit(main())
