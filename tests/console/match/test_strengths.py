"""Bots at the table: their strengths changed in mid-match, and left while they think."""

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move
from support.console.opened import opened
from support.console.player import Player, variants
from support.voice.private_dispatcher import Dispatcher, until

from playroom.bots.roster import BOTS
from playroom.console.play.draft import usual
from playroom.home.match_notes import MatchNotes
from playroom.narration.message import Blank, Message
from playroom.narration.phrases.locales import phrasebook

WORDS = tuple(BOTS)
WEAKEST, STRONGEST = WORDS[0], WORDS[-1]
USUAL = usual(WORDS)
ONE_STRONGER = WORDS[(WORDS.index(USUAL) + 1) % len(WORDS)]
TABLE = ("play", "--seed", "1", "--pace", "0", "--players", "3")
SLOW = (sys.executable, str(Path(__file__).parents[2] / "support" / "programs" / "slow_bots.py"))


def seat(name: str, word: str) -> str:
    """How a bot and its strength are told in the menu of the table."""
    blanks: dict[str, Blank] = {"name": name, "bot": Message(f"menus.bots.{word}")}
    return phrasebook("en").say(Message("menus.strength", blanks=blanks))


def strength(console: Console, name: str) -> str:
    """How the strength of this bot is told in the menu of the table, walking up from its end."""
    console.hear("end")
    for _ in range(40):
        (label,) = console.hear("up")
        if name in label:
            return label
    raise LookupError(name)


def test_a_bot_is_made_stronger_in_mid_match_and_that_is_kept(home: Path) -> None:
    console = opened(home, *TABLE)
    console.hear("m", "b", "enter")

    before = strength(console, "Ben")
    (after,) = console.hear("right")

    assert before.startswith(f"{seat('Ben', USUAL)}, ")
    assert after.startswith(f"{seat('Ben', ONE_STRONGER)}, ")
    assert console.saved.notes().bots == {1: ONE_STRONGER, 2: USUAL}


def test_the_kept_match_is_gone_on_with_by_other_bots(home: Path) -> None:
    opened(home, *TABLE).close()

    console = Console("continue", "--bots", f"{STRONGEST},{WEAKEST}", home=home)
    told = console.hear()
    console.hear("m", "b", "enter")

    assert not [text for text in told if "The playroom." in text]
    assert strength(console, "Cleo").startswith(seat("Cleo", WEAKEST))
    assert strength(console, "Ben").startswith(seat("Ben", STRONGEST))


def test_a_word_that_stands_for_no_bot_any_more_gives_way_to_the_usual_one(home: Path) -> None:
    console = opened(home, *TABLE)
    console.saved.save(console.saved.load(variants()), MatchNotes({1: "heaviest-of-old", 2: WEAKEST}))
    console.close()

    console = opened(home, "continue")
    console.hear("m", "b", "enter")

    assert strength(console, "Cleo").startswith(seat("Cleo", WEAKEST))
    assert strength(console, "Ben").startswith(seat("Ben", USUAL))


@pytest.mark.parametrize(
    ("keys", "last"),
    [
        ({"ctrl-c": "Leave the playroom?"}, "y"),
        pytest.param(
            {
                "q": "Leave the match?",
                "y": "The playroom.",
                "end": "Leave the playroom",
                "enter": "Leave the playroom?",
            },
            "y",
            marks=pytest.mark.long,
        ),
    ],
    ids=["quit", "left"],
)
def test_the_program_ends_though_a_bot_thinks_for_ever(
    dispatcher: Dispatcher, home: Path, keys: Mapping[str, str], last: str
) -> None:
    with Player(dispatcher, home, *TABLE, "--bots", "slow", program=SLOW) as player:
        player.wait_for("You start")
        match = player.match()
        assert match
        player.send(*keys_of_a_move(match))
        assert until((home / "thinking").exists)
        for key, told in keys.items():
            player.press(key, told)
        player.send(last)

        assert player.end() == 0
