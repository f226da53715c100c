"""All the ways that a known deal can go, counted by the rules and by brute force."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from brute import State, choices
from support.console.arrange import table

from playroom.rules.flow import after, play
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.tile import whole_set, written

Outcome = tuple[str, tuple[int, ...]]
GAMES = ("block", "draw", "dominos", "passing-game", "pass-and-out", "pass-pass")

SMALL = [
    ("block", "6-6 5-3 6-3 2-1, 6-5 5-2 3-1 3-3, 6-2 5-1 2-2 1-1", "", 436),
    ("draw", "6-6 5-3 2-1 6-1, 6-5 5-2 3-3 5-1", "6-3 3-1 2-2 6-2", 188),
    ("dominos", "6-6 5-3 2-1 6-1, 6-5 5-2 3-3 5-1", "6-3 3-1 0-0 2-2", 32),
    ("passing-game", "6-6 5-3, 6-5 5-2", "6-3 3-1 2-2 5-5", 1766),
    ("pass-and-out", "6-6 5-3 6-3 2-1, 6-5 5-2 3-1 3-3, 6-2 5-1 2-2 1-1", "", 408),
    ("pass-pass", "6-6 5-3 2-1, 6-5 5-2 3-3, 6-1 5-5 4-3, 6-4 2-2 5-4", "6-3 3-1", 74),
]
"""A few tiles, and in how many ways they can be played to the end."""

WHOLE = [
    (
        "block",
        "6-6 5-3 6-3 2-1 4-0 5-0, 6-5 5-2 3-1 3-3 0-0 6-0, 6-2 5-1 2-2 1-1 4-4 4-2",
        "",
        (6, 20, 38, 88),
    ),
    ("draw", "6-6 5-3 6-3 2-1 4-0 5-0, 6-5 5-2 3-1 3-3 0-0 6-0", "6-2 5-1 2-2 1-1 4-4 4-2", (6, 20, 48, 133)),
    (
        "dominos",
        "6-6 5-3 6-3 2-1 4-0 5-0 5-5, 6-5 5-2 3-1 3-3 0-0 6-0 1-0",
        "6-2 5-1 2-2 1-1 4-4 4-2",
        (2, 8, 28, 80),
    ),
    (
        "passing-game",
        "6-6 5-3 6-3 2-1 4-0 5-0, 6-5 5-2 3-1 3-3 0-0 6-0",
        "6-2 5-1 2-2 1-1 4-4 4-2",
        (6, 32, 130, 609),
    ),
    (
        "pass-and-out",
        "6-6 5-3 6-3 2-1 4-0 5-0, 6-5 5-2 3-1 3-3 0-0 6-0, 6-2 5-1 2-2 1-1 4-4 4-2",
        "",
        (6, 20, 38, 88),
    ),
    (
        "pass-pass",
        "6-6 5-3 6-3 2-1, 6-5 5-2 3-1 3-3, 6-2 5-1 2-2 1-1, 4-4 4-2 4-1 5-5",
        "6-4 4-3 5-4",
        (4, 11, 17, 25),
    ),
]
"""Whole hands, and how many ways there are after one, two, three and four actions."""


def table_of(game: str, hands: str, pile: str) -> Match:
    return table(game, hands, boneyard=pile, teams=2 if game == "pass-pass" else 0)


def paper_of(game: str, hands: str, pile: str) -> State:
    """The referee's paper at the beginning of the same round."""
    held = tuple(tuple(pair(word) for word in hand.split()) for hand in hands.split(","))
    return State(game, held, tuple(pair(word) for word in pile.split()))


def pair(word: str) -> tuple[int, int]:
    return int(word[0]), int(word[2])


def following(match: Match) -> Iterator[Match]:
    """The match after each move that is allowed."""
    if match.round:
        for move in legal_moves(position(match)):
            yield after(match, play(match, move))


def outcomes_by_rules(match: Match) -> Iterator[Outcome]:
    if match.round is None:
        yield str(match.rounds[-1].ending), match.rounds[-1].scores
    for later in following(match):
        yield from outcomes_by_rules(later)


def outcomes_by_force(now: State) -> Iterator[Outcome]:
    if now.over:
        yield now.over, now.won
        return
    for later in choices(now):
        yield from outcomes_by_force(later)


@pytest.mark.long
@pytest.mark.parametrize(("game", "hands", "pile", "ways"), SMALL, ids=GAMES)
def test_all_ways_to_the_end_and_what_they_score(game: str, hands: str, pile: str, ways: int) -> None:
    by_rules = Counter(outcomes_by_rules(table_of(game, hands, pile)))
    by_force = Counter(outcomes_by_force(paper_of(game, hands, pile)))

    assert by_rules == by_force
    assert by_rules.total() == ways


@pytest.mark.sample(3)
@pytest.mark.parametrize(("game", "hands", "pile", "ways"), WHOLE, ids=GAMES)
def test_all_ways_to_some_depth(game: str, hands: str, pile: str, ways: tuple[int, ...]) -> None:
    matches, papers = [table_of(game, hands, pile)], [paper_of(game, hands, pile)]
    by_rules, by_force = [], []

    for _ in range(4):
        matches = [later for match in matches for later in following(match)]
        papers = [later for paper in papers if not paper.over for later in choices(paper)]
        by_rules.append(len(matches))
        by_force.append(len(papers))

    assert by_rules == by_force
    assert tuple(by_rules) == ways


def few_tiles(game: str, chance: Random) -> tuple[str, str]:
    """Two or three tiles each and a few in the boneyard, of the small numbers, which often fit."""
    players = 4 if game == "pass-pass" else 2 if game == "passing-game" else chance.choice((2, 3))
    size = 2 if game == "passing-game" else 3
    heap = list(whole_set(4))
    chance.shuffle(heap)
    hands = [written(heap[size * seat : size * (seat + 1)]) for seat in range(players)]
    return ", ".join(hands), written(heap[size * players : size * players + 3])


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", GAMES)
def test_a_few_tiles_by_chance_go_as_by_brute_force(game: str, seed: int) -> None:
    hands, pile = few_tiles(game, Random(seed))

    by_rules = islice(outcomes_by_rules(table_of(game, hands, pile)), 500)
    by_force = islice(outcomes_by_force(paper_of(game, hands, pile)), 500)

    assert list(by_rules) == list(by_force)
