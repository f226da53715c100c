"""Pasted text: written where text is written, and no key anywhere else."""

from pathlib import Path

from support.console.hand_held import Console

TABLE = ("play", "--seed", "3", "--pace", "0", "--players", "2")


def test_a_paste_at_the_table_plays_nothing(home: Path) -> None:
    console = Console(*TABLE, home=home)
    console.hear()
    before = console.match

    assert console.hear("paste q") == ["Pasted text does nothing here."]
    assert console.match == before


def test_a_line_of_text_takes_what_is_pasted(home: Path) -> None:
    console = Console(home=home)
    console.hear("n", "enter", *["down"] * 7, "enter", *["backspace"] * 3)

    assert console.hear("paste   Ann \x20 Lee\nq\ny") == ["Ann Lee"]
