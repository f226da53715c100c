"""Examples of rules that are tried during a match, which waits and goes on as if nothing had been."""

from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move, without_position
from support.console.pupil import Pupil

from playroom.console.play.table import TablePlace
from playroom.keys.commands import Command, PlaceName
from playroom.keys.keymap import keymap

TABLE = ("play", "--seed", "1", "--players", "3", "--bots", "casual", "--pace", "10")
RULES = ("ctrl-f1", "down", "down", "down", "down", "enter", "down")
"""The keys that lead from a table of Playroom dominos to the first example of a turn."""
TO_TABLE = ("escape", "escape")
TRIAL = "Try it yourself, Q goes back. 2 tiles: 5-3 and 4-4."
KEYS = keymap("en")[0]
AWAY = {Command.QUIT, Command.LEAVE, Command.CHAT, Command.HISTORY, Command.LEARN_KEYS}


def at_trial(home: Path, *before: str, **settings: object) -> Console:
    """A console whose player tries an example during a match, after these keys at its table."""
    console = Console(*TABLE, home=home, settings=settings)
    console.hear()
    for key in (*before, *RULES, "enter"):
        console.press(key)
    return console


def first_table(console: Console) -> TablePlace:
    return next(place for place in console.places if isinstance(place, TablePlace))


@pytest.mark.long
def test_bots_wait_for_a_trial_and_then_move_as_without_it(home: Path, tmp_path: Path) -> None:
    opening = ("right", "enter")
    console, without = at_trial(home, *opening), Console(*TABLE, home=tmp_path)
    without.hear(*opening)
    match = console.match

    console.wait(3600)
    assert console.match == match
    assert any(text.startswith(TRIAL) for text in console.heard())
    heard = console.hear("q", *TO_TABLE)

    assert [text for text in heard if text.startswith("Ben: ")]
    assert console.match == without.match


@pytest.mark.sample(2)
@pytest.mark.parametrize("keys", [("q",), ("enter", "escape"), ("x", "q"), ("enter", "enter", "q")])
def test_the_table_is_as_it_was_before_a_trial(home: Path, keys: tuple[str, ...]) -> None:
    console = at_trial(home, "home", "right")
    match, focus = console.match, first_table(console).walk.tile

    console.hear(*keys, *TO_TABLE)

    assert console.place is first_table(console)
    assert first_table(console).walk.tile == focus
    assert console.match == match
    assert console.hear("t") == ["Your turn: play 6-6."]
    assert first_table(console).room.speech.audience.names == ("Ada", "Ben", "Cleo")


def test_bots_that_were_paused_stay_so_after_a_trial(home: Path) -> None:
    pause = KEYS.keys(PlaceName.HAND, Command.PAUSE)[0]
    console = at_trial(home, "right", "enter", pause)
    match = console.match

    console.hear("q", *TO_TABLE)
    console.wait(60)

    assert console.match == match
    assert first_table(console).room.bot_pace.is_paused


def test_a_move_that_is_saved_late_is_announced_after_the_trial(home: Path) -> None:
    console = Console(*TABLE, home=home)
    console.hear("right")
    console.background.seconds = 5.0
    console.press("enter", *RULES, "enter")
    console.forget()

    console.wait(60)
    meanwhile = console.heard()
    after = console.hear("q", *TO_TABLE)

    assert not any("6-6" in text for text in meanwhile)
    assert any(text.startswith("You open: 6-6.") for text in after)


def test_nobody_tries_examples_while_others_wait_for_the_keyboard(home: Path) -> None:
    console = Console("play", "--players", "2", "--name", "Ana", "--name", "Ben", home=home)
    console.hear()
    console.hear("y", *RULES)

    assert console.hear("enter") == [
        "Examples can be tried from the main menu, or during a match against bots."
    ]


def test_the_menu_leads_to_the_rules_too(home: Path) -> None:
    console = Console(*TABLE, home=home)
    console.hear("m", *["down"] * 3, "enter")

    heard = console.hear(*["down"] * 5, "enter")

    assert without_position(heard[-1]) == "Rules of Playroom dominos. Goal"


@pytest.mark.long
def test_a_lesson_goes_on_at_its_step_after_a_trial(home: Path) -> None:
    pupil = Pupil(home)
    pupil.begin()
    asked, match = pupil.asked, pupil.console.match

    pupil.press(*RULES, "enter", "q", *TO_TABLE)

    assert pupil.texts[-1] == asked
    assert pupil.console.match == match
    pupil.follow()
    assert pupil.asked.endswith("Press W.")


@pytest.mark.long
@pytest.mark.parametrize("command", [each for each in KEYS.commands(PlaceName.HAND) if each not in AWAY])
def test_no_key_of_a_trial_reaches_the_match(home: Path, command: Command) -> None:
    console = at_trial(home, "right", "enter")
    match = console.match

    console.press(*KEYS.keys(PlaceName.HAND, command)[:1])
    console.wait(300)
    assert console.match == match
    while console.place is not first_table(console):
        console.press("q" if isinstance(console.place, TablePlace) else "escape")

    console.rest()
    assert console.match.turn == 0
    console.press(*keys_of_a_move(console.match))
    assert console.match != match
