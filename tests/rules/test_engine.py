"""The engine is the rules: over whole matches, move by move, it allows, does, tells and counts the same."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from arrange import VARIANTS, table
from own_pages import own_rules
from written import move

from playroom.rules.deal import begin
from playroom.rules.engine import Engine, State, engine
from playroom.rules.event import Dropped, Event, Won
from playroom.rules.flow import after, forced, play
from playroom.rules.legal import moves, position
from playroom.rules.match import Match, new_match
from playroom.rules.move import Pass
from playroom.rules.variant import Rules, rules
from playroom.rules.view import view
from playroom.table.shuffle import shuffled

FACTS = (
    *("turn", "drew", "passes", "last_player", "seats_in", "undrawn", "laid", "scores", "ending", "ended_by"),
)
"""What a state and a round both tell, by the same names."""

TABLES: list[tuple[str, int, int, Mapping[str, object]]] = [
    (name, players, teams, {})
    for name, variant in VARIANTS.items()
    for players, teams in product(variant.players, variant.teams)
    if not teams or (players % teams == 0 and players > teams)
]

OPTIONS: list[tuple[str, int, int, Mapping[str, object]]] = [
    ("dominos", 2, 0, {"drawing": "any_time"}),
    ("dominos", 4, 2, {"going_out": "whole_team"}),
    ("dominos", 6, 3, {"going_out": "whole_team", "after_draw": "until_playable"}),
    ("dominos", 4, 0, {"drawing": "never", "hand": 5, "set": 9}),
    ("dominos", 3, 0, {"set": 12, "limit": 30}),
    ("block", 3, 0, {"single_round": True}),
    ("draw", 2, 0, {"after_draw": "may_play"}),
    ("draw", 4, 0, {"after_draw": "wait"}),
    ("pass-and-out", 3, 0, {"count": "pips"}),
    ("pass-and-out", 4, 0, {"going_out": "ends_round", "target": 10}),
    ("pass-and-out", 2, 0, {"deals": 3}),
    ("pass-pass", 4, 2, {"deals": 2}),
]


@pytest.mark.parametrize("seed", [*range(8), 24])
def test_the_engine_plays_a_page_of_a_players_own_as_the_rules_do(seed: int) -> None:
    assert steps_held_equal(own_rules(seed), Random(seed), rounds=4) > 2


@pytest.mark.parametrize(("name", "players", "teams", "options"), OPTIONS, ids=str)
def test_the_engine_plays_every_option_as_the_rules_do(
    name: str, players: int, teams: int, options: Mapping[str, object]
) -> None:
    made = rules(VARIANTS[name], players, teams, options)

    assert steps_held_equal(made, Random(name), rounds=4) > 2


@pytest.mark.parametrize(
    ("name", "players", "teams", "options"),
    [each for each in TABLES if each[1] == 4 or each[:2] == ("dominos", 10)],
    ids=str,
)
def test_the_engine_plays_every_game_as_the_rules_do(
    name: str, players: int, teams: int, options: Mapping[str, object]
) -> None:
    made = rules(VARIANTS[name], players, teams, options)

    assert steps_held_equal(made, Random(players), rounds=3) > 2


@pytest.mark.long
@pytest.mark.parametrize(("name", "players", "teams", "options"), [*TABLES, *OPTIONS], ids=str)
def test_the_engine_plays_whole_matches_as_the_rules_do(
    name: str, players: int, teams: int, options: Mapping[str, object]
) -> None:
    made = rules(VARIANTS[name], players, teams, options)

    assert all(steps_held_equal(made, Random(seed), rounds=40) for seed in range(20))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8, 100))
def test_the_engine_plays_many_pages_of_players_own_as_the_rules_do(seed: int) -> None:
    assert steps_held_equal(own_rules(seed), Random(seed), rounds=20) > 2


def steps_held_equal(made: Rules, chance: Random, rounds: int) -> int:
    """How many moves were made in a random match until *rounds* were played; each was the same in both."""
    return sum(1 for _ in both_ways(made, chance, rounds))


def both_ways(made: Rules, chance: Random, rounds: int) -> Iterator[Match]:
    match = new_match(made)
    while not match.winners and len(match.rounds) < rounds:
        match = after(match, begin(match, shuffled(match, chance)[1]))
        fast = engine(made, match.now.seats)
        recorded = fast.state(match)
        silent = fast.copied(recorded)
        while match.round:
            allowed = fast.moves(recorded)
            assert {fast.ways.moves[each] for each in allowed} == set(moves(position(match)))
            assert len(set(allowed)) == len(allowed)
            chosen = chance.choice(allowed)
            fast.playout(silent, chance.random)
            events = play(match, fast.ways.moves[chosen])
            match = after(match, events)
            events += (passes := forced(match))
            match = after(match, passes)
            recorded.log.clear()
            fast.record(recorded, chosen)
            fast.play(silent, chosen)
            assert recorded.log == of_the_round(events)
            assert_same(fast, match, recorded)
            assert_same(fast, match, silent)
            yield match


def of_the_round(events: tuple[Event, ...]) -> list[Event]:
    """The events without those that concern the match as a whole."""
    return [event for event in events if not isinstance(event, Dropped | Won)]


def assert_same(fast: Engine, match: Match, state: State) -> None:
    now = match.now
    assert [getattr(state, name) for name in FACTS] == [getattr(now, name) for name in FACTS]
    assert state.hands == [fast.ways.mask(hand) for hand in now.hands]
    assert state.totals == match.totals
    assert state.ending or fast.moves(state) == fast.moves(fast.state(match))


def test_a_state_made_from_a_view_and_the_hidden_tiles_is_that_of_the_match() -> None:
    match = table("draw", "6-5 4-4, 3-3 2-1 5-0", "3-5 5-1", "2-2 0-0", turn=1, totals=(10, 20))
    fast = engine(match.rules)
    hands = [fast.ways.mask(hand) for hand in match.now.hands]
    hidden = tuple(fast.ways.bits[tile] for tile in match.now.boneyard)

    state = fast.standing(view(match, 1), match.totals, hands, hidden)

    same = fast.state(match)
    names = [name for name in State.__slots__ if name != "log"]
    assert [getattr(state, name) for name in names] == [getattr(same, name) for name in names]


def test_a_copy_does_not_feel_what_happens_to_the_first() -> None:
    match = table("block", "6-5 1-1, 6-4 3-3", "6-6")
    fast = engine(match.rules)
    first = fast.state(match)
    copy = fast.copied(first)

    fast.play(first, next(each for each in fast.moves(first) if fast.ways.moves[each] == move("6-5 left")))

    assert_same(fast, match, copy)


def test_a_round_played_out_gives_points_and_leaves_the_state_as_it_was() -> None:
    match = table("block", "6-5, 6-4", "6-6")
    fast = engine(match.rules)
    state = fast.state(match)

    assert fast.playout(state, Random(1).random) == (10, 0)
    assert_same(fast, match, state)


def test_a_round_that_is_over_is_not_counted_twice() -> None:
    match = table("block", "6-5, 6-4", "6-6")
    fast = engine(match.rules)
    state = fast.state(match)
    fast.play(state, fast.moves(state)[0])

    assert state.turn is None
    assert fast.playout(state, Random(1).random) == state.scores == (10, 0)


def test_plays_drawn_by_lot_are_all_drawn() -> None:
    match = table("passing-game", "6-5 1-1 1-4 6-2, 6-4 3-3 2-0", "6-1", "2-2 0-0 5-5 0-1")
    fast = engine(match.rules)
    won = [fast.playout(fast.state(match), Random(seed).random) for seed in range(300)]

    assert len(set(won)) == 5


def test_nobody_is_played_out_who_passes_up_a_play_or_draws_by_choice() -> None:
    match = table("passing-game", "6-5, 5-4 3-3", "6-1", "2-2 0-0 5-5 0-1")
    fast = engine(match.rules)

    won = {fast.playout(fast.state(match), Random(seed).random) for seed in range(30)}

    assert won == {(15, 0)}


def test_one_engine_serves_equal_rules() -> None:
    made = rules(VARIANTS["draw"], 2)

    assert engine(made) is engine(replace(made))
    assert engine(made) is not engine(replace(made, reserve=1))


def test_a_pass_that_is_the_only_move_makes_itself() -> None:
    match = table("block", "6-5 1-1, 4-4 3-3, 5-5 2-2", "6-6")
    fast = engine(match.rules)
    state = fast.state(match)

    fast.record(state, fast.moves(state)[0])

    assert state.turn == 2
    assert fast.ways.moves[fast.ways.stay] == Pass()


def test_a_round_dealt_by_chance_shares_out_the_whole_set() -> None:
    made = rules(VARIANTS["dominos"], 3)
    fast = Engine(made, (0, 2))

    state = fast.dealt(Random(1).random, 2)

    assert [hand.bit_count() for hand in state.hands] == [7, 0, 7]
    assert sum(state.hands) + sum(state.stock) == fast.ways.mask(fast.ways.tiles)
    assert (state.turn, state.undrawn, len(state.stock)) == (2, 14, 14)
    assert fast.dealt(Random(2).random, 2).hands != state.hands
