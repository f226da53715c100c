"""Our keys, and a player's own file over them: what holds, and what is refused in which words."""

from pathlib import Path

import pytest
from support.english import spoken_error, why

from playroom.console.terminal.strokes import SEQUENCE_NAMES
from playroom.keys.bindings import FOCUS_IN, FOCUS_OUT, is_key
from playroom.keys.commands import COMMAND_PLACES, OPTIONAL, Command, PlaceName
from playroom.keys.keymap import Keymap, keymap

ENGLISH, _ = keymap("en")


@pytest.mark.parametrize("language", ["en", "fr", "fr-CA", "de", ""])
def test_ours_is_without_fault_and_gives_every_command_a_key_wherever_it_works(language: str) -> None:
    ours, faults = keymap(language)

    assert faults == ()
    assert {(command, place) for place in PlaceName for command in ours.commands(place)} == {
        (command, place)
        for command, places in COMMAND_PLACES.items()
        for place in places
        if command not in OPTIONAL
    }


@pytest.mark.parametrize(
    ("place", "keys", "command"),
    [
        (PlaceName.HAND, "left up", Command.PREVIOUS),
        (PlaceName.HAND, "right down", Command.NEXT),
        (PlaceName.HAND, "home", Command.FIRST),
        (PlaceName.HAND, "end", Command.LAST),
        (PlaceName.HAND, "enter", Command.PLAY),
        (PlaceName.HAND, "g l G L", Command.PLAY_LEFT),
        (PlaceName.HAND, "d r D R", Command.PLAY_RIGHT),
        (PlaceName.HAND, "space", Command.DRAW),
        (PlaceName.HAND, "p P", Command.PASS),
        (PlaceName.HAND, "c", Command.ENDS),
        (PlaceName.HAND, "v", Command.CHAIN),
        (PlaceName.HAND, "s", Command.SCORES),
        (PlaceName.HAND, "e", Command.INFORMATION),
        (PlaceName.HAND, "t", Command.TURN),
        (PlaceName.HAND, "z", Command.NEXT_PLAYABLE),
        (PlaceName.HAND, "Z", Command.PREVIOUS_PLAYABLE),
        (PlaceName.HAND, "w", Command.HAND),
        (PlaceName.HAND, "backspace ctrl-r", Command.REPEAT),
        (PlaceName.HAND, "escape", Command.HUSH),
        (PlaceName.HAND, "pageup", Command.EARLIER),
        (PlaceName.HAND, "pagedown", Command.LATER),
        (PlaceName.MENU, "ctrl-pageup", Command.OLDEST),
        (PlaceName.MENU, "ctrl-pagedown", Command.NEWEST),
        (PlaceName.HAND, "h H f3", Command.HISTORY),
        (PlaceName.HAND, "u", Command.MISSED),
        (PlaceName.HISTORY, "up pageup", Command.EARLIER),
        (PlaceName.HISTORY, "left", Command.PREVIOUS_BUFFER),
        (PlaceName.HISTORY, "enter", Command.MENU),
        (PlaceName.HAND, "? f1", Command.HELP),
        (PlaceName.HAND, "ctrl-f1", Command.RULES),
        (PlaceName.HAND, "m tab", Command.MENU),
        (PlaceName.HAND, "q", Command.LEAVE),
        (PlaceName.HAND, "ctrl-c", Command.QUIT),
        (PlaceName.SIDE, "g l left", Command.LEFT),
        (PlaceName.SIDE, "d r right", Command.RIGHT),
        (PlaceName.SIDE, "escape", Command.CANCEL),
        (PlaceName.SIDE, "backspace", Command.REPEAT),
        (PlaceName.MENU, "up", Command.PREVIOUS),
        (PlaceName.MENU, "left", Command.LESS),
        (PlaceName.MENU, "enter", Command.CHOOSE),
        (PlaceName.MENU, "escape", Command.CANCEL),
        (PlaceName.QUESTION, "y Y", Command.YES),
        (PlaceName.QUESTION, "n escape", Command.NO),
        (PlaceName.WRITING, "backspace", Command.ERASE),
        (PlaceName.WRITING, "f1", Command.HELP),
    ],
)
def test_the_keys_that_fingers_know(place: PlaceName, keys: str, command: Command) -> None:
    assert {ENGLISH.command(place, key) for key in keys.split()} == {command}


def test_a_key_without_a_command_is_none() -> None:
    assert ENGLISH.command(PlaceName.HAND, "é") is None
    assert ENGLISH.command(PlaceName.HAND, "alt-g") is None


def test_a_letter_in_a_list_is_left_for_its_items() -> None:
    assert not [key for key in ENGLISH.bindings[PlaceName.MENU] if key.isalnum() and len(key) == 1]


def test_every_character_is_left_for_a_text() -> None:
    assert not [key for key in ENGLISH.bindings[PlaceName.WRITING] if len(key) == 1]


def test_help_can_be_read_from_the_keymap() -> None:
    assert ENGLISH.keys(PlaceName.HAND, Command.HELP) == ("f1", "?")
    assert ENGLISH.keys(PlaceName.HAND, Command.PLAY_LEFT) == ("g", "l")
    walking = (Command.NEXT, Command.PREVIOUS)
    ends = (Command.LEFT, Command.RIGHT)
    assert ENGLISH.commands(PlaceName.SIDE)[:6] == (*walking, *ends, Command.CHOOSE, Command.CANCEL)


def test_a_language_adds_letters_of_its_own() -> None:
    french, _ = keymap("fr-CA")

    assert french.command(PlaceName.QUESTION, "o") is Command.YES
    assert french.command(PlaceName.QUESTION, "y") is Command.YES
    assert french.command(PlaceName.HAND, "l") is None
    assert ENGLISH.command(PlaceName.QUESTION, "o") is None


def test_everything_at_the_hand_can_be_done_without_letters_through_the_menu() -> None:
    named = {command for key, command in ENGLISH.bindings[PlaceName.HAND].items() if len(key) > 1}

    assert {Command.NEXT, Command.PREVIOUS, Command.PLAY, Command.DRAW, Command.MENU} <= named


class Own:
    """A player's keymap file."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "keys.yaml"

    def read(self, text: str, language: str = "en") -> tuple[Keymap, list[str]]:
        """The keys with *text* as the player's file, and what is said of it without the file's name."""
        self.file.write_text(text, encoding="utf-8")
        found, faults = keymap(language, self.file)
        return found, [spoken_error(fault).removeprefix(f"{self.file}, ") for fault in faults]


@pytest.fixture
def own(tmp_path: Path) -> Own:
    return Own(tmp_path)


def test_a_player_binds_frees_and_swaps_keys(own: Own) -> None:
    keys, faults = own.read("hand:\n  x: draw\n  G: pass\n  p: nothing\n  c: chain\n  v: ends\n")

    assert faults == []
    assert keys.keys(PlaceName.HAND, Command.DRAW) == ("space", "x")
    assert keys.command(PlaceName.HAND, "g") is Command.PLAY_LEFT
    assert keys.command(PlaceName.HAND, "G") is Command.PASS
    assert "p" not in keys.bindings[PlaceName.HAND]
    assert keys.command(PlaceName.HAND, "c") is Command.CHAIN


def test_a_player_binds_a_key_everywhere_but_where_text_is_written(own: Own) -> None:
    keys, faults = own.read("everywhere: {'1': verbosity, f9: mode}")

    assert faults == []
    assert {keys.command(place, "f9") for place in PlaceName} == {Command.MODE}
    assert keys.command(PlaceName.MENU, "1") is Command.VERBOSITY
    assert keys.command(PlaceName.WRITING, "1") is None


def test_a_bare_digit_and_bare_letters_are_keys(own: Own) -> None:
    keys, faults = own.read("layout: {1: first, y: next, N: last}")

    assert faults == []
    assert [keys.command(PlaceName.LAYOUT, key) for key in "1yN"] == [
        Command.FIRST,
        Command.NEXT,
        Command.LAST,
    ]


def test_a_player_adds_keys_for_one_language(own: Own) -> None:
    text = "languages:\n  fr:\n    hand: {é: draw}\n"

    french, _ = own.read(text, "fr")
    english, _ = own.read(text, "en")

    assert french.command(PlaceName.HAND, "é") is Command.DRAW
    assert english.command(PlaceName.HAND, "é") is None


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "hand: {}\n"])
def test_a_file_that_says_nothing_changes_nothing(own: Own, text: str) -> None:
    assert own.read(text) == (ENGLISH, [])


def test_no_file_is_no_fault(tmp_path: Path) -> None:
    assert keymap("en", tmp_path / "keys.yaml") == (ENGLISH, ())


COMMANDS_OF_EVERYWHERE = (
    "scan, take, repeat, hush, earlier, later, oldest, newest, history, view, previous-view, next-view, "
    "volume-group, softer, louder, mode, verbosity, preset, where, "
    "help, learn-keys, club, invitation, quit or nothing"
)
COMMANDS_OF_SIDE = f"next, previous, left-end, right-end, choose, cancel, {COMMANDS_OF_EVERYWHERE}"
NAMES = (
    "a key is one character, or left, right, up, down, home, end, pageup, pagedown, insert, delete, enter, "
    "space, tab, backspace, escape or f1 to f24, some with alt-, ctrl- or shift- before."
)
PLACE_NAMES = "everywhere, hand, layout, side, menu, question, writing, history or replay"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("side:\n  x: play\n", f"line 2: play is not a command of side. Choose {COMMANDS_OF_SIDE}."),
        ("side:\n  x: 5\n", f"line 2: 5 is not a command of side. Choose {COMMANDS_OF_SIDE}."),
        ("side:\n  x:\n", f"line 2: nothing is not a command of side. Choose {COMMANDS_OF_SIDE}."),
        (
            "side:\n  x: [cancel]\n",
            f"line 2: [cancel] is not a command of side. Choose {COMMANDS_OF_SIDE}.",
        ),
        (
            "everywhere:\n  x: draw\n",
            f"line 2: draw is not a command of everywhere. Choose {COMMANDS_OF_EVERYWHERE}.",
        ),
        ("hand:\n  x: draw\n  Enter: pass\n", f"line 3: Enter is not a key: {NAMES}"),
        ("hand:\n  shift-g: pass\n", f"line 2: shift-g is not a key: {NAMES}"),
        ("hand:\n  ctrl-m: pass\n", f"line 2: ctrl-m is not a key: {NAMES}"),
        ("hand:\n  12: pass\n", f"line 2: 12 is not a key: {NAMES}"),
        (
            "writing:\n  x: erase\n",
            "line 2: x is written there, as every character is: use a key with a name.",
        ),
        ("hnd:\n  x: draw\n", f"line 1: hnd is unknown here. Choose {PLACE_NAMES}."),
        ("hand: draw\n", "line 1: hand must name keys, each with its command, such as f1: help."),
        ("- hand\n", f"line 1: a keymap names places, each with keys. Places are {PLACE_NAMES}."),
        ("languages: fr\n", "line 1: languages must name languages, such as fr, each with places and keys."),
        (
            "languages:\n  fr: draw\n",
            f"line 2: a keymap names places, each with keys. Places are {PLACE_NAMES}.",
        ),
        ("languages:\n  fr:\n    hnd: {}\n", f"line 3: hnd is unknown here. Choose {PLACE_NAMES}."),
        (
            "languages:\n  fr:\n    languages: {}\n",
            f"line 3: languages is unknown here. Choose {PLACE_NAMES}.",
        ),
        ("hand:\n  x: draw\n  x: pass\n", "line 3: x is there twice, first on line 2: take one of them out."),
        (
            "hand:\n  no: pass\n",
            'line 2: no can mean true or false: write true or false, or "no" in quotes for the word.',
        ),
        (
            "question:\n  x: yes\n",
            'line 2: yes can mean true or false: write true or false, or "yes" in quotes for the word.',
        ),
        (
            "hand:\n  x: draw\nlanguages:\n  en:\n    hand:\n      x: pass\n",
            "line 6: x already does draw at hand, on line 2.",
        ),
        ("hand:\n  space: pass\n", "line 2: space is the only key for draw: give draw another key too."),
        (
            "everywhere:\n  ctrl-c: nothing\n",
            "line 2: ctrl-c is the only key for quit: give quit another key too.",
        ),
        ("hand:\n  ctrl-c: draw\n", "line 2: ctrl-c is the only key for quit: give quit another key too."),
    ],
)
def test_an_invalid_line_is_reported_with_a_valid_one(own: Own, text: str, said: str) -> None:
    _, faults = own.read(text)

    assert faults == [said]


def test_the_good_lines_of_a_file_hold_beside_the_bad_ones(own: Own) -> None:
    keys, faults = own.read("hand:\n  é: drw\n  y: draw\nhnd: {}\nside:\n  k: left-end\n")

    assert [fault.partition(":")[0] for fault in faults] == ["line 2", "line 4"]
    assert keys.command(PlaceName.HAND, "y") is Command.DRAW
    assert keys.command(PlaceName.SIDE, "k") is Command.LEFT
    assert keys.command(PlaceName.HAND, "é") is None


def test_no_file_can_take_the_last_key_of_a_command(own: Own) -> None:
    keys, faults = own.read("hand:\n  enter: nothing\n  m: nothing\n  tab: draw\n  space: menu\n")

    assert faults == ["line 2: enter is the only key for play: give play another key too."]
    assert keys.keys(PlaceName.HAND, Command.PLAY) == ("enter",)
    assert keys.keys(PlaceName.HAND, Command.MENU) == ("space",)
    assert keys.keys(PlaceName.HAND, Command.DRAW) == ("tab",)


def test_a_line_for_another_place_takes_no_key(own: Own) -> None:
    keys, faults = own.read("hand:\n  enter: nothing\nside:\n  down: cancel\n")

    assert faults == ["line 2: enter is the only key for play: give play another key too."]
    assert keys.command(PlaceName.SIDE, "down") is Command.CANCEL


def test_keys_that_were_passed_on_go_back_one_after_the_other(own: Own) -> None:
    keys, faults = own.read("hand:\n  enter: draw\n  space: pass\n  p: nothing\n")

    assert [fault.partition(":")[0] for fault in faults] == ["line 2", "line 3", "line 4"]
    assert keys == ENGLISH


@pytest.mark.parametrize("content", [b"hand:\n  \xe9: draw\n", b"hand: [", b"hand:\n  x: \x00\n"])
def test_a_file_that_is_no_yaml_is_one_sentence_and_ours_hold(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "keys.yaml"
    file.write_bytes(content)

    keys, faults = keymap("en", file)

    assert keys == ENGLISH
    assert len(faults) == 1
    assert spoken_error(faults[0]).startswith(f"{file}, line ")
    assert "\n" not in spoken_error(faults[0])


def test_a_file_that_cannot_be_opened_is_reported(tmp_path: Path) -> None:
    keys, faults = keymap("en", tmp_path)

    assert keys == ENGLISH
    assert [why(fault) for fault in faults] == ["the file cannot be read: it is a folder."]


def test_every_key_that_a_keyboard_gives_can_be_bound() -> None:
    assert {name for name in SEQUENCE_NAMES.values() if not is_key(name)} == {FOCUS_IN, FOCUS_OUT}


@pytest.mark.parametrize(
    "name", ["g", "G", "?", ".", "é", "ж", "-", "1", "ctrl-r", "alt-x", "alt-left", "f12"]
)
def test_what_is_a_key(name: str) -> None:
    assert is_key(name)


@pytest.mark.parametrize(
    "name",
    ["", " ", "gg", "Enter", "return", "f0", "f25", "ctrl-h", "ctrl-i", "ctrl-é", "shift-x", "\x1b", "alt-"],
)
def test_what_is_no_key(name: str) -> None:
    assert not is_key(name)
