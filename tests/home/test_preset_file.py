"""The file of presets: settings and tables under names, with digits, and each as one line."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from playroom.home.presets import DIGITS, MOST_PRESETS, Presets, preset_of_line
from playroom.home.settings import Settings
from playroom.narration.file_errors import system_error_blank
from playroom.narration.message import Message
from playroom.narration.phrases.locales import phrasebook
from playroom.strict_yaml import PageError, TooManyPresetsError

TABLE = {"game": "draw", "players": 2, "teams": 0, "options": {}, "names": ["Ada", "B"], "bots": ["", "hard"]}


@pytest.fixture
def presets(home: Path) -> Presets:
    return Presets(home / "presets.yaml")


def digits(presets: Presets) -> dict[str, int]:
    return {name: table.digit for name, table in presets.tables.items()}


def test_a_new_table_gets_the_lowest_free_digit_if_there_is_one(presets: Presets, home: Path) -> None:
    lines = (f"T{digit}: {{table: {{game: draw}}, digit: {digit}}}\n" for digit in DIGITS if digit != 4)
    (home / "presets.yaml").write_text("".join(lines), encoding="utf-8")
    presets.save_table("New", TABLE)
    presets.save_table("Late", TABLE)

    assert (digits(presets)["New"], digits(presets)["Late"]) == (4, 0)
    assert presets.tables["New"].table == TABLE


def test_a_table_that_is_replaced_keeps_its_digit_and_comes_back_with_it(presets: Presets) -> None:
    presets.save_table("A", TABLE)
    presets.save_table("B", TABLE)
    presets.save_table("A", {**TABLE, "players": 3})
    replaced = digits(presets)

    presets.restore()

    assert replaced == digits(presets) == {"A": 1, "B": 2}
    assert presets.tables["A"].table == TABLE


def test_a_hundred_presets_are_enough_for_everybody(presets: Presets, home: Path) -> None:
    lines = (f"P{number}: {{tips: false}}\n" for number in range(MOST_PRESETS))
    (home / "presets.yaml").write_text("".join(lines), encoding="utf-8")
    quiet = replace(Settings(), tips=False)

    with pytest.raises(TooManyPresetsError) as refused:
        presets.save("New", quiet)
    presets.save("P0", quiet)
    presets.delete("P1")
    presets.save("New", quiet)

    assert len(presets.names) == MOST_PRESETS
    assert phrasebook("en").say(
        Message("presets.unsaved", blanks={"why": system_error_blank(refused.value)})
    ) == ("The presets cannot be saved: there are 100 presets already. Delete one first.")


@pytest.mark.parametrize(
    ("digit", "after"),
    [
        (2, {"A": 2, "B": 1, "C": 3}),
        (3, {"A": 3, "B": 2, "C": 1}),
        (7, {"A": 7, "B": 2, "C": 3}),
        (1, {"A": 1, "B": 2, "C": 3}),
        (0, {"A": 0, "B": 2, "C": 3}),
    ],
)
def test_a_digit_that_is_taken_is_exchanged(presets: Presets, digit: int, after: dict[str, int]) -> None:
    for name in "ABC":
        presets.save_table(name, TABLE)

    presets.set_digit("A", digit)

    assert digits(presets) == after


def test_a_table_that_comes_back_takes_a_free_digit_if_another_has_its_own(presets: Presets) -> None:
    presets.save_table("A", TABLE)
    presets.delete("A")
    presets.save_table("B", TABLE)

    presets.restore()

    assert digits(presets) == {"B": 1, "A": 2}


def test_settings_and_tables_share_one_file_and_one_set_of_names(presets: Presets) -> None:
    presets.save("Work", Settings(pace=2))
    presets.save_table("Friday", TABLE)
    both = presets.names, presets.of_settings, tuple(presets.tables)
    presets.save_table("Work", TABLE)

    assert both == (("Work", "Friday"), ("Work",), ("Friday",))
    assert presets.of_settings == ()
    presets.restore()
    assert presets.settings("Work")["pace"] == 2


def test_a_new_name_keeps_all_else_and_never_takes_that_of_another(presets: Presets, home: Path) -> None:
    presets.save("Work", Settings(pace=2))
    presets.save_table("5", TABLE)
    before = (home / "presets.yaml").read_text(encoding="utf-8")
    presets.rename("5", "Work")
    same = (home / "presets.yaml").read_text(encoding="utf-8")

    presets.rename("5", "Friday")
    presets.rename("gone", "Sunday")

    assert same == before
    assert digits(presets) == {"Friday": 1}
    assert presets.names == ("Work", "Friday")


def test_a_file_that_was_edited_by_hand_is_read_as_far_as_possible(presets: Presets, home: Path) -> None:
    (home / "presets.yaml").write_text(
        "7: {table: {game: draw}, digit: 3}\nB: {table: {game: draw}, digit: 3}\n"
        "C: {table: 5, digit: x}\nD: 8\nE: {digit: 4}\n",
        encoding="utf-8",
    )

    assert digits(presets) == {"7": 3, "B": 0, "C": 0}
    assert presets.tables["C"].table == {}
    presets.set_digit("7", 0)
    assert digits(presets) == {"7": 0, "B": 3, "C": 0}


NAMES = [
    "Friday",
    "no",
    "5:30",
    "null",
    "7",
    "1e3",
    "0x10",
    "a: b",
    "{x}, [y] #z",
    'it\'s "so"',
    "Été",
    "- a",
    "~",
]


@pytest.mark.parametrize("name", NAMES)
def test_the_line_of_a_preset_gives_the_same_preset(presets: Presets, home: Path, name: str) -> None:
    presets.save_table(name, {**TABLE, "names": [name, "Ben"], "options": {"target": 150, "tiles": name}})
    other = Presets(home / "other.yaml")

    line = presets.line(name)
    other.put(*preset_of_line(line))

    assert "\n" not in line
    assert other.tables == presets.tables


def test_the_line_of_settings_gives_the_same_settings(presets: Presets, home: Path) -> None:
    presets.save("Work", Settings(pace=0.4, told={"event": "brief"}, muted=["table"], device="no"))
    other = Presets(home / "other.yaml")

    other.put(*preset_of_line(presets.line("Work")))

    assert other.settings("Work") == presets.settings("Work")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Friday",
        "{Friday: {table: {game: draw}",
        "[Friday]",
        "{Friday: 3}",
        "{A: {pace: 1}, B: {pace: 2}}",
        "{A: {pace: 1}, B: 2}",
        "{' ': {pace: 1}}",
        "{A: {pace: fast}}",
        "{A: {pace: 1, digit: 2}}",
        "{A: {preset: B}}",
        "{A: {table: {game: draw}, digit: 0}}",
        "{A: {table: {game: draw}, digit: true}}",
        "{A: {table: {game: draw}, pace: 2}}",
        "{A: {table: 5}}",
        "{A: {pace: 1}, A: {pace: 2}}",
        "\x07",
        "{" * 3000,
    ],
)
def test_a_line_that_is_no_preset_is_refused(line: str) -> None:
    with pytest.raises(PageError):
        preset_of_line(line)


def test_a_change_by_another_program_is_seen(presets: Presets, home: Path) -> None:
    presets.save_table("A", TABLE)
    assert digits(presets) == {"A": 1}

    Presets(home / "presets.yaml").set_digit("A", DIGITS[-1])

    assert digits(presets) == {"A": 9}
