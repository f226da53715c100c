"""The engine is the rules: over whole matches, move by move, it allows, does, counts and tells the same."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random

import pytest
from msgspec import structs
from support.console.arrange import VARIANTS, table
from support.faults.soaks import soak
from support.games.logged_engine import logged_engine
from support.games.own_pages import own_rules

from playroom.engine.engine import Engine
from playroom.engine.simulator import AnySimulator, Standing, simulator
from playroom.engine.simulator import engine as engine_of
from playroom.engine.state import State
from playroom.rules.deal import begin
from playroom.rules.event import Event, SidesEliminated, Won
from playroom.rules.flow import after, forced, play
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match, new_match
from playroom.rules.move import Play
from playroom.rules.rulebook.award import FIVE, Counted, Only, When, rounded
from playroom.rules.rulebook.award import at as at_time
from playroom.rules.rulebook.questions import Points
from playroom.rules.rulebook.variant import Rules, rules
from playroom.rules.score import round_winners
from playroom.rules.tile import Tile
from playroom.table.shuffle import shuffled

Table = tuple[str, int, int, Mapping[str, object]]

TABLES: list[Table] = [
    (name, players, teams, {})
    for name, variant in VARIANTS.items()
    for players, teams in variant.tables
    if not teams or (players % teams == 0 and players > teams)
]
"""Every page with every number of players and teams."""

OPTIONS: list[Table] = [
    ("dominos", 2, 0, {"drawing": "any_time"}),
    ("pass-pass", 4, 2, {"direction": "anticlockwise"}),
    ("partners", 4, 2, {"direction": "anticlockwise", "blocked_by": "neighbour", "opening_pass": 25}),
    ("mexican-train", 3, 0, {"direction": "anticlockwise"}),
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
    ("all-fives", 2, 0, {"lead": "double", "points": "fives", "target": 20}),
    ("all-fives", 4, 2, {"after_draw": "may_play", "blocked": "difference", "finish": "round_end"}),
    ("all-fives", 3, 0, {"spinner": False, "after_draw": "wait", "reserve": 2, "hand": 7}),
    ("matador", 2, 0, {"keep_matadors": True}),
    ("matador", 4, 2, {"keep_matadors": True, "after_draw": "may_play", "opening": "any"}),
    ("matador", 3, 0, {"after_draw": "wait", "reserve": 0, "blocked": "difference"}),
    ("partners", 4, 2, {"blocked_by": "neighbour", "blocked_tie": "blocker", "capicua": 25, "counts": "all"}),
    ("partners", 4, 2, {"opening_pass": 25, "all_pass": 30, "blocked_by": "player", "chuchazo": 50}),
    ("partners", 4, 2, {"round_bonus": True, "capicua": 30, "blocked_tie": "opener", "first": "lots"}),
    ("dupla", 4, 2, {"target": 9}),
    ("dupla", 4, 2, {"blocked_by": "replay", "crossed": 6, "first": "lots"}),
    ("dupla", 4, 2, {"points": "pips", "lead": "winner", "redeal": False}),
    ("bergen", 2, 0, {}),
    ("bergen", 3, 0, {"opening": "highest", "blocked_by": "no_doubles"}),
    ("bergen", 4, 0, {"reserve": 0, "opening_scores": False, "out_points": 2}),
    ("kozel", 2, 0, {"both_doubles": True}),
    ("sebastopol", 4, 0, {"blocked": "others"}),
    ("maltese-cross", 2, 0, {"reserve": 0}),
    ("maltese-cross", 3, 0, {}),
    ("maltese-cross", 4, 0, {"blocked": "others"}),
    ("kozel", 3, 0, {"entry": 20, "target": 40}),
    ("kozel", 4, 2, {"entry": 1, "lone_double_blank": 25}),
    ("kozel", 4, 2, {"both_doubles": True, "blocked_tie": "each", "first": "highest", "redeal": False}),
    ("cochon", 3, 0, {"target": 1}),
    ("cochon", 3, 0, {"blocked_by": "player", "target": 2}),
    ("cochon", 3, 0, {"blocked_by": "nobody", "target": 1}),
    ("six-love", 2, 0, {}),
    ("six-love", 3, 0, {"target": 2}),
    ("six-love", 4, 2, {"love": False, "target": 3}),
    ("fives-and-threes", 2, 0, {"target": 12}),
    ("fives-and-threes", 3, 0, {"exact": False, "target": 5, "lead": "double"}),
    ("fives-and-threes", 4, 2, {"going_out": "whole_team", "target": 20}),
    ("fives-and-threes", 4, 0, {"out_points": 0, "hand": 7}),
    ("cuban", 4, 2, {"blocked_by": "player", "counts": "all"}),
    ("mexican-train", 2, 0, {"doubles": "several"}),
    ("mexican-train", 3, 0, {"first_turn": "many", "double_blank": 25}),
    ("mexican-train", 4, 0, {"doubles": "several", "first_turn": "many", "hand": 6}),
    ("mexican-train", 5, 0, {"doubles": "several", "first_turn": "many"}),
    ("chickenfoot", 2, 0, {"first_toes": 8, "double_blank": 25}),
    ("chickenfoot", 3, 0, {"hand": 16, "first_toes": 6, "direction": "anticlockwise"}),
    ("chickenfoot", 4, 0, {"set": 12, "hand": 5, "after_draw": "may_play"}),
]
"""What the options of our pages can change."""

BUSIEST = (
    *(("block", 4, 0), ("draw", 4, 0), ("dominos", 4, 2), ("dominos", 10, 5), ("passing-game", 4, 2)),
    *(("pass-and-out", 4, 0), ("pass-pass", 4, 2), ("all-fives", 4, 2), ("all-fives", 3, 0)),
    *(
        ("matador", 4, 0),
        ("matador", 2, 0),
        ("mexican-train", 2, 0),
        ("mexican-train", 8, 0),
        ("chickenfoot", 4, 0),
    ),
)
"""Tables that show most of each page; the others are played in the long tests."""

MOST_MOVES = 3000
"""More moves than any round has: a page on which a round goes on for ever fails here."""


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(10))
def test_the_engine_plays_an_own_page_as_the_rules_do(seed: int) -> None:
    assert moves_compared(own_rules(seed), Random(seed), rounds=1) > 1


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "players", "teams", "options"), OPTIONS, ids=str)
def test_the_engine_plays_every_option_as_the_rules_do(
    name: str, players: int, teams: int, options: Mapping[str, object]
) -> None:
    assert moves_compared(rules(VARIANTS[name], players, teams, options), Random(name), rounds=1) > 1


def test_the_engine_goes_on_with_a_double_and_takes_over_a_turn_that_does() -> None:
    before = table("kozel", "6-6 5-5 6-1, 3-2 2-1", "6-4 4-5", options={"both_doubles": True})
    first = legal_moves(position(before))[0]
    match = after(before, play(before, first))
    fast = engine_of(match.rules, match.now.seats)
    goes_on, taken_over = fast.state(before), fast.state(match)

    fast.play(goes_on, next(each for each in fast.moves(goes_on) if fast.move(each) == first))

    for state in (goes_on, taken_over):
        assert state.turn == 0
        assert sorted(str(fast.move(each)) for each in fast.moves(state)) == ["5-5 right", "pass"]


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("name", "players", "teams", "options"),
    [each for each in TABLES if each[:3] in BUSIEST],
    ids=str,
)
def test_the_engine_plays_every_page_as_the_rules_do(
    name: str, players: int, teams: int, options: Mapping[str, object]
) -> None:
    assert moves_compared(rules(VARIANTS[name], players, teams, options), Random(players), rounds=1) > 1


@pytest.mark.long
@pytest.mark.parametrize(("name", "players", "teams", "options"), [*TABLES, *OPTIONS], ids=str)
def test_the_engine_plays_whole_matches_as_the_rules_do(
    name: str, players: int, teams: int, options: Mapping[str, object]
) -> None:
    made = rules(VARIANTS[name], players, teams, options)

    assert all(moves_compared(made, Random(seed), rounds=20) for seed in range(soak(10)))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 10 + soak(490)))
def test_the_engine_plays_many_own_pages_as_the_rules_do(seed: int) -> None:
    assert moves_compared(own_rules(seed), Random(seed), rounds=6) > 1


def moves_compared(made: Rules, chance: Random, rounds: int) -> int:
    """How many moves were made in a random match until *rounds* were played; each did the same in both."""
    return sum(1 for _ in compared(made, chance, rounds))


def compared(made: Rules, chance: Random, rounds: int) -> Iterator[Match]:
    """A random match after each move; the engine, which plays each round from its deal, agrees."""
    match, moves = new_match(made), 0
    while not match.winners and len(match.rounds) < rounds:
        match = after(match, begin(match, shuffled(match, chance)[1]))
        match = after(match, forced(match))
        engine, recording = engine_of(made, match.now.seats), logged_engine(made, match.now.seats)
        state, recorded = engine.state(match), recording.state(match)
        while match.round:
            legal = engine.moves(state)
            assert sorted(str(engine.move(each)) for each in legal) == sorted(
                map(str, legal_moves(position(match)))
            )
            assert_played_out_as_its_moves_go(engine, state, chance)
            chosen, before = chance.choice(legal), len(match.now.log)
            match = after(match, play(match, engine.move(chosen)))
            match = after(match, forced(match))
            engine.play(state, chosen)
            assert_same(engine, match, state)
            recording.log.clear()
            recording.play(recorded, chosen)
            assert recording.log == [each for each in match.now.log[before:] if is_of_round(each)]
            moves += 1
            assert moves < MOST_MOVES * rounds
            yield match


def is_of_round(event: Event) -> bool:
    """Whether an event belongs to a round, not to its match."""
    return not isinstance(event, SidesEliminated | Won)


def assert_same(engine: Engine, match: Match, state: State) -> None:
    """The state is the one that the rules come to, and the same as one that is made of it anew."""
    now, made = match.now, engine.state(match)
    assert (state.turn, state.scores, state.totals) == (match.turn, now.scores, match.totals)
    assert (state.ending, state.ended_by) == (now.ending, now.ended_by)
    assert [*map(engine.masks.hand, state.hands)] == [tuple(sorted(hand, key=place)) for hand in now.hands]
    assert state.undrawn == len(now.boneyard)
    if state.ending:
        assert engine.winners(state) == round_winners(match.rules, now)
    else:
        assert engine.key(state) == engine.key(made)
        assert engine.moves(state) == engine.moves(made)
        assert state.adds == made.adds


def place(tile: Tile) -> int:
    """Where a tile stands in its set."""
    return tile.high * (tile.high + 1) // 2 + tile.low


def assert_played_out_as_its_moves_go(engine: Engine, state: State, chance: Random) -> None:
    """A play-out comes to what the same moves come to one by one, and leaves the state as it was."""
    move, seed = chance.choice(engine.moves(state)), chance.random()
    before = engine.key(state)

    points = engine.playout(state, move, Random(seed).random)

    assert points == one_by_one(engine, engine.copied(state), move, Random(seed).random)
    assert engine.key(state) == before


def one_by_one(
    page: AnySimulator, state: Standing, move: int, random: Callable[[], float]
) -> tuple[int, ...]:
    page.play(state, move)
    while state.turn is not None:
        legal = page.moves(state)
        plays = [each for each in legal if isinstance(page.move(each), Play)]
        plays = scoring_most(page, state, plays)
        at = int(random() * len(plays)) if len(plays) > 1 else 0
        page.play(state, plays[at] if plays else legal[-1])
    return state.scores


def scoring_most(page: AnySimulator, state: Standing, plays: list[int]) -> list[int]:
    """The plays after which the sum of the ends scores most; all if none does, or at the first tile."""

    def points(play: int) -> int:
        after = page.copied(state)
        page.play(after, play)
        fives = FIVE if page.rules.points is Points.FIVES else 1
        return sum(rounded(award, sum(after.adds)) // fives for award in awards)

    of_ends = (each for each in at_time(page.rules.awards, When.PLAY) if each.counts is Counted.ENDS)
    awards = [each for each in of_ends if each.only is Only.ANY]
    if not (awards and plays and isinstance(state, State) and state.laid):
        return plays
    most = max(map(points, plays))
    return [each for each in plays if points(each) == most]


def test_a_copy_does_not_feel_what_happens_to_the_first() -> None:
    match = table("mexican-train", "9-5 5-1 2-1, 9-4 4-3 3-2", boneyard="6-4 0-0")
    engine = engine_of(match.rules, (0, 1))
    first = engine.state(match)
    copy = engine.copied(first)

    engine.play(first, engine.moves(first)[0])

    assert_same(engine, match, copy)


def test_hidden_tiles_are_put_in_place_of_others() -> None:
    match = table("draw", "6-5 4-4, 3-3 2-1 5-0", "3-5 5-1", "2-2 0-0", turn=1, totals=(10, 20))
    other = table("draw", "6-5 0-0, 3-3 2-1 5-0", "3-5 5-1", "4-4 2-2", turn=1, totals=(10, 20))
    engine = engine_of(match.rules, (0, 1))
    state = engine.state(other)

    changed = engine.with_hidden(engine.state(match), state.hands[:], state.stock)

    assert_same(engine, other, changed)
    assert changed.stock == state.stock


def test_plays_at_random_are_all_made_in_play_outs() -> None:
    match = table("passing-game", "6-5 1-1 1-4 6-2, 6-4 3-3 2-0", "6-1", "2-2 0-0 5-5 0-1")
    engine = engine_of(match.rules, (0, 1))
    state = engine.state(match)

    points = {
        engine.playout(state, move, Random(seed).random) for move in engine.moves(state) for seed in range(99)
    }

    assert len(points) > 5


def test_nobody_passes_up_a_play_or_draws_by_choice_in_play_outs() -> None:
    match = table("passing-game", "6-5, 5-4 3-3", "6-1", "2-2 0-0 5-5 0-1", turn=1)
    engine = engine_of(match.rules, (0, 1))
    state = engine.state(match)
    stay = engine.numbers.stay

    points = {engine.playout(state, stay, Random(seed).random) for seed in range(30)}

    assert points == {(15, 0)}


def test_only_a_pass_on_the_first_tile_counts_double_in_play_outs() -> None:
    match = table("pass-and-out", "6-5 1-0, 2-2 4-4, 5-3 5-1", "6-6", options={"target": 200})
    match = match.with_last(structs.replace(match.now, passes=1))
    engine = engine_of(match.rules, (0, 1, 2))
    state = engine.state(match)
    move = engine.moves(state)[0]

    points = engine.playout(state, move, Random(1).random)

    assert points == one_by_one(engine, engine.copied(state), move, Random(1).random)


def test_a_round_that_is_over_is_not_counted_twice() -> None:
    match = table("block", "6-5, 6-4", "6-6")
    engine = engine_of(match.rules, (0, 1))
    state = engine.state(match)

    engine.play(state, engine.moves(state)[0])

    assert state.turn is None
    assert state.scores == (10, 0)


@pytest.mark.parametrize(
    ("game", "one", "other"),
    [("block", "3-5 5-1", "1-5 5-3"), ("all-fives", "3-5 5-5 5-1", "1-5 5-5 5-3")],
)
def test_a_line_and_its_mirror_have_the_same_key(game: str, one: str, other: str) -> None:
    hands = "6-5 4-4 3-0, 3-3 2-1 5-0"
    keys = [
        engine.key(engine.state(match))
        for match in (table(game, hands, line, "2-2 0-0 6-4") for line in (one, other, "3-5 5-0"))
        for engine in (engine_of(match.rules, (0, 1)),)
    ]

    assert keys[0] == keys[1] != keys[2]


def test_one_simulator_serves_equal_rules() -> None:
    made = rules(VARIANTS["draw"], 2)

    assert simulator(made) is simulator(replace(made))
    assert simulator(made) is not simulator(replace(made, reserve=1))
