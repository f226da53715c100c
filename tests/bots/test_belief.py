"""What a seat believes never rules out the truth: over random rounds, and in rows made by hand."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeGuard

import pytest
from support.faults.soaks import soak
from support.games.own_pages import own_rules
from support.games.rounds import MANY, TABLES, Table, by_hand, seated, table

from playroom.bots.belief import Belief, Group, Stop, belief
from playroom.rules.event import Event, Played
from playroom.rules.match import Match
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile, tile, tiles, whole_set
from playroom.rules.view import view

SHARE = 0.08
"""The share of choices checked by the short tests, and by the long ones from CROWD players on."""

CROWD = 7
"""The number of players from which a long test checks a share of the choices only, for its time."""


def assert_true_hands_are_possible(made: Rules, seed: int, rounds: int, share: float = 1) -> None:
    """At a share of the choices of a random match, a seat believes possible what the others hold."""
    for match, seat in seated(made, seed, rounds, share):
        assert_true_hands_fit(match, seat)


def assert_true_hands_fit(match: Match, seat: Seat) -> None:
    seen = view(match, seat)
    others = [each for each in seen.seats if each != seat]

    known = belief(seen)

    hidden = [held for each in others for held in match.now.hands[each]] + list(match.now.boneyard)
    assert sorted(hidden) == list(known.unseen)
    assert known.held.isdisjoint(match.now.boneyard)
    assert sorted(known.groups) == others
    for each in others:
        hand = match.now.hands[each]
        came = (*hand, *(event.tile for event in seen.log if is_ambiguous(event, each, known)))
        assert sum(group.count for group in known.groups[each]) == len(came)
        assert can_hold(known.groups[each], came)
        assert set(hand) <= known.may_hold(each)


def is_ambiguous(event: Event, seat: Seat, known: Belief) -> TypeGuard[Played]:
    """Whether *seat* played a tile here that may come from several of its groups."""
    return isinstance(event, Played) and event.seat == seat and event.tile in known.played


def can_hold(groups: Sequence[Group], hand: Hand) -> bool:
    """Whether each tile can be given a place in one of the groups that may hold it (Kuhn's matching)."""
    places = [group.may_be for group in groups for _ in range(group.count)]
    taken: dict[int, Tile] = {}

    def finds_place(held: Tile, tried: set[int]) -> bool:
        for place, may_be in enumerate(places):
            if held in may_be and place not in tried:
                tried.add(place)
                if place not in taken or finds_place(taken[place], tried):
                    taken[place] = held
                    return True
        return False

    return all(finds_place(held, set()) for held in hand)


@pytest.mark.sample(4)
@pytest.mark.parametrize("at", TABLES, ids=str)
def test_the_true_hands_are_always_possible(at: Table) -> None:
    game, players, teams, options = at

    assert_true_hands_are_possible(table(game, players, teams, **options), players, rounds=1, share=SHARE)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(8))
def test_the_true_hands_are_possible_on_a_page_of_a_players_own(seed: int) -> None:
    assert_true_hands_are_possible(own_rules(seed), seed, rounds=2, share=SHARE)


@pytest.mark.long
@pytest.mark.parametrize("at", [*TABLES, *MANY], ids=str)
def test_the_true_hands_are_possible_in_many_rounds(at: Table) -> None:
    game, players, teams, options = at

    share = 1.0 if players < CROWD else SHARE
    for seed in range(soak(2)):
        assert_true_hands_are_possible(table(game, players, teams, **options), seed, soak(3), share)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8, 8 + soak(32)))
def test_the_true_hands_are_possible_on_many_pages_of_players_own(seed: int) -> None:
    assert_true_hands_are_possible(own_rules(seed), seed, rounds=3)


def of_ada(game: str, hands: str, several: str, **options: object) -> Belief:
    """What the first seat believes after these moves."""
    match = by_hand(table(game, len(hands.split(",")), 0, **options), hands, several)
    return belief(view(match, 0))


def lacking(known: Belief, seat: Seat) -> list[int]:
    held = known.may_hold(seat)
    return [number for number in range(7) if not any(each.has(number) for each in held)]


SIX = "6-6 6-5 3-1 2-1 3-0 2-0, 5-5 4-4 3-2 2-2 1-0 4-3, 6-4 6-3 6-2 6-1 5-4 5-3"
"""Three hands for block; the second has no six, so it passes after 6-6."""


def test_who_passes_stuck_lacks_both_numbers() -> None:
    assert lacking(of_ada("block", SIX, "6-6, 6-4 left"), 1) == [6]


def test_a_play_reveals_nothing_of_the_remaining_hand() -> None:
    assert lacking(of_ada("block", SIX, "6-6, 6-4 left"), 2) == []


DRAWS = "6-6 6-5 3-1 2-1 3-0 2-0 1-1, 5-5 4-4 3-2 2-2 1-0 4-3 5-4"


def test_a_tile_that_is_drawn_later_may_have_what_those_dealt_lack() -> None:
    known = of_ada("draw", DRAWS, "6-6, draw, draw")

    dealt, first, second = known.groups[1]
    assert (dealt.count, first.count, second.count) == (7, 1, 1)
    assert not any(held.has(6) for held in (*dealt.may_be, *first.may_be))
    assert tile("6-4") in second.may_be
    assert lacking(known, 1) == []


def test_a_tile_that_one_group_alone_may_have_held_leaves_it() -> None:
    ten_draws = ", draw" * 10

    known = of_ada("draw", DRAWS, f"6-6{ten_draws}, 6-0 left")

    assert [group.count for group in known.groups[1]] == [7, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0]
    assert known.played == frozenset()


def test_a_tile_that_several_groups_may_have_held_stays_among_them() -> None:
    ten_draws = ", draw" * 10

    known = of_ada("draw", DRAWS, f"6-6{ten_draws}, 6-0 left, 6-5 right, 5-5 right")

    assert [group.count for group in known.groups[1]] == [7, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0]
    assert known.played == {tile("5-5")}
    assert all(tile("5-5") in group.may_be for group in known.groups[1] if group.count)
    assert tile("5-5") not in known.may_hold(1)


def test_a_voluntary_pass_excludes_no_number() -> None:
    known = of_ada("passing-game", DRAWS, "6-6, pass")

    assert lacking(known, 1) == []
    assert [(each.seat, each.groups) for each in known.free_moves] == [(1, 1)]
    assert {each for each in whole_set(6) if each.has(6)} - {tile("6-6")} == known.free_moves[0].tiles


def test_who_played_a_tile_since_then_did_not_lack_it() -> None:
    hands = "6-6 1-0 2-0 2-1 3-0 3-1 4-0, 6-5 1-1 4-1 5-0 5-1 2-2 3-2"

    known = of_ada("passing-game", hands, "6-6, pass, draw, 6-5 right")

    assert known.free_moves == ()


def test_a_spectator_has_no_belief() -> None:
    match = by_hand(table("block", 3), SIX, "6-6")

    with pytest.raises(ValueError, match="a spectator"):
        belief(view(match, None))


def test_who_plays_one_double_and_no_other_lacks_that_of_the_other_end() -> None:
    made = replace(table("kozel", 2, both_doubles=True, first="highest"), hand=(3,))

    match = by_hand(made, "6-6 6-4 5-1, 6-5 5-5 1-0", "6-6, 6-5 right, 6-4 left, 5-5 right")

    assert tile("4-4") not in belief(view(match, 0)).may_hold(1)


def test_who_stops_after_one_double_holds_that_of_the_other_end() -> None:
    made = replace(table("kozel", 2, both_doubles=True, first="highest"), hand=(3,))

    match = by_hand(made, "6-6 6-4 5-1, 6-5 5-5 4-4", "6-6, 6-5 right, 6-4 left, 5-5 right, pass")

    assert belief(view(match, 0)).stops == (Stop(1, 1, frozenset(tiles("4-4"))),)


def test_a_double_that_an_arm_owes_while_nothing_is_drawable_lies_in_a_hand() -> None:
    made = replace(table("maltese-cross", 2), reserve=14)

    match = by_hand(
        made,
        "6-6 6-4 6-2 0-0 1-0 2-0 3-0, 6-5 6-3 5-5 4-4 1-1 4-1 5-1",
        "6-6, 6-5 left, 6-4 right, 6-3 up, 6-2 down",
    )

    known = belief(view(match, 0))
    assert known.held == frozenset(tiles("5-5 4-4"))
    assert not known.may_hold(1) & frozenset(tiles("3-3 2-2"))
