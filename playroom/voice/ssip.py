"""A client of Speech Dispatcher in the form of the module ``speechd`` that accessible-output2 imports.

It speaks SSIP, the protocol of Speech Dispatcher, and needs nothing but the standard library.
"""

import os
import socket
import sys
import threading
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from enum import StrEnum
from queue import Empty, SimpleQueue
from types import ModuleType
from typing import Protocol

from playroom.voice.backend import Heard, Report
from playroom.voice.server import PATIENCE, address, reached

_GRANTED = range(200, 300)  # the replies that refuse nothing
_QUEUED = 225  # the one of them that numbers a message


class CallbackType(StrEnum):
    """What happens to a message."""

    BEGIN = "begin"
    END = "end"
    CANCEL = "cancel"


_EVENTS = {701: CallbackType.BEGIN, 702: CallbackType.END, 703: CallbackType.CANCEL}
_REPORTS = {CallbackType.END: Report.OVER, CallbackType.CANCEL: Report.CUT}


class Callback(Protocol):
    """What a caller wants to be told of its message, from the thread that listens to the server."""

    def __call__(self, kind: CallbackType, /) -> None:
        """Hear what happens to the message."""


class SSIPError(Exception):
    """The server is gone, silent, or refuses."""


class SSIPClient:
    """One connection to the server.

    A text that is spoken right after a cancel cuts whatever sounds, another program's words too
    (priority important); any other text waits for its turn (priority message).
    """

    def __init__(
        self,
        name: str = "",
        *,
        language: str = "",
        heard: Heard = lambda _report, _text: None,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._heard = heard
        self._cuts = False
        self._awaited = 0
        self._replies: SimpleQueue[tuple[int, str] | None] = SimpleQueue()
        self._unnumbered: deque[tuple[str, Callback | None]] = deque()
        self._messages: dict[str, tuple[str, Callback | None]] = {}
        self._early: defaultdict[str, list[CallbackType]] = defaultdict(list)
        try:
            self._socket = reached(address(environment), environment)
        except (OSError, ValueError) as error:
            raise SSIPError(str(error)) from error
        threading.Thread(target=self._listen, name="speech-dispatcher", daemon=True).start()
        self._greet(name or "playroom", language)

    def speak(self, text: str, callback: Callback | None = None, event_types: object = ()) -> None:
        """Say this; no text is nothing to say. The callback hears of all events, *event_types* or not."""
        del event_types
        priority = "important" if self._cuts else "message"
        self._cuts = False
        if not text:
            return
        self._unnumbered.append((text, callback))
        self._send(f"SET SELF PRIORITY {priority}", "SPEAK", _stuffed(text) + "\r\n.", replies=3)
        self._settle()

    def cancel(self) -> None:
        """Stop all that this client says and still has to say; the next text cuts."""
        self._cuts = True
        self._send("CANCEL SELF", replies=1)

    def close(self) -> None:
        """Leave the server."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _greet(self, name: str, language: str) -> None:
        tongue = [f"SET SELF LANGUAGE {language}"] if language else []
        lines = [f"SET SELF CLIENT_NAME player:{name}:main", "SET SELF SSML_MODE off", *tongue]
        self._send(*lines, "SET SELF NOTIFICATION ALL on", replies=len(lines) + 1)
        self._settle()

    def _send(self, *lines: str, replies: int) -> None:
        """Hand lines to the server, and remember how many replies are to come."""
        self._awaited += replies
        try:
            self._socket.sendall("".join(f"{line}\r\n" for line in lines).encode(errors="replace"))
        except OSError as error:
            raise self._gone(f"the server takes nothing: {error}") from error

    def _settle(self) -> None:
        """Wait for all replies that are to come."""
        while self._awaited:
            code, text = self._reply()
            self._awaited -= 1
            if code not in _GRANTED:
                raise self._gone(f"the server refuses: {code} {text}")

    def _reply(self) -> tuple[int, str]:
        try:
            reply = self._replies.get(timeout=PATIENCE)
        except Empty:
            raise self._gone("the server is silent") from None
        if reply is None:
            raise self._gone("the server is gone")
        return reply

    def _gone(self, sentence: str) -> SSIPError:
        self.close()
        return SSIPError(sentence)

    def _listen(self) -> None:
        with suppress(OSError, ValueError):
            for code, text, data in _replies(self._socket):
                self._hear(code, text, data)
        self._socket.close()
        self._replies.put(None)
        for text, _ in [*self._messages.values(), *self._unnumbered]:
            self._heard(Report.CUT, text)
        self._heard(Report.GONE, "")

    def _hear(self, code: int, text: str, data: list[str]) -> None:
        if code in _EVENTS:
            self._happened(data[0], _EVENTS[code])
            return
        if code == _QUEUED:
            self._number(data[0])
        self._replies.put((code, text))

    def _number(self, number: str) -> None:
        """Take the number of the oldest message that has none, and what happened to it before it had one."""
        self._messages[number] = self._unnumbered.popleft()
        for kind in self._early.pop(number, ()):
            self._happened(number, kind)

    def _happened(self, number: str, kind: CallbackType) -> None:
        if number not in self._messages:
            self._early[number].append(kind)
            return
        text, callback = self._messages[number]
        if callback:
            callback(kind)
        if text and kind in _REPORTS:
            del self._messages[number]
            self._heard(_REPORTS[kind], text)


def register(language: str, heard: Heard) -> list[str]:
    """Be the module ``speechd``; gives the list in which clients made by this thread note why they failed.

    They speak this language ("" is the server's own) and report to *heard*.
    """
    # By thread, as a backend may be tried in one while another builds its own.
    _here.language, _here.heard, _here.failures = language, heard, []
    sys.modules["speechd"] = _speechd
    return _here.failures


def _client(name: str) -> SSIPClient:
    try:
        return SSIPClient(name, language=_here.language, heard=_here.heard)
    except SSIPError as error:
        _here.failures.append(str(error))
        raise


class _Here(threading.local):
    """What the clients that this thread makes have to know."""

    language: str
    heard: Heard
    failures: list[str]


_here = _Here()
_speechd = ModuleType("speechd", __doc__)
vars(_speechd).update(SSIPClient=_client, CallbackType=CallbackType)


def _stuffed(text: str) -> str:
    """The text as lines of which none is a lone dot, which would end it."""
    lines = text.splitlines() or [""]
    return "\r\n".join("." + line if line.startswith(".") else line for line in lines)


def _replies(connection: socket.socket) -> Iterator[tuple[int, str, list[str]]]:
    """Each reply of the server: its code, its sentence, and its data line by line."""
    data: list[str] = []
    with connection.makefile(encoding="utf-8", errors="replace", newline="\n") as lines:
        for line in lines:
            code, more, text = int(line[:3]), line[3:4] == "-", line[4:].rstrip("\r\n")
            if more:
                data.append(text)
            else:
                yield code, text, data
                data = []
