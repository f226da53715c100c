"""Odds by ear: shares within noise of an enumeration of all worlds, and what is said of them."""

from dataclasses import replace
from math import sqrt
from random import Random

import pytest
from support.games.public_worlds import public_worlds
from support.games.rounds import standings, table

from playroom.advice.odds import found_odds, odds, percent
from playroom.narration.message import Half, Message, Sentences
from playroom.rules.legal import joining_tiles
from playroom.rules.match import new_match
from playroom.rules.view import view

SAMPLES = 1000
ROUNDS, POSITIONS = 3, 4
SIGMAS = 4.5
"""So many standard errors a share may be off: of the thousand shares here, one in 150,000 is."""

TABLES = {
    "block": replace(table("block", 3), set=3, hand=(2,)),
    "draw of two": replace(table("draw", 2), set=3, hand=(3,)),
    "draw of three": replace(table("draw", 3), set=3, hand=(2,)),
}


def is_within_noise(found: float, true: float) -> bool:
    return abs(found - true) <= SIGMAS * sqrt(true * (1 - true) / SAMPLES) + 0.005


@pytest.mark.long
@pytest.mark.parametrize("name", TABLES)
def test_shares_are_those_of_all_worlds_that_the_rules_allow(name: str) -> None:
    made, looked = TABLES[name], 0
    for match in (each for seed in range(ROUNDS) for each in standings(made, Random(seed))):
        seat = match.turn or 0
        seen = view(match, seat)
        if len(seen.log) < 6 or looked == POSITIONS:
            continue
        worlds, found = public_worlds(new_match(made), seen), found_odds(seen, SAMPLES)
        every = worlds.total()
        for tile, places in found.tiles.items():
            for place, share in places.items():
                if place is not None:
                    true = sum(ways for hands, ways in worlds.items() if tile in hands[place]) / every
                    assert is_within_noise(share, true)
        others = [each for each in seen.seats if each != seat and each not in seen.out]
        for end, share in found.blocked:
            joining = joining_tiles(made, end.number)
            free = (
                ways
                for hands, ways in worlds.items()
                if all(joining.isdisjoint(hands[each]) for each in others)
            )
            assert is_within_noise(share, sum(free) / every)
        looked += 1
    assert looked == POSITIONS


def blocks(told: tuple[Message, ...]) -> list[Message]:
    """What is said of blocked ends beside what was true."""
    sentences = [stage.blanks["told"] for stage in told]
    return [
        each
        for stage in sentences
        if isinstance(stage, Sentences)
        for each in stage.messages
        if each.entry == "odds.blocks_true"
    ]


@pytest.mark.long
def test_in_a_replay_a_block_is_beside_what_was_true() -> None:
    seen = {True: 0, False: 0}
    for match in (each for seed in range(4) for each in standings(table("block", 3), Random(seed))):
        heard = view(match, match.turn or 0)
        if len(heard.log) < 12:
            continue
        hands = match.now.hands
        others = [hand for seat, hand in enumerate(hands) if seat != heard.seat]
        for block in blocks(odds(heard, hands)):
            end = block.blanks["end"]
            assert isinstance(end, Message)
            half = end.blanks["number"]
            assert isinstance(half, Half)
            able = sum(any(half.number in (tile.low, tile.high) for tile in hand) for hand in others)
            assert block.blanks["open"] == able
            seen[able == 0] += 1
    assert all(seen.values())


def test_shares_are_said_in_steps_and_never_as_certain_unless_they_are() -> None:
    assert [*map(percent, (0.0, 0.004, 0.37, 0.62, 0.996, 1.0))] == [0, 1, 35, 60, 99, 100]
