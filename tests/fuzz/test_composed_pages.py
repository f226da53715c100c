"""Pages composed at random: right ones are played by all strengths, of wrong ones every mistake is named."""

from itertools import count, islice
from random import Random

import pytest
from page_mistakes import MISTAKES
from page_trial import (
    ENGLISH,
    MOST_MISTAKES,
    RandomPage,
    assert_right,
    play_by_all,
    random_page,
    rulebook_or_errors,
)
from support.faults.soaks import SEED, soak

from playroom.engine.coverage import uncovered
from playroom.narration.rules.rulebook import rulebook
from playroom.rules.rulebook.variant import Variant, rules
from playroom.table.trial import random_match

PAGES = 4_000
RULEBOOKS, MATCHES = 800, 20
PARTS = 20

TWO_FOR_A_TILE = "{when: play, counts: fixed, to: player, points: 2}"


@pytest.mark.parametrize("kind", MISTAKES)
def test_every_kind_of_mistake_is_named_with_its_line(kind: str) -> None:
    for number in range(12):
        chance = Random(f"{kind} {number}")
        lines = ["name: mine", "like: draw", "players: [2, 3, 4]", "hand: 5"]
        line = MISTAKES[kind](lines, chance)

        assert assert_right(RandomPage("\n".join(lines) + "\n", 1, line)) is None


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, PARTS))]
)
def test_pages_are_rulebooks_or_say_what_to_write(part: int) -> None:
    pages = [random_page(Random(f"page {SEED} {part} {number}")) for number in range(PAGES // PARTS)]

    accepted = [page for page in pages if assert_right(page)]

    assert {page.mistakes for page in pages} == {*range(MOST_MISTAKES + 1)}
    assert len(accepted) > len(pages) // 10


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_pages_that_are_accepted_are_played_by_all_strengths(part: int) -> None:
    random = (random_page(Random(f"played {SEED} {part} {number}")) for number in count())
    rulebooks = (found for each in random if (found := assert_right(each)))

    for page in islice(rulebooks, soak(RULEBOOKS) // PARTS):
        play_by_all(page, soak(MATCHES))


def test_a_page_that_is_accepted_is_played() -> None:
    found = rulebook_or_errors("name: mine\nlike: draw\n")

    assert isinstance(found, Variant)
    play_by_all(found, 1)


ONLY_CAPICUA = """\
name: only-capicua
title: {en: Only Capicúa}
like: partners
players: 4
scoring: []
blocked_by: nobody
capicua: 25
target: 50
options: {capicua_blank: [true, false], target: {least: 25}}
clauses: {capicua: OC-1, target: OC-2}
"""


@pytest.mark.long
def test_ten_lines_are_a_game_in_which_only_capicua_scores() -> None:
    page = rulebook_or_errors(ONLY_CAPICUA)

    assert isinstance(page, Variant)
    play_by_all(page, 1)
    made = rules(page, 4, 2)
    match = random_match(made, Random(1))
    assert {score for each in match.rounds for score in each.scores} == {0, 25}
    assert max(match.totals) == 50
    assert "Score bonuses: nothing else counts." in ENGLISH.say(rulebook(page, made)[0].paragraphs[0])
    assert not uncovered(made)


def test_points_in_fives_are_refused_where_tiles_are_counted() -> None:
    """No round scores where all hands together have fewer than five tiles: such a match never ends."""
    found = rulebook_or_errors("name: mine\nlike: pass-and-out\npoints: fives\n")

    assert not isinstance(found, Variant)
    assert [(error.line, str(error.why.blanks["fault"])) for error in found] == [(3, "fives_count_pips")]


@pytest.mark.parametrize(
    ("answers", "fault", "line"),
    [
        ('like: draw\nset: 3\nhand: 2\naside: ["6-1"]', "aside_not_dealt", 5),
        ('like: mexican-train\naside: ["6-6"]', "aside_not_dealt", 3),
        ("like: cochon\nseries: none", "pigs_need_series", 3),
        ("like: six-love\npoints: fives", "never_scores", 3),
        ("like: dupla\nscoring: [{when: out, counts: carried, to: winner}]", "never_scores", 3),
        (
            "like: draw\nscoring: [{when: out, counts: fixed, to: winner, points: 2, per: 3}]",
            "never_scores",
            3,
        ),
        ("like: draw\nscoring: [{when: out, counts: all, to: each}]", "never_scores", 3),
        ("like: draw\nscoring: []", "never_scores", 3),
        ("like: kozel\nentry: 169", "entry_too_high", 3),
        (f"like: draw\ntarget: 5\nexact: true\nscoring: [{TWO_FOR_A_TILE}]", "never_exact", 4),
        (f"like: draw\nexact: true\npoints: fives\nscoring: [{TWO_FOR_A_TILE}]", "never_scores", 5),
        (f"like: draw\nlove: true\nscoring: [{TWO_FOR_A_TILE}]", "love_needs_one_winner", 3),
        ("like: dominos\nlove: true", "love_needs_one_winner", 3),
        ("like: pass-and-out\ndeals: none\nlove: true", "love_needs_one_winner", 4),
    ],
)
def test_answers_that_no_round_can_follow_are_refused(answers: str, fault: str, line: int) -> None:
    found = rulebook_or_errors(f"name: mine\n{answers}\n")

    assert not isinstance(found, Variant)
    assert [(error.line, str(error.why.blanks["fault"])) for error in found] == [(line, fault)]


def test_a_tile_that_is_taken_out_twice_is_refused() -> None:
    found = rulebook_or_errors('name: mine\nlike: draw\naside: ["6-1", "1-6"]\n')

    assert not isinstance(found, Variant)
    assert [error.line for error in found] == [3]
