"""The classic game without and with a draw pile, C-1 to C-10."""

from collections.abc import Mapping

import pytest
from support.console.arrange import Row, check, deal, fresh

from playroom.rules.deal import begin
from playroom.rules.flow import after
from playroom.rules.rulebook.fault import DealFault, InvalidTable, TableFault

ROWS = [
    Row("C-3", "The starter may open with any tile.", "6-6 2-1, 5-5", then={"legal": "6-6, 2-1"}),
    Row("C-3", "The starter must open.", "6-6 2-1, 5-5", why={"draw": "must_open", "pass": "must_open"}),
    Row("C-4", "At your turn you play a tile that fits, if you hold one.", "6-5 1-1, 5-5", "6-6",
        why={"pass": "can_play_so_no_pass"}, then={"legal": "6-5 left, 6-5 right"}),
    Row("C-4", "In the draw game you may not draw then either.", "6-5 1-1, 5-5", "6-6", "4-4", game="draw",
        why={"draw": "can_play_so_no_draw"}),
    Row("C-5", "Block: stuck, you knock and pass.", "1-1, 6-5 2-2", "6-6", "4-4", moves="pass",
        then={"turn": 1, "log": "Passed Turn"}),
    Row("C-5", "Block: nothing is drawn.", "1-1, 6-5 2-2", "6-6", "4-4", why={"draw": "no_drawing"}),
    Row("C-5", "Draw: stuck, you draw.", "1-1, 6-5", "6-6", "4-4", game="draw",
        why={"pass": "can_draw_so_no_pass", "draw": None}),
    Row("C-5", "Draw: until you hold a tile that fits.", "1-1, 6-5", "6-6", "4-4 3-3 6-3 0-0", game="draw",
        moves="draw, draw, draw", then={"turn": 0, "legal": "6-3 left, 6-3 right", "boneyard": "0-0"}),
    Row("C-5", "Draw: not before it fits may one pass.", "1-1, 6-5", "6-6", "4-4 3-3", game="draw",
        moves="draw", why={"pass": "can_draw_so_no_pass", "draw": None}),
    Row("C-4", "Draw: once it fits it is played.", "1-1, 6-5", "6-6", "6-3 0-0", game="draw", moves="draw",
        why={"draw": "can_play_so_no_draw", "pass": "can_play_so_no_pass"}),
    Row("C-5", "Draw: with the boneyard empty you pass.", "1-1, 6-5 2-2", "6-6", "4-4", game="draw",
        moves="draw", then={"legal": "pass"}, why={"draw": "boneyard_empty"}),
    Row("C-6", "The round ends when a hand is empty, and that player wins it.", "6-5, 1-1 6-4", "6-6",
        moves="6-5 left", then={"end": "out", "scores": (12, 0)}),
    Row("C-6", "Blocked: the fewest pips win it.", "6-1 3-3, 5-5, 2-0", "6-4", moves="6-1",
        then={"end": "blocked", "scores": (0, 0, 16)}),
    Row("C-6", "A tie for fewest scores nobody.", "6-1 3-2, 6-6, 5-0", "6-4", moves="6-1",
        then={"end": "blocked", "scores": (0, 0, 0), "totals": (0, 0, 0)}),
    Row("C-7", "The winner scores the pips in all the other hands.", "6-1, 5-5 4-0, 2-0", "6-4", moves="6-1",
        then={"scores": (16, 0, 0)}),
    Row("C-7", "After a block too, the winner's own pips not taken off.", "6-1 2-0, 5-5, 3-3", "6-4",
        moves="6-1", then={"end": "blocked", "scores": (16, 0, 0)}),
    Row("C-8", "The first to reach the target wins the match.", "6-1, 5-5", "6-4", totals=(90, 99),
        moves="6-1", then={"totals": (100, 99), "winners": (0,)}),
    Row("C-8", "Not a point before.", "6-1, 5-5", "6-4", totals=(89, 99), moves="6-1", then={"winners": ()}),
    Row("C-8", "The target may be 50.", "6-1, 5-5", "6-4", totals=(40, 0), options={"target": 50},
        moves="6-1", then={"winners": (0,)}),
    Row("C-8", "Or one single round, won by the winner of the round.", "6-1, 5-5", "6-4",
        options={"single_round": True}, moves="6-1", then={"winners": (0,), "totals": (10, 0)}),
    Row("C-8", "A single round is won by the fewest after a block.", "6-1 3-3, 5-5, 2-0", "6-4",
        options={"single_round": True}, moves="6-1", then={"winners": (2,)}),
    Row("C-8", "A single round that is tied is won by all the tied.", "6-1 3-2, 6-6, 5-0", "6-4",
        options={"single_round": True}, moves="6-1", then={"winners": (0, 2), "totals": (0, 0, 0)}),
    Row("C-9", "Wait: who drew may not play in that turn.", "1-1, 6-5", "6-6", "6-3 0-0", game="draw",
        options={"after_draw": "wait"}, moves="draw", then={"turn": 1, "hands": "1-1 6-3, 6-5"}),
    Row("C-9", "Wait: one tile a turn, a pass with the boneyard empty.", "1-1, 6-5 6-3", "6-6", "4-4",
        game="draw", options={"after_draw": "wait"}, moves="draw, 6-5 left",
        then={"turn": 0, "legal": "pass"}),
    Row("C-9", "Wait: a drawn tile is played in the next turn.", "1-1, 6-5 3-3", "6-6", "6-2", game="draw",
        options={"after_draw": "wait"}, moves="draw, 6-5 left, 6-2", then={"chain": "5-6 6-6 6-2"}),
    Row("C-9", "May play: a stuck player draws one tile.", "1-1, 6-5", "6-6", "4-4 3-3", game="draw",
        options={"after_draw": "may_play"}, moves="draw", why={"draw": "drew_already"},
        then={"legal": "pass"}),
    Row("C-9", "May play: then decides to play it.", "1-1, 6-5", "6-6", "6-3 3-3", game="draw",
        options={"after_draw": "may_play"}, moves="draw", then={"legal": "6-3 left, 6-3 right, pass"}),
    Row("C-9", "May play: or to pass.", "1-1, 6-5", "6-6", "6-3 3-3", game="draw",
        options={"after_draw": "may_play"}, moves="draw, pass", then={"turn": 1, "hands": "1-1 6-3, 6-5"}),
    Row("C-10", "The double blank is worth 0 here.", "6-1, 0-0, 5-5", "6-4", moves="6-1",
        then={"scores": (10, 0, 0)}),
    Row("C-10", "It wins a block as the fewest.", "6-1 3-2, 0-0, 5-5", "6-4", moves="6-1",
        then={"end": "blocked", "scores": (0, 15, 0)}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_block_and_draw(row: Row) -> None:
    check(row, "block")


@pytest.mark.parametrize("game", ["block", "draw"])
@pytest.mark.parametrize(("players", "size"), [(2, 7), (3, 6), (4, 6)])
def test_c_1_two_get_seven_each_three_and_four_get_six(game: str, players: int, size: int) -> None:
    match = fresh(game, players)

    assert match.rules.hand_size(players) == size
    assert match.rules.set == 6


def test_c_1_block_sets_the_rest_aside() -> None:
    match = fresh("block", 2)

    begun = after(match, begin(match, deal(match, "6-6", "5-5")))

    assert len(begun.rounds[-1].boneyard) == 14
    assert begun.rules.drawing == "never"


def test_c_1_a_hand_of_another_size_is_refused() -> None:
    match = fresh("draw", 3)

    with pytest.raises(InvalidTable) as caught:
        begin(match, deal(match, "6-6", "5-5", "4-4", size=7))

    assert (caught.value.fault, caught.value.clause) == (DealFault.HAND_SIZE, "C-1")


@pytest.mark.parametrize(
    ("first", "second", "starter"),
    [
        ("0-0 6-5", "6-4", 0),
        ("0-0 6-5", "1-1", 1),
        ("6-4", "6-5", 1),
        ("6-3", "5-4", 0),
        ("6-2", "5-4", 1),
        ("5-4", "6-3", 1),
    ],
)
def test_c_2_the_highest_double_starts_else_the_heaviest_tile(first: str, second: str, starter: int) -> None:
    match = fresh("draw", 2)

    begun = after(match, begin(match, deal(match, first, second)))

    assert begun.turn == starter


def test_c_2_another_starter_is_refused() -> None:
    match = fresh("block", 2)

    with pytest.raises(InvalidTable) as caught:
        begin(match, deal(match, "6-5", "6-4", starter=1))

    assert (caught.value.fault, caught.value.clause) == (DealFault.WRONG_STARTER, "C-2")


WRONG: list[tuple[str, Mapping[str, object], TableFault, str]] = [
    ("block", {"target": 0}, TableFault.WRONG_ANSWER, "C-8"),
    ("block", {"target": True}, TableFault.WRONG_ANSWER, "C-8"),
    ("draw", {"single_round": 1}, TableFault.WRONG_ANSWER, "C-8"),
    ("draw", {"after_draw": "must_play"}, TableFault.WRONG_ANSWER, "C-9"),
    ("block", {"after_draw": "wait"}, TableFault.UNKNOWN_OPTION, ""),
    ("block", {"hand": 5}, TableFault.UNKNOWN_OPTION, ""),
]


@pytest.mark.parametrize(("game", "options", "fault", "clause"), WRONG)
def test_c_9_only_the_options_of_the_page_may_be_chosen(
    game: str, options: Mapping[str, object], fault: TableFault, clause: str
) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh(game, 2, 0, **options)

    assert (caught.value.fault, caught.value.clause) == (fault, clause)
