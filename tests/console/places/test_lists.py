"""What lists say: where one is, and what else a change has changed."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from support.console.hand_held import Console
from support.console.opened import TABLE, opened

from playroom.keys.commands import Command, PlaceName
from playroom.keys.key_profile import KeyProfile
from playroom.keys.keymap import keymap


def test_a_change_that_changes_other_answers_says_which(home: Path) -> None:
    console = opened(home)
    console.answers("n", "enter", "down", "down")

    assert console.hear("6") == ["Players: 6, 3 of 18. Set: double-nine."]
    assert console.hear("up", "down")[-1] == "Players: 6, 3 of 18", "it is said once"
    assert console.hear("4")[0].startswith("Players: 4, 3 of 16. Set: double-six.")


def test_an_answer_that_changes_nothing_else_says_no_more(home: Path) -> None:
    console = opened(home)
    console.answers("n", "enter", "end", "up")

    assert console.hear("up")[0].endswith("16")
    assert console.hear("right")[0].endswith("16")


PLACES = {
    "first list": ((), ()),
    "settings": ((), ("s", "enter", "down")),
    "new match": ((), ("n", "enter", "end")),
    "name": ((), ("n", "enter", "end", "up", "up", "enter")),
    "rules": ((), ("r", "enter", "enter", "down", "enter", "down")),
    "keys of the place": (TABLE, ("f1", "down")),
    "table": (TABLE, ()),
    "menu of the table": (TABLE, ("m", "down")),
    "history": (TABLE, ("f3",)),
    "question": (TABLE, ("q",)),
}


@pytest.mark.sample(4)
@pytest.mark.parametrize("place", PLACES)
def test_a_key_says_where_one_is(home: Path, place: str) -> None:
    arguments, keys = PLACES[place]
    console = opened(home, *arguments)
    before = [*console.hear("f1", "escape"), *console.hear(*keys)][-1]

    (told,) = console.hear("f2")

    assert told.endswith(before)
    assert console.hear("ctrl-w") == [told], "nothing has changed"


@pytest.mark.parametrize("profile", KeyProfile)
def test_the_key_for_where_one_is_works_at_every_place_in_every_profile(profile: KeyProfile) -> None:
    keys, _ = keymap("en", None, profile)

    assert all(keys.keys(place, Command.WHERE) for place in PlaceName)


def test_play_again_comes_first_after_a_match(home: Path) -> None:
    console = opened(home, "play", "block", "--single-round", "true", "--seed", "5", "--pace", "0")
    told = next(said for said in (console.play() for _ in range(50)) if not console.saved.exists())

    assert told[-1] == "Enter plays again, Q goes back to the menu."
    behind = [" ".join(console.hear("down")) for _ in range(20)]
    assert behind.index("Play again") < behind.index("Back to the menu")
    console.hear("home")
    assert console.hear("enter")[0].startswith("Block, one round. You against Ben, ")
    again = console.match
    assert (again.rules.single_round, len(again.rounds)) == (True, 1)
    assert len([*console.folders.matches.glob("past/*.domino.yaml")]) == 1


def lines(console: Console) -> list[str]:
    """The lines of a list, from the first to the last before the way back."""
    console.hear("home")
    (last,) = console.hear("end")
    count = int(last.rpartition(" ")[2])
    console.hear("home")
    return [*console.hear("f2"), *(console.hear("down")[0] for _ in range(count - 2))]


AT_TABLE = ("play", "--players", "9", "--seed", "1", "--pace", "0")
CHANGE_KEYS = ("s", "enter", "k", "enter", "c", "c", "enter")


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("arguments", "keys", "groups", "first"),
    [
        (AT_TABLE, ("f1",), 6, "Moves and choices"),
        (AT_TABLE, ("m",), 5, "Moves and choices"),
        (AT_TABLE, ("h", "m"), 2, "Moves and choices"),
        (AT_TABLE, ("h", "f1"), 4, "Moves and choices"),
        ((), CHANGE_KEYS, 8, "At the table"),
        ((), (*CHANGE_KEYS, "enter"), 5, "Moves and choices"),
    ],
)
def test_no_list_of_commands_has_more_than_nine_lines(
    home: Path, arguments: Sequence[str], keys: Sequence[str], groups: int, first: str
) -> None:
    console = opened(home, *arguments)
    console.hear(*keys)
    names, sizes = lines(console), []
    for index in range(groups):
        console.hear("home", *["down"] * index, "enter")
        sizes.append(len(lines(console)))
        console.hear("escape")

    assert first in names[0]
    assert max(len(names), *sizes) + 1 <= 9
    assert min(sizes) > 0


def test_what_is_chosen_in_a_group_is_done_at_the_table(home: Path) -> None:
    console = opened(home, *TABLE)
    plain = console.hear("c")

    assert console.hear("m", "q", "enter", "enter")[-1:] == plain
    assert console.hear("right")[0].endswith(" of 7")


def test_the_ends_of_a_list_say_that_they_are_the_ends(home: Path) -> None:
    console = Console(home=home)
    console.hear()

    assert console.hear("up") == ["That was the first."]
    assert console.hear("end", "down")[-1] == "That was the last."
    assert console.hear("down") == ["That was the last."]


def test_what_is_chosen_in_help_is_done_where_help_was_opened(home: Path) -> None:
    console = opened(home, *TABLE)
    plain = console.hear("c")

    assert console.hear("f1", "q", "enter", "enter")[-1:] == plain


def test_help_in_a_list_goes_to_its_lines_and_learns_its_keys(home: Path) -> None:
    console = opened(home)

    assert console.hear("f1", "enter", "n", "enter")[-1] == "All matches, 2 of 8"
    console.hear("f1", "h", "enter", "l", "enter")

    assert console.hear("enter")[0].startswith("Enter. Choose.")
