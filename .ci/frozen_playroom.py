"""The program in the folder for players on Linux and macOS."""

import os
import sys
from multiprocessing import freeze_support

from playroom.__main__ import main
from playroom.minds.worker_protocol import CONSOLES, WORKER

LIBRARIES = "LD_LIBRARY_PATH"


def restore_libraries() -> None:
    """Let programs that are started from here, such as those that speak, load the libraries of the system."""
    os.environ.pop(LIBRARIES, None)
    if original := os.environ.pop(f"{LIBRARIES}_ORIG", None):
        os.environ[LIBRARIES] = original


if __name__ == "__main__":
    freeze_support()  # the processes of a simulation begin here too
    restore_libraries()
    if sys.argv[1:] == [WORKER]:
        from playroom.minds import worker

        worker.think_for_parent()
    if sys.argv[1:] == [CONSOLES]:
        from playroom.commands import console_process

        console_process.serve_parent()
    sys.exit(main())
