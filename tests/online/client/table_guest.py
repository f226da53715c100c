"""A client of a table without a network: its connections, timers and reports are kept for the test."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from support.games.random_matches import VARIANTS

from playroom.online.client.link import LinkUser
from playroom.online.client.remote_table import RemoteTable
from playroom.online.client.table_client import TableClient
from playroom.online.client.table_listener import Entrance
from playroom.online.server.tables.match_decisions import started
from playroom.online.server.tables.server_state import FullTableState, redacted
from playroom.online.wire.entries import (
    AnyEntry,
    PersonCame,
    ReadyChanged,
    SeatTaken,
    TableOpened,
    TableSettings,
)
from playroom.online.wire.messages import (
    ClientMessage,
    Happened,
    Joined,
    ServerMessage,
    Welcome,
    client_message,
    encoded,
)
from playroom.online.wire.moderation import News
from playroom.online.wire.protocol import VERSION
from playroom.online.wire.table_state import TableState
from playroom.rules.event import Event
from playroom.rules.tile import Hand
from playroom.table.record import Record
from playroom.table.shared_table import ChatLine

CODE = "7KQ2M9XD"
ADA, BEN = 1, 2
OPENED: list[AnyEntry] = [
    TableOpened(CODE, TableSettings(game="draw", players=2)),
    PersonCame(ADA, "Ada"),
    PersonCame(BEN, "Ben"),
    SeatTaken(0, ADA),
    SeatTaken(1, BEN),
    ReadyChanged(BEN, ready=True),
]


@dataclass
class KeptLink:
    """A connection that keeps what is sent."""

    user: LinkUser
    sent: list[ClientMessage] = field(default_factory=list)
    is_closed: bool = False

    def send(self, frame: str) -> None:
        self.sent.append(client_message(frame))

    def close(self) -> None:
        self.is_closed = True


class KeptEar:
    """Keeps what it hears, as the name of the report and its content."""

    def __init__(self) -> None:
        self.heard: list[tuple[Any, ...]] = []

    def arrived(self) -> None:
        self.heard.append(("arrived",))

    def changed(self, before: TableState, entry: AnyEntry) -> None:
        del before
        self.heard.append((entry,))

    def presence_changed(self, person: int, *, is_connected: bool) -> None:
        self.heard.append(("back" if is_connected else "gone", person))

    def time_left(self, seat: int, seconds: int) -> None:
        self.heard.append(("time left", seat, seconds))

    def begin_match(self, table: RemoteTable, _events: tuple[Event, ...], _played_for: Hand) -> None:
        self.heard.append(("match", len(table.match.rounds)))

    def came_back(self) -> None:
        self.heard.append(("back",))

    def catch_up(self, events: tuple[Event, ...], _played_for: Hand) -> None:
        self.heard.append(("caught up", len(events)))

    def miss_end(self, record: Record) -> None:
        self.heard.append(("end missed", record.match.winners))

    def deal_judged(self) -> None:
        self.heard.append(("judged",))

    def hear(self, line: ChatLine) -> None:
        self.heard.append(("said", line))

    def reported(self) -> None:
        self.heard.append(("reported",))

    def hear_news(self, news: News) -> None:
        self.heard.append(("news", news))

    def refused(self, code: str, blanks: Any) -> None:  # noqa: ANN401 (any blanks)
        self.heard.append(("refused", code, blanks))

    def met(self, host: str, fingerprint: str) -> None:
        self.heard.append(("met", host, fingerprint))

    def lost(self) -> None:
        self.heard.append(("lost",))

    def sign_in(self, code: str, blanks: Any) -> None:  # noqa: ANN401 (any blanks)
        self.heard.append(("sign in", code, blanks))

    def ended(self, code: str, blanks: Any) -> None:  # noqa: ANN401 (any blanks)
        self.heard.append(("ended", code, blanks))


Call = Callable[[], object]


@dataclass
class Timer:
    """A call that is due later, among others."""

    calls: list[tuple[float, Call]]
    call: tuple[float, Call]

    def cancel(self) -> None:
        if self.call in self.calls:
            self.calls.remove(self.call)


class Guest:
    """A client with its connections, what is due later, and what it reports."""

    def __init__(self, entrance: Entrance) -> None:
        self.links: list[KeptLink] = []
        self.due: list[tuple[float, Call]] = []
        self.kept: list[tuple[str, str]] = []
        self.ear = KeptEar()
        self.client = TableClient(
            entrance, self._connect, self._later, VARIANTS, self.ear, lambda *kept: self.kept.append(kept)
        )
        self.client.start()

    def _connect(self, user: LinkUser) -> KeptLink:
        self.links.append(KeptLink(user))
        return self.links[-1]

    def _later(self, seconds: float, call: Call) -> Timer:
        self.due.append((seconds, call))
        return Timer(self.due, self.due[-1])

    @property
    def sent(self) -> list[ClientMessage]:
        """What was sent over the last connection."""
        return self.links[-1].sent

    @property
    def heard(self) -> list[tuple[Any, ...]]:
        """What was reported since this was last asked."""
        heard, self.ear.heard = self.ear.heard, []
        return heard

    def answered(self, *messages: ServerMessage) -> None:
        for message in messages:
            if not self.links[-1].is_closed:  # a link that was closed delivers nothing more
                self.client.received(encoded(message))

    def welcomed(self) -> None:
        """Let the connection be there, and the server welcome the client."""
        self.client.opened()
        self.answered(Welcome(VERSION, ["steady"], may_open=True))

    def retried(self) -> float:
        """Let the next attempt to come back be made: the seconds of the pause before it."""
        [(seconds, call)] = self.due
        self.due.clear()
        call()
        return seconds


def guest(entrance: Entrance | None = None) -> Guest:
    """Ben, whom the server has just welcomed."""
    made = Guest(entrance or Entrance("Ben", CODE))
    made.welcomed()
    return made


def at_table() -> Guest:
    """Ben, who has just come to the table, and has reported that."""
    made = guest()
    made.answered(Joined(CODE, BEN, "secret", 6, 6, TableState().after_all(OPENED)))
    made.ear.heard.clear()
    return made


def in_match() -> tuple[Guest, FullTableState]:
    """Ben in the first round of a match, who has reported that, and the true table."""
    made = at_table()
    truth = FullTableState(TableState()).after_all(OPENED, VARIANTS)
    begun = started(truth, ADA, VARIANTS, Random(1))
    made.answered(Happened(7, "c7", ADA, redacted(begun, 1)))
    made.ear.heard.clear()
    return made, truth.after_all(begun, VARIANTS)
