"""A client of SSIP, the protocol of Speech Dispatcher, in the standard library alone."""

import os
import socket
import threading
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Final

from playroom.voice.backend import Heard, Report
from playroom.voice.server import PATIENCE, address, reached

_GRANTED: Final = range(200, 300)
_MESSAGE_QUEUED: Final = 225
_NOTIFICATIONS: Final = range(700, 800)
_REPORTS: Final = {702: Report.OVER, 703: Report.CUT}


class SSIPError(Exception):
    """The server cannot be reached, does not answer or refuses a command."""


class SSIPClient:
    """One connection to the server; *heard* is called from the thread that reads it."""

    def __init__(
        self,
        name: str = "playroom",
        *,
        language: str = "",
        heard: Heard = lambda _report, _text: None,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._heard = heard
        self._awaited = 0
        self._replies: SimpleQueue[tuple[int, str] | None] = SimpleQueue()
        self._unnumbered: deque[str] = deque()
        self._messages: dict[str, str] = {}
        self._early: defaultdict[str, list[Report]] = defaultdict(list)
        try:
            self._socket = reached(address(environment), environment)
        except (OSError, ValueError) as error:
            raise SSIPError(str(error)) from error
        threading.Thread(target=self._listen, name="speech-dispatcher", daemon=True).start()
        self._greet(name, language)

    def speak(self, text: str, *, important: bool = False) -> None:
        """Queue *text*; an important one interrupts whatever sounds, another program's words too."""
        self._unnumbered.append(text)
        priority = "important" if important else "message"
        self._send(f"SET SELF PRIORITY {priority}", "SPEAK", _stuffed(text) + "\r\n.", replies=3)
        self._settle()

    def cancel(self) -> None:
        """Stop the text of this client that sounds, and those that wait."""
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
        for text in [*self._messages.values(), *self._unnumbered]:
            self._heard(Report.CUT, text)
        self._heard(Report.GONE, "")

    def _hear(self, code: int, text: str, data: list[str]) -> None:
        if code in _NOTIFICATIONS:
            if report := _REPORTS.get(code):
                self._report(data[0], report)
            return
        if code == _MESSAGE_QUEUED:
            self._number(data[0])
        self._replies.put((code, text))

    def _number(self, number: str) -> None:
        """Number the oldest message that has no number, and report what came before its number did."""
        self._messages[number] = self._unnumbered.popleft()
        for report in self._early.pop(number, ()):
            self._report(number, report)

    def _report(self, number: str, report: Report) -> None:
        if number in self._messages:
            self._heard(report, self._messages.pop(number))
        else:
            self._early[number].append(report)


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
