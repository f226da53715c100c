"""How the listener is told: the sound check, the modes, lines for fingers, and the switches of events."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
import yaml
from player import Heard, Player, folder, keys_of_a_move
from private_dispatcher import Dispatcher
from pyte import Screen as Emulator
from pyte import Stream

from playroom.home.presets import Presets
from playroom.home.settings import Settings

QUESTION = "Sound check."
TABLE = ("play", "--seed", "7", "--pace", "0", "--players", "2")


@pytest.fixture
def home() -> Iterator[Path]:
    with folder() as place:
        yield place


def kept(home: Path) -> Mapping[str, object]:
    """The settings as they stand in their file."""
    settings: Mapping[str, object] = yaml.safe_load((home / "config/playroom/settings.yaml").read_text())
    return settings


def settled(home: Path, **settings: object) -> Path:
    file = home / "config/playroom/settings.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(yaml.safe_dump(settings))
    return home


def texts(heard: tuple[Heard, ...]) -> list[str]:
    return [each.text for each in heard]


@pytest.mark.parametrize(
    ("key", "settings"),
    [
        ("1", {"mode": "both"}),
        ("2", {"mode": "voice"}),
        ("3", {"mode": "text"}),
        ("enter", {}),
        ("escape", {}),
    ],
)
def test_the_sound_check_finds_the_mode_and_is_never_asked_again(
    dispatcher: Dispatcher, home: Path, key: str, settings: Mapping[str, object]
) -> None:
    with Player(dispatcher, home, is_new=True) as player:
        asked = texts(player.hear())
        assert asked[0].startswith(QUESTION)
        assert QUESTION in player.screen
        assert texts(player.press("x")) == asked
        player.send(key)
        while "New match" not in player.screen and not any("New match" in each.text for each in player.new()):
            pass
        assert kept(home) == settings

    with Player(dispatcher, home, "--mode", "both", is_new=True) as player:
        assert QUESTION not in " ".join(texts(player.wait_for("New match")))


def test_the_mode_is_told_after_the_list_so_that_neither_is_cut(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, is_new=True) as player:
        player.hear()
        player.send("2")

        *_, menu, mode = texts(player.wait_for("Mode: speech."))

    assert menu == "The playroom. New match, 1 of 4"
    assert mode == "Mode: speech."


def test_the_sound_check_is_not_asked_on_the_way_to_a_table(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, *TABLE, is_new=True) as player:
        assert not any(QUESTION in text for text in texts(player.hear()))


def test_the_sound_check_gives_way_where_nothing_can_speak(
    dispatcher: Dispatcher, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dispatcher.stop()
    monkeypatch.setenv("SPEECHD_CMD", "/bin/false")
    monkeypatch.setenv("PATH", "/nowhere")

    with Player(dispatcher, home, is_new=True) as player:
        while "New match" not in player.screen:
            player.new()

    assert not (home / "config/playroom/settings.yaml").exists()


def test_every_change_of_mode_is_heard_and_read(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, settled(home, mode="both"), *TABLE) as player:
        player.hear()
        for mode in ("screen", "answers only", "speech", "speech and screen"):
            told = f"Mode: {mode}."
            assert texts(player.press("f5")) == [told]
            assert told in player.screen.rpartition("Mode: ")[1] + player.screen.rpartition("Mode: ")[2]


def test_the_table_in_one_line_is_read_by_fingers_and_told_to_ears(
    dispatcher: Dispatcher, home: Path
) -> None:
    with Player(dispatcher, settled(home, mode="both", braille=40), *TABLE) as player:
        player.hear()
        heard = texts(player.press("b"))

        assert len(heard) == 1
        assert "Tiles: you" in heard[0]
        assert "|me" in player.screen.splitlines()[-1]


def test_what_is_switched_off_is_not_told(dispatcher: Dispatcher, home: Path) -> None:
    told = {"dealt": "nothing", "turn": "sound", "hint": "nothing"}
    with Player(dispatcher, settled(home, mode="both", told=told), *TABLE) as player:
        while player.match() is None:
            assert not player.new()

        heard = texts(player.press("backspace"))

    assert heard == ["Your turn."], "what is sound only can be read again, what is off cannot"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_match_with_twenty_cells(dispatcher: Dispatcher, home: Path, language: str) -> None:
    emulator = Emulator(80, 24)
    stream = Stream(emulator)
    settings = {"mode": "both", "braille": 20, "table_line": True, "language": language}
    command = ("play", "block", "--seed", "5", "--pace", "0", "--players", "2", "--single-round", "true")

    with Player(dispatcher, settled(home, **settings), *command) as player:
        player.hear()
        read = 0
        while (match := player.match()) and not match.winners:
            for key in keys_of_a_move(match):
                player.press(key)
            stream.feed(player.screen[read:])
            read = len(player.screen)
            assert emulator.cursor.x == 0
            newest = str(emulator.display[emulator.cursor.y]).rstrip()
            assert len(newest) >= 3, "the newest line lies under the fingers"
            if player.match():
                assert "|" in newest

    lines = [line.strip("\r") for line in player.screen.split("\n")]
    assert all(len(line) <= 20 for line in lines if "\x1b" not in line)


def test_a_preset_is_kept_taken_by_one_key_and_forgotten(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, settled(home, mode="both", verbosity="brief", pace=0)) as player:
        player.hear()
        assert texts(player.press("f4"))[0].startswith("No presets yet.")
        open_presets(player)
        for key in ("enter", "text Work", "enter"):
            heard = texts(player.press(key))
        assert heard[-1].startswith("Kept as Work.")
        player.press("f6")
        assert texts(player.press("f4"))[0] == "Preset: Work."
        assert (kept(home)["verbosity"], kept(home)["preset"]) == ("brief", "Work")
        player.press("f")
        assert texts(player.press("enter"))[0].startswith("Forget the preset Work?")
        assert texts(player.press("y"))[-1].startswith("Work is forgotten.")
        assert texts(player.press("ctrl-p"))[0].startswith("No presets yet.")


def open_presets(player: Player) -> None:
    for key in ("s", "enter", "p"):
        heard = texts(player.press(key))
    while not heard[-1].startswith("Presets"):
        heard = texts(player.press("p"))
    assert "Keep the present settings" in texts(player.press("enter"))[-1]


def test_a_preset_keeps_what_can_be_read_of_it_and_leaves_the_rest(home: Path) -> None:
    presets = Presets(home / "presets.yaml")
    presets.save("Work", Settings(verbosity="brief", braille=20, table={"game": "draw"}, preset="Home"))
    with (home / "presets.yaml").open("a") as file:
        file.write("Train: {verbosity: loud, pace: 2, strange: 1}\nBroken: 3\n")

    assert presets.names == ("Work", "Train")
    assert (presets.settings("Work")["verbosity"], presets.settings("Work")["braille"]) == ("brief", 20)
    assert not {"table", "preset"} & presets.settings("Work").keys()
    assert (presets.settings("Train")["verbosity"], presets.settings("Train")["pace"]) == ("normal", 2)


def test_a_mode_chosen_in_the_settings_is_heard_once_more_where_it_ends_speech(
    dispatcher: Dispatcher, home: Path
) -> None:
    with Player(dispatcher, settled(home, mode="both")) as player:
        player.hear()
        for key in ("s", "enter", "down"):
            player.press(key)

        assert texts(player.press("right")) == ["Mode: screen."]
        assert "Mode: screen, 2 of" in player.screen
