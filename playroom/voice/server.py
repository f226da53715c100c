"""Where Speech Dispatcher listens, and how to reach it."""

import os
import shutil
import socket
import struct
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PATIENCE = 0.5  # seconds for a server to take or answer something
SPAWNING = 1.5  # seconds for a server to start
_HOST, _PORT = "127.0.0.1", 6560


@dataclass(frozen=True, slots=True)
class UnixSocket:
    """A server on this machine."""

    path: str

    def open(self) -> socket.socket:
        """A connection; OSError if there is none."""
        return _connected(socket.AF_UNIX, self.path)

    @property
    def spawning(self) -> tuple[str, ...]:
        """The options that make a new server listen here."""
        return ("--communication-method", "unix_socket", "--socket-path", self.path)


@dataclass(frozen=True, slots=True)
class InetSocket:
    """A server that may be anywhere."""

    host: str
    port: int

    def open(self) -> socket.socket:
        """A connection; OSError if there is none."""
        return _connected(socket.AF_INET, (self.host, self.port))

    @property
    def spawning(self) -> tuple[str, ...]:
        """The options that make a new server listen here; none if that is another machine."""
        local = self.host == "localhost" or self.host.startswith("127.")
        return ("--communication-method", "inet_socket", "--port", str(self.port)) if local else ()


Address = UnixSocket | InetSocket


def address(environment: Mapping[str, str]) -> Address:
    """Where the server is said to listen, or listens by default; ValueError for an address that is none."""
    method, *rest = environment.get("SPEECHD_ADDRESS", "").split(":")
    if method in ("", "unix_socket"):
        return UnixSocket(":".join(rest) or _default_path(environment))
    if method == "inet_socket":
        host, port, *_ = [*rest, "", ""]
        return InetSocket(host or _HOST, int(port or _PORT))
    raise ValueError(f"SPEECHD_ADDRESS names the method {method}: unix_socket or inet_socket is allowed")


def reached(where: Address, environment: Mapping[str, str]) -> socket.socket:
    """A connection to the server, which is started if need be; OSError if it cannot be."""
    try:
        return where.open()
    except OSError:
        _spawn(where, environment)
        return _soon(where)


def _default_path(environment: Mapping[str, str]) -> str:
    cache = environment.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
    folder = environment.get("XDG_RUNTIME_DIR") or cache
    return str(Path(folder, "speech-dispatcher", "speechd.sock"))


def _connected(family: int, where: str | tuple[str, int]) -> socket.socket:
    # The reader waits for ever and the writer must not: hence no timeout of Python's, which counts for both.
    connection = socket.socket(family, socket.SOCK_STREAM)
    patience = struct.pack("ll", 0, int(PATIENCE * 1_000_000))
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, patience)
    try:
        connection.connect(where)
    except OSError:
        connection.close()
        raise
    return connection


def _spawn(where: Address, environment: Mapping[str, str]) -> None:
    program = environment.get("SPEECHD_CMD") or shutil.which(
        "speech-dispatcher", path=environment.get("PATH")
    )
    if not program or not where.spawning:
        raise FileNotFoundError("speech-dispatcher is not running, and cannot be started from here")
    try:
        subprocess.run(  # noqa: S603 - the player's own environment names the program
            [program, "--spawn", *where.spawning],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=SPAWNING,
            check=True,
            env={**os.environ, **environment},
        )
    except subprocess.SubprocessError as error:
        raise ConnectionError(f"speech-dispatcher does not start: {error}") from error


def _soon(where: Address) -> socket.socket:
    """A connection to a server that is just starting."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return where.open()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.01)
