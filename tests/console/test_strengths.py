"""Bots at the table by ear: their strengths changed in mid-match, and left while they think."""

import sys
import time
from pathlib import Path

import pytest
from player import PATIENCE, Player, keys_of_a_move, variants
from private_dispatcher import Dispatcher

from playroom.bots.roster import BOTS
from playroom.console.match.draft import usual
from playroom.narration.locales import phrasebook
from playroom.narration.message import Blank, Message

WORDS = tuple(BOTS)
WEAKEST, STRONGEST = WORDS[0], WORDS[-1]
USUAL = usual(WORDS)
ONE_STRONGER = WORDS[(WORDS.index(USUAL) + 1) % len(WORDS)]
SLOW = (sys.executable, str(Path(__file__).parents[1] / "slow_bots.py"))
AT_ONCE = 2.0
"""Seconds within which a program has ended that waits for nobody, on a busy machine."""


def seat(name: str, word: str) -> str:
    """How a bot and its strength are told in the menu of the table."""
    blanks: dict[str, Blank] = {"name": name, "bot": Message(f"menus.bots.{word}")}
    return phrasebook("en").say(Message("menus.strength", blanks=blanks))


def wait_for(file: Path) -> None:
    """Wait until a file is there."""
    end = time.monotonic() + PATIENCE
    while not file.exists():
        assert time.monotonic() < end
        time.sleep(0.01)


def last(player: Player, key: str) -> str:
    """The last that is heard after a key."""
    return player.press(key)[-1].text


def find(player: Player, words: str) -> str:
    """Walk up a list until these words are heard."""
    for _ in range(40):
        if words in (heard := last(player, "up")):
            return heard
    raise AssertionError(f"{words} is not there: {heard}")


def test_a_bot_is_made_stronger_in_mid_match_and_that_is_kept(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, "play", "--seed", "1", "--pace", "0", "--players", "3") as player:
        player.hear()
        player.press("m")
        player.press("end")
        before = find(player, "Ben")
        after = last(player, "right")
        kept = player.saved.seats()

    assert before.startswith(f"{seat('Ben', USUAL)}, ")
    assert after.startswith(f"{seat('Ben', ONE_STRONGER)}, ")
    assert kept == {1: ONE_STRONGER, 2: USUAL}


def test_the_kept_match_is_gone_on_with_by_other_bots(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, "play", "--seed", "1", "--pace", "0", "--players", "3") as player:
        player.hear()
    with Player(dispatcher, home, "continue", "--bots", f"{STRONGEST},{WEAKEST}") as player:
        (first, *_) = player.wait_for("Your turn")
        player.press("m")
        player.press("end")
        cleo, ben = find(player, "Cleo"), find(player, "Ben")

    assert "The playroom." not in first.text
    assert cleo.startswith(seat("Cleo", WEAKEST))
    assert ben.startswith(seat("Ben", STRONGEST))


def test_a_word_that_stands_for_no_bot_any_more_gives_way_to_the_usual_one(
    dispatcher: Dispatcher, home: Path
) -> None:
    with Player(dispatcher, home, "play", "--seed", "1", "--pace", "0", "--players", "3") as player:
        player.hear()
    player.saved.save(player.saved.load(variants()), {1: "heaviest-of-old", 2: WEAKEST})
    with Player(dispatcher, home, "continue") as player:
        player.wait_for("Your turn")
        player.press("m")
        player.press("end")
        cleo, ben = find(player, "Cleo"), find(player, "Ben")

    assert cleo.startswith(seat("Cleo", WEAKEST))
    assert ben.startswith(seat("Ben", USUAL))


@pytest.mark.parametrize("keys", [("ctrl-c",), ("q", "y", "escape")], ids=["quit", "left"])
def test_nobody_waits_for_a_bot_that_thinks(
    dispatcher: Dispatcher, home: Path, keys: tuple[str, ...]
) -> None:
    arguments = ("play", "--bots", "slow", "--seed", "1", "--pace", "0", "--players", "3")
    with Player(dispatcher, home, *arguments, program=SLOW) as player:
        player.wait_for("You start")
        match = player.match()
        assert match
        for key in keys_of_a_move(match):
            player.send(key)
            player.wait_for("")
        wait_for(home / "thinking")
        since = time.monotonic()
        for key in keys:
            player.send(key)
            player.wait_for("")
        code = player.end()
        seconds = time.monotonic() - since

    assert code == 0
    assert seconds < AT_ONCE
