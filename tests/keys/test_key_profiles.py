"""The profiles: each reaches everything, with the hands that it is for."""

from pathlib import Path

import pytest
from support.english import spoken_error
from support.languages import CODES

from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import (
    ALL_PLACES,
    COMMAND_PLACES,
    GROUPS,
    OPTIONAL,
    Command,
    CommandGroup,
    PlaceName,
)
from playroom.keys.keymap import Keymap, keymap

LEFT_HALF = {*"qwertasdfgxcvb123456", "tab", "escape", "space", *(f"f{number}" for number in range(1, 7))}
"""Keys under the left hand that type the same on QWERTY, QWERTZ and AZERTY, but for the digits."""
RIGHT_HALF = {
    *{*"uiophjklbnm67890,", "y", "enter", "space", "backspace", "insert", "delete", "home", "end"},
    *{"left", "right", "up", "down", "pageup", "pagedown", *(f"f{number}" for number in range(7, 13))},
}
OFTEN = {Command.ENDS, Command.TURN, Command.SCORES, Command.HAND, Command.CHAIN, Command.INFORMATION}
OFTEN |= {Command.TABLE_LINE, Command.NEXT_PLAYABLE, Command.PREVIOUS_PLAYABLE, Command.HINT, Command.RULES}
OFTEN |= {
    Command.PLAY_LEFT,
    Command.PLAY_RIGHT,
    Command.COACH,
    Command.RETRY,
    Command.OPEN_HANDS,
    Command.NEXT_SEAT,
}
QUESTIONS = {*GROUPS[CommandGroup.TABLE], *GROUPS[CommandGroup.TILES], *GROUPS[CommandGroup.ADVICE]}
IN_MENU = (QUESTIONS - OFTEN) | {*GROUPS[CommandGroup.PEOPLE]}
IN_MENU |= {
    Command.PAUSE,
    Command.PREVIOUS_PASS,
    Command.PREVIOUS_SCORE,
    Command.STEP,
    Command.TIPS,
    Command.LONGER,
}
"""What is asked for seldom: one hand finds it in the menu of the table."""
PROFILES = "playroom, one-hand-left, one-hand-right, switch, salon, browser or touch"
ASKED_ANYWHERE = {Command.REPEAT, Command.HUSH, Command.EARLIER, Command.LATER, Command.HELP}


def keys_of(profile: KeyProfile) -> Keymap:
    found, faults = keymap("en", None, profile)
    assert faults == ()
    return found


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("profile", KeyProfile)
def test_every_profile_gives_every_command_a_key_wherever_it_works(
    profile: KeyProfile, language: str
) -> None:
    found, faults = keymap(language, None, profile)

    assert faults == ()
    assert {(place, command) for place in PlaceName for command in found.commands(place)} == {
        (place, command)
        for command, places in COMMAND_PLACES.items()
        for place in places
        if command not in OPTIONAL or profile is KeyProfile.SALON
    }


@pytest.mark.parametrize(
    ("profile", "half"), [(KeyProfile.ONE_HAND_LEFT, LEFT_HALF), (KeyProfile.ONE_HAND_RIGHT, RIGHT_HALF)]
)
def test_one_hand_reaches_everything_that_a_place_is_for(profile: KeyProfile, half: set[str]) -> None:
    found = keys_of(profile)

    beyond = {
        (place, command)
        for place in PlaceName
        for command in {*found.commands(place)} - IN_MENU
        if (COMMAND_PLACES[command] != ALL_PLACES or command in ASKED_ANYWHERE)
        and not half.intersection(found.keys(place, command))
    }

    # A line of text is written with all keys: what was said can be asked for again once it is done.
    assert {each for each in beyond if each[0] is not PlaceName.WRITING} <= {
        (place, Command.HUSH) for place in (PlaceName.MENU, PlaceName.SIDE, PlaceName.QUESTION)
    }


@pytest.mark.parametrize("language", CODES)
def test_for_the_right_hand_only_the_key_that_is_named_says_yes(language: str) -> None:
    found, _ = keymap(language, None, KeyProfile.ONE_HAND_RIGHT)

    assert found.keys(PlaceName.QUESTION, Command.YES) == ("k",)


@pytest.mark.parametrize("place", PlaceName)
def test_the_two_keys_of_the_switch_profile_are_the_same_at_every_place(place: PlaceName) -> None:
    found = keys_of(KeyProfile.SWITCH)

    assert found.command(place, "space") is Command.SCAN
    assert found.command(place, "enter") is Command.TAKE


def test_as_in_another_room_what_its_keys_did_is_on_control_with_them() -> None:
    standard, salon = keys_of(KeyProfile.PLAYROOM), keys_of(KeyProfile.SALON)

    for key in ("f6", "f7", "f8"):
        moved = standard.command(PlaceName.MENU, key)
        assert moved is salon.command(PlaceName.MENU, f"ctrl-{key}")
        assert salon.command(PlaceName.MENU, key) in OPTIONAL


def test_a_players_lines_for_one_profile_hold_in_that_profile_alone(tmp_path: Path) -> None:
    own = tmp_path / "keys.yaml"
    own.write_text("hand: {é: draw}\nprofiles:\n  switch:\n    hand: {é: pass, è: scan}\n")

    switch, faults = keymap("en", own, KeyProfile.SWITCH)
    playroom, _ = keymap("en", own)

    assert faults == ()
    assert switch.command(PlaceName.HAND, "é") is Command.PASS
    assert switch.command(PlaceName.HAND, "è") is Command.SCAN
    assert playroom.command(PlaceName.HAND, "é") is Command.DRAW
    assert playroom.command(PlaceName.HAND, "è") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "profiles:\n  feet: {}\n",
            f"line 2: feet is unknown here. Choose {PROFILES}.",
        ),
        (
            "profiles: switch\n",
            "line 1: profiles must name profiles, such as switch, each with places and keys.",
        ),
        (
            "profiles:\n  switch:\n    hand: {x: fly}\n",
            "line 3: fly is not a command of hand. Choose ",
        ),
    ],
)
def test_an_unknown_profile_is_reported(tmp_path: Path, text: str, said: str) -> None:
    own = tmp_path / "keys.yaml"
    own.write_text(text)

    _, faults = keymap("en", own)

    assert [spoken_error(fault).removeprefix(f"{own}, ")[: len(said)] for fault in faults] == [said]
