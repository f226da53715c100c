"""The rounds of a match: a value whose earlier rounds are kept as bytes."""

import pickle
import tracemalloc
from collections.abc import Iterator
from copy import deepcopy
from random import Random

import pytest
from msgspec.structs import replace
from support.games.rounds import standings, table

from playroom.rules.event import Turn
from playroom.rules.log.rounds import UNPACKED, Rounds, packed, unpacked
from playroom.rules.match import new_match
from playroom.rules.round import Round
from playroom.rules.tile import UNKNOWN_TILE

GAMES = [
    ("draw", 2, 0),
    ("all-fives", 4, 0),
    ("mexican-train", 3, 0),
    ("pass-and-out", 4, 0),
    ("pass-pass", 4, 2),
]
MANY = 3 * UNPACKED


def states(game: str = "draw", players: int = 2, teams: int = 0, rounds: int = 1) -> Iterator[Round]:
    """The rounds of a match at every choice in them."""
    return (match.now for match in standings(table(game, players, teams), Random(1), rounds) if match.rounds)


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


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "players", "teams"), GAMES)
def test_a_round_that_is_packed_is_the_same_at_any_time(game: str, players: int, teams: int) -> None:
    for now in states(game, players, teams, rounds=2):
        hidden = replace(now, hands=tuple((UNKNOWN_TILE,) * len(hand) for hand in now.hands))

        assert unpacked(packed(now)) == now
        assert unpacked(packed(hidden)) == hidden


def test_rounds_that_have_grown_equal_those_that_were_made_at_once(many: list[Round]) -> None:
    rounds = grown(many)

    assert list(rounds) == many
    assert rounds == Rounds(many)
    assert hash(rounds) == hash(Rounds(many))
    assert rounds not in (Rounds(many[:-1]), Rounds([*many[1:], many[0]]), tuple(many))
    assert (rounds[0], rounds[-1], rounds[1:3]) == (many[0], many[-1], tuple(many[1:3]))
    with pytest.raises(IndexError):
        rounds[MANY]


def test_rounds_stay_as_they_are_when_others_continue_them(many: list[Round]) -> None:
    before = grown(many[:-1])

    others = [before.after(many[-1]), before.after(many[0]), before.with_last(many[0])]

    assert list(before) == many[:-1]
    assert [list(each) for each in others] == [many, [*many[:-1], many[0]], [*many[:-2], many[0]]]


@pytest.mark.parametrize("count", [0, 1, UNPACKED, MANY - 1, MANY])
def test_the_first_rounds_can_go_on_in_another_way(many: list[Round], count: int) -> None:
    first = grown(many).first(count)

    assert list(first) == many[:count]
    assert list(first.after(many[0])) == [*many[:count], many[0]]
    assert bool(first) == bool(count)


def test_rounds_survive_pickling_and_copying(many: list[Round]) -> None:
    rounds = grown(many)

    assert pickle.loads(pickle.dumps(rounds)) == rounds  # noqa: S301 (our own bytes)
    assert deepcopy(rounds) == rounds


def test_two_matches_that_have_not_begun_share_nothing() -> None:
    rules = table("draw", 2)
    (one, *_), (other, *_) = (tuple(states())[-1:], tuple(states("draw", 3))[-1:])

    first, second = new_match(rules).rounds.after(one), new_match(rules).rounds.after(other)

    assert (list(first), list(second)) == ([one], [other])


def test_an_event_does_not_look_through_all_rounds(many: list[Round]) -> None:
    rules = table("draw", 2)
    match = replace(new_match(rules), rounds=grown(many))
    earlier = match.rounds._earlier  # noqa: SLF001 (what is shared)

    after = match.after(Turn(1)).after(Turn(0))

    assert after.now.turn == 0
    assert after.rounds._earlier._items is earlier._items  # noqa: SLF001 (what is shared)


def test_a_round_of_a_long_match_takes_less_than_two_kilobytes() -> None:
    *_, now = states()
    rounds, kept = grown([now] * UNPACKED), packed(now)

    def after(more: int) -> Rounds:
        longer = rounds
        for _ in range(more):
            longer = longer.after(unpacked(kept))
        return longer

    tracemalloc.start()
    try:
        rounds = after(2 * UNPACKED)
        before = tracemalloc.get_traced_memory()[0]
        longer = after(100)
        growth = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()

    assert len(longer) == len(rounds) + 100
    assert growth < 2000 * 100
