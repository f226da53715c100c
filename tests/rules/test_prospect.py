"""What a tile would do is what happens if it is then played."""

import dataclasses
from random import Random

import pytest
from msgspec.structs import replace
from support.games.random_matches import VARIANTS, random_record, states

from playroom.rules.event import (
    Again,
    Ended,
    Event,
    MayExtend,
    MustCover,
    Played,
    Scored,
    Skipped,
    TrainClosed,
    Turn,
)
from playroom.rules.flow import play
from playroom.rules.legal import distinct_moves, position
from playroom.rules.match import Match
from playroom.rules.move import Play
from playroom.rules.prospect import prospects
from playroom.rules.rulebook.award import Award, Counted, Receiver, When
from playroom.rules.view import view

STATES = 60
"""The states of a random match that are looked at."""


def points_at_once(match: Match, events: tuple[Event, ...]) -> int:
    """What the side to move scores for its tile."""
    following = next((each for each in events[1:] if not isinstance(each, TrainClosed)), None)
    return following.points[match.rules.side(match.turn or 0)] if isinstance(following, Scored) else 0


def how_the_turn_goes_on(events: tuple[Event, ...]) -> Event | None:
    """What follows before the turn of another begins, who may have to cover a double too."""
    turn = next((at for at, each in enumerate(events) if isinstance(each, Turn)), len(events))
    kinds = Again | MustCover | MayExtend | Skipped
    return next((each for each in events[:turn] if isinstance(each, kinds)), None)


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_foreseen_happens(name: str, seed: int) -> None:
    chance = Random(f"{name} {seed}")
    record = random_record(VARIANTS[name], chance, short=True)
    for match, _ in zip(states(record.match, chance), range(STATES), strict=False):
        if match.turn is None:
            continue
        seen = view(match, match.turn)

        found = [each for tile in seen.hand for each in prospects(seen, tile)]

        assert [each.play for each in found] == [
            move for move in distinct_moves(position(match)) if isinstance(move, Play)
        ]
        for each in found:
            events = play(match, each.play)
            assert events[0] == each.played
            assert each.points == points_at_once(match, events)
            if each.played.left and not any(isinstance(event, Ended) for event in events):
                assert each.then == how_the_turn_goes_on(events)


def test_a_player_who_waits_foresees_the_same_as_if_it_were_their_turn() -> None:
    chance = Random(4)
    match = next(
        match
        for match in states(random_record(VARIANTS["draw"], chance, short=True).match, chance)
        if match.round and match.round.layout.open_ends
    )
    waiting = next(seat for seat in match.seats_in if seat != match.turn)
    theirs = match.with_last(replace(match.now, turn=waiting))

    for tile in match.now.hands[waiting]:
        assert prospects(view(match, waiting), tile) == prospects(view(theirs, waiting), tile)


@pytest.mark.parametrize("counted", [Counted.OTHERS, Counted.ALL])
def test_points_that_depend_on_hidden_hands_are_not_known(counted: Counted) -> None:
    chance = Random(1)
    match = next(states(random_record(VARIANTS["draw"], chance, short=True).match, chance))
    award = Award(When.PLAY, counted, Receiver.PLAYER)
    match = replace(match, rules=dataclasses.replace(match.rules, scoring=(award,)))
    seen = view(match, match.turn)

    found = [each for tile in seen.hand for each in prospects(seen, tile)]

    assert found
    assert {each.points for each in found} == {None}
    assert all(isinstance(each.played, Played) for each in found)
