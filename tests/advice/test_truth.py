"""All advice is true: over random rounds of all games, each statement is held against open hands.

A small share of them is looked at by default, some ten thousand by the long tests.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count, islice
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from support.faults.soaks import soak
from support.games.coach_truths import COACH_TRUTHS, CoachedRound
from support.games.own_pages import own_rules
from support.games.plain_search import TooManyError
from support.games.reason_truths import REASON_TRUTHS, Case
from support.games.rounds import TABLES, Table, by_lot, standings, table

from playroom.advice import hints
from playroom.advice.coach import coached
from playroom.advice.hints import NOISE, explain, hint
from playroom.advice.reasons import OF_DRAWS, OF_LAST_PLAYS, OF_PASSES, OF_PLAYS, reasons
from playroom.narration.answers.ends import move_message
from playroom.narration.message import Message
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.rulebook.variant import Rules
from playroom.rules.view import view

ONE_IN = 0.2
"""How many of the choices are looked at."""

FEW, FEW_OF_COACH, FEW_OF_OWN = 12, 3, 60
MANY, MANY_OF_COACH = soak(300), soak(40)
"""How many statements of a table are looked at; the many are more than ten thousand in all."""

EVERY = len({*OF_PLAYS, *OF_LAST_PLAYS, *OF_DRAWS, *OF_PASSES})
"""More reasons than this no move can have."""

WORTHS = (0.2, 0.5, 0.503, 0.55, 0.9)
"""What a search may find moves worth."""

SMALL_TABLES: tuple[tuple[Table, dict[str, int]], ...] = (
    (("dominos", 4, 2, {}), {"hand": 3, "set": 4}),
    (("dominos", 3, 0, {}), {"hand": 2, "set": 3}),
    (("block", 2, 0, {}), {"hand": 4}),
    (("block", 3, 0, {}), {"hand": 4}),
    (("draw", 2, 0, {}), {"hand": 3, "set": 3}),
    (("passing-game", 2, 0, {}), {"hand": 2, "set": 3, "reserve": 5}),
    (("passing-game", 4, 2, {}), {"hand": 2, "set": 3}),
    (("pass-and-out", 3, 0, {}), {"hand": 3}),
    (("pass-pass", 4, 2, {}), {"hand": 3}),
    (("all-fives", 2, 0, {}), {"hand": 3, "set": 3}),
    (("matador", 2, 0, {}), {"hand": 3, "reserve": 21}),
    (("mexican-train", 2, 0, {}), {"hand": 2, "set": 3}),
)
"""Every game with so few tiles that the coach can be held against a search that knows no shortcut."""


@dataclass(frozen=True)
class Statement:
    """What advice says at *match*, and whether it is so with all hands open."""

    match: Match
    message: Message
    is_true: bool


def small(at: Table, sizes: Mapping[str, int]) -> Rules:
    """The table with these sizes of hands, set and reserve."""
    game, players, teams, options = at
    made = table(game, players, teams, **options)
    return replace(
        made,
        hand=(sizes["hand"],),
        set=sizes.get("set", made.set),
        reserve=sizes.get("reserve", made.reserve),
    )


def is_reason_true(match: Match, move: Move, message: Message) -> bool:
    return REASON_TRUTHS[message.entry.removeprefix("reasons.")](Case(match, move, message))


def reasons_at(match: Match) -> Iterator[Statement]:
    """Every reason for every legal move."""
    for move in legal_moves(position(match)):
        for message in reasons(view(match, match.turn), move, EVERY):
            yield Statement(match, message, is_reason_true(match, move, message))


def near_the_end(made: Rules, chance: Random) -> tuple[int, ...]:
    """Totals, some a few points from the limit or the target of the match, if it has one."""
    end = made.limit or made.target or 0
    return tuple(chance.choice((0, max(0, end - 1 - chance.randrange(9)))) for _ in range(made.sides))


def statements(made: Rules, seed: int) -> Iterator[Statement]:
    """All that is said of legal moves at some choices of a random round."""
    chance = Random(seed)
    for match in standings(made, chance):
        if chance.random() < ONE_IN:
            yield from reasons_at(match)


def statements_near_the_end(made: Rules, seed: int) -> Iterator[Statement]:
    """The same where a few points more eliminate a side or win the match, and where sides are eliminated."""
    chance = Random(seed)
    for match in standings(made, chance, 2, near_the_end(made, chance)):
        if len(match.sides_in) < made.sides or chance.random() < ONE_IN:
            yield from reasons_at(match)


def advice(made: Rules, seed: int) -> Iterator[Statement]:
    """What hints and reviews say of moves at some choices near the end, for any worths of the moves."""
    chance = Random(seed)
    for match in standings(made, chance, 2, near_the_end(made, chance)):
        moves = legal_moves(position(match))
        if chance.random() < ONE_IN and len(moves) > 1:
            worths = {move: chance.choice(WORTHS) for move in moves}
            yield from of_hint(match, worths, rated=chance.random() < ONE_IN)
            yield from of_review(match, worths, chance.choice(moves), rated=chance.random() < ONE_IN)


def of_hint(match: Match, worths: Mapping[Move, float], *, rated: bool) -> Iterator[Statement]:
    """The statements of a hint: about the best move, and none that is true of the second best too."""
    seen = view(match, match.turn)
    with patch.object(hints, "move_values", lambda _: worths):
        named, *told = hint(seen, rated=rated)
    best, second = sorted(worths, key=lambda move: -worths[move])[:2]
    yield Statement(match, named, named == Message("reasons.hint", blanks={"move": as_told(match, best)}))
    of_second = reasons(seen, second, EVERY)
    assert told
    for message in told:
        assert message not in of_second
        yield of_move(match, worths, message, best, second)


def of_review(match: Match, worths: Mapping[Move, float], made: Move, *, rated: bool) -> Iterator[Statement]:
    """The statements of a review: about the move that was made, then about a better one, never the same."""
    told = explain(view(match, match.turn), made, worths, rated=rated)
    best = max(worths, key=lambda move: worths[move])
    better = Message("reasons.better", blanks={"move": as_told(match, best)})
    at = told.index(better) if better in told else len(told)
    assert (at < len(told)) == (worths[best] - worths[made] > NOISE)
    assert at == len(told) or told[at + 1 :]
    for message in told[:at]:
        assert message not in told[at + 1 :]
        yield of_move(match, worths, message, made, best)
    for message in told[at + 1 :]:
        yield of_move(match, worths, message, best, made)


def of_move(
    match: Match, worths: Mapping[Move, float], message: Message, move: Move, other: Move
) -> Statement:
    """What is said of *move*, perhaps beside another one."""
    entry = message.entry.removeprefix("reasons.")
    if entry in FIGURES:
        told = message.blanks.get("move", as_told(match, other))
        is_true = told == as_told(match, other) and FIGURES[entry](
            message.blanks, worths[move], worths[other]
        )
        return Statement(match, message, is_true)
    return Statement(match, message, is_reason_true(match, move, message))


def as_told(match: Match, move: Move) -> Message:
    return move_message("reasons", move, match.turn, drew=match.now.this_turn.drew)


def is_about(blanks: Mapping[str, Any], name: str, worth: float) -> bool:
    """Whether a rate is the rounded worth."""
    return math.isclose(blanks[name] / blanks["of"], worth, abs_tol=0.5 / blanks["of"] + 1e-9)


FIGURES: Mapping[str, Callable[[Mapping[str, Any], float, float], bool]] = {
    "rate": lambda blanks, own, _: is_about(blanks, "rate", own),
    "next_best": lambda blanks, _, other: is_about(blanks, "rate", other),
    "as_good": lambda blanks, own, other: is_about(blanks, "rate", own) and abs(own - other) < 0.01,
    "rates": lambda blanks, own, other: (
        is_about(blanks, "rate", own)
        and is_about(blanks, "other", other)
        and blanks["rate"] > blanks["other"]
    ),
    "best": lambda _, own, other: own >= other - NOISE,
}
"""What has to be so of what a move and another one are worth, for each entry with figures."""


def of_coach(made: Rules, seed: int) -> Iterator[Statement]:
    """What each seat and a spectator are told of a random round."""
    chance = Random(seed)
    match = by_lot(made, chance, near_the_end(made, chance))
    for ear in (None, *match.now.seats):
        message = coached(match, ear, seconds=math.inf)
        assert message
        told = CoachedRound(match, ear, message)
        with suppress(TooManyError):
            is_true = COACH_TRUTHS[message.entry.removeprefix("coach.")](told)
            yield Statement(match, message, is_true)


ADVICE = (statements, statements_near_the_end, advice)
"""What is said of moves: their reasons, and hints and reviews."""


def assert_true(several: Iterable[Statement], number: int) -> None:
    """Asserts that there are so many statements, and that each is true."""
    looked = 0
    for each in islice(several, number):
        assert each.is_true, (each.message, each.match.totals, each.match.now)
        looked += 1
    assert looked == number


@pytest.mark.sample(6)
@pytest.mark.parametrize("at", TABLES, ids=str)
def test_reasons_are_true(at: Table) -> None:
    game, players, teams, options = at
    made = table(game, players, teams, **options)

    assert_true((each for seed in count() for each in statements(made, seed)), FEW)


@pytest.mark.sample(3)
@pytest.mark.parametrize("at", TABLES[::4], ids=str)
def test_hints_and_reviews_are_true_near_the_end_of_a_match(at: Table) -> None:
    game, players, teams, options = at
    made = table(game, players, teams, **options)

    assert_true((each for seed in count() for each in advice(made, seed)), FEW)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("at", "sizes"), SMALL_TABLES[::3], ids=str)
def test_the_coach_is_right(at: Table, sizes: Mapping[str, int]) -> None:
    made = small(at, sizes)

    assert_true((each for seed in count() for each in of_coach(made, seed)), FEW_OF_COACH)


@pytest.mark.long
@pytest.mark.parametrize("at", TABLES, ids=str)
def test_many_reasons_hints_and_reviews_are_true(at: Table) -> None:
    game, players, teams, options = at
    made = table(game, players, teams, **options)

    assert_true((each for seed in count() for way in ADVICE for each in way(made, seed)), MANY)


@pytest.mark.long
@pytest.mark.parametrize(("at", "sizes"), SMALL_TABLES, ids=str)
def test_the_coach_is_right_in_many_rounds(at: Table, sizes: Mapping[str, int]) -> None:
    made = small(at, sizes)

    assert_true((each for seed in count() for each in of_coach(made, seed)), MANY_OF_COACH)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(soak(60)))
def test_all_advice_is_true_on_a_page_of_a_players_own(seed: int) -> None:
    made = own_rules(seed)

    assert_true((each for part in count(seed) for way in ADVICE for each in way(made, part)), FEW_OF_OWN)
