"""Speech Dispatcher as an output of accessible-output2, by our own client of its protocol, SSIP.

The library's own output needs a system package, and blocks for ever if the server stops answering. The client
finds the server by the environment, and starts it if need be.
"""

import os
import shutil
import socket
import struct
import subprocess
import threading
import time
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

from accessible_output2.outputs.base import Output, OutputError

from playroom.voice.backends.backend import OnSpeechEvent, SpeechEvent

_ACCEPTED: Final = range(200, 300)
_MESSAGE_QUEUED: Final = 225
_NOTIFICATIONS: Final = range(700, 800)
_EVENTS: Final = {701: SpeechEvent.BEGUN, 702: SpeechEvent.FINISHED, 703: SpeechEvent.INTERRUPTED}

_LONGEST_LINE: Final = 10_000
"""The characters of a line; a server that sends more without an end of line is not Speech Dispatcher."""
_MOST_UNCLAIMED: Final = 1000
"""The lines of data before a reply, and the replies and notifications of messages that nobody waits for."""


class SSIPError(Exception):
    """The server cannot be reached, does not answer or refuses a command."""


class SSIPClient:
    """One connection to the server; *on_event* is called from the thread that reads it."""

    def __init__(
        self,
        name: str = "playroom",
        *,
        language: str = "",
        on_event: OnSpeechEvent = lambda _event, _text: None,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._on_event = on_event
        self._is_closed = False
        self._expected = 0
        self._replies: SimpleQueue[tuple[int, str] | None] = SimpleQueue()
        self._unnumbered: deque[str] = deque()
        self._messages: dict[str, str] = {}
        self._early: defaultdict[str, list[SpeechEvent]] = defaultdict(list)
        try:
            self._socket = connect(server_address(environment), environment)
        except (OSError, ValueError) as error:
            raise SSIPError(str(error)) from error
        threading.Thread(target=self._listen, name="speech-dispatcher", daemon=True).start()
        language_line = [f"SET SELF LANGUAGE {language}"] if language else []
        lines = [f"SET SELF CLIENT_NAME player:{name}:main", "SET SELF SSML_MODE off", *language_line]
        self._send(*lines, "SET SELF NOTIFICATION ALL on", replies=len(lines) + 1)
        self._settle()

    def speak(self, text: str, *, important: bool = False) -> None:
        """Queue *text*; if it is important, it interrupts every other text, those of other programs too."""
        self._unnumbered.append(text)
        priority = "important" if important else "message"
        # A line that is a single dot would end the text.
        lines = (f".{line}" if line.startswith(".") else line for line in text.splitlines() or [""])
        self._send(f"SET SELF PRIORITY {priority}", "SPEAK", *lines, ".", replies=3)
        self._settle()

    def cancel(self) -> None:
        """Stop the present text of this client, and drop those that wait."""
        self._send("CANCEL SELF", replies=1)

    def close(self) -> None:
        """Disconnect from the server, which speaks what it was given; that is not reported as a loss."""
        self._is_closed = True
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _send(self, *lines: str, replies: int) -> None:
        """Send lines to the server, and count the replies that are expected."""
        self._expected += replies
        try:
            self._socket.sendall("".join(f"{line}\r\n" for line in lines).encode(errors="replace"))
        except OSError as error:
            raise self._disconnected(f"the server takes nothing: {error}") from error

    def _settle(self) -> None:
        """Wait for the replies that are expected."""
        while self._expected:
            try:
                reply = self._replies.get(timeout=REPLY_TIMEOUT)
            except Empty:
                raise self._disconnected("the server is silent") from None
            if reply is None:
                raise self._disconnected("the server is gone")
            self._expected -= 1
            code, text = reply
            if code not in _ACCEPTED:
                raise self._disconnected(f"the server refuses: {code} {text}")

    def _disconnected(self, sentence: str) -> SSIPError:
        # A frozen server reads this when it goes on: its texts are spoken through a new connection.
        with suppress(OSError):
            self._socket.send(b"CANCEL SELF\r\n", socket.MSG_DONTWAIT)
        self.close()
        return SSIPError(sentence)

    def _listen(self) -> None:
        # A ValueError or IndexError is a line that no server of this protocol sends.
        with suppress(OSError, ValueError, IndexError):
            for code, text, data in _replies(self._socket):
                if code in _NOTIFICATIONS:
                    if event := _EVENTS.get(code):
                        self._on_notification(data[0], event)
                    continue
                if code == _MESSAGE_QUEUED:
                    # The oldest message without a number has this; its notifications may have come before.
                    self._messages[data[0]] = self._unnumbered.popleft()
                    for early in self._early.pop(data[0], ()):
                        self._on_notification(data[0], early)
                self._replies.put((code, text))
                _check_unclaimed(self._replies.qsize())
        self._socket.close()
        self._replies.put(None)
        if not self._is_closed:
            self._on_event(SpeechEvent.DISCONNECTED, "")

    def _on_notification(self, number: str, event: SpeechEvent) -> None:
        if number not in self._messages:
            self._early[number].append(event)
            _check_unclaimed(len(self._early))
            return
        text = self._messages[number]
        if event is not SpeechEvent.BEGUN:
            del self._messages[number]
        self._on_event(event, text)


def _replies(connection: socket.socket) -> Iterator[tuple[int, str, list[str]]]:
    """The replies of the server: code, message, and the lines of data before it."""
    data: list[str] = []
    with connection.makefile(encoding="utf-8", errors="replace", newline="\n") as lines:
        while line := lines.readline(_LONGEST_LINE):
            if not line.endswith("\n"):
                raise ValueError("the line has no end")
            code, more, text = int(line[:3]), line[3:4] == "-", line[4:].rstrip("\r\n")
            if more:
                data.append(text)
                _check_unclaimed(len(data))
            else:
                yield code, text, data
                data = []


def _check_unclaimed(number: int) -> None:
    if number > _MOST_UNCLAIMED:
        raise ValueError("the server sends what nobody has asked for")


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
        if named := ":".join(rest):
            return UnixSocket(named)
        cache = environment.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
        folder = environment.get("XDG_RUNTIME_DIR") or cache
        return UnixSocket(str(Path(folder, "speech-dispatcher", "speechd.sock")))
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
        end = time.perf_counter() + REPLY_TIMEOUT
        while True:
            try:
                return to.open()
            except OSError:
                if time.perf_counter() > end:
                    raise
                time.sleep(0.01)


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


class SpeechDispatcher(Output):  # type: ignore[misc]  # the library ships no types
    """The output for Speech Dispatcher; OutputError if the server cannot be reached."""

    name = "Linux Speech Dispatcher"
    reports_end = True

    def __init__(self, language: str, on_event: OnSpeechEvent) -> None:
        # Output.__init__ is not called: it only loads DLLs, and starts a program to do so.
        try:
            self._client = SSIPClient("playroom", language=language, on_event=on_event)
        except SSIPError as error:
            raise OutputError(str(error)) from error

    def is_active(self) -> bool:
        """Return True: the output cannot be made without a server."""
        return True

    def speak(self, text: str, interrupt: bool = False) -> None:  # noqa: FBT001, FBT002 (the library's signature)
        """Speak *text* now or in turn; an interruption stops other programs too."""
        if interrupt:
            self.silence()
        if text:
            self._client.speak(text, important=interrupt)

    def silence(self) -> None:
        """Stop the present text, and drop those that wait."""
        self._client.cancel()

    def close(self) -> None:
        """Disconnect from the server."""
        self._client.close()
