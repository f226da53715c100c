"""Every world that is dealt agrees with all that is public, and no such world comes much too often."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from own_pages import own_rules
from rounds import TABLES, Table, by_hand, standings, table

from playroom.bots import worlds
from playroom.bots.belief import Belief, Group, belief
from playroom.bots.start import ranks
from playroom.bots.worlds import World, Worlds
from playroom.rules.deal import starter
from playroom.rules.engine import Engine, engine
from playroom.rules.event import Drew, Played, Seat
from playroom.rules.match import Match, new_match
from playroom.rules.question import Starter
from playroom.rules.tile import Tile
from playroom.rules.variant import Rules
from playroom.rules.view import View, view

WORLDS = 3


def assert_worlds_agree(made: Rules, seed: int, rounds: int) -> None:
    chance = Random(seed)
    for match in standings(made, Random(seed), rounds):
        for seat in match.now.seats:
            seen = view(match, seat)
            known, page = belief(seen), engine(seen.rules, seen.seats)
            source = Worlds(page, seen, known)
            for _ in range(WORLDS):
                world = source.drawn(chance.random)
                assert_tiles_are_all_there(page, seen, known, world)
                assert_groups_are_respected(page, known, source.heaps, world)
                assert_same_seat_starts(page, seen, source.heaps, world)


def assert_tiles_are_all_there(page: Engine, seen: View, known: Belief, world: World) -> None:
    bits = page.ways.bits
    assert world.hands[seen.seat or 0] == page.ways.mask(seen.hand)
    assert [hand.bit_count() for hand in world.hands] == list(seen.counts)
    assert len(world.boneyard) == seen.boneyard
    hidden = [hand for seat, hand in enumerate(world.hands) if seat != seen.seat]
    assert sum(hidden) + sum(world.boneyard) == page.ways.mask(known.unseen)
    assert all(bit in bits.values() for bit in world.boneyard)


def assert_groups_are_respected(
    page: Engine, known: Belief, heaps: Mapping[Seat, slice], world: World
) -> None:
    for seat, groups in known.groups.items():
        held = world.groups[heaps[seat]]
        assert sum(held) == world.hands[seat]
        for group, tiles in zip(groups, held, strict=True):
            assert tiles.bit_count() == group.count
            assert not tiles & ~page.ways.mask(group.may_be)


def assert_same_seat_starts(page: Engine, seen: View, heaps: Mapping[Seat, slice], world: World) -> None:
    """The starter has, or has shown, a tile that decides against all that surely was dealt to the others."""
    ranked = ranks(seen.rules)
    dealt = {seat: dealt_to(page, seen, heaps, world, seat) for seat in seen.seats}
    own = {*dealt[seen.starter], *played_by(seen, seen.starter), *page.ways.hand(world.hands[seen.starter])}
    others = {tile for seat, tiles in dealt.items() if seat != seen.starter for tile in tiles}
    decisive = next((tile for tile in ranked if tile in own or tile in others), None)
    assert decisive is None or decisive in own


def dealt_to(page: Engine, seen: View, heaps: Mapping[Seat, slice], world: World, seat: Seat) -> set[Tile]:
    """What *seat* surely was dealt in this world."""
    undrawn = played_by(seen, seat, until_drew=True)
    if seat == seen.seat:
        drawn = {event.tile for event in seen.log if isinstance(event, Drew)}
        return undrawn | set(seen.hand) - drawn
    return undrawn | set(page.ways.hand(world.groups[heaps[seat]][0]))


def played_by(seen: View, seat: Seat, *, until_drew: bool = False) -> set[Tile]:
    played: set[Tile] = set()
    for event in seen.log:
        if isinstance(event, Drew) and event.seat == seat and until_drew:
            return played
        if isinstance(event, Played) and event.seat == seat:
            played.add(event.tile)
    return played


@pytest.mark.parametrize("at", TABLES, ids=str)
def test_worlds_agree_with_all_that_is_public(at: Table) -> None:
    game, players, teams, options = at

    assert_worlds_agree(table(game, players, teams, **options), players, rounds=1)


@pytest.mark.parametrize("seed", range(8))
def test_worlds_agree_on_a_page_of_a_players_own(seed: int) -> None:
    assert_worlds_agree(own_rules(seed), seed, rounds=1)


@pytest.mark.parametrize("game", ["dominos", "draw", "pass-pass"])
def test_worlds_agree_where_tiles_must_make_room_for_each_other(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worlds, "ATTEMPTS", 0)

    assert_worlds_agree(table(game, 4, 2 if game == "pass-pass" else 0), 4, rounds=1)


@pytest.mark.long
@pytest.mark.parametrize("at", TABLES, ids=str)
def test_worlds_agree_in_many_rounds(at: Table) -> None:
    game, players, teams, options = at

    for seed in range(3):
        assert_worlds_agree(table(game, players, teams, **options), seed, rounds=3)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8, 40))
def test_worlds_agree_on_many_pages_of_players_own(seed: int) -> None:
    assert_worlds_agree(own_rules(seed), seed, rounds=3)


SMALL = replace(table("draw", 3), set=3, hand=(2,))
"""Ten tiles, two for each of three."""

DRAWN = by_hand(
    replace(SMALL, starter=Starter.CHANCE), "3-3 1-0, 1-1 2-2, 2-0 0-0", "3-3, draw, draw, 3-0 left, 2-0 left"
)
"""Ben lacked a 3 twice and drew; Cleo has chosen freely. Ada is to move."""

STARTED = by_hand(SMALL, "2-2 1-0, 1-1 2-1, 3-3 2-0", "2-0, 1-0 right")
"""Cleo started with neither of the two doubles that are higher than Ben's. Ben is to move."""


def true_worlds(match: Match) -> Iterator[tuple[int, ...]]:
    """What each group of the others may hold: all ways to share out the unseen tiles, tried one by one."""
    seen = view(match, match.turn)
    known, ways = belief(seen), engine(match.rules).ways
    groups = [group for several in known.groups.values() for group in several]

    def shared(left: frozenset[Tile], rest: list[Group]) -> Iterator[tuple[frozenset[Tile], ...]]:
        if not rest:
            yield ()
            return
        for some in combinations(sorted(left & rest[0].may_be), rest[0].count):
            for others in shared(left - {*some}, rest[1:]):
                yield (frozenset(some), *others)

    for held in shared(frozenset(known.unseen), groups):
        yield tuple(map(ways.mask, held))


def as_started(match: Match, held: tuple[int, ...]) -> bool:
    """Whether the same seat would start if the others had been dealt this and what they have played."""
    ways, own, seen = engine(match.rules).ways, match.turn, view(match, match.turn)
    hidden = iter(held)
    hands = [
        (*(match.now.hands[seat] if seat == own else ways.hand(next(hidden))), *played_by(seen, seat))
        for seat in match.now.seats
    ]
    return starter(new_match(match.rules), tuple(hands)) == match.now.starter


@pytest.mark.parametrize(
    ("match", "wanted"),
    [
        (DRAWN, {*true_worlds(DRAWN)}),
        (STARTED, {held for held in true_worlds(STARTED) if as_started(STARTED, held)}),
    ],
    ids=["after draws", "by the starter"],
)
def test_every_possible_world_comes_about_as_often(match: Match, wanted: set[tuple[int, ...]]) -> None:
    seen = view(match, match.turn)
    source, chance = Worlds(engine(match.rules), seen, belief(seen)), Random(1)
    times = 400

    dealt = Counter(source.drawn(chance.random).groups[:-1] for _ in range(times * len(wanted)))

    assert dealt.keys() == wanted
    assert all(0.75 < count / times < 1.33 for count in dealt.values())
