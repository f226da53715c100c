"""Every determinization agrees with all that is public, and no such one comes much too often."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, takewhile
from random import Random

import pytest
from msgspec import structs
from support.faults.soaks import soak
from support.games.own_pages import own_rules
from support.games.rounds import TABLES, VARIANTS, Table, by_hand, seated, table

from playroom.bots import determinize, tile_dealers
from playroom.bots.belief import Belief, Group, belief, starts
from playroom.bots.determinize import Determinization, Determinizer
from playroom.bots.tile_dealers import Heap, SequentialDealer
from playroom.engine.masks import Masks
from playroom.engine.simulator import simulator
from playroom.rules.deal import ranked_tiles, starter
from playroom.rules.event import Dealt, Drew, Played
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.questions import Starter
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.tile import Tile
from playroom.rules.view import View, view

Groups = tuple[int, ...]
"""What each group of the others holds, in bits."""

SAMPLES = 3
SHARE = 0.08
"""The long tests look at every choice, the others at so many of them."""


def assert_determinizations_agree(made: Rules, seed: int, rounds: int, share: float = 1) -> None:
    chance = Random(seed)
    for match, seat in seated(made, seed, rounds, share):
        seen = view(match, seat)
        known, masks = belief(seen), simulator(seen.rules, seen.seats).masks
        dealer = Determinizer(masks, seen, known)
        for _ in range(SAMPLES):
            groups, sample = sampled(dealer, chance)
            assert_tiles_are_all_there(masks, seen, known, sample)
            assert_groups_are_respected(masks, known, dealer.places, groups, sample)
            assert_same_seat_starts(masks, seen, known, dealer.places, groups)


def sampled(dealer: Determinizer, chance: Random) -> tuple[Groups, Determinization]:
    """A determinization, and what each group holds in it."""
    heaps = dealer.deal(chance.random)
    return tuple(heaps[:-1]), dealer.determinization(heaps, chance.random)


def assert_tiles_are_all_there(masks: Masks, seen: View, known: Belief, sample: Determinization) -> None:
    assert sample.hands[seen.seat or 0] == masks.mask(seen.hand)
    assert [hand.bit_count() for hand in sample.hands] == list(seen.counts)
    assert len(sample.boneyard) == seen.boneyard
    hidden = [hand for seat, hand in enumerate(sample.hands) if seat != seen.seat]
    assert sum(hidden) + sum(sample.boneyard) == masks.mask(known.unseen)
    assert not sum(sample.boneyard) & masks.mask(known.held)
    assert all(bit in masks.bits.values() for bit in sample.boneyard)


def assert_groups_are_respected(
    masks: Masks, known: Belief, heaps: Mapping[Seat, slice], groups: Groups, sample: Determinization
) -> None:
    for seat, of_seat in known.groups.items():
        held = groups[heaps[seat]]
        assert sum(held) & ~masks.mask(known.played) == sample.hands[seat]
        for group, tiles in zip(of_seat, held, strict=True):
            assert tiles.bit_count() == group.count
            assert not tiles & ~masks.mask(group.may_be)


def assert_same_seat_starts(
    masks: Masks, seen: View, known: Belief, heaps: Mapping[Seat, slice], groups: Groups
) -> None:
    """The starter was dealt the tile that decides against all that were dealt to the others.

    It may be one that the starter has played after a draw, if that shows not to be what was drawn.
    """
    dealt = {seat: dealt_to(masks, seen, heaps, groups, seat) for seat in seen.seats}
    ranked = ranked_tiles(seen.starting_rule, seen.rules.set)
    decisive = next(
        (at for at, tile in enumerate(ranked) if any(tile in hand for hand in dealt.values())), -1
    )
    of_starter = dealt[seen.starter]
    if seen.starter != seen.seat:
        of_starter |= {tile for tile in played_by(seen, seen.starter) if tile not in known.played}
    assert decisive < 0 or of_starter.intersection(ranked[: decisive + 1])


def dealt_to(masks: Masks, seen: View, heaps: Mapping[Seat, slice], groups: Groups, seat: Seat) -> set[Tile]:
    """What *seat* was dealt in this determinization."""
    if seat == seen.seat:
        dealt = seen.log[0]
        assert isinstance(dealt, Dealt)
        return {tile for tile in dealt.hands[seat] if tile}
    return played_before_drawing(seen, seat) | set(masks.hand(groups[heaps[seat]][0]))


def played_by(seen: View, seat: Seat) -> set[Tile]:
    return {event.tile for event in seen.log if isinstance(event, Played) and event.seat == seat}


def played_before_drawing(seen: View, seat: Seat) -> set[Tile]:
    own = (event for event in seen.log if isinstance(event, Played | Drew) and event.seat == seat)
    return {event.tile for event in takewhile(lambda event: isinstance(event, Played), own) if event.tile}


@pytest.mark.sample(4)
@pytest.mark.parametrize("at", TABLES, ids=str)
def test_determinizations_agree_with_all_that_is_public(at: Table) -> None:
    game, players, teams, options = at

    assert_determinizations_agree(table(game, players, teams, **options), players, rounds=1, share=SHARE)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 8))]
)
def test_determinizations_agree_on_a_page_of_a_players_own(seed: int) -> None:
    assert_determinizations_agree(own_rules(seed), seed, rounds=1, share=SHARE)


def sequential_dealers(shares: Sequence[tuple[list[Heap], list[int]]]) -> list[SequentialDealer]:
    return [SequentialDealer(*share) for share in shares]


@pytest.mark.sample(4)
@pytest.mark.parametrize("attempts", [0, 20])
@pytest.mark.parametrize("game", VARIANTS)
def test_determinizations_agree_where_there_are_too_many_to_count(
    game: str, attempts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(determinize, "_dealers", sequential_dealers)
    monkeypatch.setattr(tile_dealers, "ATTEMPTS", attempts)

    variant = VARIANTS[game]
    players = min(4, max(variant.players))
    made = table(game, players, min(variant.teams_for(players)))
    assert_determinizations_agree(made, 4, rounds=1, share=SHARE)


@pytest.mark.long
@pytest.mark.parametrize("at", TABLES, ids=str)
def test_determinizations_agree_in_many_rounds(at: Table) -> None:
    game, players, teams, options = at

    for seed in range(soak(3)):
        assert_determinizations_agree(table(game, players, teams, **options), seed, rounds=soak(3))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8, 8 + soak(32)))
def test_determinizations_agree_on_many_pages_of_players_own(seed: int) -> None:
    assert_determinizations_agree(own_rules(seed), seed, rounds=3)


SMALL = replace(table("draw", 3), set=3, hand=(2,))
"""Ten tiles, two for each of three."""

DRAWN = by_hand(
    replace(SMALL, starter=Starter.CHANCE), "3-3 1-0, 1-1 2-2, 2-0 0-0", "3-3, draw, draw, 3-0 left, 2-0 left"
)
"""Ben lacked a 3 twice and drew; Cleo has chosen freely. Ada is to move."""

STARTED = by_hand(SMALL, "2-2 1-0, 1-1 2-1, 3-3 2-0", "2-0, 1-0 right")
"""Cleo started with neither of the two doubles that are higher than Ben's. Ben is to move."""


def true_groups(match: Match) -> Iterator[Groups]:
    """What each group of the others may hold: all ways to share out the unseen tiles, tried one by one."""
    known, masks = belief(view(match, match.turn)), Masks(match.rules)
    groups = [group for several in known.groups.values() for group in several]

    def shared(left: frozenset[Tile], rest: list[Group]) -> Iterator[tuple[frozenset[Tile], ...]]:
        if not rest:
            yield ()
            return
        for some in combinations(sorted(left & rest[0].may_be), rest[0].count):
            for others in shared(left - {*some}, rest[1:]):
                yield (frozenset(some), *others)

    for held in shared(frozenset(known.unseen), groups):
        yield tuple(map(masks.mask, held))


def as_started(match: Match, held: Groups) -> bool:
    """Whether the same seat would start if the others had been dealt this and what they have played."""
    masks, own, seen = Masks(match.rules), match.turn, view(match, match.turn)
    hidden = iter(held)
    hands = [
        (
            *(match.now.hands[seat] if seat == own else masks.hand(next(hidden))),
            *played_before_drawing(seen, seat),
        )
        for seat in match.now.seats
    ]
    return starter(new_match(match.rules), tuple(hands)) == match.now.starter


POSSIBLE = {
    "after draws": (DRAWN, {*true_groups(DRAWN)}),
    "by the starter": (STARTED, {held for held in true_groups(STARTED) if as_started(STARTED, held)}),
}


@pytest.mark.long
@pytest.mark.parametrize(("match", "wanted"), POSSIBLE.values(), ids=POSSIBLE)
def test_every_possible_determinization_comes_about_as_often(match: Match, wanted: set[Groups]) -> None:
    seen = view(match, match.turn)
    dealer, chance = Determinizer(Masks(match.rules), seen, belief(seen)), Random(1)
    times = 400

    dealt = Counter(sampled(dealer, chance)[0] for _ in range(times * len(wanted)))

    assert dealt.keys() == wanted
    assert all(0.85 < count / times < 1.18 for count in dealt.values())


def test_starts_without_room_for_the_higher_tiles_are_left_out() -> None:
    doubles = (Tile(1, 1), Tile(2, 2), Tile(3, 3))
    one, none = Group(1, frozenset(doubles)), Group(0, frozenset(doubles))
    every = starts(doubles[::-1], 2, {}, frozenset(doubles), frozenset(doubles))
    known = Belief(doubles, frozenset(), {0: (one, one), 2: (one, none)}, 2, every, (), ())
    masks, chance = Masks(SMALL), Random(1)
    dealer = Determinizer(masks, structs.replace(view(STARTED, 1), boneyard=0), known)

    dealt = {sampled(dealer, chance)[0] for _ in range(100)}

    # with 1-1 the other two would have been dealt to nobody, but the first seat was dealt one of them
    assert {masks.hand(held[2]) for held in dealt} == {(Tile(3, 3),), (Tile(2, 2),)}
