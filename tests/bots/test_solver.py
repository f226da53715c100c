"""The solver finds what a plain search through the public rules finds, in every game."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from random import Random

import pytest
from support.games.plain_search import PlainSearch, TooManyError, Worth
from support.games.rounds import by_lot, table

from playroom.bots.coach import decisions
from playroom.bots.solver import WIN, Duel, OutOfTime, Several, solver
from playroom.engine.simulator import simulator
from playroom.rules.match import Match
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Side

TABLES: list[tuple[str, int, int, Mapping[str, object]]] = [
    ("dominos", 2, 0, {}),
    ("dominos", 4, 2, {}),
    ("dominos", 4, 0, {}),
    ("dominos", 6, 3, {}),
    ("block", 2, 0, {}),
    ("block", 4, 0, {}),
    ("draw", 2, 0, {}),
    ("draw", 3, 0, {"after_draw": "may_play"}),
    ("passing-game", 2, 0, {}),
    ("passing-game", 4, 2, {}),
    ("passing-game", 3, 0, {}),
    ("pass-and-out", 2, 0, {"target": 9}),
    ("pass-and-out", 3, 0, {"deals": 2}),
    ("pass-and-out", 4, 0, {"going_out": "ends_round", "target": 12}),
    ("pass-pass", 4, 2, {}),
    ("all-fives", 2, 0, {}),
    ("all-fives", 4, 2, {"finish": "round_end"}),
    ("matador", 2, 0, {}),
    ("matador", 3, 0, {"keep_matadors": True}),
    ("mexican-train", 2, 0, {"hand": 5}),
    ("mexican-train", 3, 0, {"hand": 5, "doubles": "several"}),
]

MOST = 30
"""How many positions the plain search may look at for one answer."""


def solved(made: Rules, side: Side) -> Iterator[tuple[Match, Worth]]:
    """The last decisions of rounds that were played by lot, as far back as the plain search can see."""
    chance, search = Random(str(made)), PlainSearch(side, tuple(range(made.sides)), MOST)
    while True:
        with suppress(TooManyError):
            for decision in reversed(list(decisions(by_lot(made, chance)))):
                yield decision.before, search.worth(decision.before)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("game", "players", "teams", "options"), TABLES, ids=str)
def test_the_solver_finds_what_a_plain_search_finds(
    game: str, players: int, teams: int, options: Mapping[str, object]
) -> None:
    made = table(game, players, teams, **options)
    fast, side = simulator(made), made.sides - 1
    cases = list(islice(solved(made, side), 5))

    solving = solver(fast, side, lambda: False)
    found = [
        (solving.worth(state), solving.wins(state)) for state in (fast.state(match) for match, _ in cases)
    ]

    assert found == [(round(share * WIN) + points, share > made.sides - 1.5) for _, (share, points) in cases]


def test_two_sides_are_a_duel_and_more_are_several() -> None:
    kinds = [
        type(solver(simulator(table("dominos", players, teams)), 0, lambda: False))
        for players, teams in ((2, 0), (4, 2), (3, 0), (6, 3))
    ]

    assert kinds == [Duel, Duel, Several, Several]


def test_two_who_are_left_of_four_are_a_duel() -> None:
    fast = simulator(table("dominos", 4), seats=(1, 3))

    assert isinstance(solver(fast, 1, lambda: False), Duel)


@pytest.mark.long
@pytest.mark.parametrize("teams", [2, 0])
def test_a_solver_that_is_late_gives_up_and_remembers_nothing_wrong(teams: int) -> None:
    made = table("dominos", 4, teams)
    fast = simulator(made)
    state = fast.state(list(decisions(by_lot(made, Random(1))))[-6].before)
    in_time = solver(fast, 0, lambda: False).worth(state)
    late = solver(fast, 0, after_looks(20))

    with pytest.raises(OutOfTime):
        late.worth(state)
    late.is_late = lambda: False

    assert late.worth(state) == in_time


def after_looks(count: int) -> Callable[[], bool]:
    """A clock that has run out once it was looked at so often."""
    looks = iter(range(count))
    return lambda: next(looks, None) is None
