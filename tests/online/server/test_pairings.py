"""Who plays whom in an evening: everybody once in a round, and nobody twice in a circle."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playroom.online.server.tables.pairings import circle_length, circle_round, swiss_round

PEOPLE = st.lists(st.integers(1, 99), min_size=2, max_size=24, unique=True)


def pairs_of(tables: list[list[int]]) -> list[frozenset[int]]:
    return [frozenset(pair) for table in tables for pair in combinations(table, 2)]


@settings(max_examples=25)
@given(PEOPLE)
def test_in_a_circle_everybody_meets_everybody_once_and_sits_out_at_most_once(people: list[int]) -> None:
    rounds = [circle_round(people, number) for number in range(circle_length(len(people)))]

    assert Counter(pair for tables, _ in rounds for pair in pairs_of(tables)) == Counter(
        frozenset(pair) for pair in combinations(people, 2)
    )
    assert all(len(out) == len(people) % 2 for _, out in rounds)
    assert max(Counter(each for _, out in rounds for each in out).values(), default=0) <= 1


@settings(max_examples=25)
@given(PEOPLE)
def test_in_each_round_of_a_circle_everybody_is_once(people: list[int]) -> None:
    for number in range(circle_length(len(people))):
        tables, out = circle_round(people, number)

        assert sorted([each for table in tables for each in table] + out) == sorted(people)


@settings(max_examples=25)
@given(PEOPLE, st.integers(2, 5), st.data())
def test_in_a_swiss_round_everybody_is_once_and_tables_are_full(
    people: list[int], size: int, data: st.DataObject
) -> None:
    pairs = [frozenset(pair) for pair in combinations(people, 2)]
    met = Counter(data.draw(st.lists(st.sampled_from(pairs), max_size=40)))

    tables, out = swiss_round(people, met, {}, size)

    assert sorted([each for table in tables for each in table] + out) == sorted(people)
    assert all(len(table) == size for table in tables)
    assert len(out) == len(people) % size


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("people", "size", "rounds"), [(40, 2, 12), (11, 2, 5), (40, 3, 6), (38, 4, 3)])
def test_no_two_people_meet_again_in_a_swiss_evening(people: int, size: int, rounds: int, seed: int) -> None:
    chance, met, sat_out, wins = Random(seed), Counter[frozenset[int]](), Counter[int](), Counter[int]()
    for _ in range(rounds):
        ranked = sorted(range(people), key=lambda each: -wins[each])

        tables, out = swiss_round(ranked, met, sat_out, size)

        met.update(pairs_of(tables))
        sat_out.update(out)
        wins.update([*out, *(chance.choice(table) for table in tables)])
    assert max(met.values()) == 1
    assert max(sat_out.values(), default=0) <= 1


def test_people_of_like_results_meet() -> None:
    met = Counter([frozenset((1, 2)), frozenset((3, 4))])

    assert swiss_round([1, 3, 2, 4], met, {}, 2) == ([[1, 3], [2, 4]], [])
    assert swiss_round([1, 2, 3, 4], met, {}, 2) == ([[1, 3], [2, 4]], [])


def test_who_has_sat_out_plays_and_the_next_of_the_last_sits_out() -> None:
    assert swiss_round([1, 2, 3], {}, {3: 1}, 2) == ([[1, 3]], [2])


def test_where_all_have_met_those_meet_who_have_met_least() -> None:
    met = Counter(frozenset(pair) for pair in [*combinations(range(1, 5), 2), (1, 2), (1, 2), (1, 3)])

    assert swiss_round([1, 2, 3, 4], met, {}, 2)[0] == [[1, 4], [2, 3]]
