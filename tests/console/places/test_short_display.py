"""What a braille display of 20 cells leaves out, and speech does not."""

import re
from pathlib import Path

import pytest
from support.console.hand_held import Console
from test_history_place import choose

from playroom.console.play.table import TablePlace
from playroom.console.terminal.screen import Screen
from playroom.home.settings import load_settings
from playroom.narration.answers.answer import at_place, unplaced
from playroom.narration.message import Message

TABLE = ("play", "--seed", "7", "--pace", "0", "--players", "2")


@pytest.mark.parametrize(
    ("cells", "shown"), [(12, "open"), (20, "3-0, cannot open"), (40, "3-0, cannot open, 2 of 7")]
)
def test_positions_are_said_and_left_out_of_20_cells(home: Path, cells: int, shown: str) -> None:
    console = Console(*TABLE, home=home, settings={"mode": "both", "braille": cells})
    console.rest()
    console.forget()

    assert console.hear("home", "right")[-1] == "3-0, cannot open, 2 of 7"
    assert console.read()[-1] == shown


def test_the_position_of_a_tile_on_the_table_is_left_out_too(home: Path) -> None:
    console = Console(*TABLE, home=home, settings={"mode": "both", "braille": 20})
    console.rest()
    console.play()

    console.read()

    assert ", 1 of " in console.hear("j")[-1]
    assert " of " not in " ".join(console.read())


def test_only_the_position_of_an_item_is_left_out() -> None:
    item = Message("menus.new")

    assert unplaced(at_place(item, 1, 4)) == item
    assert unplaced(item) == item


@pytest.mark.parametrize(
    ("keys", "cells"),
    [
        *(("32", 32), ("100", 100), ("12", 12), ("14", 14), ("16", 16), ("11", 0), ("7", 0)),
        *(("2203", 22), ("22040", 40), ("1012", 12)),
    ],
)
def test_any_number_of_cells_from_12_to_100_is_typed(home: Path, keys: str, cells: int) -> None:
    console = Console(home=home)
    for line in ("Settings", "Speech and braille", "Braille"):
        choose(console, line)

    console.hear(*keys)

    assert load_settings(console.folders.settings)[0].braille == cells


@pytest.mark.sample(1)
@pytest.mark.parametrize("cells", [12, 14, 16, 20, 33, 80, 100])
def test_the_line_of_the_table_begins_with_its_ends_on_any_display(home: Path, cells: int) -> None:
    train = ("play", "mexican-train", "--players", "4", "--seed", "3", "--pace", "0")
    console = Console(*train, home=home, settings={"mode": "both", "braille": cells})
    console.rest()
    for _ in range(3):
        console.play()
        console.rest()
    console.read()

    console.hear("b")

    line = console.read()[-1]
    assert re.match(r"[MT]\d", line)
    assert len(line) <= cells


def test_a_digit_that_may_begin_a_number_of_cells_is_no_mistake(home: Path) -> None:
    console = Console(home=home)
    for line in ("Settings", "Speech and braille", "Braille"):
        choose(console, line)

    assert console.hear("2")[0].startswith("2, and the next digit.")
    assert "22 cells" in console.hear("2")[0]
    assert console.hear("0")[0].startswith("From 12 to 100 cells, or 0.")


@pytest.mark.parametrize(
    ("cells", "first"), [(12, ["New match", "The"]), (16, ["The playroom.", "New match"])]
)
def test_the_line_in_focus_comes_first_or_below_a_short_title(
    home: Path, cells: int, first: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Screen, "_moves_cursor", True)
    console = Console(home=home, settings={"mode": "both", "braille": cells})
    console.rest()

    told = console.read()

    assert [line.partition("\r")[0].rstrip("\r") for line in told[:2]] == first


@pytest.mark.long
def test_the_line_of_the_table_begins_its_tiles_with_those_that_can_be_played_on_20_cells(home: Path) -> None:
    console = Console(*TABLE, home=home, settings={"mode": "both", "braille": 20})
    console.rest()
    console.play()
    console.read()

    console.hear("b")
    short = console.read()[-1].split("|")
    assert isinstance(console.place, TablePlace)
    view = console.place.view
    playable = [f"{tile.high}{tile.low}" for tile in view.hand if view.position.is_playable(tile)]

    assert short[1].split("+")[0].split()[: len(playable)] == playable


def test_where_the_cursor_stays_at_the_end_the_line_in_focus_is_the_last(home: Path) -> None:
    console = Console(home=home, settings={"mode": "both", "braille": 40, "position": False})
    console.rest()
    console.read()

    console.hear("s", "enter")

    assert console.read()[-1] == "Verbosity: normal"


@pytest.mark.parametrize(
    ("key", "first"), [("f2", "6-4, cannot open"), ("a", "7 tiles: 6-6, 6-4,"), ("q", "Leave the match? It")]
)
def test_what_is_in_focus_or_asked_comes_first_at_the_table(
    home: Path, key: str, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Screen, "_moves_cursor", True)
    console = Console(*TABLE, home=home, settings={"mode": "both", "braille": 20})
    console.rest()
    console.read()

    console.hear(key)

    assert console.read()[0].partition("\r")[0] == first


def test_the_display_of_a_screen_reader_shows_the_line_in_focus_before_a_long_title(home: Path) -> None:
    console = Console(home=home)
    console.hear("n")

    said = console.hear("enter")[-1]

    assert said.startswith("New match. Left and Right")
    assert console.braille[-1].startswith("Start, 1 of ")
