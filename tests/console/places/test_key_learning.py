"""Learning the keys: each says what it does here and elsewhere, and does nothing."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.console.hand_held import Console, folders
from support.console.player import save_settings

from playroom.console.places.key_learning import KeyLearning
from playroom.keys.commands import Command, PlaceName, command_entry
from playroom.keys.key_profile import KeyProfile
from playroom.keys.keymap import keymap
from playroom.narration.message import Message
from playroom.narration.phrases.locales import phrasebook

START = ("play", "--seed", "1", "--pace", "0")


def command_words(command: Command, language: str = "en") -> str:
    words = phrasebook(language).say(Message(command_entry(PlaceName.HAND, command)))
    return words.replace("\u00a0", " ")


def test_a_key_says_its_name_and_what_it_does_here_and_elsewhere(home: Path) -> None:
    console = Console(*START, home=home)
    console.hear()

    console.hear("ctrl-k")

    assert console.hear("space") == ["Space. Draw. Choose: in a list. Writes the character: typing a line."]
    assert console.hear("backspace")[0].startswith("Backspace. Repeat. Repeat: among")
    assert console.hear("c")[0].startswith("C. The ends.")
    assert console.hear("f1") == ["F1. Keys available here. The same everywhere."]
    assert console.hear("ctrl-g") == ["Control G. No use."]


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
            for profile in KeyProfile
            for language in ("en", "fr")
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
