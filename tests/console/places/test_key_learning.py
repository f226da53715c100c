"""Learning the keys: each says what it does here, and does nothing."""

from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.console.hand_held import Console, folders
from support.console.player import save_settings
from support.languages import CODES

from playroom.console.ui.key_help import KeyLearning
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import Command, PlaceName, command_entry
from playroom.keys.keymap import keymap
from playroom.narration.message import Message
from playroom.narration.phrases.locales import phrasebook

START = ("play", "--seed", "1", "--pace", "0")


def command_words(command: Command, language: str = "en") -> str:
    words = phrasebook(language).say(Message(command_entry(PlaceName.HAND, command)))
    return words.replace("\u00a0", " ")


def test_a_key_says_its_name_and_what_it_does_here_alone(home: Path) -> None:
    console = Console(*START, home=home)
    console.hear()

    console.hear("ctrl-k")

    assert console.hear("space") == ["Space. Draw."]
    assert console.hear("backspace") == ["Backspace. Repeat."]
    assert console.hear("c") == ["C. The ends."]
    assert console.hear("f1") == ["F1. Keys available here."]
    assert console.hear("ctrl-g") == ["Control G. No use here."]


def test_escape_twice_ends_it_and_the_keys_work_again(home: Path) -> None:
    console = Console(*START, home=home)
    console.hear("ctrl-k", "escape", "c")

    assert isinstance(console.place, KeyLearning)
    assert console.hear("escape")[0].startswith("Escape. Silence. Once more ends learning.")
    assert console.hear("escape") == ["The keys work again."]
    assert console.hear("c") == ["No tiles on the table yet."]


def test_its_own_key_ends_it(home: Path) -> None:
    console = Console(home=home)

    assert console.hear("ctrl-k", "ctrl-k")[-1] == "The keys work again."
    assert not isinstance(console.place, KeyLearning)


def test_help_opens_it_for_the_place_from_which_help_was_opened(home: Path) -> None:
    console = Console(*START, home=home)
    console.hear("f1", "h", "h", "enter", "l")

    assert console.hear("enter")[-1].startswith("Learning the keys")
    assert "Draw." in console.hear("space")[-1]


def test_two_switches_can_end_it(home: Path) -> None:
    console = Console(home=home, settings={"keys": "switch"})
    console.hear("ctrl-k")

    console.hear("space", "enter", "enter")

    assert not isinstance(console.place, KeyLearning)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("profile", "language"),
    [
        (KeyProfile.PLAYROOM, "en"),
        (KeyProfile.SWITCH, "fr"),
        *(
            pytest.param(profile, language, marks=pytest.mark.long)
            for profile, language in zip(cycle(KeyProfile), (*CODES, *CODES), strict=False)
        ),
    ],
)
def test_every_bound_key_says_its_command_and_does_nothing(
    home: Path, profile: KeyProfile, language: str
) -> None:
    console = Console(*START, home=home, settings={"keys": str(profile), "language": language})
    console.hear()
    before = console.match
    keys, _ = keymap(language, None, profile)
    console.hear("ctrl-k")

    for key, command in keys.bindings[PlaceName.HAND].items():
        if command is not Command.LEARN_KEYS:
            console.hear("~")
            told = console.hear(key)[-1]
            assert f" {command_words(command, language)}." in told
            assert isinstance(console.place, KeyLearning)
    assert console.match == before


@pytest.mark.long
@settings(max_examples=4)
@given(key=st.sampled_from("bcdefghjkmqwxyz"), command=st.sampled_from(list(Command)))
def test_own_keys_are_learnt(tmp_path_factory: pytest.TempPathFactory, key: str, command: Command) -> None:
    home = tmp_path_factory.mktemp("home")
    keys = folders(home).keys
    save_settings(folders(home).settings, {"language": "en"})
    keys.parent.mkdir(parents=True, exist_ok=True)
    keys.write_text(f"hand: {{{key}: {command}}}\n", encoding="utf-8")
    console = Console(*START, home=home)
    console.hear()
    bound = keymap("en", keys)[0].command(PlaceName.HAND, key)
    console.hear("ctrl-k")

    told = console.hear(key)

    if bound is Command.LEARN_KEYS:
        assert told == ["The keys work again."]
    elif bound:
        assert command_words(bound) in told[0]


def test_no_bot_moves_while_keys_are_learnt(home: Path) -> None:
    console = Console("play", "draw", "--players", "2", "--seed", "2", home=home, settings={"pace": 1})
    console.wait(0.5)

    console.press("ctrl-k")
    before = console.match.now.log
    console.wait(30)
    during = console.match.now.log
    console.press("ctrl-k")
    console.rest()

    assert during == before
    assert len(console.match.now.log) > len(during)


def test_bots_go_on_after_learning_only_if_they_are_not_paused(home: Path) -> None:
    console = Console("play", "draw", "--players", "2", "--seed", "2", home=home, settings={"pace": 1})
    console.press("o")
    console.wait(1)

    console.hear("ctrl-k", "ctrl-k")
    before = console.match.now.log

    console.rest()
    assert console.match.now.log == before
