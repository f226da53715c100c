"""The board of a console: of the open table alone, with the question where a tile goes."""

from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from support.console.hand_held import Console
from support.console.opened import TABLE, opened

from playroom.console.play.moves import EndQuestion
from playroom.rules.event import Played
from playroom.rules.legal import only_play, plays, position
from playroom.rules.match import Match
from playroom.rules.tile import Tile
from playroom.web.board import Board, TableBoard
from playroom.web.browser_console import act
from playroom.web.incoming import TileChoice

TWO_PEOPLE = ("play", "draw", "--players", "3", "--seed", "4", "--name", "Ana", "--name", "Ben")


def board_now(console: Console, maker: TableBoard | None = None) -> Board | None:
    return (maker or TableBoard()).now(console._console)  # noqa: SLF001 (what a visit has)


def at_question(home: Path) -> Console:
    """A console that asks at which end a tile goes."""
    console = opened(home, *TABLE)
    for _ in range(60):
        match = console.match
        for index, tile in enumerate(match.now.hands[0] if match.round else ()):
            at = position(match)
            if len(tuple(plays(at, tile))) > 1 and not only_play(at, tile):
                console.hear("home", *["right"] * index, "enter")
                return console
        console.play()
    raise LookupError("no tile goes to several ends")


def laid(match: Match) -> int:
    return sum(map(len, match.now.layout.rows.values()))


@pytest.mark.sample(1)
@pytest.mark.parametrize("is_asked", [False, True])
def test_a_tile_goes_to_the_end_that_was_touched(tmp_path: Path, is_asked: bool) -> None:  # noqa: FBT001 (a case)
    console = at_question(tmp_path)
    board = board_now(console)
    assert board
    assert board.question
    tile, (*_, end) = next((each.tile, each.ends) for each in board.hand if each.tile == board.question.tile)
    if not is_asked:
        console.hear("escape")

    act(console._console, TileChoice(tile, end), console.clock.now)  # noqa: SLF001 (what a visit has)
    console.rest()

    last = [event for event in console.match.rounds[-1].log if isinstance(event, Played) and event.seat == 0][
        -1
    ]
    assert (str(last.tile), str(last.end)) == (tile, end)


def test_an_end_that_has_gone_is_asked_for(tmp_path: Path) -> None:
    console = at_question(tmp_path)
    board = board_now(console)
    assert board
    assert board.question

    act(console._console, TileChoice(board.question.tile, "nowhere"), console.clock.now)  # noqa: SLF001 (likewise)

    assert isinstance(console._console.room.places.current, EndQuestion)  # noqa: SLF001 (likewise)


def test_there_is_a_board_at_a_table_alone(tmp_path: Path) -> None:
    lists, table = Console(home=tmp_path / "a"), opened(tmp_path / "b", *TABLE)

    assert board_now(lists) is None
    board = board_now(table)

    assert board
    assert [tile.tile for tile in board.hand] == list(map(str, table.match.now.hands[0]))
    assert [player.name for player in board.players] == ["You", table.saved.load(table.variants).players[1]]


def test_a_list_above_the_table_leaves_the_board(tmp_path: Path) -> None:
    console = opened(tmp_path, *TABLE)
    before = board_now(console)

    console.hear("m")

    assert before
    assert board_now(console) == before


def test_no_hand_is_on_the_board_while_the_keyboard_is_passed_on(tmp_path: Path) -> None:
    console = Console(*TWO_PEOPLE, home=tmp_path)
    console.hear()
    assert console.is_covered
    assert board_now(console) is None

    console.hear("y")

    assert board_now(console)


@pytest.mark.long
def test_the_question_where_a_tile_goes_has_an_answer_for_each_way(tmp_path: Path) -> None:
    console = at_question(tmp_path)
    asked = board_now(console)
    before = laid(console.match)

    assert asked
    assert asked.question
    assert [answer.key for answer in asked.question.answers] == ["1", "2", "escape"]
    assert asked.question.words in console.hear("f2")[0]
    console.hear(asked.question.answers[1].key)

    assert laid(console.match) > before
    answered = board_now(console)
    assert answered
    assert answered.question is None


def test_the_last_answer_keeps_the_tile(tmp_path: Path) -> None:
    console = at_question(tmp_path)
    asked, before = board_now(console), console.match
    assert asked
    assert asked.question

    console.hear(asked.question.answers[-1].key)

    assert console.match == before
    assert not isinstance(console.place, EndQuestion)


def test_a_board_is_made_anew_only_when_something_has_changed(tmp_path: Path) -> None:
    console, maker = opened(tmp_path, *TABLE), TableBoard()
    boards = [board_now(console, maker)]

    for key in ("right", "s", "a", "n"):
        console.hear(key)
        boards.append(board_now(console, maker))

    assert [new is not old for old, new in pairwise(boards)] == [False, False, True, True]


def test_the_board_follows_the_match(tmp_path: Path) -> None:
    console, maker = opened(tmp_path, *TABLE), TableBoard()
    before = board_now(console, maker)

    console.play()

    assert before
    assert before != board_now(console, maker)


@pytest.mark.parametrize("is_private", [False, True])
def test_a_hand_for_fingers_alone_is_not_on_the_board(tmp_path: Path, is_private: bool) -> None:  # noqa: FBT001 (a case)
    console = opened(tmp_path, *TABLE, braille_hand=is_private)
    board = board_now(console)

    written = msgspec.json.encode(board).decode()

    assert ["is seen" for tile in console.match.now.hands[0] if is_seen(tile, written)] == (
        [] if is_private else ["is seen"] * 7
    )


def is_seen(tile: Tile, written: str) -> bool:
    return f"{tile.low}-{tile.high}" in written or f"{tile.high}-{tile.low}" in written
