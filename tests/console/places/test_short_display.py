"""What a braille display of 20 cells leaves out, and speech does not."""

import re
from pathlib import Path

import pytest
from support.console.hand_held import Console
from test_history_place import choose

from playroom.home.settings import load_settings
from playroom.narration.answers.answer import at_place, unplaced
from playroom.narration.message import Message

TABLE = ("play", "--seed", "7", "--pace", "0", "--players", "2")


@pytest.mark.parametrize(("cells", "shown"), [(20, "3-0, cannot open"), (40, "3-0, cannot open, 2 of 7")])
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
    ("keys", "cells"), [("32", 32), ("100", 100), ("20", 20), ("19", 0), ("7", 0), ("101", 0)]
)
def test_any_number_of_cells_from_20_to_100_is_typed(home: Path, keys: str, cells: int) -> None:
    console = Console(home=home)
    for line in ("Settings", "Speech and braille", "Braille"):
        choose(console, line)

    console.hear(*keys)

    assert load_settings(console.folders.settings)[0].braille == cells


@pytest.mark.sample(2)
@pytest.mark.parametrize("cells", [20, 33, 80, 100])
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
