"""Bots that judge a move by its looks: one row for each thing that they look at."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

import pytest
from support.games.rounds import VARIANTS

from playroom.bots.human_errors import ERRORS, RATES, casual, drawn_errors, novice, priorities
from playroom.bots.steady import best_moves, steady
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
    options: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.sentence


def seen(row: Row) -> View:
    hands = tuple(tiles(hand) for hand in row.hands.split(","))
    match = new_match(rules(VARIANTS[row.game], len(hands), row.teams, row.options))
    match = after(match, tuple(unfolded(match, Dealt(hands, tiles(row.boneyard), 0, engine(match)))))
    for words in filter(None, row.before.split(", ")):
        match = after(match, play(match, move(words)))
        match = after(match, forced(match))
    return view(match, match.turn)


def chosen(bot: Bot, row: Row) -> set[str]:
    """The moves that the bot makes there, with many seeds."""
    return {str(bot(seen(row), Random(seed))) for seed in range(20)}


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
    Row("The tile is kept that goes out as a capicúa, as nobody else can play.",
        "5-5 5-1 1-0 5-2 4-2 5-4 5-0, 6-6, 6-3, 3-3",
        "5-5, 5-1 left, 1-0 left, 5-2 right, 4-2 right", "5-0 left", "partners", teams=2,
        options={"first": "lots", "capicua": 25, "capicua_blank": False}),
    Row("The 0-0 is kept as the chuchazo.", "1-1 1-0 0-0 2-1 2-0, 6-6, 6-3, 3-3",
        "1-1, 2-1 left, 2-0 left", "1-0 right", "partners", teams=2,
        options={"first": "lots", "chuchazo": 50}),
    Row("The double is kept, with which the round is worth more.", "1-1 1-0 0-0 2-1 2-0, 6-6, 6-3, 3-3",
        "1-1, 2-1 left, 2-0 left", "1-0 right", "dupla", teams=2, options={"first": "lots"}),
]  # fmt: skip


ERRING = {
    "forgets_passes": ("The next opponent, who passed on both numbers, is shut out.", {"6-3 left"}),
    "keeps_doubles": ("A double goes before a tile that is a little heavier.", {"6-5"}),
    "hurries_doubles": ("A double that cannot be covered waits.", {"7-7 train 0"}),
    "plays_favourite": ("Points that are scored at once are worth some weight.", {"6-5"}),
    "does_not_block": ("An opponent is skipped rather than a little weight laid off.", {"5-3"}),
    "does_not_count": ("The heavier tile goes.", {"6-4", "6-5"}),
    "plans_nothing": ("A matador is kept while another tile fits.", {"6-1 right"}),
    "draws_early": ("The last tile goes rather than a free pass.", {"draw"}),
}
"""For each error, a position above in which it changes the move, and the moves that come of it."""


@pytest.mark.sample(5)
@pytest.mark.parametrize("row", STEADY, ids=str)
def test_steady(row: Row) -> None:
    assert chosen(steady, row) == {row.move}


@pytest.mark.parametrize("error", ERRORS)
def test_an_error_changes_the_move(error: str) -> None:
    sentence, moves = ERRING[error]
    faced = seen(next(row for row in STEADY if row.sentence == sentence))

    assert {str(each) for each in best_moves(faced, priorities(faced, (error,)))} == moves


@pytest.mark.parametrize("word", RATES)
def test_each_error_happens_at_its_rate(word: str) -> None:
    chance = Random(1)

    happened = Counter(error for _ in range(2000) for error in drawn_errors(word, chance))

    assert RATES[word].keys() == ERRORS.keys()
    assert {error: happened[error] / 2000 for error in ERRORS} == pytest.approx(RATES[word], abs=0.035)


@pytest.mark.sample(8)
@pytest.mark.parametrize("bot", [novice, casual])
@pytest.mark.parametrize("row", STEADY, ids=str)
def test_those_who_err_make_legal_moves_that_follow_from_chance(bot: Bot, row: Row) -> None:
    faced = seen(row)

    moves = [bot(faced, Random(seed)) for seed in range(10)]

    assert set(moves) <= set(legal_moves(faced.position))
    assert moves == [bot(faced, Random(seed)) for seed in range(10)]


def test_without_a_choice_nobody_errs() -> None:
    faced = seen(Row("", "5-2 1-1, 6-4 3-0", "5-2", "", "block"))
    chance = Random(1)
    before = chance.getstate()

    assert [str(bot(faced, chance)) for bot in (novice, casual)] == ["pass", "pass"]
    assert chance.getstate() == before
