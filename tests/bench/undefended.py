"""A server that lacks what defends it against one class of attack, for the control of a benchmark.

usage: undefended.py CLASS FOLDER ... The arguments after the class are those of `playroom serve`.
"""

import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from playroom.__main__ import main
from playroom.online.server import admission, room_server, session
from playroom.online.server.rate_limits import RateLimits
from playroom.online.server.tables import fair_turns, newcomers, outbox, shared_table
from playroom.online.server.tables.outbox import Outbox
from playroom.online.server.tables.table_history import Happening, TableHistory
from playroom.online.wire import messages

UNLIMITED = 1 << 40


def without_rates() -> None:
    """Anything as often as anybody likes, on as many connections."""
    for name in ("check", "count", "look"):
        setattr(RateLimits, name, lambda *_: None)
    session.MOST_FAULTS = UNLIMITED
    admission.MOST_AT_ONCE = {}  # type: ignore[misc]


def append_always() -> None:
    """Commands that change nothing are appended all the same."""
    shared_table.changes = lambda *_: True  # type: ignore[assignment]


def encode_all_at_once() -> None:
    """A replay is encoded for each who asks, all of it at once, and has one place of 256 in a queue."""

    place = outbox.QUEUE_BYTES // 256

    def send_replay(self: Outbox, frames: Iterator[str], _held: int = 0) -> None:
        self._put(iter([*frames]), place)

    original = TableHistory.frame

    def frame(self: TableHistory, happening: Happening, seat: int | None) -> str:
        happening.frames.clear()
        return original(self, happening, seat)

    outbox.PART = UNLIMITED
    Outbox.send_replay = send_replay  # type: ignore[method-assign]
    TableHistory.frame = frame  # type: ignore[method-assign]


def know_everybody() -> None:
    """A table never forgets a name."""
    newcomers.MOST_PEOPLE = UNLIMITED


def read_anything() -> None:
    """Frames of any size and depth, and any number of them that are no messages."""
    serve = room_server.serve
    room_server.serve = lambda *given, **named: serve(*given, **{**named, "max_size": None})  # type: ignore[assignment]
    session.CLIENT_MESSAGE_BYTES = UNLIMITED
    messages.MOST_NESTED = UNLIMITED


def first_come_first_served() -> None:
    """Bots think in the order in which they were asked."""
    waiting: deque[Any] = deque()
    fair_turns.FairQueue.put = lambda _, __, item: waiting.append(item)
    fair_turns.FairQueue.take = lambda _: waiting.popleft() if waiting else None


CONTROLS: Mapping[str, Sequence[Callable[[], None]]] = {
    "idle": (without_rates, append_always),
    "joins": (without_rates, encode_all_at_once),
    "silent": (without_rates, encode_all_at_once),
    "returns": (without_rates,),
    "passwords": (without_rates,),
    "names": (without_rates, know_everybody),
    "frames": (without_rates, read_anything),
    "handshakes": (without_rates,),
    "experts": (first_come_first_served,),
}
"""By class, what is switched off."""


if __name__ == "__main__":
    for each in CONTROLS.get(sys.argv[1], ()):
        each()
    sys.argv = ["playroom", "serve", *sys.argv[2:]]
    sys.exit(main())
