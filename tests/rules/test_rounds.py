"""The rounds of a match are a value."""

import pickle
from collections.abc import Iterator
from copy import deepcopy
from random import Random

import pytest
from msgspec.structs import replace
from support.games.rounds import standings, table

from playroom.rules.event import Turn
from playroom.rules.match import Rounds, new_match
from playroom.rules.round import Round

MANY = 8


def states(players: int = 2) -> Iterator[Round]:
    """A round of a match at every choice in it."""
    return (match.now for match in standings(table("draw", players), Random(1)) if match.rounds)


def grown(rounds: list[Round]) -> Rounds:
    """Rounds that were added one by one, each in two states."""
    found = Rounds()
    for each in rounds:
        found = found.after(replace(each, passes=9)).with_last(each)
    return found


@pytest.fixture(scope="module")
def many() -> list[Round]:
    """Many rounds of which no two are alike."""
    begun = next(states())
    return [replace(begun, passes=number) for number in range(MANY)]


def test_rounds_that_have_grown_equal_those_that_were_made_at_once(many: list[Round]) -> None:
    rounds = grown(many)

    assert list(rounds) == many
    assert rounds == Rounds(many)
    assert hash(rounds) == hash(Rounds(many))
    assert rounds not in (Rounds(many[:-1]), Rounds([*many[1:], many[0]]), tuple(many))
    assert (rounds[0], rounds[-1], rounds[1:3]) == (many[0], many[-1], Rounds(many[1:3]))
    with pytest.raises(IndexError):
        rounds[MANY]


def test_rounds_stay_as_they_are_when_others_continue_them(many: list[Round]) -> None:
    before = grown(many[:-1])

    others = [before.after(many[-1]), before.after(many[0]), before.with_last(many[0])]

    assert list(before) == many[:-1]
    assert [list(each) for each in others] == [many, [*many[:-1], many[0]], [*many[:-2], many[0]]]


@pytest.mark.parametrize("count", [0, 1, MANY // 2, MANY - 1, MANY])
def test_the_first_rounds_can_go_on_in_another_way(many: list[Round], count: int) -> None:
    first = grown(many)[:count]

    assert list(first) == many[:count]
    assert list(first.after(many[0])) == [*many[:count], many[0]]
    assert bool(first) == bool(count)


def test_rounds_survive_pickling_and_copying(many: list[Round]) -> None:
    rounds = grown(many)

    assert pickle.loads(pickle.dumps(rounds)) == rounds  # noqa: S301 (our own bytes)
    assert deepcopy(rounds) == rounds


def test_two_matches_that_have_not_begun_share_nothing() -> None:
    rules = table("draw", 2)
    (one, *_), (other, *_) = (tuple(states())[-1:], tuple(states(3))[-1:])

    first, second = new_match(rules).rounds.after(one), new_match(rules).rounds.after(other)

    assert (list(first), list(second)) == ([one], [other])


def test_an_event_does_not_look_through_all_rounds(many: list[Round]) -> None:
    rules = table("draw", 2)
    match = replace(new_match(rules), rounds=grown(many))
    earlier = match.rounds._earlier  # noqa: SLF001 (what is shared)

    after = match.after(Turn(1)).after(Turn(0))

    assert after.now.turn == 0
    assert after.rounds._earlier is earlier  # noqa: SLF001 (what is shared)
