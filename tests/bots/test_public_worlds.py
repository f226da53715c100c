"""Determinizations place hidden tiles as the worlds do that are enumerated from the public log alone."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random

import pytest
from support.faults.soaks import soak
from support.games.exact_places import Shares, noise, variation
from support.games.public_worlds import Hands, public_worlds
from support.games.rounds import by_hand, standings, table

from playroom.bots.belief import Belief, belief
from playroom.bots.determinize import Determinization, Determinizer
from playroom.bots.swaps import chained
from playroom.engine.simulator import simulator
from playroom.rules.event import Drew, Played, Turn
from playroom.rules.match import new_match
from playroom.rules.rulebook.variant import Rules
from playroom.rules.tile import tile, tiles
from playroom.rules.view import View, view

TIMES = 400
"""How many determinizations are compared with the enumeration of each position."""

WITHIN = 1.3
"""How many times the expected noise the total variation may be, summed over some positions of a table."""

AT_ONE = 3.0
"""The same at a single position, besides a hundredth."""

FEWEST_EVENTS = 6
"""Earlier positions say little about hidden hands."""


def small(game: str, players: int, teams: int = 0, *, hand: int = 2, **options: object) -> Rules:
    """A table with the ten tiles of a double-three set, so that all worlds can be enumerated."""
    return replace(table(game, players, teams, **options), set=3, hand=(hand,))


TABLES = {
    "block": small("block", 3),
    "dominos of two": small("dominos", 2, hand=3),
    "dominos of three": small("dominos", 3),
    "dominos, drawing at any time": small("dominos", 3, drawing="any_time"),
    "draw of two": small("draw", 2, hand=3),
    "draw of three": small("draw", 3),
    "draw of three, anticlockwise": small("draw", 3, direction="anticlockwise"),
    "draw, a drawn tile may be kept": small("draw", 3, after_draw="may_play"),
    "draw, a draw ends the turn": small("draw", 3, after_draw="wait"),
    "the passing game": small("passing-game", 3),
    "pass and out": small("pass-and-out", 3),
    "pass-pass": small("pass-pass", 4, 2),
    "all fives": small("all-fives", 2, hand=3),
    "all fives, the highest double leads": small("all-fives", 2, lead="double"),
    "matador of two": small("matador", 2, hand=3),
    "matador of three": small("matador", 3),
    "kozel, both doubles in one turn": small("kozel", 2, hand=3, both_doubles=True),
    "mexican train": small("mexican-train", 2),
    "mexican train, long first turns": small("mexican-train", 2, doubles="several", first_turn="many"),
}


WITH_DRAWS = ("dominos of two", "draw of three", "mexican train")
"""Tables at which players keep tiles that they have drawn."""


def positions(made: Rules) -> Iterator[View]:
    """Positions of random rounds with hidden tiles, as the seat to move sees them."""
    for seed in range(1000):
        for match in islice(standings(made, Random(seed)), seed % 3, None, 3):
            seen = view(match, match.turn)
            if len(seen.log) >= FEWEST_EVENTS and belief(seen).unseen:
                yield seen


def was_played_after_draw(seen: View) -> bool:
    """Whether another seat drew, and has played a tile in a later turn, which may be the one drawn."""
    drawn: set[int] = set()
    this_turn: set[int] = set()
    for event in seen.log:
        if isinstance(event, Played) and event.seat != seen.seat and event.seat in drawn - this_turn:
            return True
        if isinstance(event, Turn):
            this_turn = set()
        if isinstance(event, Drew):
            drawn, this_turn = drawn | {event.seat}, {event.seat}
    return False


def enumerated(seen: View, known: Belief) -> Shares:
    """The share of the worlds in which each unseen tile is with each other seat, then in the boneyard."""
    worlds = public_worlds(new_match(seen.rules), seen)
    return [_with_boneyard(_shares_of_tile(worlds, known, each)) for each in known.unseen]


def _shares_of_tile(worlds: Counter[Hands], known: Belief, hidden: object) -> list[float]:
    return [
        sum(ways for hands, ways in worlds.items() if hidden in hands[seat]) / worlds.total()
        for seat in known.groups
    ]


def _with_boneyard(shares: Sequence[float]) -> list[float]:
    return [*shares, 1 - sum(shares)]


def sampled(seen: View, known: Belief, times: int) -> Shares:
    """The same of determinizations."""
    masks, chance = simulator(seen.rules, seen.seats).masks, Random(1).random
    dealer = Determinizer(masks, seen, known)
    several: list[Determinization] = [dealer.sample(chance) for _ in range(times)]
    return [
        _with_boneyard(
            [
                sum(bool(made.hands[seat] & masks.bits[each]) for made in several) / times
                for seat in known.groups
            ]
        )
        for each in known.unseen
    ]


def assert_worlds_are_exact(several: Iterator[View], count: int) -> str:
    """What was compared at the first *count* positions, as a row of a table."""
    differs, expected, free = 0.0, 0.0, 0
    compared = list(islice(several, count))
    assert len(compared) == count
    for seen in compared:
        known = belief(seen)
        exact = enumerated(seen, known)
        found = variation(sampled(seen, known, TIMES), exact)
        allowed = noise(exact, TIMES)
        assert found <= AT_ONE * allowed + 0.01, seen.log
        differs, expected = differs + found, expected + allowed
        free += bool(known.free_moves)
    assert differs <= WITHIN * expected
    return f"{count} | {free} | {differs / count:.4f} | {expected / count:.4f} |"


@pytest.mark.long
@pytest.mark.sample(1)
@pytest.mark.parametrize("name", TABLES)
def test_hidden_tiles_lie_as_in_all_worlds_of_the_public_log(name: str) -> None:
    assert_worlds_are_exact(positions(TABLES[name]), 2)


@pytest.mark.long
@pytest.mark.parametrize("name", TABLES)
def test_hidden_tiles_lie_as_in_all_worlds_of_many_public_logs(name: str) -> None:
    row = assert_worlds_are_exact(positions(TABLES[name]), soak(100))

    print(f"| {name} | {row}")


@pytest.mark.long
@pytest.mark.sample(1)
@pytest.mark.parametrize("name", WITH_DRAWS)
def test_a_tile_played_after_a_draw_may_have_been_dealt_or_drawn(name: str) -> None:
    assert_worlds_are_exact(filter(was_played_after_draw, positions(TABLES[name])), 3)


@pytest.mark.long
@pytest.mark.parametrize("name", WITH_DRAWS)
def test_tiles_played_after_many_draws_may_have_been_dealt_or_drawn(name: str) -> None:
    assert_worlds_are_exact(filter(was_played_after_draw, positions(TABLES[name])), 50)


def test_a_starter_that_plays_a_drawn_double_knows_that_it_was_not_dealt() -> None:
    match = by_hand(
        small("dominos", 2, hand=3),
        "1-1 1-0 0-0, 3-1 3-2 3-0",
        "1-1, 3-1 right, 1-0 left, 3-0 left, draw, 3-3 left",
        boneyard="3-3",
    )
    seen = view(match, 0)
    known = belief(seen)

    shares = dict(zip(known.unseen, sampled(seen, known, TIMES), strict=True))

    assert shares[tile("2-2")] == [0, 1]


@pytest.mark.parametrize("by_swaps", [False, True], ids=["deals", "swaps"])
def test_strong_bots_deal_nobody_a_double_above_the_one_that_started(by_swaps: bool) -> None:  # noqa: FBT001
    match = by_hand(
        table("dominos", 2),
        "2-2 2-1 1-0 0-0 6-0 6-1 5-0, 4-2 4-1 4-0 3-0 3-1 5-4 6-4",
        "2-2, 4-2 right, 2-1 left, 4-1 left, draw, 4-4 left",
        boneyard="4-4",
    )
    seen = view(match, 0)
    masks, known = simulator(seen.rules, seen.seats).masks, belief(seen)
    dealer, chance = Determinizer(masks, seen, known), Random(1).random
    drawn = chained(dealer, {}, chance) if by_swaps else partial(dealer.sample, chance)

    several = [drawn() for _ in range(TIMES)]

    higher = masks.mask(tiles("6-6 5-5 3-3"))
    assert not any(made.hands[1] & higher for made in several)


def test_a_tile_that_another_played_after_a_draw_was_dealt_if_it_played_the_drawn_one_at_once() -> None:
    """Seat 0 drew 2-1, which it played, so that 2-2 was dealt: only a higher double let seat 2 start."""
    match = by_hand(
        small("draw", 3),
        "2-2 0-0, 3-0 1-0, 3-1 3-3",
        "3-1, draw, 2-1 right, 3-0 left, draw, 2-0 left, 2-2 left",
        boneyard="2-1 2-0",
    )
    seen = view(match, 1)
    known = belief(seen)

    shares = dict(zip(known.unseen, sampled(seen, known, TIMES), strict=True))

    assert shares[tile("3-3")] == [0, 1, 0]
    assert shares[tile("1-1")] == [0, 0, 1]


def test_a_tile_that_was_drawn_may_have_been_played_since() -> None:
    """The other drew on 3, and has played three tiles of its four.

    What it holds is 2-2 in four of the five ways to deal and draw, and 3-0, which it then drew, in one.
    """
    match = by_hand(
        small("dominos", 2, hand=3),
        "1-0 2-0 2-1, 3-3 1-1 3-1",
        "3-3, draw, 3-1 left, 1-0 left, draw, pass, 2-0 left, draw, 3-2 right, 2-1 left",
        boneyard="2-2 0-0 3-2",
    )
    seen = view(match, 1)
    known = belief(seen)

    shares = dict(zip(known.unseen, sampled(seen, known, TIMES), strict=True))

    assert shares == {
        tile("2-2"): pytest.approx([0.8, 0.2], abs=0.06),
        tile("3-0"): pytest.approx([0.2, 0.8], abs=0.06),
    }
