"""A line of text is edited where its cursor is; each key says what it did."""

from pathlib import Path

import pytest
from support.console.hand_held import Console


@pytest.fixture
def line(home: Path) -> Console:
    """The console of somebody who changes the name of the last seat, Dan."""
    console = Console(home=home)
    console.hear("n", "enter", *["down"] * 7, "enter")
    return console


def test_the_cursor_says_the_character_after_it(line: Console) -> None:
    assert line.answers("left", "left", "left", "left") == ["n", "a", "capital D", "capital D"]
    assert line.answers("right", "end", "home") == ["a", "End of the line.", "capital D"]


def test_what_is_typed_or_pasted_goes_where_the_cursor_is(line: Console) -> None:
    assert line.answers("left", "m", "paste ie") == ["n", "m", "Damien"]
    assert line.answers("end", "s", "f2")[-1].endswith("Damiens")


def test_backspace_takes_the_character_before_the_cursor(line: Console) -> None:
    assert line.answers("left", "backspace", "backspace") == ["n", "a deleted", "D deleted"]
    assert line.answers("backspace") == ["Nothing to delete."]
    assert line.answers("f2") == ["Name of seat 4. Type it, then press Enter. n"]


def test_control_u_clears_the_line_and_f1_says_so(line: Console) -> None:
    assert line.answers("ctrl-u", "e", "f2") == [
        "Line cleared.",
        "e",
        "Name of seat 4. Type it, then press Enter. e",
    ]
    line.hear("f1", "down")

    assert "Clear the line: Control U" in " ".join(line.hear("enter", "down", "down"))


def test_a_suggestion_gives_way_to_what_is_typed_but_not_to_what_is_changed(home: Path) -> None:
    console = Console("join", home=home)
    console.hear("enter")
    console.write("first")
    console.hear("enter")

    typed = console.answers("enter", "n", "f2")[-1]
    console.hear("escape", "enter")
    changed = console.answers("backspace", "n", "f2")[-1]

    assert typed.endswith(" n")
    assert changed.endswith(" firsn")
