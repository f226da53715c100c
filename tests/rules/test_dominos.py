"""Playroom dominos, D-1 to D-13, and the house options on its page."""

import pytest
from msgspec.structs import replace
from support.console.arrange import Row, check, deal, fresh, made, without_side

from playroom.rules.deal import begin, redeal_reason
from playroom.rules.event import Ending, RedealReason
from playroom.rules.flow import after
from playroom.rules.rulebook.fault import DealFault, InvalidTable, TableFault
from playroom.rules.score import round_winners

ROWS = [
    Row("D-5", "The first tile is a double.", "6-6 6-5, 5-5", why={"6-5": "opens_with_double", "6-6": None}),
    Row("D-5", "Any double of the starter's hand.", "6-6 6-5 1-1, 5-5", then={"legal": "6-6, 1-1"}),
    Row("D-5", "The starter may not draw or pass.", "6-6 6-5, 5-5", "", "4-4",
        why={"draw": "must_open", "pass": "must_open"}),
    Row("D-6", "At your turn you play a tile that fits, if you hold one.", "6-5 1-1, 5-5", "6-6", "4-4",
        why={"draw": "can_play_so_no_draw", "pass": "can_play_so_no_pass"},
        then={"legal": "6-5 left, 6-5 right"}),
    Row("D-7", "Stuck, you draw.", "1-1, 5-5", "6-6", "4-4", then={"legal": "draw"}),
    Row("D-7", "Stuck, you may not pass without a draw.", "1-1, 5-5", "6-6", "4-4",
        why={"pass": "can_draw_so_no_pass"}),
    Row("D-7", "You draw exactly one tile.", "1-1, 5-5", "6-6", "4-4 6-4", moves="draw",
        why={"draw": "drew_already"}, then={"turn": 0, "legal": "pass", "hands": "1-1 4-4, 5-5"}),
    Row("D-7", "If it fits you may play it at once.", "1-1, 5-5", "6-5", "6-4 4-4", moves="draw, 6-4 left",
        then={"turn": 1, "chain": "4-6 6-5"}),
    Row("D-7", "Or keep it by passing.", "1-1, 5-5", "6-5", "6-4 4-4", moves="draw, pass",
        then={"turn": 1, "hands": "1-1 6-4, 5-5"}),
    Row("D-7", "A tile that does not fit is kept, and the turn moves on.", "1-1, 5-5 5-4", "6-5", "3-3 4-4",
        moves="draw, pass", then={"turn": 1, "hands": "1-1 3-3, 5-5 5-4", "legal": "5-5 right, 5-4 right"}),
    Row("D-7", "In the next turn you draw anew.", "1-1, 5-2 5-4", "6-5", "3-3 4-4",
        moves="draw, pass, 5-2, draw", then={"hands": "1-1 3-3 4-4, 5-4"}),
    Row("D-8", "Stuck with an empty boneyard: your turn is skipped.", "1-1, 5-5 2-2", "6-5", moves="pass",
        then={"turn": 1, "log": "Passed Turn"}),
    Row("D-8", "From an empty boneyard nothing is drawn.", "1-1, 5-5", "6-5", why={"draw": "boneyard_empty"},
        then={"legal": "pass"}),
    Row("D-9", "The round ends when a hand is empty.", "6-1, 5-5", "6-5", "2-2", moves="6-1",
        then={"end": "out", "turn": None}),
    Row("D-9", "Or blocked.", "6-1 2-2, 5-5", "6-4", moves="6-1", then={"end": "blocked"}),
    Row("D-9", "A drawn tile can be the last.", "1-1, 5-5 5-4", "1-6 6-5", moves="1-1", then={"end": "out"}),
    Row("D-10", "Whoever ends the round scores nothing, the others their own pips.", "6-1, 5-5 3-0, 4-3",
        "6-5",
        moves="6-1", then={"scores": (0, 13, 7)}),
    Row("D-10", "The 0-0 counts 10 when it is the only tile left.", "6-1, 0-0, 4-3", "6-5", moves="6-1",
        then={"scores": (0, 10, 7)}),
    Row("D-10", "Otherwise 0.", "6-1, 0-0 3-0, 4-3", "6-5", moves="6-1", then={"scores": (0, 3, 7)}),
    Row("D-10", "Blocked: all score theirs.", "6-1 2-2, 5-5, 0-0", "6-4", moves="6-1",
        then={"end": "blocked", "scores": (4, 10, 10)}),
    Row("D-11", "A player whose total reaches the limit is out of the match.", "6-1, 5-5, 4-3", "6-5",
        totals=(99, 90, 92), moves="6-1",
        then={"totals": (99, 100, 99), "sides in": (0, 2), "winners": ()}),
    Row("D-11", "The last player in wins.", "6-1, 5-5", "6-5", totals=(99, 90), moves="6-1",
        then={"sides in": (0,), "winners": (0,)}),
    Row("D-11", "Low is good, and nobody wins under the limit.", "6-1, 5-5", "6-5", totals=(0, 89),
        moves="6-1", then={"winners": (), "sides in": (0, 1)}),
    Row("D-11", "If all would be put out, the lowest total wins.", "6-1 2-2, 5-5, 3-3", "6-4",
        totals=(97, 90, 95), moves="6-1",
        then={"end": "blocked", "totals": (101, 100, 101), "winners": (1,)}),
    Row("D-11", "If that is tied, the tied stay in and play on.", "6-1 2-2, 5-5, 5-3", "6-4",
        totals=(97, 91, 93), moves="6-1",
        then={"totals": (101, 101, 101), "sides in": (0, 1, 2), "winners": ()}),
    Row("D-11", "And those who are not among the tied are out.", "6-1 2-2, 5-5, 5-3", "6-4",
        totals=(97, 91, 98), moves="6-1",
        then={"totals": (101, 101, 106), "sides in": (0, 1), "winners": ()}),
    Row("D-11", "The limit is an option.", "6-1, 5-5", "6-5", options={"limit": 10}, moves="6-1",
        then={"winners": (0,)}),
    Row("D-13", "The others score their team's hands and what the winner's team has left.",
        "6-1, 5-5, 4-3, 2-0", "6-5", teams=2, moves="6-1", then={"scores": (0, 10 + 2 + 7)}),
    Row("D-13", "Each of several other teams takes on the winner's leftovers.",
        "6-1, 5-5, 1-1, 4-3, 2-0, 3-0", "9-6", teams=3, moves="6-1",
        then={"scores": (0, 10 + 2 + 7, 2 + 3 + 7)}),
    Row("D-13", "The lone 0-0 counts hand by hand.", "6-1, 5-5, 0-0, 0-0", "6-5", teams=2, moves="6-1",
        then={"scores": (0, 10 + 10 + 10)}),
    Row("D-13", "Blocked: every team scores the sum of its own hands.", "6-1 2-2, 5-5, 3-3, 3-0", "6-4",
        teams=2,
        moves="6-1", then={"end": "blocked", "scores": (10, 13)}),
    Row("D-13", "The limit puts out whole teams, and the last team in wins.", "6-1, 5-5, 4-3, 2-0", "6-5",
        teams=2, totals=(99, 90), moves="6-1", then={"sides in": (0,), "winners": (0,)}),
]  # fmt: skip

DOUBLES = [f"{number}-{number}" for number in range(10)]

HOUSE_OPTIONS = [
    Row("", "Drawing forbidden: stuck, you pass.", "1-1, 5-5", "6-5", "4-4", options={"drawing": "never"},
        why={"draw": "no_drawing", "pass": None}),
    Row("", "Drawing forbidden: the boneyard does not keep a round alive.", "6-1 2-2, 5-5", "6-4", "4-4",
        options={"drawing": "never"}, moves="6-1", then={"end": "blocked"}),
    Row("", "Drawing allowed though one could play.", "6-1, 5-5", "6-5", "4-4",
        options={"drawing": "any_time"},
        then={"legal": "6-1 left, draw"}),
    Row("", "Having drawn of free will, one may keep the tile.", "6-1, 5-5", "6-5", "4-4",
        options={"drawing": "any_time"}, moves="draw", then={"legal": "6-1 left, pass"}),
    Row("", "Drawing until it fits.", "1-1, 5-5", "6-5", "4-4 3-3 6-3",
        options={"after_draw": "until_playable"},
        moves="draw, draw, draw", then={"turn": 0, "legal": "6-3 left", "hands": "1-1 4-4 3-3 6-3, 5-5"}),
    Row("", "Drawing until it fits, and though one could play: once.", "6-1, 5-5", "6-5", "4-4 3-3",
        options={"after_draw": "until_playable", "drawing": "any_time"},
        moves="draw", then={"legal": "6-1 left"}),
    Row("", "The whole team must finish before the round ends.", "6-1, 5-5, 4-3, 2-0", "6-5", teams=2,
        options={"going_out": "whole_team"}, moves="6-1", then={"end": None, "turn": 1}),
    Row("", "Its finished players are passed by.", "6-1, 5-5 2-2, 4-3 0-0, 5-2", "6-5", teams=2,
        options={"going_out": "whole_team"}, moves="6-1, 5-5, pass, 5-2",
        then={"turn": 1, "hands": ", 2-2, 4-3 0-0, "}),
    Row("", "The last of the team ends it.", "6-1, 5-5 2-2, 5-3, 5-2", "6-5", teams=2,
        options={"going_out": "whole_team"}, moves="6-1, 5-5, 5-3",
        then={"end": "out", "scores": (0, 4 + 7)}),
    Row("", "Alone, one is the whole team.", "6-1, 5-5", "6-5", options={"going_out": "whole_team"},
        moves="6-1", then={"end": "out"}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS + HOUSE_OPTIONS, ids=str)
def test_dominos(row: Row) -> None:
    check(row, "dominos")


@pytest.mark.parametrize(
    ("players", "teams"),
    [(players, 0) for players in range(2, 11)]
    + [(4, 2), (6, 2), (6, 3), (8, 2), (8, 4), (9, 3), (10, 2), (10, 5)],
)
def test_d_1_two_to_ten_play_alone_or_in_teams_of_one_size(players: int, teams: int) -> None:
    match = fresh("dominos", players, teams)

    assert len(match.seats_in) == players
    assert match.sides_in == tuple(range(teams or players))


@pytest.mark.parametrize(
    ("players", "highest"), [(2, 6), (3, 6), (4, 6), (5, 9), (6, 9), (7, 9), (8, 12), (9, 12), (10, 12)]
)
def test_d_2_the_set_grows_with_the_players(players: int, highest: int) -> None:
    assert fresh("dominos", players).rules.set == highest


@pytest.mark.parametrize(("players", "highest"), [(4, 6), (2, 9), (10, 9), (2, 12), (10, 12)])
def test_d_2_other_sets_may_be_chosen(players: int, highest: int) -> None:
    assert fresh("dominos", players, set=highest).rules.set == highest


@pytest.mark.parametrize(
    ("players", "highest", "fault"), [(5, 6, TableFault.MOST_PLAYERS), (2, 7, TableFault.WRONG_ANSWER)]
)
def test_d_2_double_six_is_for_four_at_most_and_there_is_no_other_set(
    players: int, highest: int, fault: TableFault
) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("dominos", players, set=highest)

    assert (caught.value.fault, caught.value.clause) == (fault, "D-2")


@pytest.mark.parametrize(
    ("players", "highest", "size"),
    [(2, 6, 7), (4, 6, 7), (7, 9, 7), (8, 9, 6), (9, 9, 6), (10, 9, 5), (10, 12, 7)],
)
def test_d_3_the_largest_hand_that_the_set_can_deal(players: int, highest: int, size: int) -> None:
    settled = fresh("dominos", players, set=highest).rules

    assert settled.hand_size(players) == size


def test_d_3_four_players_with_double_six_have_no_boneyard() -> None:
    match = fresh("dominos", 4)

    assert deal(match, "6-6", "5-5", "4-4", "3-3").boneyard == ()


@pytest.mark.parametrize("size", [5, 6, 7])
def test_d_3_a_hand_may_be_chosen(size: int) -> None:
    assert fresh("dominos", 2, hand=size).rules.hand_size(2) == size


def test_d_3_a_hand_that_the_set_cannot_deal_is_refused_with_the_nearest() -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("dominos", 10, set=9, hand=6)

    assert (caught.value.fault, caught.value.clause) == (TableFault.HAND_TOO_LARGE, "D-3")
    assert caught.value.facts == {"hand": 6, "set": 9, "players": 10, "nearest": 5}


@pytest.mark.parametrize("size", [4, 8, "7"])
def test_d_3_hands_of_other_sizes_are_refused(size: object) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("dominos", 2, hand=size)

    assert (caught.value.fault, caught.value.clause) == (TableFault.WRONG_ANSWER, "D-3")


@pytest.mark.parametrize("size", [6, 8])
def test_d_3_a_deal_of_another_size_is_refused(size: int) -> None:
    match = fresh("dominos", 2)

    with pytest.raises(InvalidTable) as caught:
        begin(match, deal(match, "6-6", "5-5", size=size))

    assert (caught.value.fault, caught.value.clause) == (DealFault.HAND_SIZE, "D-3")
    assert caught.value.facts == {"seat": 0, "given": size, "size": 7}


def test_d_4_the_largest_double_starts() -> None:
    match = fresh("dominos", 3)

    begun = after(match, begin(match, deal(match, "4-4 6-5", "3-3", "5-5 1-1")))

    assert begun.turn == begun.rounds[-1].starter == 2


def test_d_4_without_a_double_the_tiles_are_dealt_again() -> None:
    match = fresh("dominos", 2)
    poor = deal(match, "6-5", "6-4")

    with pytest.raises(InvalidTable) as caught:
        begin(match, poor)

    assert redeal_reason(match, poor.hands) is RedealReason.NO_DOUBLE
    assert (caught.value.fault, caught.value.clause) == (DealFault.NO_STARTER, "D-4")


def test_d_4_another_starter_is_refused() -> None:
    match = fresh("dominos", 2)

    with pytest.raises(InvalidTable) as caught:
        begin(match, deal(match, "4-4", "5-5", starter=0))

    assert (caught.value.fault, caught.value.clause) == (DealFault.WRONG_STARTER, "D-4")
    assert caught.value.facts == {"given": 0, "seat": 1}


def test_d_12_a_default_hand_is_worked_out_anew_for_those_still_in() -> None:
    match = without_side(fresh("dominos", 10, set=9), 9)

    begun = after(match, begin(match, deal(match, *DOUBLES[:9], "")))

    assert [len(hand) for hand in begun.rounds[-1].hands] == [6] * 9 + [0]


def test_d_12_a_chosen_hand_stays() -> None:
    match = without_side(fresh("dominos", 10, set=9, hand=5), 9)

    begun = after(match, begin(match, deal(match, *DOUBLES[:9], "")))

    assert [len(hand) for hand in begun.rounds[-1].hands] == [5] * 9 + [0]


def test_d_12_the_set_stays() -> None:
    match = without_side(fresh("dominos", 5), 4)

    begun = after(match, begin(match, deal(match, *DOUBLES[:4], "")))

    assert sum(map(len, (*begun.rounds[-1].hands, begun.rounds[-1].boneyard))) == 55


def test_d_12_who_is_out_is_dealt_nothing() -> None:
    match = without_side(fresh("dominos", 3), 2)

    with pytest.raises(InvalidTable) as caught:
        begin(match, deal(match, "0-0", "1-1", "2-2"))

    assert (caught.value.fault, caught.value.clause) == (DealFault.OUT_OF_MATCH, "D-11")
    assert caught.value.facts == {"seat": 2}


def test_d_12_turns_pass_by_those_who_are_out() -> None:
    match = without_side(fresh("dominos", 3), 2)
    begun = after(match, begin(match, deal(match, "6-6", "6-5 5-5", "")))

    turns = [made(begun, moves).turn for moves in ("", "6-6", "6-6, 6-5 left")]

    assert turns == [0, 1, 0]


def test_d_12_teams_leave_as_a_whole() -> None:
    match = without_side(fresh("dominos", 6, 3), 1)

    assert match.seats_in == (0, 2, 3, 5)


def test_d_12_who_is_out_wins_no_blocked_round() -> None:
    match = without_side(fresh("dominos", 3, hand=5), 2)
    begun = after(match, begin(match, deal(match, "6-6 0-1", "6-5 5-5", "")))

    blocked = replace(begun.now, ending=Ending.BLOCKED)

    assert round_winners(match.rules, blocked) == (0,)
