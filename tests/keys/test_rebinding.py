"""Another key for a command: what is free, what is in the way, and that nobody is left without a key."""

from collections.abc import Iterator
from itertools import islice

import pytest

from playroom.keys.bindings import SHARED, KeyProfile
from playroom.keys.commands import COMMAND_PLACES, OPTIONAL, Command, PlaceName
from playroom.keys.keymap import KeyStatus, keymap, rebinding

NOW, _ = keymap("en")


@pytest.mark.parametrize(
    ("section", "command", "key", "case"),
    [
        (PlaceName.HAND, Command.DRAW, "é", KeyStatus.FREE),
        (PlaceName.HAND, Command.DRAW, "G", KeyStatus.FREE),
        (PlaceName.HAND, Command.DRAW, "space", KeyStatus.ONLY),
        (PlaceName.HAND, Command.NEXT, "down", KeyStatus.OWN),
        (PlaceName.HAND, Command.DRAW, "down", KeyStatus.TAKE),
        (PlaceName.HAND, Command.DRAW, "escape", KeyStatus.TAKE),
        (PlaceName.HAND, Command.DRAW, "p", KeyStatus.SWAP),
        (PlaceName.HAND, Command.DRAW, "ctrl-c", KeyStatus.SWAP),
        (SHARED, Command.HELP, "f9", KeyStatus.FREE),
        (SHARED, Command.HELP, "f12", KeyStatus.FREE),
        (SHARED, Command.REPEAT, "?", KeyStatus.TAKE),
        (SHARED, Command.HELP, "ctrl-c", KeyStatus.SWAP),
        (SHARED, Command.HELP, "p", KeyStatus.SWAP),
        (SHARED, Command.QUIT, "enter", KeyStatus.STUCK),
        (PlaceName.HAND, Command.DRAW, "enter", KeyStatus.STUCK),
        (PlaceName.MENU, Command.NEXT, "escape", KeyStatus.STUCK),
        (PlaceName.QUESTION, Command.YES, "escape", KeyStatus.TAKE),
        (PlaceName.QUESTION, Command.YES, "enter", KeyStatus.STUCK),
        (PlaceName.HAND, Command.DRAW, "m", KeyStatus.TAKE),
        (SHARED, Command.HELP, "f6", KeyStatus.SWAP),
        (SHARED, Command.HUSH, "f6", KeyStatus.STUCK),
        (PlaceName.WRITING, Command.ERASE, "é", KeyStatus.WRITTEN),
        (PlaceName.WRITING, Command.ERASE, "f9", KeyStatus.FREE),
        (PlaceName.HAND, Command.DRAW, "shift-x", KeyStatus.UNKNOWN),
    ],
)
def test_how_a_key_stands(section: str, command: Command, key: str, case: KeyStatus) -> None:
    assert rebinding(NOW, section, command, key).case is case


def test_a_free_key_comes_beside_the_others() -> None:
    found = NOW.changed(rebinding(NOW, PlaceName.HAND, Command.DRAW, "é").lines)

    assert found.keys(PlaceName.HAND, Command.DRAW) == ("space", "é")


def test_a_key_is_taken_over_from_a_command_that_has_more() -> None:
    wanted = rebinding(NOW, PlaceName.HAND, Command.DRAW, "down")
    found = NOW.changed(wanted.lines)

    assert wanted.others == ((PlaceName.HAND, Command.NEXT),)
    assert found.command(PlaceName.HAND, "down") is Command.DRAW
    assert found.keys(PlaceName.HAND, Command.NEXT) == ("right",)


def test_two_commands_swap_their_only_keys() -> None:
    wanted = rebinding(NOW, PlaceName.HAND, Command.DRAW, "p")
    found = NOW.changed(wanted.lines)

    assert (wanted.others, wanted.given) == (((PlaceName.HAND, Command.PASS),), "space")
    assert found.keys(PlaceName.HAND, Command.DRAW) == ("p",)
    assert found.keys(PlaceName.HAND, Command.PASS) == ("space",)


def test_a_key_for_everywhere_is_taken_over_at_the_places_too() -> None:
    found = NOW.changed(rebinding(NOW, SHARED, Command.HELP, "c").lines)

    assert {found.command(place, "c") for place in PlaceName if place is not PlaceName.WRITING} == {
        Command.HELP
    }
    assert found.keys(PlaceName.HAND, Command.ENDS) == ("f1",)


def test_a_key_can_be_taken_out_of_use() -> None:
    found = NOW.changed(rebinding(NOW, PlaceName.HAND, Command.NEXT, "down").lines)

    assert found.keys(PlaceName.HAND, Command.NEXT) == ("right",)
    assert found.command(PlaceName.HAND, "down") is None


@pytest.mark.parametrize("key", ["m", "tab"])
def test_the_last_key_of_the_menu_is_not_taken_away(key: str) -> None:
    (other,) = {"m", "tab"} - {key}
    now = NOW.changed(rebinding(NOW, PlaceName.HAND, Command.MENU, other).lines)

    assert rebinding(now, PlaceName.HAND, Command.MENU, key).case is KeyStatus.ONLY
    assert rebinding(now, PlaceName.HAND, Command.DRAW, key).case is KeyStatus.STUCK


def wishes() -> Iterator[tuple[str, Command, str]]:
    keys = ("enter", "space", "escape", "left", "down", "tab", "p", "g", "é", "n", "f1", "f7", "ctrl-c")
    for command, places in COMMAND_PLACES.items():
        for section in {SHARED} if places == frozenset(PlaceName) else sorted(places):
            yield from ((section, command, key) for key in keys)


@pytest.mark.sample(1)
@pytest.mark.parametrize("profile", KeyProfile)
@pytest.mark.parametrize("one_in", [50, pytest.param(3, marks=pytest.mark.long)])
def test_no_wish_leaves_a_command_without_a_key(profile: KeyProfile, one_in: int) -> None:
    now, _ = keymap("en", None, profile)
    all_of_them = {(place, command) for place in PlaceName for command in now.commands(place)}

    for section, command, key in islice(wishes(), 0, None, one_in):
        wanted = rebinding(now, section, command, key)
        after = now.changed(wanted.lines)
        kept = {(place, each) for place in PlaceName for each in after.commands(place)}

        assert wanted.case in {KeyStatus.STUCK, KeyStatus.ONLY, KeyStatus.WRITTEN, KeyStatus.UNKNOWN} or {
            each for _, each in kept ^ all_of_them
        } <= OPTIONAL - {each for _, each in all_of_them - kept}
        if wanted.case in {KeyStatus.FREE, KeyStatus.TAKE, KeyStatus.SWAP}:
            assert key in after.section(section)[command], (section, command, key)
