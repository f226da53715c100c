"""Settings in their file: each has its default and the values that it can have."""

from pathlib import Path

import pytest
from msgspec.structs import fields, replace
from support.english import why

from playroom.home.settings import (
    FORMER,
    KINDS,
    OPTIONS,
    Settings,
    load_settings,
    save_settings,
    valid_settings,
)
from playroom.narration.preferences import FirstTime
from playroom.strict_yaml import load

CHANGED = Settings(
    language="fr",
    mode="both",
    verbosity="brief",
    explained=["teams"],
    tips=False,
    tips_told={"facts": 1},
    pace=2.5,
    draws=True,
    waits=False,
    hearing=30,
    position=False,
    tiles="words",
    hand_order="number",
    keys="switch",
    brake=300,
    confirm=True,
    scan=1.5,
    speaker="espeak-ng",
    rate=200,
    braille=40,
    table_line=True,
    braille_hand=True,
    told={"hint": "nothing", "drew": "brief"},
    muted=["chat"],
    blocked=["Ben"],
    friends=["Cleo"],
    friend_news=False,
    awaited=["kozel"],
    quiet=True,
    announce=False,
    updates=False,
    sound="mono",
    volume=70,
    volumes={"table": 50},
    silent=["cursor"],
    ducking="strong",
    end_notes=True,
    sounds_written=True,
    away_sounds="own",
    device="Headset",
    preset="Work",
    people={"Ana": {"language": "fr"}},
    companions=["Ada", "Zoe"],
    table={"game": "draw"},
)


@pytest.mark.parametrize("name", [each.name for each in fields(Settings)])
def test_each_setting_comes_back_as_it_was_saved(tmp_path: Path, name: str) -> None:
    changed = replace(Settings(), **{name: getattr(CHANGED, name)})

    save_settings(tmp_path / "settings.yaml", {name: getattr(CHANGED, name)})

    assert changed != Settings()
    assert load_settings(tmp_path / "settings.yaml") == (changed, ())


def test_each_default_is_one_of_its_values() -> None:
    for name, kind in KINDS.items():
        assert kind.read(getattr(Settings(), name)) == getattr(Settings(), name)


WRONG = [
    ("language: 7", "a language, such as en"),
    ("mode: loud", "voice, both or text"),
    ("verbosity: ''", "earcons, summary, brief, normal or full"),
    ("pace: 10.5", "seconds from 0 to 10"),
    ("pace: true", "seconds from 0 to 10"),
    ("position: 1", "true or false"),
    ("keys: feet", "playroom, one-hand-left, one-hand-right, switch, salon, browser or touch"),
    ("brake: 1501", "milliseconds from 0 to 1,500"),
    ("brake: 0.5", "milliseconds from 0 to 1,500"),
    ("speaker: parrot", "orca, accessible-output2, prism, say, espeak-ng, espeak or browser-speech"),
    ("rate: 79", "0 or words a minute from 80 to 450"),
    ("rate: false", "0 or words a minute from 80 to 450"),
    ("braille: 11", "0 or cells from 12 to 100"),
    ("braille: false", "0 or cells from 12 to 100"),
    ("muted: chat", "a list of all, table, score, chat, answers, system or focus"),
    ("muted: [chats]", "a list of all, table, score, chat, answers, system or focus"),
    ("sound: loud", "off, headphones, speakers or mono"),
    ("volume: 101", "percent from 0 to 100"),
    ("volume: 0.5", "percent from 0 to 100"),
    ("volumes: {table: -1}", "table, turn, interface or people, each with percent from 0 to 100"),
    ("volumes: {tables: 1}", "table, turn, interface or people, each with percent from 0 to 100"),
    ("ducking: some", "off, light or strong"),
    ("device: 1", "the name of an output device"),
    ("table: draw", "the last table"),
    ("colour: red", ""),
]


@pytest.mark.parametrize(("line", "allowed"), WRONG)
def test_a_wrong_setting_is_left_out_and_the_error_names_the_values(
    tmp_path: Path, line: str, allowed: str
) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text(f"draws: true\n{line}\n", encoding="utf-8")

    settings, (error,) = load_settings(file)

    assert settings == Settings(draws=True)
    assert error.line == 2
    assert (f" Write {allowed}." if allowed else "is unknown here. Choose one of ") in why(error)


@pytest.mark.parametrize("line", ["told: {hint: loud}", "told: {answer: brief}", "told: brief"])
def test_a_wrong_level_of_detail_names_the_switches_and_the_levels(tmp_path: Path, line: str) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text(line, encoding="utf-8")

    _, (error,) = load_settings(file)

    assert "Write alert, event, hint, dealt, " in why(error)
    assert why(error).endswith(", each with usual, full, brief, sound or nothing.")


@pytest.mark.parametrize("text", ["", "# nothing"])
def test_an_empty_file_is_the_default_settings(tmp_path: Path, text: str) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text(text, encoding="utf-8")

    assert load_settings(file) == (Settings(), ())
    assert load_settings(tmp_path / "missing.yaml") == (Settings(), ())


@pytest.mark.parametrize("text", ["- pace: 1", "pace: [", "\x00"])
def test_a_file_that_is_not_a_mapping_is_an_error_and_the_default_settings(tmp_path: Path, text: str) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text(text, encoding="utf-8")

    settings, errors = load_settings(file)

    assert (settings, len(errors)) == (Settings(), 1)


def test_plain_data_of_a_preset_is_checked_by_the_same_kinds() -> None:
    plain = load("{pace: 2.0, mode: loud, colour: red, muted: [chat]}", "a preset").value
    assert isinstance(plain, dict)

    assert valid_settings({str(key): value for key, value in plain.items()}) == Settings(
        pace=2.0, muted=["chat"]
    )


def test_the_options_of_the_command_line_are_settings() -> None:
    assert tuple(OPTIONS) == ("language", "mode", "verbosity", "pace", "keys", "sound")


EARLIER = """
mode: quiet
brief_offered: true
explains: false
repeats: true
reading: 20
coach: true
pause: 0.5
chat: answer
pace: 2.0
"""


def test_the_file_of_an_earlier_version_is_read_without_complaint(tmp_path: Path) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text(EARLIER, encoding="utf-8")

    settings, errors = load_settings(file)

    assert errors == ()
    assert (settings.pace, settings.mode) == (2.0, "voice")
    assert settings.told == {"alert": "sound", "event": "sound", "hint": "sound"}
    assert set(settings.explained) == {str(each) for each in FirstTime}


@pytest.mark.parametrize(
    ("earlier", "now"),
    [
        ("{mode: text, reading: 20}", Settings(mode="text", hearing=20)),
        ("{mode: voice, reading: 20}", Settings(mode="voice")),
        ("{reading: 0, explains: true}", Settings()),
        ("{told: {won: full, drew: brief}}", Settings(told={"drew": "brief"})),
        ("{people: {Ana: {pause: 1.0, pace: 1.0}}}", Settings(people={"Ana": {"pause": 1.0, "pace": 1.0}})),
    ],
)
def test_what_an_earlier_version_knew_is_found_in_another_setting(
    tmp_path: Path, earlier: str, now: Settings
) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text(earlier, encoding="utf-8")

    assert load_settings(file) == (now, ())


def test_a_file_of_an_earlier_version_is_brought_up_to_date_when_it_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text(EARLIER, encoding="utf-8")
    before, _ = load_settings(file)

    save_settings(file, {"explained": [], "pace": 3.0})

    assert load_settings(file) == (replace(before, explained=[], pace=3.0), ())
    assert not any(line.partition(":")[0] in FORMER for line in file.read_text("utf-8").splitlines())
