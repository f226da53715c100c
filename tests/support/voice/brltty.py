"""A real BRLTTY: it reads a screen as that of GNU Screen, and shows it on a display that is a socket."""

import ctypes
import fcntl
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from pyte import Screen

from support.time.patience import PATIENCE

KEY = ctypes.c_int(0xBACD072F).value
"""Where BRLTTY looks for the screen of GNU Screen: a segment of memory that is shared under this key."""
SIZE = 4 + 66 * 132 * 2
CREATE, EXCLUSIVE, OWN, REMOVE = 0o1000, 0o2000, 0o700, 0
SHOWN = re.compile(r'^Visual "(.*)"$', re.MULTILINE)


class SharedScreen:
    """The segment: columns, rows, the cursor, then a letter and then a colour for each place."""

    def __init__(self) -> None:
        # The key is the same for all tests of this machine: one after the other has it.
        self._lock = (Path(tempfile.gettempdir()) / f"playroom-screen-{os.getuid()}.lock").open("w")
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._libc.shmat.restype = ctypes.c_void_p
        self._remove_left_over()
        self._id = self._libc.shmget(KEY, SIZE, CREATE | EXCLUSIVE | OWN)
        if self._id < 0:
            raise OSError(ctypes.get_errno(), "no memory can be shared under the key of GNU Screen")
        self._address = self._libc.shmat(self._id, None, 0)

    def _remove_left_over(self) -> None:
        """A test that was killed has left its segment behind."""
        left = self._libc.shmget(KEY, 0, OWN)
        if left >= 0:
            self._libc.shmctl(left, REMOVE, None)

    def show(self, screen: Screen) -> None:
        """Be this screen."""
        text = "".join(screen.display).encode("latin-1", "replace")
        cursor = min(screen.cursor.x, screen.columns - 1)
        plain = bytes((screen.columns, screen.lines, cursor, screen.cursor.y)) + text + b"\x07" * len(text)
        ctypes.memmove(self._address, plain, len(plain))

    def close(self) -> None:
        self._libc.shmdt(ctypes.c_void_p(self._address))
        self._libc.shmctl(self._id, REMOVE, None)
        self._lock.close()


class Brltty:
    """BRLTTY with a display of this many cells; OSError where it cannot run."""

    def __init__(self, folder: Path, cells: int) -> None:
        if not shutil.which("brltty"):
            raise OSError("BRLTTY is not installed")
        self.cells = cells
        self.screen = SharedScreen()
        display = socket.create_server(("127.0.0.1", 0))
        files = [part for option in "fFW" for part in (f"-{option}", str(folder / option))]
        address = f"client:127.0.0.1:{display.getsockname()[1]}"
        drivers = ["-b", "vr", "-d", address, "-x", "sc", "-s", "no", "-N"]
        self.process = subprocess.Popen(
            ["brltty", "-q", "-n", "-e", "-t", "en-nabcc", *drivers, *files],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._display = self._connected(display)
        self._display.sendall(f"cells {cells}\n".encode())
        self._display.settimeout(0.05)
        self._told = ""

    def reads(self, line: str) -> bool:
        """Whether the display comes to show this."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.line == line:
                return True
        return False

    @property
    def line(self) -> str:
        """What the display shows now."""
        with suppress(TimeoutError):
            self._told += self._display.recv(65536).decode("latin-1")
        shown = SHOWN.findall(self._told)
        return str(shown[-1]).rstrip() if shown else ""

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._display.close()
        self.screen.close()

    def _connected(self, display: socket.socket) -> socket.socket:
        display.settimeout(PATIENCE)
        try:
            with display:
                return display.accept()[0]
        except OSError:
            self.process.kill()
            self.process.wait()
            self.screen.close()
            raise
