"""Between a program and its process that thinks: the argument that starts one, and numbered messages."""

from struct import Struct
from typing import IO, Final

WORKER: Final = "--think-for-parent"
"""The argument with which a program that was built as one folder starts as a process that thinks."""

CONSOLES: Final = "--consoles-for-parent"
"""The argument with which it starts as a process with the consoles of browsers."""

HEADER: Final = Struct("<II")
"""The number of a frame, and how many bytes follow."""

FAILED: Final = b""
"""The answer to what could not be thought about to its end."""


def write_frame(stream: IO[bytes], number: int, content: bytes) -> None:
    """Write one frame; an OSError if nobody reads it any more."""
    stream.write(HEADER.pack(number, len(content)) + content)
    stream.flush()


def read_frame(stream: IO[bytes]) -> tuple[int, bytes]:
    """The number and the content of the next frame; an EOFError if the stream has ended."""
    number, size = HEADER.unpack(_read(stream, HEADER.size))
    return number, _read(stream, size)


def _read(stream: IO[bytes], size: int) -> bytes:
    content = stream.read(size)
    if len(content) < size:
        raise EOFError
    return content
