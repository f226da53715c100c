"""A pseudo-terminal; there are none on Windows."""

import codecs
import fcntl
import os
import select
import struct
import termios
from collections.abc import Iterator
from typing import Any


class PseudoTerminal:
    """The two ends of a terminal: a test holds one, a program the other."""

    def __init__(self, rows: int, columns: int) -> None:
        self._master, self.slave = os.openpty()
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def attributes(self) -> list[Any]:
        """How the terminal stands."""
        return termios.tcgetattr(self.slave)

    def send(self, text: str) -> None:
        """Send what a keyboard would."""
        os.write(self._master, text.encode())

    def write(self, text: str) -> None:
        """Write what a program would."""
        os.write(self.slave, text.encode())

    def written(self, seconds: float) -> Iterator[str]:
        """The content of the screen, with a timeout in seconds."""
        while select.select([self._master], [], [], seconds)[0]:
            yield self._decoder.decode(os.read(self._master, 65536))
            seconds = 0

    def close(self) -> None:
        """Close both ends."""
        os.close(self._master)
        os.close(self.slave)
