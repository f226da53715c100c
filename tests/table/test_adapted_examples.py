"""Examples of our games as they go by a page with answers of its own: sums, a reserve, a target."""

from pathlib import Path

import pytest

from playroom.rules.event import Again, Scored, Skipped
from playroom.rules.rulebook.variant import Variant
from playroom.strict_yaml import read
from playroom.table.examples.example import PlayedExample, proved
from playroom.table.examples.example_file import Examples
from playroom.table.page import variant_on
from playroom.table.shelf import OURS, shelf

THREES = """\
name: threes
like: all-fives
title: {en: Threes, fr: Trois}
teams: [0]
hand: 6
spinner: false
again_on: 9
skip_on: 4
reserve: 3
after_draw: may_play
scoring:
- {when: play, counts: ends, to: player, multiple_of: 3}
- {when: out, counts: others, to: winner, nearest: 3}
- {when: blocked, counts: own, to: fewest}
target: 60
options: {hand: [5, 6]}
"""


@pytest.fixture
def threes(tmp_path: Path) -> Variant:
    page = tmp_path / "threes.yaml"
    page.write_text(THREES, encoding="utf-8")
    return variant_on(read(page), shelf([OURS]).variants)


def adapted(variant: Variant, rule: str) -> tuple[PlayedExample, ...]:
    return tuple(Examples().adapted(variant, rule, {}))


def events(example: PlayedExample) -> list[object]:
    return [event for step in example.steps for event in step.events]


def test_tiles_are_numbered_anew_until_the_same_happens(threes: Variant) -> None:
    (again, *_), (skip, *_) = adapted(threes, "special.again_on"), adapted(threes, "special.skip_on")

    assert any(isinstance(event, Again) for event in events(again))
    assert sum(end.adds for end in again.after.now.layout.open_ends) == 9
    assert any(isinstance(event, Skipped) for event in events(skip))
    assert sum(end.adds for end in skip.after.now.layout.open_ends) == 4


@pytest.mark.long
def test_one_example_scores_and_the_other_does_not_as_in_the_game_that_has_them(threes: Variant) -> None:
    scores, none = adapted(threes, "award.play.ends")[:2]

    assert scores.after.now.scores[0] % 3 == 0 < scores.after.now.scores[0]
    assert not any(isinstance(event, Scored) for event in events(none))


@pytest.mark.long
def test_a_target_and_a_reserve_are_those_of_the_page(threes: Variant) -> None:
    target, drawn = adapted(threes, "match_end.target_at_once")[0], adapted(threes, "after_draw.may_play")[0]

    assert target.before.totals == (50, 0)
    assert target.after.totals[0] >= 60
    assert target.after.winners == (0,)
    assert len(drawn.before.now.boneyard) > 3


@pytest.mark.long
def test_what_was_adapted_is_proved_as_if_it_were_written(threes: Variant) -> None:
    for rule in ("special.again_on", "special.skip_on", "award.out.others", "drawing.if_stuck"):
        for found in adapted(threes, rule):
            assert proved(found.example, threes).after == found.after


def test_nothing_is_made_of_what_no_game_has(threes: Variant) -> None:
    assert adapted(threes, "award.blocked.own") == ()
    assert adapted(threes, "special.again_first") == ()
