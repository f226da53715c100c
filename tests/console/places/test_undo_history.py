"""Nothing is lost by a slip: questions begin at no, what is given up comes back, leaving is asked about."""

from pathlib import Path

import pytest
from support.console.hand_held import Console, without_position
from support.console.opened import TABLE, kept, opened

from playroom.home.presets import Presets
from playroom.home.settings import Settings
from playroom.strict_yaml import read


def question(heard: list[str]) -> str:
    """The question that was asked."""
    (asked,) = heard
    text, _, ways = asked.partition("? ")
    assert ways.endswith("Y or N, Enter for no.")
    return text


@pytest.mark.parametrize("keys", [["enter"], ["escape"], ["n"], ["right", "left", "enter"]], ids=" ".join)
def test_enter_is_no_until_yes_was_walked_to(home: Path, keys: list[str]) -> None:
    console = opened(home, *TABLE)

    assert question(console.hear("q")) == "Leave the match"
    assert console.hear(*keys)[-1].startswith("No tiles on the table yet.")
    question(console.hear("q"))
    assert without_position(console.hear("right")) == ["Yes"]
    assert console.hear("enter")[-1].startswith("The playroom.")


def test_another_key_says_the_keys_and_begins_at_no_again(home: Path) -> None:
    console = opened(home, *TABLE)
    console.hear("q", "right")

    assert console.hear("x") == ["Y or N, Enter for no."]
    assert console.hear("enter")[-1].startswith("No tiles on the table yet.")


def test_a_choice_of_two_switches_begins_at_no(home: Path) -> None:
    console = opened(home, *TABLE, keys="switch")
    console.hear("q")

    assert console.hear("enter")[-1].startswith("No tiles on the table yet.")


def test_escape_in_the_first_list_asks_before_it_leaves(home: Path) -> None:
    console = opened(home)

    assert question(console.hear("escape")) == "Leave the playroom"
    console.hear("escape")
    assert console.is_open
    console.hear("escape", "y")
    assert not console.is_open


def test_control_c_asks_at_a_table_and_leaves_when_pressed_again(home: Path) -> None:
    console = opened(home, *TABLE)

    assert question(console.hear("ctrl-c")) == "Leave the playroom"
    console.hear("enter")
    assert console.is_open
    console.hear("m", "ctrl-c", "ctrl-c")
    assert not console.is_open
    assert console.match


def test_control_c_leaves_at_once_where_no_match_is_played(home: Path) -> None:
    console = opened(home)

    assert console.hear("s", "enter", "ctrl-c")[-1] == "Goodbye."
    assert not console.is_open


def in_presets(home: Path) -> Console:
    """A console in the list of presets, of which there is one."""
    console = opened(home, verbosity="brief")
    Presets(console.folders.presets).save("Work", Settings(pace=2))
    console.answers("s", "enter", "p", "p", "enter", "enter")
    return console


def test_a_forgotten_preset_can_be_brought_back(home: Path) -> None:
    console = in_presets(home)
    before = console.folders.presets.read_text()

    console.hear("enter", "d", "enter")
    forgotten = console.hear("y")[-1]
    assert not read(console.folders.presets).value
    back = console.hear("enter")[-1]

    assert forgotten.startswith("Work deleted. Restore Work, 1 of ")
    assert back.startswith("Work restored.")
    assert console.folders.presets.read_text() == before
    assert console.hear("b")[-1].startswith("Back")


def test_a_replaced_preset_can_be_brought_back(home: Path) -> None:
    console = in_presets(home)
    console.hear("s", "enter")
    console.write("Work")

    console.hear("enter", "y")
    replaced = Presets(console.folders.presets).settings("Work")["pace"]
    console.hear("home", "enter")

    assert replaced == Settings().pace
    assert Presets(console.folders.presets).settings("Work")["pace"] == 2


def test_a_preset_can_be_deleted_and_restored_twice_while_the_disk_is_slow(home: Path) -> None:
    console = in_presets(home)
    before = console.folders.presets.read_text()
    console.background.seconds = 0.2

    console.press("enter", "d", "enter", "y", "enter", "d", "enter", "y")
    deleted = console.hear()[-1]
    console.press("enter", "enter")
    restored = console.hear()[-1]

    assert deleted.startswith("Work deleted. Restore Work, 1 of ")
    assert restored.startswith("Work restored.")
    assert console.folders.presets.read_text() == before


def test_a_preset_that_was_deleted_elsewhere_is_not_taken(home: Path) -> None:
    console = in_presets(home)
    console.answers("home")
    console.folders.presets.unlink()

    assert without_position(console.answers("enter")) == ["Save the current settings as a preset"]


def test_a_preset_that_is_saved_late_is_announced_without_the_list_that_was_left(home: Path) -> None:
    console = in_presets(home)
    console.background.seconds = 5

    console.press("enter", "d", "enter", "y", "escape", "escape")

    assert console.hear()[-1] == "Work deleted."


def test_keys_that_were_given_up_can_be_brought_back(home: Path) -> None:
    console = Console(home=home)
    console.folders.keys.write_text("hand: {x: draw}\n")
    console.answers("s", "enter", "k", "enter", "r")

    console.hear("enter")
    assert console.hear("y")[-1].startswith("Keys reset.")
    assert read(console.folders.keys).value == {}
    down = console.hear("down")
    back = console.hear("enter")[-1]

    assert down[-1].startswith("Undo the reset of keys")
    assert back.startswith("Your own keys are back.")
    assert read(console.folders.keys).value == {"hand": {"x": "draw"}}


def test_settings_are_kept_on_no(home: Path) -> None:
    console = opened(home, mode="both")

    console.hear("f5", "enter")

    assert kept(home)["mode"] == "both"
