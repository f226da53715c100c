"""Bots that search: they find what is certain, end in time, and are the same for the same seed."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from statistics import mean
from typing import Any

import pytest
from msgspec import structs
from support.games.rounds import TABLES, Table, by_hand, standings, table

from playroom.bots import search
from playroom.bots.roster import BOTS, within
from playroom.bots.search import EXPERT, HARD, SampleStats, contenders, is_decided, values
from playroom.engine.masks import Masks
from playroom.rules.flow import after, forced, play
from playroom.rules.legal import distinct_moves, legal_moves, position
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.score import round_winners
from playroom.rules.seat import Seat
from playroom.rules.view import View, view

SEARCHERS = ("hard", "expert")

CERTAIN = 5
"""How many endgames of each game are put to a bot."""


@cache
def endgames(game: str) -> tuple[tuple[Match, Move], ...]:
    """Some of the positions that are certain."""
    return tuple(islice(certain(game), CERTAIN))


def certain(game: str) -> Iterator[tuple[Match, Move]]:
    """Positions of two, the other's hand known, in which just one move wins whatever follows."""
    small = replace(table(game, 2), set=3, hand=(5,), reserve=0)
    for seed in range(1000):
        for match in standings(small, Random(seed)):
            if (
                max(map(len, match.now.hands)) <= (2 if game == "passing-game" else 4)
                and len(legal_moves(position(match))) > 1
            ):
                shares = {move: share_won(after(match, play(match, move)), match.turn or 0)
                          for move in legal_moves(position(match))}  # fmt: skip
                best, next_best = sorted(shares.values())[:-3:-1]
                if best == 1 and next_best < 0.8:
                    yield match, max(shares, key=lambda move: shares[move])


def share_won(match: Match, seat: Seat) -> float:
    """In how many of the ways in which the round may go on *seat* wins it alone, all choices by lot."""
    match = after(match, forced(match))
    if match.turn is None:
        return float(round_winners(match.rules, match.now) == (match.rules.side(seat),))
    allowed = legal_moves(position(match))
    return sum(share_won(after(match, play(match, move)), seat) for move in allowed) / len(allowed)


@pytest.mark.long
@pytest.mark.sample(1)
@pytest.mark.parametrize("word", SEARCHERS)
@pytest.mark.parametrize("game", ["block", "dominos", "draw", "passing-game"])
def test_the_move_that_surely_wins_is_found(game: str, word: str) -> None:
    # In matches of one round both think of the round alone.
    cases = [
        (structs.replace(match, rules=replace(match.rules, single_round=True)), wanted)
        for match, wanted in endgames(game)
    ]

    found = [BOTS[word](view(match, match.turn), Random(1)) for match, _ in cases]

    assert found == [wanted for _, wanted in cases]


def midway(at: Table, seed: int = 1) -> View:
    """What the seat to move sees in the midst of a random round, where it has a choice."""
    game, players, teams, options = at
    made = table(game, players, teams, **options)
    choices = [match for match in standings(made, Random(seed)) if len(legal_moves(position(match))) > 2]
    match = choices[len(choices) // 2]
    return view(match, match.turn)


@pytest.mark.sample(4)
@pytest.mark.parametrize("at", TABLES, ids=str)
def test_every_distinct_move_has_a_worth(at: Table) -> None:
    seen = midway(at)

    for thought in (HARD, EXPERT):
        worths = values(seen, Random(1), thought, seconds=0)
        assert worths.keys() == {*distinct_moves(seen.position)}
        assert all(0 <= worth <= 1 for worth in worths.values())


@pytest.mark.sample(5)
@pytest.mark.parametrize("word", BOTS)
@pytest.mark.parametrize("at", TABLES[::4], ids=str)
def test_the_same_seed_gives_the_same_move(at: Table, word: str) -> None:
    seen = midway(at)

    found = {within(0)[word](seen, Random(7)) for _ in range(2)}

    assert len(found) == 1
    assert found <= {*legal_moves(seen.position)}


@pytest.mark.parametrize("word", SEARCHERS)
def test_another_seed_gives_other_determinizations(word: str) -> None:
    seen = midway(("block", 4, 0, {}))
    thought = {"hard": HARD, "expert": EXPERT}[word]

    assert values(seen, Random(1), thought, 0) != values(seen, Random(2), thought, 0)


@pytest.mark.parametrize("word", SEARCHERS)
def test_the_only_move_takes_no_thought(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(search, "values")
    match = next(each for each in standings(table("dominos", 2), Random(1)) if has_no_choice(each))

    assert BOTS[word](view(match, match.turn), Random(1)) == legal_moves(position(match))[0]


@pytest.mark.parametrize("word", SEARCHERS)
def test_who_passes_freely_is_taken_to_hold_little_that_fits(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = "6-6 6-1 4-4 2-1 2-0 4-0 3-0, 6-2 5-2 4-1 5-4 5-3 3-1 1-0"
    match = by_hand(table("passing-game", 2), hands, "6-6, pass")
    tried, fits = determinizations_tried(monkeypatch), Masks(match.rules).fits[6]

    BOTS[word](view(match, 0), Random(1))

    holding = [bool(made.hands[1] & fits) for *_, made in tried]
    assert mean(holding) < 0.75  # of all deals, 0.9: five of 21 hidden tiles fit, and seven are held


def has_no_choice(match: Match) -> bool:
    return len(legal_moves(position(match))) == 1


@pytest.mark.parametrize("word", SEARCHERS)
@pytest.mark.parametrize("at", [("dominos", 4, 2, {}), ("dominos", 10, 5, {"set": 12})], ids=str)
def test_a_thought_without_time_tries_one_batch_of_determinizations(
    at: Table, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, tried = midway(at), determinizations_tried(monkeypatch)

    found = within(0)[word](seen, Random(1))

    assert found in legal_moves(seen.position)
    assert len(tried) == 1 + search.BATCH


@pytest.mark.parametrize("word", SEARCHERS)
def test_a_thought_ends_with_its_determinizations_or_its_effort(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought = replace({"hard": HARD, "expert": EXPERT}[word], max_gap=100)
    seen, tried = midway(("block", 3, 0, {})), determinizations_tried(monkeypatch)

    values(seen, Random(1), replace(thought, determinizations=75))
    of_determinizations = len(tried)
    values(seen, Random(1), replace(thought, effort=1))

    assert (of_determinizations, len(tried) - of_determinizations) == (76, 1 + search.BATCH)


def test_the_last_batch_is_as_large_as_the_effort_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, tried = midway(("block", 3, 0, {})), determinizations_tried(monkeypatch)
    numbers = []
    for effort in range(3000, 6000, 500):
        tried.clear()
        values(seen, Random(1), replace(HARD, max_gap=100, effort=effort))
        numbers.append(len(tried) - 1)

    assert numbers == sorted(numbers)
    assert {number % search.BATCH for number in numbers} != {0}
    assert max(numbers) > search.BATCH


def test_moves_that_fell_behind_are_tried_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, tried = midway(("block", 4, 0, {})), determinizations_tried(monkeypatch)

    values(seen, Random(1), replace(HARD, max_gap=0))

    assert len(tried) == 1 + search.BATCH


def test_a_move_that_was_given_up_is_not_chosen_for_the_mean_that_it_had(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def worst(tries: Mapping[int, SampleStats], _max_gap: float) -> dict[int, SampleStats]:
        return dict([min(tries.items(), key=lambda each: each[1].mean)])

    seen = midway(("block", 4, 0, {}))
    before = values(seen, Random(1), replace(HARD, determinizations=search.BATCH))
    monkeypatch.setattr(search, "contenders", worst)
    found = values(seen, Random(1), HARD)

    left = min(before, key=lambda move: before[move])
    assert before[left] < max(before.values())
    assert max(found, key=lambda move: found[move]) == left
    assert set(found.values()) == {before[left]}


def determinizations_tried(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """All determinizations made into states from now on; the first of a thought only gives its moves."""
    tried: list[tuple[Any, ...]] = []
    made = search._state  # noqa: SLF001 (where every determinization passes)

    def counted(*given: object) -> object:
        tried.append(given)
        return made(*given)  # type: ignore[arg-type] # as they were given

    monkeypatch.setattr(search, "_state", counted)
    return tried


def tried(*worths: float) -> SampleStats:
    found = SampleStats()
    found.add(worths)
    return found


EVEN = tried(*[0.0, 1.0] * 200)
WORSE = tried(*[0.0, 0.0, 0.0, 1.0] * 100)
SURE, SURE_TOO = tried(*[0.99] * 400), tried(*[0.988] * 400)


def test_the_mean_and_the_variance_of_the_mean_are_those_of_all_worths() -> None:
    found = tried(0.0, 1.0)
    found.add([1.0, 1.0])

    assert (found.count, found.mean) == (4, 0.75)
    assert found.variance == 0.1875 / 4 + 0.5 / 16


def test_a_move_stays_until_it_is_enough_standard_errors_behind() -> None:
    assert contenders({1: EVEN, 2: WORSE}, max_gap=8) == {1: EVEN, 2: WORSE}
    assert contenders({1: EVEN, 2: WORSE}, max_gap=7) == {1: EVEN}


def test_it_is_decided_once_no_move_is_worth_more_by_half_a_hundredth() -> None:
    assert is_decided({1: SURE})
    assert is_decided({1: SURE, 2: tried(*[0.99] * 400)})
    assert not is_decided({1: tried(*[0.99] * 300), 2: tried(*[0.99] * 300)})
    assert not is_decided({1: SURE, 2: SURE_TOO})
    assert not is_decided({1: EVEN, 2: tried(*[1.0, 0.0] * 200)})
