"""What lists say: where one is, and what else a change has changed."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.console.hand_held import Console, without_position
from support.console.opened import TABLE, opened
from support.languages import CODES

from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import Command, PlaceName
from playroom.keys.keymap import keymap
from playroom.narration.message import Message
from playroom.narration.phrases.locales import phrasebook


def test_a_change_that_changes_other_answers_says_which(home: Path) -> None:
    console = opened(home)
    console.answers("n", "enter", "down", "down")

    assert without_position(console.hear("6")) == ["Players: 6. Set: double-nine."]
    assert without_position(console.hear("up", "down")[-1]) == "Players: 6", "it is said once"
    assert without_position(console.hear("4")[0]).startswith("Players: 4. Set: double-six.")


@pytest.mark.parametrize(("language", "of"), [("en", "of"), ("fr", "sur")])
def test_each_line_says_its_position_and_how_many_there_are(home: Path, language: str, of: str) -> None:
    console = opened(home, "--language", language)
    count = len(lines(console)) + 1

    told = [*console.hear("home", "f2")[-1:], *console.answers(*["down"] * (count - 1))]

    assert [said.rpartition(", ")[2] for said in told] == [f"{n} {of} {count}" for n in range(1, count + 1)]
    assert count > 5


def test_the_positions_follow_when_a_change_takes_lines_away(home: Path) -> None:
    console = opened(home)
    console.answers("n", "enter", "down", "down")

    (six,), (four,) = console.hear("6"), console.hear("4")

    with_six, with_four = (re.findall(r", 3 of (\d+)\. Set: ", said) for said in (six, four))
    assert int(with_six[0]) - int(with_four[0]) == 2


def test_an_answer_that_changes_nothing_else_says_no_more(home: Path) -> None:
    console = opened(home)
    console.answers("n", "enter", "end", "up")

    assert console.hear("up")[0].endswith("18")
    assert console.hear("right")[0].endswith("18")


PLACES = {
    "first list": ((), ()),
    "settings": ((), ("s", "enter", "down")),
    "new match": ((), ("n", "enter", "end")),
    "name": ((), ("n", "enter", *["down"] * 7, "enter")),
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

    assert before in told
    assert console.hear("ctrl-w") == [told], "nothing has changed"


@pytest.mark.parametrize("profile", KeyProfile)
def test_the_key_for_where_one_is_works_at_every_place_in_every_profile(profile: KeyProfile) -> None:
    keys, _ = keymap("en", None, profile)

    assert all(keys.keys(place, Command.WHERE) for place in PlaceName)


@pytest.mark.long
def test_play_again_comes_first_after_a_match(home: Path) -> None:
    console = opened(home, "play", "block", "--single-round", "true", "--seed", "5", "--pace", "0")
    told = next(said for said in (console.play() for _ in range(50)) if not console.saved.exists())

    assert told[-1] == "Enter plays again, Q goes back to the menu."
    behind = [without_position(" ".join(console.hear("down"))) for _ in range(20)]
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


@pytest.mark.sample(1)
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
    # Beside the line that searches through all of them.
    named = [name for name in names if not name.startswith("Search,")]
    assert max(len(named), *sizes) + 1 <= 9
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


def test_lines_that_come_to_a_list_of_one_line_are_reached(home: Path) -> None:
    console = Console(home=home)
    menu = console.place
    assert isinstance(menu, ListPlace)
    lines = list[Item]()
    console.hear()
    menu.room.places.open(ListPlace(menu.room, Message("menus.table"), lambda: lines))
    console.hear()

    alone = console.answer("down")
    lines.append(Item("new", Message("menus.table")))
    above = console.answer("up")

    assert alone == "That was the last."
    assert above.endswith("1 of 2")


def test_what_is_chosen_in_help_is_done_where_help_was_opened(home: Path) -> None:
    console = opened(home, *TABLE)
    plain = console.hear("c")

    assert console.hear("f1", "q", "enter", "enter")[-1:] == plain


def test_help_in_a_list_goes_to_its_lines_and_learns_its_keys(home: Path) -> None:
    console = opened(home)

    assert without_position(console.hear("f1", "enter", "n", "enter")[-1]) == "All matches"
    console.hear("f1", "h", "enter", "l", "enter")

    assert console.hear("enter")[0].startswith("Enter. Choose.")


def test_a_setting_is_found_with_its_place_and_changed_there(
    home: Path,
) -> None:
    console = Console(home=home)
    console.hear("s", "enter", *["down"] * 7, "enter")
    console.write("braille lines")

    found = console.hear("enter")[-1]
    changed = console.hear("right")

    assert found == "Lines with braille lines. Braille lines: off, in Braille, 1 of 2"
    assert changed == ["Braille lines: 12 cells, in Braille, 1 of 2"]


def test_a_search_names_the_lines_of_these_words_before_the_other_lines_of_a_list_so_called(
    home: Path,
) -> None:
    console = Console(home=home)
    console.hear("s", "enter", *["down"] * 7, "enter")
    console.write("braille")

    found = [console.hear("enter")[-1], *console.answers(*["down"] * 12)]

    assert not any(line.startswith("Back, in") for line in found)
    assert all("raille" in line.partition(", in ")[0] for line in found[1:4])
    assert without_position(found[0]) == "Lines with braille. Speech and braille"
    assert "Language" not in " ".join(found[:4])


def test_a_command_is_found_in_help_and_done(home: Path) -> None:
    console = Console("play", "--seed", "1", "--pace", "0", home=home)
    console.hear()
    console.hear("f1", "h", "h", "enter", "end", "up", "up", "up", "enter")
    console.write("scores")

    found = console.hear("enter")[-1]
    done = console.hear("enter")

    assert found.startswith("Lines with scores. ")
    assert "points" in " ".join(done)


def test_a_command_is_found_in_the_menu_of_the_table_and_done(home: Path) -> None:
    console = Console("play", "--seed", "1", "--pace", "0", home=home)
    console.hear()
    plain = console.hear("s")[-1]
    console.hear("m", "end", "up", "up", "enter")
    console.write("scores")

    found = console.hear("enter")[-1]
    done = console.hear("enter")

    assert found.startswith("Lines with scores. ")
    assert done[-1] == plain


def test_enter_on_a_setting_says_what_it_does(home: Path) -> None:
    console = Console(home=home)
    console.hear("s", "enter", "p")

    told = console.hear("enter")[0]

    assert told.startswith("The time between what you have heard and the next move of a bot. Pace of bots: ")


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("way", [("matches",), ("settings",), ("rules", "block")], ids=" ".join)
def test_a_search_without_words_says_that_all_is_shown(
    home: Path, language: str, way: tuple[str, ...]
) -> None:
    console = opened(home, "--language", language)
    for key in (*way, "search"):
        assert isinstance(console.place, ListPlace)
        console.place.turn_to(key)
        console.press("enter")
    console.forget()

    (said,) = console.hear("enter")

    assert said.startswith(phrasebook(language).say(Message("menus.all_again")).replace("\u00a0", " "))
    assert not re.search(r" [.,]", said)


def test_the_help_of_a_list_is_not_said_in_the_next(home: Path) -> None:
    console = Console(home=home, speed=18)
    console.hear("s", "enter", "p")

    console.press("enter")
    console.wait(0.2)
    told = console.hear("escape")

    assert not any("Left and Right change" in each for each in told)


def test_two_players_are_not_asked_in_which_direction_they_play(home: Path) -> None:
    console = opened(home)
    console.answers("n", "enter", "p")

    two, three = (console.hear(number) and shown(console) for number in ("2", "3"))

    assert "direction" not in two
    assert "direction" in three


def shown(console: Console) -> list[str]:
    """The keys of the lines of the list that is open."""
    assert isinstance(console.place, ListPlace)
    return [item.key for item in console.place.content.items]
