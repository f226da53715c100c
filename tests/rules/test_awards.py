"""Scoring and turn effects composed by a page: when, what, rounded how, and for whom."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from msgspec import structs
from support.console.arrange import made, table

from playroom.rules.match import Match
from playroom.rules.rulebook.answer_kinds import AwardList, WrongAnswer
from playroom.rules.rulebook.award import Award, Counted, Receiver, When
from playroom.rules.rulebook.questions import QUESTIONS

HANDS, CHAIN = "6-5 1-1, 2-2 4-4, 3-3 5-0", "6-4"
"""Three players; the first lays 6-5 left, and then holds 2 pips beside 12 and 11."""


def composed(*awards: Award, **answers: object) -> Match:
    """A match of block in which points are given by these awards alone."""
    match = table("block", HANDS, CHAIN)
    changes: Mapping[str, object] = {"scoring": awards, **answers}
    return structs.replace(match, rules=replace(match.rules, **changes))  # type: ignore[arg-type] # named answers


@pytest.mark.parametrize(
    ("award", "points"),
    [
        (Award(When.PLAY, Counted.ENDS, Receiver.PLAYER), 9),
        (Award(When.PLAY, Counted.TILE, Receiver.PLAYER), 11),
        (Award(When.PLAY, Counted.OWN, Receiver.PLAYER), 2 + 11),
        (Award(When.PLAY, Counted.ALL, Receiver.PLAYER), 2 + 12 + 11),
        (Award(When.PLAY, Counted.FIXED, Receiver.PLAYER, points=3), 3),
        (Award(When.PLAY, Counted.ENDS, Receiver.PLAYER, multiple_of=3), 9),
        (Award(When.PLAY, Counted.ENDS, Receiver.PLAYER, multiple_of=5), 0),
        (Award(When.PLAY, Counted.ENDS, Receiver.PLAYER, nearest=5), 10),
    ],
)
def test_what_a_play_may_score(award: Award, points: int) -> None:
    match = made(composed(award), "6-5 left")

    assert match.totals == (points, 0, 0)


def test_several_awards_of_one_play_are_added() -> None:
    ends = Award(When.PLAY, Counted.ENDS, Receiver.PLAYER, multiple_of=3)

    match = made(composed(ends, Award(When.PLAY, Counted.FIXED, Receiver.PLAYER, points=1)), "6-5 left")

    assert match.totals == (10, 0, 0)


@pytest.mark.parametrize(
    ("award", "points"),
    [
        (Award(When.BLOCKED, Counted.OTHERS, Receiver.FEWEST), (4 + 5, 0, 0)),
        (Award(When.BLOCKED, Counted.OTHERS, Receiver.FEWEST, less_own=True), (4 + 5 - 2, 0, 0)),
        (Award(When.BLOCKED, Counted.ALL, Receiver.WINNER), (2 + 4 + 5, 0, 0)),
        (Award(When.BLOCKED, Counted.OWN, Receiver.EACH), (2, 4, 5)),
        (Award(When.BLOCKED, Counted.FIXED, Receiver.FEWEST, points=25), (25, 0, 0)),
        (Award(When.BLOCKED, Counted.ENDS, Receiver.FEWEST), (9, 0, 0)),
    ],
)
def test_what_a_blocked_round_may_score(award: Award, points: tuple[int, ...]) -> None:
    match = composed(award)
    hands = tuple(table("block", "6-5 1-1, 2-2, 3-2", CHAIN).now.hands)
    blocked = made(match.with_last(structs.replace(match.now, hands=hands)), "6-5 left")

    assert blocked.now.ending == "blocked"
    assert blocked.totals == points


def test_an_award_for_another_end_gives_nothing_and_says_nothing() -> None:
    match = made(composed(Award(When.BLOCKED, Counted.OWN, Receiver.EACH)), "6-5 left")

    assert [type(event).__name__ for event in match.now.log[1:]] == ["Played", "Turn"]


@pytest.mark.parametrize(
    ("answers", "log", "turn"),
    [
        ({"turn_round_on": (9,)}, "Played DirectionReversed Turn", 2),
        ({"turn_round_on": (9,), "again_on": (9,)}, "Played DirectionReversed Again", 0),
        ({"turn_round_on": (9,), "skip_on": (9,)}, "Played DirectionReversed Skipped Turn", 1),
        ({"skip_on": (9,)}, "Played Skipped Turn", 2),
        ({"again_on": (9,), "skip_on": (9,)}, "Played Again", 0),
    ],
)
def test_turn_effects_of_one_tile_do_not_swallow_each_other(
    answers: Mapping[str, object], log: str, turn: int
) -> None:
    match = composed(Award(When.BLOCKED, Counted.OWN, Receiver.EACH), **answers)
    hands = table("block", "6-5 1-1, 5-2, 5-3", CHAIN).now.hands

    after = made(match.with_last(structs.replace(match.now, hands=hands)), "6-5 left")

    assert " ".join(type(event).__name__ for event in after.now.log[1:]) == log
    assert after.turn == turn


def test_the_direction_turns_back_at_the_next_such_tile() -> None:
    match = composed(Award(When.BLOCKED, Counted.OWN, Receiver.EACH), turn_round_on=(9, 6))
    hands = table("block", "6-5 1-1, 5-1, 5-2 2-0", CHAIN).now.hands

    held = structs.replace(match.now, hands=hands)
    after = made(match.with_last(held), "6-5 left, 5-2 left")

    assert (after.now.step, after.turn) == (1, 0)


@pytest.mark.parametrize(
    ("plain", "award"),
    [
        (
            {"when": "out", "counts": "others", "to": "winner"},
            Award(When.OUT, Counted.OTHERS, Receiver.WINNER),
        ),
        (
            {"when": "play", "counts": "ends", "to": "player", "multiple_of": 5},
            Award(When.PLAY, Counted.ENDS, Receiver.PLAYER, multiple_of=5),
        ),
        (
            {"when": "play", "counts": "fixed", "to": "player", "points": 2},
            Award(When.PLAY, Counted.FIXED, Receiver.PLAYER, points=2),
        ),
    ],
)
def test_a_page_lists_its_awards(plain: dict[str, object], award: Award) -> None:
    assert QUESTIONS["scoring"].read([plain]) == (award,)


@pytest.mark.parametrize("plain", ["passes", {}, 5])
def test_what_is_not_a_way_of_scoring_is_refused(plain: object) -> None:
    with pytest.raises(WrongAnswer) as caught:
        QUESTIONS["scoring"].read(plain)

    assert (caught.value.allowed, caught.value.given) == (AwardList(), plain)


@pytest.mark.parametrize(
    ("plain", "path"),
    [
        ("own", (0,)),
        ({"when": "out", "counts": "others"}, (0,)),
        ({"when": "play", "counts": "ends", "to": "player", "colour": "red"}, (0,)),
        ({"when": "out", "counts": "others", "to": "player"}, (0, "to")),
        ({"when": "play", "counts": "ends", "to": "winner"}, (0, "to")),
        ({"when": "pass", "counts": "own", "to": "losers"}, (0, "to")),
        ({"when": "play", "counts": "fixed", "to": "player"}, (0, "points")),
        ({"when": "play", "counts": "ends", "to": "player", "points": 3}, (0, "points")),
        ({"when": "play", "counts": "ends", "to": "player", "multiple_of": 1}, (0, "multiple_of")),
        ({"when": "play", "counts": "ends", "to": "player", "less_own": True}, (0, "less_own")),
        ({"when": "blocked", "counts": "tile", "to": "each"}, (0, "counts")),
        ({"when": "last_in", "counts": "own", "to": "player"}, (0, "when")),
    ],
)
def test_a_wrong_award_names_the_part_that_is_wrong(plain: object, path: tuple[object, ...]) -> None:
    with pytest.raises(WrongAnswer) as caught:
        QUESTIONS["scoring"].read([plain])

    assert caught.value.path == path


@pytest.mark.parametrize(
    ("award", "points"),
    [
        (Award(When.PASS, Counted.FIXED, Receiver.LAST_PLAYER, points=2), (0, 0, 2)),
        (Award(When.PASS, Counted.OWN, Receiver.LAST_PLAYER), (0, 0, 5)),
        (Award(When.PASS, Counted.OTHERS, Receiver.PLAYER), (9 + 3, 0, 0)),
        (Award(When.PASS, Counted.ALL, Receiver.PLAYER), (5 + 9 + 3, 0, 0)),
        (Award(When.PASS, Counted.ENDS, Receiver.LAST_PLAYER), (0, 0, 10)),
    ],
)
def test_what_a_pass_may_score(award: Award, points: tuple[int, ...]) -> None:
    match = composed(award)
    hands = table("block", "5-0, 6-3, 2-1", CHAIN).now.hands

    passed = made(match.with_last(structs.replace(match.now, hands=hands)), "pass")

    assert passed.totals == points
    assert [type(event).__name__ for event in passed.now.log[1:]] == ["Passed", "Scored", "Turn"]


def test_a_pass_before_the_first_tile_scores_nobody_who_played_last() -> None:
    match = table("mexican-train", "1-1 2-2, 9-2")
    award = Award(When.PASS, Counted.FIXED, Receiver.LAST_PLAYER, points=2)
    match = structs.replace(
        match,
        rules=replace(match.rules, scoring=(award,)),
        rounds=match.rounds.with_last(structs.replace(match.now, last_player=None)),
    )

    assert made(match, "pass").totals == (0, 0)
