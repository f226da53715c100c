"""What a braille display of 20 cells leaves out, and speech does not."""

from pathlib import Path

import pytest
from hand_held import Console

from playroom.narration.answer import at_place, unplaced
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
