"""All fives, AF-1 to AF-10."""

from dataclasses import replace

import pytest
from msgspec import structs
from support.console.arrange import Row, check, deal, fresh, made, table

from playroom.rules.deal import begin, starter
from playroom.rules.event import Ended, Ending, Scored
from playroom.rules.flow import after
from playroom.rules.rulebook.fault import DealFault, InvalidTable
from playroom.rules.tile import tiles

IDLE = ", 0-0 1-0"

ROWS = [
    Row("AF-2", "Any tile opens.", "6-1 2-2, 5-5", then={"legal": "6-1, 2-2"}),
    Row("AF-2", "The leader must open.", "6-1 2-2, 5-5", boneyard="4-4",
        why={"draw": "must_open", "pass": "must_open"}),
    Row("AF-2", "With lead: double the starter opens with the highest double.", "6-1 2-2 1-1, 5-5",
        options={"lead": "double"}, why={"6-1": "opens_with_highest", "1-1": "opens_with_highest"},
        then={"legal": "2-2"}),
    Row("AF-2", "Without a double, with the heaviest tile, of two the one with the higher half.",
        "6-1 4-3, 5-1",
        options={"lead": "double"}, why={"4-3": "opens_with_highest", "6-1": None}),
    Row("AF-3", "Tiles join equal numbers.", "6-3 6-1, 5-5", "3-2", moves="6-3 left",
        then={"chain": "6-3 3-2 /  / "}),
    Row("AF-3", "A spinner is open on two sides at first.", "6-3 6-1, 6-2 1-1", "6-6",
        why={"6-3 up": "no_such_end", "6-3 left": None}, then={"open": "left right"}),
    Row("AF-3", "One covered side does not open up.", "6-3 6-1, 6-2 1-1", "6-6", moves="6-3 left",
        then={"open": "left right"}),
    Row("AF-3", "Once both its sides along the line are covered, up opens.", "6-3 6-1, 6-2 1-1, 6-4 6-5",
        "6-6",
        moves="6-3 left, 6-2 right", then={"open": "left right up", "legal": "6-4 up, 6-5 up"}),
    Row("AF-3", "Once up has a tile, down opens.", "6-3 6-1, 6-2 1-1, 6-4 6-5, 6-0 0-0", "6-6",
        moves="6-3 left, 6-2 right, 6-4 up", then={"open": "left right up down", "legal": "6-0 down"}),
    Row("AF-3", "A tile joins the outer half of an arm.", "4-1 1-0, 6-5", "3-6 6-6 6-2 / 6-4 / 6-5",
        moves="4-1 up", then={"chain": "3-6 6-6 6-2 / 6-4 4-1 / 6-5"}),
    Row("AF-3", "A double that is not the first tile becomes the spinner.", "5-5 5-1, 5-0 0-0, 5-2 1-1",
        "5-3",
        moves="5-5 left, 5-0 left", then={"open": "left right up", "legal": "5-2 up"}),
    Row("AF-3", "A later double is not a spinner.", "3-3 1-1, 3-1 0-0, 3-2 1-0", "3-6 6-6 6-5",
        moves="3-3 left, 3-1 left", then={"open": "left right up", "legal": "1-0 left"}),
    Row("AF-3", "With spinner: false there is none.", "6-3 6-1, 6-2 1-1, 6-4 6-5", "6-6",
        options={"spinner": False},
        moves="6-3 left, 6-2 right", then={"open": "left right"}),
    Row("AF-4", "At your turn you play a tile that fits, if you hold one.", "6-1 2-2, 5-5", "6-4", "4-4",
        why={"draw": "can_play_so_no_draw", "pass": "can_play_so_no_pass"}),
    Row("AF-5", "Stuck: you draw.", "2-2 1-1, 5-5", "6-4", "3-3 4-3", why={"pass": "can_draw_so_no_pass"},
        then={"legal": "draw"}),
    Row("AF-5", "Until you hold a tile that fits.", "2-2 1-1, 5-5", "6-4", "3-3 4-3", moves="draw, draw",
        then={"legal": "4-3 right"}),
    Row("AF-5", "With nothing drawable you pass.", "2-2 1-1, 6-5", "6-4",
        why={"draw": "boneyard_empty", "pass": None}),
    Row("AF-5", "A reserve is not drawn.", "2-2 1-1, 6-5", "6-4", "4-3", options={"reserve": 1},
        why={"draw": "boneyard_reserved", "pass": None}),
    Row("AF-5", "With after_draw: wait a draw ends the turn.", "2-2 1-1, 6-5", "6-4", "4-3 3-3",
        options={"after_draw": "wait"}, moves="draw", then={"turn": 1}),
    Row("AF-5", "With after_draw: may_play the drawn tile may be kept.", "2-2 1-1, 6-5", "6-4", "4-3 3-3",
        options={"after_draw": "may_play"}, moves="draw", then={"legal": "4-3 right, pass"}),
    Row("AF-6", "A double alone on the table adds its two halves, once.", "5-5 1-0" + IDLE, moves="5-5",
        then={"sum": 10}),
    Row("AF-6", "The spinner counts double while it is last on one side.", "6-3 1-1" + IDLE, "6-6", "3-0",
        moves="6-3 left",
        then={"sum": 15, "scores": (15, 0)}),
    Row("AF-6", "An arm without tiles adds nothing.", "5-4 1-1" + IDLE, "3-5 5-5", moves="5-4 right",
        then={"sum": 7, "open": "left right up"}),
    Row("AF-7", "A multiple of five scores at once.", "3-2 1-1" + IDLE, boneyard="3-0", moves="3-2",
        then={"scores": (5, 0), "totals": (5, 0), "log": "Played Scored Turn"}),
    Row("AF-7", "Other sums score nothing.", "6-6 1-1" + IDLE, boneyard="3-0", moves="6-6",
        then={"scores": (0, 0), "log": "Played Turn"}),
    Row("AF-7", "For its player's side.", "5-5 1-1, 6-6, 0-0, 1-0", boneyard="3-0", teams=2, moves="5-5",
        then={"scores": (10, 0)}),
    Row("AF-7", "The last tile too.", "3-2, 1-1 0-0", "6-3", moves="3-2 right",
        then={"end": "out", "log": "Played Ended Scored", "sum": 8}),
    Row("AF-7", "The last tile scores before the hands count.", "4-3, 4-4 0-0", "6-3", moves="4-3 right",
        then={"end": "out", "log": "Played Scored Ended Scored", "scores": (10 + 10, 0)}),
    Row("AF-8", "Others hold 12: 10.", "3-2, 6-6", "6-3", moves="3-2", then={"scores": (10, 0)}),
    Row("AF-8", "Others hold 13: 15.", "3-2, 6-6 1-0", "6-3", moves="3-2", then={"scores": (15, 0)}),
    Row("AF-8", "Others hold 22: 20.", "3-2, 6-6 5-5", "6-3", moves="3-2", then={"scores": (20, 0)}),
    Row("AF-8", "Others hold 23, in two hands, added up and then rounded: 25.", "3-2, 6-6, 5-5 1-0", "6-3",
        moves="3-2", then={"scores": (25, 0, 0)}),
    Row("AF-8", "A partner's hand is left out.", "3-2, 6-6, 5-5, 1-1", "6-3", teams=2, moves="3-2",
        then={"scores": (15, 0)}),
    Row("AF-8", "Blocked: the fewest pips score what the others hold, their own not taken off.",
        "6-1 1-0, 5-5 3-2",
        "6-6 6-2 2-4", moves="6-1 left", then={"end": None}),
    Row("AF-8", "A blocked round.", "6-1 2-0, 5-5 3-3", "6-4", moves="6-1 left",
        then={"end": "blocked", "scores": (5 + 15, 0), "log": "Played Scored Ended Scored"}),
    Row("AF-8", "With blocked: difference they are taken off before rounding.", "6-1 2-0, 5-5 3-3", "6-4",
        options={"blocked": "difference"}, moves="6-1 left", then={"end": "blocked", "scores": (5 + 15, 0)}),
    Row("AF-8", "The difference of 16 and 4 is 12, so 10.", "6-0 2-2, 5-5 3-3", "6-4",
        options={"blocked": "difference"}, moves="6-0 left", then={"end": "blocked", "scores": (10, 0)}),
    Row("AF-8", "Without it 16 are 15.", "6-0 2-2, 5-5 3-3", "6-4", moves="6-0 left", then={"scores": (15,
        0)}),
    Row("AF-8", "A tie for fewest scores nobody.", "6-0 3-1, 2-2", "6-4", moves="6-0 left",
        then={"end": "blocked", "scores": (0, 0)}),
    Row("AF-9", "A tile that scores nothing wins nothing.", "4-1 5-5, 2-1 0-0", "6-4",
        moves="4-1 right", totals=(249, 0), then={"sum": 7, "end": None}),
    Row("AF-9", "The end is target.", "4-4 5-5, 2-2 0-0", "2-4", moves="4-4 right", totals=(240, 0),
        then={"sum": 10, "end": "target", "totals": (250, 0), "winners": (0,),
        "log": "Played Scored Ended Won"}),
    Row("AF-9", "Even where it was the last tile: the hands are not scored.", "4-4, 6-6 5-5", "2-4",
        moves="4-4 right", totals=(240, 0), then={"end": "target", "totals": (250, 0)}),
    Row("AF-9", "With finish: round_end the round is played out.", "4-4 5-4, 4-3 0-0", "2-4", totals=(240, 0),
        options={"finish": "round_end"}, moves="4-4 right", then={"end": None, "totals": (250, 0),
        "winners": ()}),
    Row("AF-9", "Then the highest total wins if it reached the target.", "4-4, 6-6 5-5", "2-4",
        totals=(240, 260), options={"finish": "round_end"}, moves="4-4 right",
        then={"end": "out", "totals": (270, 260), "winners": (0,)}),
    Row("AF-10", "points: fives gives one point for each five.", "5-5 1-1" + IDLE,
        options={"points": "fives"},
        moves="5-5", then={"scores": (2, 0)}),
    Row("AF-10", "At the round's end too.", "3-2, 6-6 5-5", "6-3", options={"points": "fives"}, moves="3-2",
        then={"scores": (4, 0)}),
    Row("AF-10", "The target is 61 then.", "5-5 1-1" + IDLE, options={"points": "fives"}, totals=(59, 0),
        moves="5-5", then={"totals": (61, 0), "winners": (0,)}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_all_fives(row: Row) -> None:
    check(row, "all-fives")


TABLE = [
    ("", "5-5", 10, 10),
    ("", "6-6", 12, 0),
    ("", "6-4", 10, 10),
    ("", "3-2", 5, 5),
    ("6-6", "6-3 right", 15, 15),
    ("5-3", "5-5 left", 13, 0),
    ("5-5 5-3", "5-1 left", 4, 0),
    ("1-5 5-5 5-3", "5-6 up", 10, 10),
    ("1-5 5-5 5-3 / 5-6 /", "6-6 up", 16, 0),
    ("1-5 5-5 5-3 / 5-6 6-6 /", "5-4 down", 20, 20),
]
"""The table of AF-6: what lies there, what is played, the sum, and what it scores."""


@pytest.mark.parametrize(("chain", "move", "total", "points"), TABLE)
def test_af_6_the_sum_of_the_ends(chain: str, move: str, total: int, points: int) -> None:
    row = Row("AF-6", "The table.", f"{move.split(maxsplit=1)[0]} 0-0, 1-0 2-0", chain, "3-0", move,
              then={"sum": total, "scores": (points, 0)})  # fmt: skip

    check(row, "all-fives")


@pytest.mark.parametrize(("players", "size"), [(2, 7), (3, 5), (4, 5)])
def test_af_1_tiles_each(players: int, size: int) -> None:
    assert fresh("all-fives", players).rules.hand_size(players) == size


def test_af_2_a_random_seat_leads_the_first_round() -> None:
    match = fresh("all-fives", 2)

    with pytest.raises(InvalidTable) as caught:
        begin(match, deal(match, "6-6", "5-5"))

    assert (caught.value.fault, caught.value.clause) == (DealFault.STARTER_NEEDED, "AF-2")


def test_af_2_who_went_out_leads_the_next_round() -> None:
    match = made(table("all-fives", "6-6 4-1, 3-2", "6-3 3-3", turn=1), "3-2")

    assert match.now.ending is Ending.OUT
    assert starter(match, (tiles("6-6"), tiles("5-5"))) == 1


def test_af_2_after_a_blocked_round_a_random_seat_leads_again() -> None:
    match = made(table("all-fives", "6-1 2-0, 5-5 3-3", "6-4"), "6-1 left")

    assert match.now.ending is Ending.BLOCKED
    assert starter(match, (tiles("6-6"), tiles("5-5"))) is None


def test_af_2_with_lead_double_the_highest_double_starts_every_round() -> None:
    match = fresh("all-fives", 2, lead="double")

    assert starter(match, (tiles("6-5 1-1"), tiles("3-3 2-1"))) == 1
    assert starter(match, (tiles("6-5 1-0"), tiles("6-4 2-1"))) == 0


def test_points_and_another_turn_do_not_swallow_each_other() -> None:
    match = table("pass-pass", "5-5 5-4, 1-1, 2-2, 3-3", teams=2)
    scoring = fresh("all-fives", 2).rules.scoring

    both = made(structs.replace(match, rules=replace(match.rules, scoring=scoring)), "5-5")

    assert [type(event).__name__ for event in both.now.log[1:]] == ["Played", "Scored", "Again"]


def test_af_9_the_events_of_a_match_won_by_a_tile() -> None:
    match = made(table("all-fives", "4-4 5-5, 2-2 0-0", "2-4", totals=(240, 0)), "4-4 right")

    assert match.now.log[-3:-1] == (Scored((10, 0), (250, 0)), Ended(Ending.TARGET, None))


def test_af_2_a_round_begins_with_its_leader() -> None:
    match = fresh("all-fives", 2)

    begun = after(match, begin(match, deal(match, "6-6", "5-5", starter=1)))

    assert begun.turn == 1
