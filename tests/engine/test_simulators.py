"""What the engine does not cover is played through the rules, and both simulators play the same game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from random import Random

import pytest
from msgspec import structs
from support.games.own_pages import VARIANTS, own_rules
from test_engine import one_by_one

from playroom.engine.coverage import uncovered
from playroom.engine.engine import Engine
from playroom.engine.rules_simulator import RulesSimulator
from playroom.engine.simulator import AnySimulator, simulator
from playroom.engine.simulator import engine as engine_of
from playroom.engine.state import State
from playroom.rules.deal import begin
from playroom.rules.flow import after
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.award import OTHERS, Award, Counted, Receiver, When
from playroom.rules.rulebook.variant import Rules, rules
from playroom.table.shuffle import shuffled


class Corner(StrEnum):
    """A question that no page asks yet."""

    NONE = "none"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class MoreRules(Rules):
    """Rules with three questions more; where there is no such rule, the answers are these."""

    corner: Corner = Corner.NONE
    wild_blanks: bool = False
    bonus: int | None = None


class MoreAward(Award, frozen=True):
    """An award with one more answer."""

    at_corner: bool = False


def more_rules(**answers: object) -> MoreRules:
    """The rules of a page of ours, with these answers to new questions."""
    block = rules(VARIANTS["block"], 3)
    known = {each.name: getattr(block, each.name) for each in fields(block)}
    return MoreRules(**known, **answers)  # type: ignore[arg-type] # as they were


@pytest.mark.parametrize("name", VARIANTS)
def test_every_page_of_ours_is_covered(name: str) -> None:
    variant = VARIANTS[name]

    made = rules(variant, variant.players[-1], variant.teams[-1] if variant.players[-1] > 2 else 0)

    assert uncovered(made) == ()
    assert isinstance(simulator(made), Engine)


@pytest.mark.parametrize("seed", range(20))
def test_own_pages_are_covered(seed: int) -> None:
    assert uncovered(own_rules(seed)) == ()


@pytest.mark.parametrize(
    ("answers", "missing"),
    [
        ({}, ()),
        ({"corner": Corner.ROUND}, ("corner",)),
        ({"wild_blanks": True, "bonus": 3}, ("wild_blanks", "bonus")),
    ],
)
def test_a_new_question_is_uncovered_unless_its_answer_says_no(
    answers: Mapping[str, object], missing: tuple[str, ...]
) -> None:
    assert uncovered(more_rules(**answers)) == missing


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("passing", "knock"),
        ("scoring", (structs.replace(OTHERS[0], counts="halves"),)),
        ("scoring", (MoreAward(When.OUT, Counted.OTHERS, Receiver.WINNER, at_corner=True),)),
    ],
    ids=["word", "word of an award", "new answer of an award"],
)
def test_a_new_word_is_uncovered(question: str, answer: object) -> None:
    made = replace(rules(VARIANTS["draw"], 2), **{question: answer})  # type: ignore[arg-type] # a new word

    assert uncovered(made) == (question,)


def test_a_page_that_is_not_covered_is_played_through_the_rules() -> None:
    made = more_rules(corner=Corner.ROUND)

    assert isinstance(simulator(made), RulesSimulator)
    assert simulator(made).slowness > simulator(rules(VARIANTS["block"], 3)).slowness


def dealt(made: Rules, seed: int) -> Match:
    match = new_match(made)
    return after(match, begin(match, shuffled(match, Random(seed))[1]))


@pytest.mark.parametrize("name", VARIANTS)
def test_both_simulators_play_the_same_game(name: str) -> None:
    players = min(4, VARIANTS[name].players[-1])
    made = rules(VARIANTS[name], players, VARIANTS[name].teams[-1] if name != "dominos" else 2)
    match = dealt(made, 1)
    fast, slow = engine_of(made, match.now.seats), RulesSimulator(made, match.now.seats)
    one, other = fast.state(match), slow.state(match)

    for move in played(fast, one, Random(2)):
        number = next(each for each in slow.moves(other) if str(slow.move(each)) == move)
        slow.play(other, number)
        assert (one.turn, one.scores) == (other.turn, other.scores)
        assert fast.fitting(one) == slow.fitting(other)

    assert one.turn is None
    assert fast.winners(one) == slow.winners(other)


def played(page: Engine, state: State, chance: Random) -> Iterator[str]:
    """The words of each move of a random round, while it is made."""
    while state.turn is not None:
        move = chance.choice(page.moves(state))
        page.play(state, move)
        yield str(page.move(move))


@pytest.mark.parametrize("kind", [engine_of, RulesSimulator])
def test_hidden_tiles_change_hands_and_nothing_else(kind: type[AnySimulator]) -> None:
    made = rules(VARIANTS["draw"], 3)
    match, other = dealt(made, 1), dealt(made, 2)
    page = kind(made, (0, 1, 2))  # type: ignore[call-arg] # both are made of rules and seats
    masks = page.masks
    hands = [masks.mask(hand) for hand in other.now.hands]
    stock = tuple(masks.bits[tile] for tile in other.now.boneyard)

    changed = page.with_hidden(page.state(match), hands, stock)

    assert page.fitting(page.state(other)) == page.fitting(changed)
    assert page.state(match).turn == changed.turn


@pytest.mark.parametrize("seed", range(4))
def test_play_outs_through_the_rules_end_as_their_moves_do(seed: int) -> None:
    made = own_rules(seed)
    match = dealt(made, seed)
    page = RulesSimulator(made, match.now.seats)
    state = page.state(match)
    before = page.key(state)
    first = page.moves(state)[0]

    points = page.playout(state, first, Random(seed).random)

    assert points == one_by_one(page, page.copied(state), first, Random(seed).random)
    assert hash(page.key(state)) == hash(before)
