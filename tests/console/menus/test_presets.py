"""Presets by ear: tables at which a match begins by one key, and settings that are loaded."""

from pathlib import Path

import pytest
from support.console.hand_held import Console, without_position

from playroom.home.presets import Presets
from playroom.home.settings import Settings

DRAW = {
    "game": "draw",
    "players": 2,
    "teams": 0,
    "options": {"target": 50},
    "names": ["Zoé", "Ben"],
    "bots": ["", "novice"],
}
TO_PRESETS = ("home", "s", "enter", "p", "p", "enter", "enter")


def opened(home: Path, *arguments: str, language: str = "en") -> Console:
    console = Console(*arguments, home=home, settings={"language": language, "pace": 0})
    console.hear()
    return console


def with_table(home: Path, **changes: object) -> Console:
    """A console in the first list of a player with one table, called Friday."""
    console = opened(home)
    presets_of(console).save_table("Friday", {**DRAW, **changes})
    return console


def presets_of(console: Console) -> Presets:
    return Presets(console.folders.presets)


def written(console: Console, text: str) -> str:
    """Write a text and end it: what is said then."""
    console.write(text)
    console.rest()
    console.forget()
    return console.hear("enter")[0]


def imported(console: Console, line: str) -> str:
    """Import a line from the list of presets: what is said then."""
    console.hear("end", "up", "enter", f"paste {line}")
    return console.hear("enter")[0]


def test_a_table_that_was_set_up_is_saved_and_a_match_begins_there_by_its_digit(home: Path) -> None:
    console = opened(home)
    console.hear("n", "enter", "down", "right", "end", "up", "enter")

    saved = written(console, "Friday")
    console.hear("escape", "home")
    line = console.hear("down")[0]
    begun = console.hear("1")

    assert saved.startswith("Saved as Friday. In the first list, 1 starts a match. Save this table")
    assert without_position(line) == "Friday, digit 1"
    assert begun[0] == "Friday."
    assert begun[1].startswith("Draw to 100")
    assert console.saved.load(console.variants).game == "draw"


def test_the_whole_table_is_as_it_was_saved(home: Path) -> None:
    console = with_table(home)

    console.hear("1")
    match = console.saved.load(console.variants)

    assert (match.game, match.players, match.match.rules.target) == ("draw", ("Zoé", "Ben"), 50)
    assert console.saved.notes().bots == {1: "novice"}


def test_a_table_begins_by_its_line_too_and_the_new_match_stays_as_it_was_set_up(home: Path) -> None:
    console = with_table(home)
    console.hear("home", "down", "enter")
    console.play()
    console.hear("q", "y", "n", "enter")

    assert console.saved.load(console.variants).game == "draw"
    assert console.hear("down")[0].startswith("Game: Playroom dominos")


@pytest.mark.long
def test_the_table_of_a_match_is_saved_with_the_bots_that_sit_there_now(home: Path) -> None:
    console = opened(home, "play", "block", "--players", "3", "--pace", "0")
    console.hear("m", "b", "enter", "right", "end", "up", "enter")

    saved = written(console, "Again")
    tables = presets_of(console).tables

    assert saved == "Saved as Again. In the first list, 1 starts a match."
    assert tables["Again"].table["game"] == "block"
    assert tables["Again"].table["bots"] == ["", "hard", "steady"]
    console.hear("escape", "escape", "q", "y")
    assert console.hear("1")[1].startswith("Block to 100")


def test_a_digit_without_a_table_begins_nothing(home: Path) -> None:
    console = with_table(home)

    assert console.hear("2", "0") == ["Nothing here begins with 2.", "Nothing here begins with 0."]
    assert not console.saved.exists()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"game": "chess"}, "Friday cannot start: the game chess is not known here."),
        ({"players": 9}, "Friday cannot start: 9 players are not possible here"),
        ({"players": 99}, "Friday cannot start: players: 99 is not possible."),
        ({"options": {"target": "many"}}, "Friday cannot start: "),
        ({"options": [3]}, "Friday cannot start: options: [3] is not possible."),
        ({"bots": ["", "genius"]}, "Friday cannot start: bots: [, genius] is not possible."),
        ({"names": ["Zoé", "Zoé"]}, "Friday cannot start: names: [Zoé, Zoé] is not possible."),
        ({"boxes": 2}, "Friday cannot start: boxes: 2 is not possible."),
        ({"game": None}, "Friday cannot start: game: nothing is not possible."),
    ],
)
def test_a_table_that_is_not_possible_any_more_says_why(
    home: Path, changes: dict[str, object], told: str
) -> None:
    console = with_table(home, **changes)

    said = console.hear("1")[0]

    assert said.startswith(told)
    assert not console.saved.exists()


def test_a_preset_is_exported_and_imported_as_one_line(home: Path) -> None:
    console = with_table(home)
    console.hear(*TO_PRESETS, "enter", "e")
    said = console.hear("enter")[0]
    line = console.folders.copied.read_text(encoding="utf-8").strip()
    console.hear("d", "enter", "y")

    back = imported(console, line)

    assert said.endswith(line)
    assert line.startswith("{Friday: {digit: 1, table: {game: draw, players: 2, ")
    assert back.startswith("Friday imported. In the first list, 1 starts a match. Friday, digit 1, ")
    assert presets_of(console).tables["Friday"].table == DRAW


def test_a_line_that_was_broken_into_several_is_still_imported(home: Path) -> None:
    console = opened(home)
    console.hear(*TO_PRESETS, "end", "up", "enter")

    (said,) = console.hear(
        "paste {Bob: {table: {game: draw,\n  players: 2, bots: ['', expert],\nnames: [Al, Bo]}}}"
    )

    assert said.startswith("Bob imported. Bob, table, ")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Hello Ann", "Not imported: this is not one preset in one line, as an export gives it."),
        ("{Friday: {table: {game: draw", "Not imported: this is not one preset"),
        ("{B: {table: {game: chess}}}", "Not imported: the game chess is not known here."),
        ("{B: {table: {game: draw, players: 7}}}", "Not imported: 7 players are not possible here"),
        (
            "{B: {table: {game: draw}, digit: 12}}",
            "Not imported: digit: 12 is not possible. Write a digit from 1",
        ),
        ("{B: {pase: 2}}", "Not imported: pase is unknown here. Did you mean pace?"),
    ],
)
def test_a_bad_line_says_what_is_wrong_and_changes_nothing(home: Path, line: str, told: str) -> None:
    console = with_table(home)
    before = console.folders.presets.read_text(encoding="utf-8")
    console.hear(*TO_PRESETS)

    said = imported(console, line)

    assert said.startswith(told)
    assert console.folders.presets.read_text(encoding="utf-8") == before


def test_a_preset_of_the_same_name_is_replaced_only_after_a_question_and_comes_back(home: Path) -> None:
    console = with_table(home)
    before = presets_of(console).tables
    console.hear(*TO_PRESETS)

    asked = imported(console, "{Friday: {pace: 2.0}}")
    console.hear("n")
    kept = presets_of(console).tables
    imported(console, "{Friday: {pace: 2.0}}")
    console.hear("y", "home", "enter")

    assert asked.startswith("Friday already exists. Replace it?")
    assert kept == presets_of(console).tables == before


def test_digits_are_exchanged_and_taken_away_by_ear(home: Path) -> None:
    console = with_table(home)
    presets_of(console).save_table("Monday", DRAW)
    console.hear(*TO_PRESETS)

    digits = console.hear("enter", "enter")[-1]
    exchanged = console.hear("2", "enter")[-1]
    none = console.hear("enter", "enter", "end", "up", "enter")[-1]

    assert without_position(digits) == "Digit that starts a match in the first list. 1: Friday"
    assert without_position(exchanged) == "Friday: digit 2. Monday: digit 1. Friday, digit 2"
    assert without_position(none) == "Friday: no digit. Friday, table"


def test_a_preset_is_renamed_and_stays_the_one_that_f4_has_loaded(home: Path) -> None:
    console = with_table(home)
    presets_of(console).save("Work", Settings(pace=2))
    presets_of(console).save("Home", Settings(pace=1))
    console.hear("f4", *TO_PRESETS, "w", "enter", "r", "enter", "ctrl-u")
    taken = written(console, "Friday")
    console.hear("enter", "ctrl-u")

    renamed = written(console, "Office")

    assert taken.startswith("Friday already exists. Rename, ")
    assert renamed.startswith("Renamed to Office. Office, ")
    assert console.hear("f4")[-1] in {"Preset: Home.", "Preset: Office."}
    assert presets_of(console).of_settings == ("Home", "Office")


def test_french_says_it_in_french(home: Path) -> None:
    console = opened(home, language="fr")
    console.hear("n", "enter", "end", "up", "enter")

    saved = written(console, "Vendredi")
    console.hear("escape", "home")

    assert saved.startswith("Enregistré sous le nom Vendredi. Dans la première liste, 1 lance une partie.")
    assert without_position(console.hear("down")) == ["Vendredi, chiffre 1"]


@pytest.mark.sample(2)
@pytest.mark.parametrize("profile", ["playroom", "one-hand-left", "one-hand-right", "switch"])
def test_the_digit_works_in_every_profile_of_keys(home: Path, profile: str) -> None:
    console = Console(home=home, settings={"pace": 0, "keys": profile})
    presets_of(console).save_table("Friday", DRAW)
    console.hear()

    console.hear("1")

    assert console.saved.exists()


def test_a_full_disk_says_so_and_keeps_what_is_there(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    console = with_table(home)
    before = console.folders.presets.read_text(encoding="utf-8")
    console.hear(*TO_PRESETS, "enter", "d", "enter")
    monkeypatch.setattr("playroom.home.page_update.write_atomically", _full)

    said = console.hear("y")[-1]

    assert said.startswith("The presets cannot be saved: ")
    assert console.folders.presets.read_text(encoding="utf-8") == before


def _full(*_: object) -> None:
    raise OSError(28, "No space left on device")
