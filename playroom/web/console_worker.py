"""A process in which the consoles of some visitors live; their browsers are connected with another one.

That process sends what their pages send, and connects the consoles with the tables. Where it is gone, this
one ends at once: all that was said to be saved is.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct

from playroom.web.browser_console import end_of_server
from playroom.web.console_factory import ConsoleFactory
from playroom.web.passes import BrowserPass
from playroom.web.relay import Relay, RelayStream
from playroom.web.visitor import BrowserVisitor

HOST: Final = "127.0.0.1"
"""Where a worker finds the process of the connections: pipes cannot be awaited on every system."""

PART: Final = 30_000
"""The characters of a part of a transcript."""


class WorkerEntrance(Struct, frozen=True, tag=True):
    """A worker begins: its secret."""

    token: str


class OpenPage(Struct, frozen=True, tag=True):
    """A page of a visitor is open; the stream is its connection. See `BrowserVisitor.serve`.

    A console that is opened for it *may_come* unless there are too many from that address; *plan* is what
    it is opened by.
    """

    visitor: BrowserPass
    languages: str
    address: str
    may_come: bool
    plan: str


class AskTranscript(Struct, frozen=True, tag=True):
    """The transcript of a visitor is asked for; the stream gives it in parts."""

    visitor: BrowserPass


class EndVisits(Struct, frozen=True, tag=True):
    """All consoles are to be closed; the stream ends then. Pages are to come back where it *hands_over*."""

    hands_over: bool


class EndVisit(Struct, frozen=True, tag=True):
    """The console of one visitor is to be closed, and a *reason* said, if any; the stream ends then."""

    visitor: BrowserPass
    reason: str


class FilesSaved(Struct, frozen=True, tag=True):
    """The console of a member has saved files."""

    visitor: BrowserPass


class VisitorLeft(Struct, frozen=True, tag=True):
    """The console of a visitor was closed."""

    visitor: BrowserPass


class ReachTables(Struct, frozen=True, tag=True):
    """A console of a visitor connects with the server of the tables; the stream is the connection."""

    visitor: BrowserPass
    address: str


Subject = (
    WorkerEntrance | OpenPage | AskTranscript | EndVisits | EndVisit | FilesSaved | VisitorLeft | ReachTables
)

_DECODER: Final[msgspec.json.Decoder[Subject]] = msgspec.json.Decoder(Subject)


def subject_of(stream: RelayStream) -> Subject:
    """What a stream is about; a DecodeError if it is nothing."""
    return _DECODER.decode(stream.subject)


def open_stream(relay: Relay, subject: Subject) -> RelayStream:
    """A new stream about a subject."""
    return relay.open(msgspec.json.encode(subject).decode())


class ConsoleWorker:
    """Serves the visitors whose pages come by a relay.

    *factory* opens the consoles of a visitor, and reaches the tables by the relay.
    """

    def __init__(self, factory: Callable[[OpenPage, Relay], ConsoleFactory]) -> None:
        self._factory = factory
        self._visitors: dict[BrowserPass, BrowserVisitor] = {}
        self.relay = Relay(self._serve, begins=True)

    async def work(self, port: int, token: str) -> None:
        """Connect, and serve until the connection is lost; an OSError if there is none."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self.relay, HOST, port)
        open_stream(self.relay, WorkerEntrance(token))
        await self.relay.lost.wait()

    async def _serve(self, stream: RelayStream) -> None:
        match subject_of(stream):
            case OpenPage(given, languages, address) as page:
                if given not in self._visitors:
                    left = partial(self._forget, given)
                    self._visitors[given] = BrowserVisitor(self._factory(page, self.relay), left)
                await self._visitors[given].serve(stream, languages, address)
            case AskTranscript(given) if given in self._visitors:
                text = await self._visitors[given].transcript()
                for at in range(0, len(text), PART):
                    await stream.send(text[at : at + PART])
            case EndVisit(given, reason) if given in self._visitors:
                await self._visitors[given].end(reason=reason)
            case EndVisits(hands_over):
                ends = [each.end(end_of_server(hands_over=hands_over)) for each in self._visitors.values()]
                await asyncio.gather(*ends)
        await stream.close()

    def _forget(self, given: BrowserPass) -> None:
        """Forget a visitor whose console was closed."""
        self._visitors.pop(given, None)
        open_stream(self.relay, VisitorLeft(given))
