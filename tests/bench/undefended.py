"""A server that lacks what defends it against one class of attack, for the control of a benchmark.

usage: undefended.py CLASS FOLDER ... The arguments after the class are those of `playroom serve`. Any other
name in the place of a class takes nothing away.
"""

import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from unittest.mock import patch

from msgspec.json import decode
from websockets.asyncio.server import ServerConnection, serve

from playroom.__main__ import main
from playroom.online.server.lobby_listings import ListedTables
from playroom.online.server.tables.outbox import Outbox
from playroom.online.server.tables.table_history import Happening, TableHistory
from playroom.online.wire.messages import TableListing, Tables, encoded

ONLINE = "playroom.online"
UNLIMITED = 1 << 40


def change(name: str, value: object) -> None:
    """Give a name of the server another value, for as long as the process lives."""
    patch(f"{ONLINE}.{name}", value).start()


def without_rates() -> None:
    """Anything as often as anybody likes, on as many connections."""
    for name in ("check", "count", "look"):
        change(f"server.rate_limits.RateLimits.{name}", lambda *_: None)
    change("server.session.MOST_FAULTS", UNLIMITED)
    change("server.admission.MOST_AT_ONCE", {})


def append_always() -> None:
    """Commands that change nothing are appended all the same."""
    change("server.tables.live_table.changes", lambda *_: True)


def encode_all_at_once() -> None:
    """A replay is encoded for each who asks, all of it at once, and takes a place of 512 bytes in a queue."""

    def send_replay(outbox: Outbox, frames: Iterator[str], _held: int = 0) -> None:
        outbox._put(iter([*frames]), 512)  # noqa: SLF001 (it takes the place of a method)

    def frame(history: TableHistory, happening: Happening, seat: int | None) -> str:
        happening.frames.clear()
        return shared_frame(history, happening, seat)

    shared_frame = TableHistory.frame
    change("server.tables.outbox.PART", UNLIMITED)
    change("server.tables.outbox.Outbox.send_replay", send_replay)
    change("server.tables.table_history.TableHistory.frame", frame)


def load_at_once() -> None:
    """Any number of tables are loaded at a time, each without a pause."""
    change("server.tables.table_history.PART", UNLIMITED)
    change("server.rooms.ConnectedClient.network", "")


def know_everybody() -> None:
    """A table never forgets a name."""
    change("server.tables.people_decisions.MOST_PEOPLE", UNLIMITED)


def read_anything() -> None:
    """Frames of any size and depth."""
    change("server.room_server.serve", lambda *given, **named: serve(*given, **{**named, "max_size": None}))
    change("server.session.CLIENT_MESSAGE_BYTES", UNLIMITED)
    change("wire.messages.MOST_NESTED", UNLIMITED)


def first_come_first_served() -> None:
    """Bots think in the order in which they were asked."""
    waiting: deque[Any] = deque()
    change("server.tables.fair_turns.FairQueue.put", lambda _, __, item: waiting.append(item))
    change("server.tables.fair_turns.FairQueue.take", lambda _: waiting.popleft() if waiting else None)


def answer_always() -> None:
    """Frames that are no message are not counted, and read while nothing is."""
    change("server.admission.Admission.count_frame", lambda *_: None)
    change("server.paced_connection.PacedConnection.pause_writing", ServerConnection.pause_writing)
    change("server.paced_connection.READ_BYTES", 256 * 1024)


def accept_anybody() -> None:
    """Any number of connections that are open by half, with heads of any size."""
    change("server.admission.MOST_HALF_OPEN", UNLIMITED)
    change("server.paced_connection.HEAD_BYTES", UNLIMITED)


def list_anew() -> None:
    """The list of tables is read and encoded for each who asks."""

    class ListedAnew(ListedTables):
        @property
        def frame(self) -> str:
            for _, each in self._listed.values():
                encoded(Tables([decode(each, type=TableListing)]))
            self._frame = None
            return super().frame

    change("server.rooms.ListedTables", ListedAnew)


CONTROLS: Mapping[str, Sequence[Callable[[], None]]] = {
    "idle": (without_rates, append_always),
    "joins": (without_rates, encode_all_at_once),
    "loads": (without_rates, encode_all_at_once, load_at_once),
    "silent": (without_rates, encode_all_at_once),
    "returns": (without_rates,),
    "passwords": (without_rates,),
    "names": (without_rates, know_everybody),
    "frames": (without_rates, read_anything),
    "handshakes": (without_rates,),
    "pings": (without_rates, answer_always),
    "fragments": (without_rates, answer_always),
    "half": (without_rates, accept_anybody),
    "heads": (without_rates, accept_anybody),
    "lists": (without_rates, list_anew),
    "experts": (first_come_first_served,),
}
"""What is taken away, by class."""


if __name__ == "__main__":
    for each in CONTROLS.get(sys.argv[1], ()):
        each()
    sys.argv = ["playroom", "serve", *sys.argv[2:]]
    sys.exit(main())
