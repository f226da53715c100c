"""The address of Speech Dispatcher, and a connection to it, which starts the server if need be."""

import os
import shutil
import socket
import struct
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

REPLY_TIMEOUT: Final = 1.0
"""Seconds in which the server must accept a line and reply to it."""
SPAWN_TIMEOUT: Final = 1.5
"""Seconds in which a server must start."""
_HOST: Final = "127.0.0.1"
_PORT: Final = 6560


@dataclass(frozen=True, slots=True)
class UnixSocket:
    """The address of a server on this machine."""

    path: str

    def open(self) -> socket.socket:
        """A connection; OSError if nothing listens there."""
        return _open(socket.AF_UNIX, self.path)

    @property
    def spawn_options(self) -> tuple[str, ...]:
        """The options with which a new server listens there."""
        return ("--communication-method", "unix_socket", "--socket-path", self.path)


@dataclass(frozen=True, slots=True)
class InetSocket:
    """The address of a server on any machine."""

    host: str
    port: int

    def open(self) -> socket.socket:
        """A connection; OSError if nothing listens there."""
        return _open(socket.AF_INET, (self.host, self.port))

    @property
    def spawn_options(self) -> tuple[str, ...]:
        """The options with which a new server listens there; none for another machine."""
        local = self.host == "localhost" or self.host.startswith("127.")
        return ("--communication-method", "inet_socket", "--port", str(self.port)) if local else ()


Address = UnixSocket | InetSocket


def server_address(environment: Mapping[str, str]) -> Address:
    """The address that the environment names, or the default; ValueError if it cannot be read."""
    method, *rest = environment.get("SPEECHD_ADDRESS", "").split(":")
    if method in ("", "unix_socket"):
        return UnixSocket(":".join(rest) or _default_path(environment))
    if method == "inet_socket":
        host, port, *_ = [*rest, "", ""]
        return InetSocket(host or _HOST, int(port or _PORT))
    raise ValueError(f"SPEECHD_ADDRESS names the method {method}: unix_socket or inet_socket is allowed")


def connect(to: Address, environment: Mapping[str, str]) -> socket.socket:
    """A connection to the server, which is started if it does not run; OSError if that fails."""
    try:
        return to.open()
    except OSError:
        _spawn(to, environment)
        return _connect_to_new(to)


def _default_path(environment: Mapping[str, str]) -> str:
    cache = environment.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
    folder = environment.get("XDG_RUNTIME_DIR") or cache
    return str(Path(folder, "speech-dispatcher", "speechd.sock"))


def _open(family: int, where: str | tuple[str, int]) -> socket.socket:
    # Only sending has a time limit: the thread that reads waits for ever. Python's timeout is for both.
    connection = socket.socket(family, socket.SOCK_STREAM)
    seconds, fraction = divmod(REPLY_TIMEOUT, 1)
    limit = struct.pack("ll", int(seconds), int(fraction * 1_000_000))
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
    try:
        connection.connect(where)
    except OSError:
        connection.close()
        raise
    return connection


def _spawn(at: Address, environment: Mapping[str, str]) -> None:
    program = environment.get("SPEECHD_CMD") or shutil.which(
        "speech-dispatcher", path=environment.get("PATH")
    )
    if not program or not at.spawn_options:
        raise FileNotFoundError("speech-dispatcher is not running, and cannot be started from here")
    try:
        subprocess.run(  # noqa: S603 (the player's own environment names the program)
            [program, "--spawn", *at.spawn_options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=SPAWN_TIMEOUT,
            check=True,
            env={**os.environ, **environment},
        )
    except subprocess.SubprocessError as error:
        raise ConnectionError(f"speech-dispatcher does not start: {error}") from error


def _connect_to_new(to: Address) -> socket.socket:
    """A connection to a server that has just been started."""
    end = time.perf_counter() + REPLY_TIMEOUT
    while True:
        try:
            return to.open()
        except OSError:
            if time.perf_counter() > end:
                raise
            time.sleep(0.01)
