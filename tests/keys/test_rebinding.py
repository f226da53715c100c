"""Another key for a command: what is free, what is in the way, and that nobody is left without a key."""

from collections.abc import Iterator

import pytest

from playroom.keys.bindings import SHARED
from playroom.keys.commands import PLACES, Command, Place
from playroom.keys.keymap import keymap
from playroom.keys.profile import Profile
from playroom.keys.rebinding import Case, rebinding

NOW, _ = keymap("en")


@pytest.mark.parametrize(
    ("section", "command", "key", "case"),
    [
        (Place.HAND, Command.DRAW, "x", Case.FREE),
        (Place.HAND, Command.DRAW, "G", Case.FREE),
        (Place.HAND, Command.DRAW, "space", Case.ONLY),
        (Place.HAND, Command.NEXT, "down", Case.OWN),
        (Place.HAND, Command.DRAW, "down", Case.TAKE),
        (Place.HAND, Command.DRAW, "escape", Case.TAKE),
        (Place.HAND, Command.DRAW, "p", Case.SWAP),
        (Place.HAND, Command.DRAW, "ctrl-c", Case.SWAP),
        (SHARED, Command.HELP, "f9", Case.FREE),
        (SHARED, Command.HELP, "x", Case.FREE),
        (SHARED, Command.REPEAT, "?", Case.TAKE),
        (SHARED, Command.HELP, "ctrl-c", Case.SWAP),
        (SHARED, Command.HELP, "p", Case.SWAP),
        (SHARED, Command.QUIT, "enter", Case.SWAP),
        (SHARED, Command.HELP, "f5", Case.SWAP),
        (SHARED, Command.HUSH, "f5", Case.STUCK),
        (Place.WRITING, Command.ERASE, "x", Case.WRITTEN),
        (Place.WRITING, Command.ERASE, "f9", Case.FREE),
        (Place.HAND, Command.DRAW, "shift-x", Case.UNKNOWN),
    ],
)
def test_how_a_key_stands(section: str, command: Command, key: str, case: Case) -> None:
    assert rebinding(NOW, section, command, key).case is case


def test_a_free_key_comes_beside_the_others() -> None:
    found = NOW.changed(rebinding(NOW, Place.HAND, Command.DRAW, "x").lines)

    assert found.keys(Place.HAND, Command.DRAW) == ("space", "x")


def test_a_key_is_taken_over_from_a_command_that_has_more() -> None:
    wanted = rebinding(NOW, Place.HAND, Command.DRAW, "down")
    found = NOW.changed(wanted.lines)

    assert wanted.others == ((Place.HAND, Command.NEXT),)
    assert found.command(Place.HAND, "down") is Command.DRAW
    assert found.keys(Place.HAND, Command.NEXT) == ("right",)


def test_two_commands_swap_their_only_keys() -> None:
    wanted = rebinding(NOW, Place.HAND, Command.DRAW, "p")
    found = NOW.changed(wanted.lines)

    assert (wanted.others, wanted.given) == (((Place.HAND, Command.PASS),), "space")
    assert found.keys(Place.HAND, Command.DRAW) == ("p",)
    assert found.keys(Place.HAND, Command.PASS) == ("space",)


def test_a_key_for_everywhere_is_taken_over_at_the_places_too() -> None:
    found = NOW.changed(rebinding(NOW, SHARED, Command.HELP, "c").lines)

    assert {found.command(place, "c") for place in Place if place is not Place.WRITING} == {Command.HELP}
    assert found.keys(Place.HAND, Command.ENDS) == ("f1",)


def test_a_key_can_be_taken_out_of_use() -> None:
    found = NOW.changed(rebinding(NOW, Place.HAND, Command.NEXT, "down").lines)

    assert found.keys(Place.HAND, Command.NEXT) == ("right",)
    assert found.command(Place.HAND, "down") is None


def wishes() -> Iterator[tuple[str, Command, str]]:
    keys = ("enter", "space", "escape", "left", "down", "tab", "p", "g", "x", "n", "f1", "f7", "ctrl-c")
    for command, places in PLACES.items():
        for section in {SHARED} if places == frozenset(Place) else places:
            yield from ((section, command, key) for key in keys)


@pytest.mark.parametrize("profile", Profile)
def test_no_wish_leaves_a_command_without_a_key(profile: Profile) -> None:
    now, _ = keymap("en", None, profile)
    all_of_them = {(place, command) for place in Place for command in now.commands(place)}

    for section, command, key in wishes():
        wanted = rebinding(now, section, command, key)
        after = now.changed(wanted.lines)
        kept = {(place, each) for place in Place for each in after.commands(place)}

        assert wanted.case in {Case.STUCK, Case.ONLY, Case.WRITTEN, Case.UNKNOWN} or kept == all_of_them
        if wanted.case in {Case.FREE, Case.TAKE, Case.SWAP}:
            assert key in after.section(section)[command], (section, command, key)
