"""A match taken back to before a decision is the match as it stood then, and goes on to the same."""

import itertools
from random import Random

import pytest
from msgspec.structs import replace
from support.console.replays import played
from support.games.random_matches import VARIANTS, random_record, states

from playroom.rules.event import Drew, Passed, Played
from playroom.rules.flow import after, play
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match, new_match
from playroom.rules.move import Play
from playroom.rules.rewind import before_round, events_between, last_decision, progress
from playroom.table.record import text
from playroom.table.setup import first_setup, new_record

STATES = 120
"""The states of a random match that are looked at."""


def has_a_choice(match: Match) -> bool:
    allowed = legal_moves(position(match)) if match.round else ()
    return len(allowed) > 1 or any(isinstance(move, Play) for move in allowed)


def decider(before: Match, later: Match) -> int | None:
    """The seat that has made a decision between two states that follow each other."""
    event = events_between(before, later)[0]
    moved = isinstance(event, Played | Drew | Passed) and has_a_choice(before)
    return before.turn if moved else None


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("seed", range(2))
def test_taken_back_a_match_is_what_it_was(name: str, seed: int) -> None:
    chance = Random(f"rewind {name} {seed}")
    record = random_record(VARIANTS[name], chance, short=True)
    seen = [match for match, _ in zip(states(record.match, chance), range(STATES), strict=False)]
    decided: dict[int, Match] = {}
    for before, later in itertools.pairwise(seen):
        if (seat := decider(before, later)) is not None:
            decided[seat] = before
        if chance.random() < 0.8:
            continue
        for asked in range(record.match.rules.players):
            found = last_decision(later, asked)

            assert (found and found.before) == decided.get(asked)
            if found:
                was = text(replace(record, match=decided[asked]))
                assert text(replace(record, match=found.before)) == was
                assert progress(found.before) < progress(later)
                assert (
                    play(found.before, found.move)
                    == events_between(found.before, later)[: len(play(found.before, found.move))]
                )
                assert after(found.before, events_between(found.before, later)) == later


def test_nothing_was_decided_before_the_first_move() -> None:
    chance = Random(1)
    dealt = next(states(random_record(VARIANTS["draw"], chance, short=True).match, chance))

    assert last_decision(dealt, 0) is None
    assert last_decision(dealt, None) is None


def test_before_each_round_totals_and_sides_are_those_of_then() -> None:
    variant = VARIANTS["dominos"]
    match = played(
        new_record(variant, first_setup(variant), ("Ada", "Ben", "Cleo", "Dan")), Random(1)
    ).record.match
    state, sides = new_match(match.rules), set()

    for number, each in enumerate(match.rounds):
        assert before_round(match, number) == state
        sides.add(len(state.sides_in))
        for event in each.log:
            state = state.after(event)

    assert len(sides) > 1, "somebody was eliminated before the last round"
