"""Bots that judge a move by its looks: one row for each thing that they look at."""

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest
from support.games.rounds import VARIANTS

from playroom.bots.simple import NOW_AND_THEN, casual, heaviest, novice
from playroom.bots.steady import steady
from playroom.rules.deal import engine
from playroom.rules.event import Dealt
from playroom.rules.flow import after, forced, play, unfolded
from playroom.rules.legal import legal_moves
from playroom.rules.match import new_match
from playroom.rules.rulebook.variant import rules
from playroom.rules.tile import tiles
from playroom.rules.view import View, view
from playroom.table.examples.notation import move_of as move
from playroom.table.table import Bot


@dataclass(frozen=True)
class Row:
    """A position as it came about, and the move that a bot makes in it.

    *hands* stand clockwise from the first seat, which begins, and *before* are the moves made since then.
    """

    sentence: str
    hands: str
    before: str
    move: str
    game: str = "block"
    boneyard: str = ""
    teams: int = 0

    def __str__(self) -> str:
        return self.sentence


def seen(row: Row) -> View:
    hands = tuple(tiles(hand) for hand in row.hands.split(","))
    match = new_match(rules(VARIANTS[row.game], len(hands), row.teams))
    match = after(match, tuple(unfolded(match, Dealt(hands, tiles(row.boneyard), 0, engine(match)))))
    for words in filter(None, row.before.split(", ")):
        match = after(match, play(match, move(words)))
        match = after(match, forced(match))
    return view(match, match.turn)


def chosen(bot: Bot, row: Row) -> set[str]:
    """The moves that the bot makes there, with many seeds."""
    return {str(bot(seen(row), Random(seed))) for seed in range(20)}


CASUAL = [
    Row("The heaviest tile goes first.", "6-1 5-4 3-2, 1-0 2-0 3-0", "", "5-4"),
    Row("Of two ends, the one is chosen that leaves most to play.",
        "5-1 5-2 2-0, 2-1 6-6", "5-1, 2-1 right", "5-2 left"),
    Row("Of two that weigh the same, a double goes.", "3-3 5-1 4-0, 6-2 2-2 6-1", "", "3-3"),
    Row("Another turn goes before all weight.",
        "6-6 5-0 6-5, 2-1 3-3 4-3, 2-2 1-1 3-0, 4-2 4-0 6-1", "", "5-0", "pass-pass", teams=2),
    Row("Where any tile counts as much, what it leaves decides.",
        "6-5 2-1 2-0 3-1, 3-3 4-4 5-5 4-3", "", "2-1", "pass-and-out"),
    Row("Stuck, a tile is drawn.", "5-2 1-1, 6-4 3-0", "5-2", "draw", "passing-game", "4-4 5-5 4-2 4-1"),
    Row("Points that are scored at once go before weight.", "6-6 3-2, 5-4 1-0", "", "3-2", "all-fives"),
    Row("A 0-0 that counts fifty weighs most.",
        "9-0 0-0 8-0 4-3, 9-1 7-6", "9-0 train 0, 9-1 train 1", "0-0 train 0", "mexican-train"),
]  # fmt: skip

STEADY = [
    Row("The last tile goes rather than a free pass.",
        "4-1 5-1, 6-0 5-3", "4-1, pass", "5-1 right", "passing-game", "2-2 3-3 4-4"),
    Row("The next opponent, who passed on both numbers, is shut out.",
        "3-0 0-0 6-3 4-2, 6-2 2-2 6-1", "3-0", "0-0 right"),
    Row("The partner, who passed on a number, is not left with it.",
        "6-6 4-1 5-0, 6-5 4-4 2-2, 3-2 2-0 4-2, 6-1 3-3 3-1",
        "6-6, 6-5 right, 6-1 left", "5-0 right", "dominos", teams=2),
    Row("The heavier tile goes.", "6-5 6-4, 1-0 2-0", "", "6-5"),
    Row("A double goes before a tile that is a little heavier.", "6-5 2-2, 6-2 3-3 6-1", "", "2-2"),
    Row("A tile for each end is worth more than a little weight.",
        "6-3 2-1 3-0 6-4 6-1, 6-6 3-3 2-0 5-5", "6-3, 3-3 right", "6-1 left"),
    Row("Another turn goes before a little weight.",
        "5-0 4-2, 2-1 3-3, 2-2 1-1, 4-0 4-1", "", "5-0", "pass-pass", teams=2),
    Row("An opponent is skipped rather than a little weight laid off.",
        "6-1 5-3, 2-1 3-3, 2-2 1-1, 4-0 4-1", "", "6-1", "pass-pass", teams=2),
    Row("A free pass is better than a tile more.",
        "5-2 1-1, 6-4 3-0", "5-2", "pass", "passing-game", "4-4 5-5 4-2 4-1"),
    Row("Points that are scored at once are worth some weight.", "6-5 3-2, 5-4 1-0", "", "3-2", "all-fives"),
    Row("A matador is kept while another tile fits.",
        "4-4 6-0 1-0, 3-1 3-2 6-1 5-5", "4-4, 3-1 left, 6-0 left", "3-2 right", "matador"),
    Row("The tiles of a run for the own train are kept.",
        "9-7 9-6 6-5 5-4 8-7, 9-1 1-0", "9-7 mexican, 9-1 train 1", "8-7 mexican", "mexican-train"),
    Row("A double that cannot be covered waits.",
        "9-7 7-7 9-6 6-2, 9-1 1-0", "9-7 train 0, 9-1 train 1", "9-6 mexican", "mexican-train"),
    Row("A double that can be covered goes.",
        "9-7 7-7 7-2 9-6, 9-1 1-0", "9-7 train 0, 9-1 train 1", "7-7 train 0", "mexican-train"),
    Row("The own train is closed.",
        "5-4 3-3, 9-1 9-4 1-0", "draw, 9-1 train 1, draw", "9-2 train 0", "mexican-train", "8-8 9-2 9-3"),
]  # fmt: skip


@pytest.mark.parametrize("row", CASUAL, ids=str)
def test_casual(row: Row) -> None:
    assert chosen(casual, row) == {row.move}


@pytest.mark.parametrize("row", STEADY, ids=str)
def test_steady(row: Row) -> None:
    assert chosen(steady, row) == {row.move}


def test_heaviest_plays_the_most_pips_at_either_end() -> None:
    assert chosen(heaviest, CASUAL[1]) == {"5-2 left", "5-2 right"}
    assert chosen(heaviest, CASUAL[3]) == {"6-6"}
    assert chosen(heaviest, CASUAL[5]) == {"draw"}


def test_a_novice_makes_any_move_and_now_and_then_the_better_one() -> None:
    faced, chance = seen(CASUAL[0]), Random(1)

    made = Counter(str(novice(faced, chance)) for _ in range(4000))

    assert made.keys() == {str(each) for each in legal_moves(faced.position)}
    assert made["5-4"] / 4000 == pytest.approx(NOW_AND_THEN + (1 - NOW_AND_THEN) / 3, abs=0.025)
