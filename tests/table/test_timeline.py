"""The steps of a match: each state is the one that was there when the match was played."""

from random import Random

import pytest
from support.games.random_matches import VARIANTS, random_record, states

from playroom.rules.event import Dealt, Drew, Passed, Played, Scored
from playroom.rules.match import Match
from playroom.table.setup import first_setup, new_record
from playroom.table.timeline import Timeline

CHOICES = Dealt | Played | Drew | Passed


def random_states(game: str, seed: int) -> list[Match]:
    chance = Random(f"{game} {seed}")
    return list(states(random_record(VARIANTS[game], chance, short=True).match, chance))


def events(match: Match) -> int:
    return sum(len(each.log) for each in match.rounds)


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", VARIANTS)
def test_the_match_after_each_step_is_as_it_was(game: str) -> None:
    for seed in range(3):
        played = {events(match): match for match in random_states(game, seed)}
        timeline = Timeline(played[max(played)])

        for index in Random(seed).sample(range(len(timeline.steps)), len(timeline.steps)):
            count = timeline.count(index)
            if count in played:  # several passes that go by themselves are one state of the random match
                assert timeline.state(index) == played[count]
        assert timeline.state(len(timeline.steps) - 1) == timeline.match


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", VARIANTS)
def test_the_steps_hold_every_event_once_and_begin_with_a_choice(game: str) -> None:
    match = random_states(game, 7)[-1]
    timeline = Timeline(match)

    steps = [timeline.events(index) for index in range(len(timeline.steps))]

    assert [event for step in steps for event in step] == [
        event for each in match.rounds for event in each.log
    ]
    assert all(isinstance(step[0], CHOICES) for step in steps)
    assert not any(isinstance(event, CHOICES) for step in steps for event in step[1:])


def test_a_pass_or_a_score_is_found_both_ways() -> None:
    record = new_record(VARIANTS["block"], first_setup(VARIANTS["block"]), ("Ada", "Ben", "Cleo", "Dan"))
    *_, match = states(record.match, Random(5))
    timeline = Timeline(match)
    scoring = [
        at for at in range(len(timeline.steps)) if any(isinstance(e, Scored) for e in timeline.events(at))
    ]

    assert timeline.find(Scored, 0, 1) == scoring[0]
    assert timeline.find(Scored, len(timeline.steps) - 1, -1) == scoring[-2]
    assert timeline.find(Scored, scoring[0], -1) is None
    assert timeline.find(Scored, len(timeline.steps) - 1, 1) is None


def test_a_round_is_computed_once() -> None:
    timeline = Timeline(random_states("draw", 2)[-1])

    assert timeline.state(3) is timeline.state(3)
