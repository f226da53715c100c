"""Another program on the same home, as far as its locks go."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOCKER = """
import sys
from pathlib import Path
from playroom.home.files import FileLock
lock = FileLock(Path(sys.argv[1]))
print(lock.acquire(), flush=True)
sys.stdin.read()
"""


@contextmanager
def locked_elsewhere(lock: Path) -> Iterator[None]:
    """Another program has this lock, until it is killed."""
    command = [sys.executable, "-c", LOCKER, str(lock)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        assert other.stdout.readline() == "True\n"
        yield
        other.kill()
