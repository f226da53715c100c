"""How the listener is told: the sound check, the modes, lines for braille, and the switches of events."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from pyte import Screen as Emulator
from pyte import Stream
from support.console.hand_held import Console, without_position
from support.console.opened import TABLE, kept, opened
from support.console.player import Player
from support.languages import CODES
from support.voice.private_dispatcher import Dispatcher

from playroom.home.presets import Presets
from playroom.home.settings import Settings

QUESTION = "Sound check."
MENU = "The playroom. New match"
OFFER = "Would you like to learn by playing? It takes about five minutes. Y or N, Enter for no."
KEYS = "Do you know QuentinC's Playroom, and want its keys for volumes and history? Y or N, Enter for no."


@pytest.mark.parametrize(
    ("keys", "settings"),
    [
        (["1"], {"mode": "both"}),
        (["2"], {"mode": "voice"}),
        (["3", "y"], {"mode": "text"}),
        (["enter"], {}),
        (["escape"], {}),
    ],
)
def test_the_sound_check_finds_the_mode_and_is_never_asked_again(
    home: Path, keys: Sequence[str], settings: Mapping[str, object]
) -> None:
    console = Console("--language", "en", home=home, is_new=True)
    assert console.hear()[0].startswith(QUESTION)
    assert console.read()[0].startswith(QUESTION)
    assert any(each.endswith(KEYS) for each in [*console.hear(*keys), *console.read()])
    assert OFFER in [*console.hear("n"), *console.read()]
    assert MENU in without_position([*console.hear("n"), *console.read()])
    assert kept(home) == settings

    again = Console("--language", "en", "--mode", "both", home=home, is_new=True)
    assert without_position(again.hear()[0]) == MENU


def test_the_mode_is_said_before_the_next_question(home: Path) -> None:
    console = Console("--language", "en", home=home, is_new=True, speed=20)
    console.rest()
    console.forget()

    assert console.hear("2") == [f"Mode: speech. {KEYS}"]


def test_who_knows_another_room_has_its_keys_from_the_first_start_on(home: Path) -> None:
    console = Console("--language", "en", home=home, is_new=True)
    console.hear("2")

    answered = console.hear("y")
    console.hear("n")

    assert answered[0].startswith("Keys as there. Would you like to learn by playing?")
    assert kept(home) == {"mode": "voice", "keys": "salon"}
    assert console.hear("f6", "f7")[-2:] == ["Table: 100 percent", "Table: 90 percent"]


@pytest.mark.parametrize("key", ["x", "y", "7"])
def test_a_wrong_key_at_the_sound_check_names_its_keys_once(home: Path, key: str) -> None:
    console = Console("--language", "en", home=home, is_new=True)
    console.rest()
    console.forget()

    heard = console.hear(key)

    assert heard == ["Heard once: 1. Twice: 2. Only read: 3. Enter goes on."]
    assert console.read() == heard


def test_the_sound_check_is_not_asked_on_the_way_to_a_table(home: Path) -> None:
    console = Console(*TABLE, "--language", "en", home=home, is_new=True)

    assert not [text for text in console.hear() if QUESTION in text]


def test_the_sound_check_gives_way_where_nothing_can_speak(home: Path) -> None:
    console = Console("--language", "en", home=home, is_new=True, kind=None)

    console.rest()

    assert KEYS in console.read()
    assert not console.folders.settings.exists()


def late_voice(home: Path) -> Console:
    """A new player whose voice fails for a minute, so that the question has given way."""
    console = Console("--language", "en", home=home, is_new=True, frozen=60)
    console.wait(5)
    assert KEYS in console.read()
    return console


def test_the_sound_check_is_asked_again_once_something_speaks(home: Path) -> None:
    console = late_voice(home)

    heard = console.hear()

    assert [text for text in heard if QUESTION in text] == heard[-1:]
    console.hear("2")
    assert kept(home) == {"mode": "voice"}


def test_a_sound_check_that_gave_way_is_not_asked_in_the_middle_of_something_else(home: Path) -> None:
    console = late_voice(home)

    console.press("n", "n", "s", "enter")

    assert not [text for text in console.hear() if QUESTION in text]


@pytest.mark.long
def test_the_sound_check_gives_way_in_the_real_program(
    dispatcher: Dispatcher, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dispatcher.stop()
    monkeypatch.setenv("PATH", "/nowhere")

    with Player(dispatcher, home, "--language", "en", is_new=True) as player:
        player.wait_until_written(KEYS)

    assert not (home / "config/playroom/settings.yaml").exists()


def test_every_change_of_mode_is_heard_and_read(home: Path) -> None:
    console = opened(home, *TABLE, mode="both")
    console.read()

    console.hear("f5")
    console.read()
    for key, told in (
        ("y", "Mode: screen. F5 brings speech back."),
        ("f5", "Mode: speech."),
        ("f5", "Mode: speech and screen."),
    ):
        assert console.hear(key) == [told]
        assert console.read() == [told]


def test_the_table_in_one_line_is_shown_in_braille_and_spoken(home: Path) -> None:
    console = opened(home, *TABLE, mode="both", braille=40)

    (heard,) = console.hear("b")

    assert "Tiles: you" in heard
    assert "|me" in console.read()[-1]


def test_events_that_are_switched_off_are_not_announced(home: Path) -> None:
    told = {"dealt": "nothing", "turn": "sound", "hint": "nothing"}
    console = Console(*TABLE, home=home, settings={"mode": "both", "told": told})

    assert console.hear() == []
    assert console.hear("backspace") == ["Your turn."], "what is sound only can be read again"


@pytest.mark.long
@pytest.mark.parametrize("language", CODES)
def test_a_whole_match_with_twenty_cells(home: Path, language: str) -> None:
    emulator = Emulator(80, 24)
    stream = Stream(emulator)
    command = ("play", "block", "--seed", "5", "--pace", "0", "--players", "2", "--single-round", "true")
    console = opened(home, *command, mode="both", braille=20, table_line=True, language=language)

    written = 0
    while console.saved.exists():
        console.play()
        stream.feed(console.screen[written:].replace("\n", "\r\n"))
        written = len(console.screen)
        newest = str(emulator.display[emulator.cursor.y]).rstrip()
        assert emulator.cursor.x == 0
        assert len(newest) >= 3, "the newest line lies under the fingers"
        assert "|" in newest or not console.saved.exists()

    lines = [line.strip("\r") for line in console.screen.split("\n")]
    assert all(len(line) <= 20 for line in lines)


def test_a_preset_is_kept_taken_by_one_key_and_forgotten(home: Path) -> None:
    console = opened(home, mode="both", verbosity="brief", pace=0)
    assert console.hear("f4")[0].startswith("No presets to load yet.")
    *_, presets = console.answers("s", "enter", "p", "p", "enter")
    assert presets.startswith("Presets")
    assert "Save the current settings" in console.hear("enter")[0]
    console.hear("enter")
    console.write("Work")
    assert console.hear("enter")[-1].startswith("Saved as Work.")
    console.hear("f6")
    assert "Preset: Work." in console.hear("f4")
    assert (kept(home)["verbosity"], kept(home)["preset"]) == ("brief", "Work")
    console.hear("home", "enter", "d")
    assert console.hear("enter")[0].startswith("Delete the preset Work?")
    assert console.hear("y")[-1].startswith("Work deleted.")
    assert console.hear("ctrl-p")[0].startswith("No presets to load yet.")


def test_a_preset_keeps_what_can_be_read_of_it_and_leaves_the_rest(home: Path) -> None:
    presets = Presets(home / "presets.yaml")
    presets.save("Work", Settings(verbosity="brief", braille=20, table={"game": "draw"}, preset="Home"))
    with (home / "presets.yaml").open("a") as file:
        file.write("Train: {verbosity: loud, pace: 2, strange: 1}\nBroken: 3\n")

    assert presets.names == ("Work", "Train")
    assert (presets.settings("Work")["verbosity"], presets.settings("Work")["braille"]) == ("brief", 20)
    assert not {"table", "preset"} & presets.settings("Work").keys()
    assert (presets.settings("Train")["verbosity"], presets.settings("Train")["pace"]) == ("normal", 2)


def test_a_mode_chosen_in_the_settings_is_heard_once_more_where_it_ends_speech(home: Path) -> None:
    console = opened(home, mode="both")
    console.answers("s", "enter", "m", "right")

    assert console.hear("y") == ["Mode: screen. F5 brings speech back."]
    console.read()
    assert console.hear("down") == []
    assert console.read()[0].startswith("Sound")


@pytest.mark.long
@pytest.mark.usefixtures("_plain_bots")
def test_points_for_a_round_follow_the_news_of_its_end_where_tiles_score_too(home: Path) -> None:
    novices = ("--pace", "0", "--bots", "novice")
    console = opened(home, "play", "all-fives", "--players", "3", "--seed", "3", *novices)

    told = console.play()
    while console.match.turn is not None:
        told = console.play()

    assert told[-2].endswith("Cleo goes out. The round is over. Cleo scores 40, total 40.")
