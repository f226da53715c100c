"""Duplicate deals: the same tiles for everybody, so that nothing but strength is compared."""

from dataclasses import replace

import pytest
from odd_bots import WORD
from plans import BOTS, VARIANTS, planned

from playroom.rules.event import Ending
from playroom.rules.match import Match
from playroom.rules.score import left_over
from playroom.simulation.names import find_bot
from playroom.simulation.plan import Plan, outcome_of, play_match, play_portion
from playroom.simulation.result import Tally, group_tally, result

TABLES = {
    "all-fives": (3, 0),
    "bergen": (3, 0),
    "block": (3, 0),
    "chickenfoot": (3, 0),
    "cochon": (3, 0),
    "cuban": (4, 2),
    "dominos": (4, 2),
    "draw": (3, 0),
    "dupla": (4, 2),
    "fives-and-threes": (3, 0),
    "kozel": (3, 0),
    "maltese-cross": (3, 0),
    "sebastopol": (4, 0),
    "matador": (3, 0),
    "mexican-train": (3, 0),
    "partners": (4, 2),
    "pass-and-out": (3, 0),
    "pass-pass": (4, 2),
    "passing-game": (2, 0),
    "six-love": (3, 0),
}
TWO_SIDES = {
    **dict.fromkeys(VARIANTS.keys() - {"cochon", "sebastopol"}, (2, 0)),
    **dict.fromkeys(("cuban", "dupla", "partners", "pass-pass"), (4, 2)),
}
TWIN = WORD.format("twin")


def matches(plan: Plan) -> list[Match]:
    """The matches of the plan's own seed, one for each rotation."""
    seated = [tuple(map(find_bot, plan.seated(rotation))) for rotation in plan.rotations]
    return [play_match(plan.rules, bots, plan.seed) for bots in seated]


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_every_table_is_dealt_the_same_tiles_in_every_round_that_both_have(game: str) -> None:
    plan = planned(game, table=TABLES[game], duplicate=True)
    sides = plan.rules.sides

    played = matches(plan)

    assert len(played) == sides
    for rounds in zip(*(match.rounds for match in played), strict=False):
        if len({now.seats for now in rounds}) == 1:
            assert len({(now.dealt.hands, now.dealt.boneyard) for now in rounds}) == 1
    assert len({match.rounds[0].dealt for match in played}) == 1
    assert len({match.rounds[0].log for match in played}) > 1


@pytest.mark.long
def test_rounds_are_not_dealt_alike_within_a_match() -> None:
    (match,) = matches(planned(table=(2, 0)))

    assert len({now.dealt.hands for now in match.rounds}) == len(match.rounds) > 1


@pytest.mark.parametrize("table", [(4, 0), (4, 2), (6, 3), (6, 2)])
def test_every_bot_sits_once_on_every_side_with_its_partners(table: tuple[int, int]) -> None:
    plan = planned(table=table, options={"set": 9}, duplicate=True, bots=tuple("abcdef"[: table[0]]))
    sides = plan.rules.sides

    seats = [{word: seat for seat, word in enumerate(plan.seated(rotation))} for rotation in plan.rotations]

    for word in plan.bots:
        assert sorted(seat[word] % sides for seat in seats) == list(range(sides))
    together = {frozenset(plan.who(rotation, side) for side in range(sides)) for rotation in plan.rotations}
    assert len(together) == 1


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(TWO_SIDES))
def test_two_bots_that_are_the_same_win_exactly_alike(game: str) -> None:
    plan = planned(game, ("casual", TWIN), table=TWO_SIDES[game], seeds=2, duplicate=True)

    groups = play_portion(plan, range(plan.seeds)).groups

    assert all(group[0] == group[1] for group in groups)
    found = result(plan, sum((group_tally(plan, group) for group in groups), Tally()))
    assert found.bots["casual"] == found.bots[TWIN]
    assert found.bots["casual"].matches.rate == 0.5


def test_without_duplicate_deals_every_seed_is_played_once() -> None:
    plan = planned(seeds=5)

    assert (plan.matches, len(plan.rotations)) == (5, 1)
    assert plan.seated(0) == BOTS * 2


@pytest.mark.long
def test_the_seed_of_each_match_plays_that_match_alone() -> None:
    plan = planned(seeds=3)

    again = replace(plan, seed=plan.seed_of(2), seeds=1)

    assert play_portion(again, range(1)).groups[0] == play_portion(plan, range(2, 3)).groups[0]
    assert len({plan.seed_of(number) for number in range(1000)}) == 1000


@pytest.mark.long
def test_a_blocked_round_is_won_by_the_fewest_pips_of_those_who_were_in_it() -> None:
    (match,) = matches(planned(table=(3, 0), options={"limit": 100}))
    blocked = [number for number, now in enumerate(match.rounds) if now.ending is Ending.BLOCKED]

    found = outcome_of(match).rounds

    for number in blocked:
        left = left_over(match.rules, match.rounds[number])
        fewest = min(left[side] for side in found[number].sides)
        assert found[number].winners == tuple(side for side in found[number].sides if left[side] == fewest)
    assert any(set(found[number].winners) - set(match.winners) for number in blocked)
