"""A table that takes a while to make a move, as one elsewhere does: the move is told as made once it is."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move

from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.table.table import Table

OPENED = "You open: 6-6. Ends 6 and 6."
WAITING = "Waiting for the table."


class LateTable(Table):
    """A table that makes a move when the test lets it."""

    moves: list[Callable[[], None]]

    @property
    def is_waiting(self) -> bool:
        return bool(self.moves)

    def play(self, seat: Seat, move: Move) -> None:
        self.moves.append(partial(super().play, seat, move))


@pytest.fixture
def console(home: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    """A late table whose first move is the listener's, and whose bots are slow."""
    monkeypatch.setattr(LateTable, "moves", [], raising=False)
    monkeypatch.setattr("playroom.console.play.bot_seats.Table", LateTable)
    console = Console("play", "--seed", "1", "--pace", "10", "--players", "3", home=home)
    console.hear()
    return console


def make_move() -> None:
    LateTable.moves.pop(0)()


def test_a_move_is_announced_once_the_table_has_made_it(console: Console) -> None:
    console.press(*keys_of_a_move(console.match))
    assert console.heard()[-1] != OPENED

    make_move()
    console.wait(1)

    assert console.heard() == [OPENED]


def test_after_two_seconds_the_player_hears_what_they_wait_for(console: Console) -> None:
    console.press(*keys_of_a_move(console.match))
    console.heard()

    console.wait(1.9)
    assert console.heard() == []
    console.wait(0.3)

    assert console.heard() == [WAITING]


def test_questions_are_answered_while_the_table_is_late(console: Console) -> None:
    console.press(*keys_of_a_move(console.match))

    console.heard()

    assert console.answers("c") == ["No tiles on the table yet."]


def test_no_second_move_is_made_before_the_first_one(console: Console) -> None:
    console.press(*keys_of_a_move(console.match))
    console.heard()

    console.press("enter")

    assert console.heard() == [WAITING]
    assert len(LateTable.moves) == 1
