"""The board of a replay: each step as the listener knew it, and ways through the match."""

from pathlib import Path
from random import Random

import pytest
from support.console.hand_held import Console
from support.console.replays import NAME, opened, played
from support.games.random_matches import VARIANTS

from playroom.table.setup import first_setup, new_record
from playroom.web.board import Board, TableBoard


@pytest.fixture
def console(tmp_path: Path) -> Console:
    """The replay of a match of block that is over, at its first deal."""
    new = new_record(VARIANTS["block"], first_setup(VARIANTS["block"]), ("Ada", "Ben", "Cleo", "Dan"))
    console = opened(played(new, Random(5)).record, 0, tmp_path)
    console.hear("home")
    return console


def board_now(console: Console) -> Board | None:
    return TableBoard().now(console._console)  # noqa: SLF001 (what a visit has)


def drawn(console: Console) -> Board:
    board = board_now(console)
    assert board
    return board


@pytest.mark.long
def test_each_step_is_drawn_and_nothing_can_be_played(console: Console) -> None:
    first = drawn(console)
    console.hear("right", "right", "right")
    later = drawn(console)

    assert not any(row.tiles for row in first.rows)
    assert any(row.tiles for row in later.rows)
    for board in (first, later):
        assert (board.hand, board.actions, board.is_to_move) == ((), (), False)


@pytest.mark.long
def test_only_the_listeners_hand_is_open_until_all_are_opened(console: Console) -> None:
    own, *others = drawn(console).players
    assert (own.name, len(own.hand)) == ("You", 6)
    assert [player.hand for player in others] == [()] * 3

    console.hear("o")

    assert [len(player.hand) for player in drawn(console).players] == [6] * 4


@pytest.mark.long
def test_the_buttons_are_the_keys_of_the_replay(console: Console) -> None:
    before = drawn(console)
    assert before.question
    buttons = {button.label: button.key for button in before.question.answers}

    console.hear(buttons["Next move"])

    assert drawn(console).rows != before.rows
    console.hear(buttons["Replay menu"])
    above = drawn(console)
    assert above.question is None
    assert len(above.players) == 4


@pytest.mark.long
def test_after_the_replay_nothing_is_drawn(console: Console) -> None:
    console.hear("q")

    assert board_now(console) is None


@pytest.mark.long
def test_a_hand_for_fingers_alone_is_not_drawn_in_a_replay(console: Console, tmp_path: Path) -> None:
    file, home = str(tmp_path / NAME), tmp_path / "private"
    private = Console("replay", "--listen", file, "--seat", "1", home=home, settings={"braille_hand": True})
    private.hear("home")

    assert [player.hand for player in drawn(private).players] == [()] * 4
    assert drawn(console).players[0].hand
