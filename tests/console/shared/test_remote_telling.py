"""What a remote table tells a listener is what a local one tells of the same match, event by event."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from support.console.hand_held import Console, keys_of_a_move
from support.online.shared_room import SharedRoom, choose
from support.time.same_chance import seed_chance

from playroom.console.play.bot_seats import BotSeats
from playroom.narration.message import Urgency
from playroom.online.server.tables.server_state import logged
from playroom.online.wire.entries import MatchWent
from playroom.rules.event import Event
from playroom.rules.flow import after
from playroom.rules.match import Match, new_match
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.table.record import Record
from playroom.table.table import Listener
from playroom.voice.utterance import Buffer, Utterance

HEARD = (Buffer.TABLE, Buffer.SCORE, Buffer.ANSWERS)
"""The parts of the history for what is told of a match; where a match is played, others may differ."""

QUESTIONS = ("c", "w", "s", "f", "t")


class ReplayTable:
    """A local table at which all happens again that has happened in a match, up to each turn of a seat."""

    is_waiting, is_connected = False, True

    def __init__(self, record: Record, batches: list[tuple[Event, ...]], seat: Seat) -> None:
        self.record, self._batches, self._seat = record, batches, seat
        self._listeners: list[Listener] = []

    @property
    def match(self) -> Match:
        return self.record.match

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def deal(self) -> None:
        self._go_on()

    def play(self, seat: Seat, move: Move) -> None:
        del seat, move
        self._go_on()

    def make_forced_passes(self) -> None:
        pass

    def thought(self) -> None:
        pass

    def _go_on(self) -> None:
        while self._batches:
            events = self._batches.pop(0)
            self.record = replace(self.record, match=after(self.match, events))
            for listener in self._listeners:
                listener(self.record, events)
            if self.match.turn in (self._seat, None):
                return


@pytest.fixture
def room(room: SharedRoom, monkeypatch: pytest.MonkeyPatch) -> SharedRoom:
    seed_chance(monkeypatch.setattr, "5")
    return room


def told(console: Console) -> list[Utterance]:
    """All that was told of the match."""
    return [each for each in console.utterances if each.buffer in HEARD]


def begun(room: SharedRoom) -> Record:
    """The match as it has begun."""
    record = room.table(0).record
    return replace(record, match=new_match(record.match.rules))


def batches(room: SharedRoom) -> list[tuple[Event, ...]]:
    """All that has happened in the match, as the server stored it."""
    entries = (entry for body in room.log() for entry in logged(body).entries)
    return [tuple(each.events) for each in entries if isinstance(each, MatchWent)]


def rounds(console: Console, room: SharedRoom) -> list[list[str]]:
    """Play two rounds at a remote table, with questions at each turn: the keys of each turn."""
    pressed: list[list[str]] = []
    while len(room.table(0).match.rounds) < 2 or room.table(0).match.turn is not None:
        # The first deal answers a key of the listener at a local table alone, and is not told again there.
        missed = ["u"] if pressed else []
        keys = [*missed, *QUESTIONS, *keys_of_a_move(room.table(0).match, 0)]
        pressed.append(keys)
        console.hear(*keys)
    return pressed


@pytest.mark.long
@pytest.mark.parametrize("game", ["block", "draw", "pass-pass", "mexican-train"])
def test_a_remote_table_announces_what_a_local_one_announces(
    room: SharedRoom, home: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    remote, _ = room.open(game, "--players", "4")
    choose(remote, "Start the match")
    remote.hear()
    pressed = rounds(remote, room)

    def replayed(_seats: BotSeats, _record: Record, _seed: int) -> ReplayTable:
        return ReplayTable(begun(room), batches(room), 0)

    monkeypatch.setattr(BotSeats, "table", replayed)
    local = Console("play", game, "--players", "4", "--pace", "0", home=home / "local")
    local.rest()
    for keys in pressed:
        local.hear(*keys)

    assert len(told(remote)) > 50
    first, *others = told(local)
    assert others == told(remote)[1:]
    # The match begins here with a key, there when the table says so.
    assert replace(first, urgency=Urgency.EVENT) == told(remote)[0]
