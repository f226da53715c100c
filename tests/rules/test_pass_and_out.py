"""Pass and Out, PO-1 to PO-11."""

from collections.abc import Mapping

import pytest
from support.console.arrange import Row, check, deal, fresh, made, table

from playroom.rules.deal import Deal, begin
from playroom.rules.event import PlayerOut
from playroom.rules.flow import after
from playroom.rules.match import Match
from playroom.rules.rulebook.fault import DealFault, InvalidTable, TableFault
from playroom.rules.tile import tiles

ENDS_ROUND = {"going_out": "ends_round"}
PIPS = {"count": "pips"}

ROWS = [
    Row("PO-3", "The starter opens with any tile.", "6-5 2-2, 5-5", then={"legal": "6-5, 2-2"}),
    Row("PO-3", "The starter must open.", "6-5 2-2, 5-5", why={"pass": "must_open", "draw": "must_open"}),
    Row("PO-3", "At your turn you play a tile that fits, if you hold one.", "6-5 2-2, 5-5", "6-4",
        why={"pass": "can_play_so_no_pass"}),
    Row("PO-4", "Nothing is drawn.", "1-1 2-2, 5-5", "6-4", "0-0", why={"draw": "no_drawing"}),
    Row("PO-4", "Stuck: you pass, are out, and who played last scores 1 for each tile.",
        "1-1 2-2, 6-5 6-3, 5-5", "5-6 6-4", moves="pass",
        then={"seats in": (1, 2), "turn": 1, "scores": (0, 0, 2), "totals": (0, 0, 2),
              "log": "Passed PlayerOut Scored Turn"}),
    Row("PO-4", "The tiles of the one who is out stay where they are.", "1-1 2-2, 6-5 6-3, 5-5", "5-6 6-4",
        moves="pass, 6-5", then={"hands": "1-1 2-2, 6-3, 5-5", "turn": 2}),
    Row("PO-4", "It is the last player to play who scores, not the last seat.",
        "6-5 6-3 1-1, 2-2, 3-3 0-0, 4-4",
        "6-4", moves="6-5, pass, pass", then={"scores": (3, 0, 0, 0), "turn": 3}),
    Row("PO-5", "A pass on the very first tile scores double.", "6-5 6-4, 1-1 2-2 3-3, 6-6 5-5",
        moves="6-5, pass", then={"scores": (6, 0, 0)}),
    Row("PO-5", "Only that pass.", "6-5 6-4, 1-1 2-2 3-3, 0-0 4-4, 5-5", moves="6-5, pass, pass",
        then={"scores": (6 + 2, 0, 0, 0)}),
    Row("PO-5", "A pass on the second tile scores once.", "6-5 6-4, 5-1 2-2, 3-3 4-4", moves="6-5, 5-1, pass",
        then={"scores": (0, 2, 0)}),
    Row("PO-6", "The one left can play: plays one and scores 1 for each tile held.", "1-1 2-2, 6-5 6-3 0-0",
        "5-6 6-4", moves="pass, 5-6 left", then={"end": "last_in", "scores": (0, 2 + 3), "turn": None}),
    Row("PO-6", "The one left may choose which tile to play.", "1-1 2-2, 6-5 5-3 0-0", "5-6 6-4",
        moves="pass",
        then={"end": None, "turn": 1, "legal": "6-5 left, 5-3 left"}),
    Row("PO-6", "If they cannot, they score nothing and the round is over.", "1-1 2-2, 3-3 0-0", "5-6 6-4",
        moves="pass", then={"end": "last_in", "scores": (0, 2)}),
    Row("PO-6", "A last tile counts too.", "1-1 2-2, 6-5", "5-6 6-4", moves="pass, 6-5",
        then={"end": "last_in", "scores": (0, 2 + 1)}),
    Row("PO-7", "Who has played the last tile stays in.", "6-5, 4-1 1-1, 5-3 0-0", "6-4", moves="6-5",
        then={"end": None, "turn": 1, "seats in": (0, 1, 2), "scores": (0, 0, 0)}),
    Row("PO-7", "And passes with no tiles when the turn comes: 0 points.", "6-5, 4-1 1-1, 5-3 0-0 3-3", "6-4",
        moves="6-5, 4-1, 5-3, pass", then={"seats in": (1, 2), "scores": (0, 0, 0), "turn": 1}),
    Row("PO-7", "Whoever has no tiles can be the one left, and scores nothing.", "6-5, 2-2 1-1", "6-4",
        moves="6-5, pass", then={"end": "last_in", "scores": (2, 0)}),
    Row("PO-8", "The first to reach the target wins at that very moment.", "1-1 2-2, 6-5 6-3, 5-5", "5-6 6-4",
        totals=(0, 0, 29), moves="pass",
        then={"end": "target", "turn": None, "winners": (2,), "totals": (0, 0, 31),
              "log": "Passed PlayerOut Scored Ended Won"}),
    Row("PO-8", "Not a point before.", "1-1 2-2, 6-5 6-3, 5-5", "5-6 6-4", totals=(30, 30, 28), moves="pass",
        then={"end": None, "winners": ()}),
    Row("PO-8", "It ends so even where the last one left came with it.", "1-1 2-2, 3-3 0-0", "5-6 6-4",
        totals=(0, 29), moves="pass", then={"end": "target", "winners": (1,)}),
    Row("PO-8", "Or where the last one left has played.", "1-1 2-2, 6-5 0-0", "5-6 6-4", totals=(0, 27),
        moves="pass, 6-5", then={"end": "target", "totals": (0, 31), "winners": (1,)}),
    Row("PO-8", "Or where a hand went out.", "6-5, 4-1 1-1", "6-4", totals=(29, 0), options=ENDS_ROUND,
        moves="6-5", then={"end": "target", "winners": (0,)}),
    Row("PO-9", "Another target.", "1-1 2-2, 6-5 6-3, 5-5", "5-6 6-4", options={"target": 2}, moves="pass",
        then={"end": "target", "winners": (2,)}),
    Row("PO-9", "A fixed number of deals instead: the highest total wins.", "1-1 2-2, 3-3 0-0", "5-6 6-4",
        options={"deals": 1}, totals=(3, 0), moves="pass", then={"end": "last_in", "winners": (0,)}),
    Row("PO-9", "With deals there is no target.", "1-1 2-2, 6-5 6-3, 5-5", "5-6 6-4", options={"deals": 2},
        totals=(0, 0, 99), moves="pass", then={"end": None, "winners": ()}),
    Row("PO-9", "Pips instead of tiles, for a pass.", "1-1 2-2, 6-5 6-3, 5-5", "5-6 6-4", options=PIPS,
        moves="pass", then={"scores": (0, 0, 6)}),
    Row("PO-9", "Pips double for a pass on the first tile.", "6-5 6-4, 1-1 2-2, 6-6 5-5", options=PIPS,
        moves="6-5, pass", then={"scores": (12, 0, 0)}),
    Row("PO-9", "Pips for the last one left.", "1-1 2-2, 6-5 6-3 0-0", "5-6 6-4", options=PIPS,
        moves="pass, 6-5", then={"scores": (0, 6 + 20)}),
    Row("PO-9", "With pips the target is 181.", "1-1 2-2, 3-3 0-0", "5-6 6-4", options=PIPS, totals=(0, 175),
        moves="pass", then={"winners": (1,)}),
    Row("PO-9", "And not less.", "1-1 2-2, 3-3 0-0", "5-6 6-4", options=PIPS, totals=(0, 174), moves="pass",
        then={"winners": ()}),
    Row("PO-11", "The last tile ends the round and scores 1 for each tile of those still in.",
        "6-5, 4-1 1-1, 5-3 0-0 3-3", "6-4", options=ENDS_ROUND, moves="6-5",
        then={"end": "out", "scores": (5, 0, 0)}),
    Row("PO-11", "Who is out of the round is not counted.", "1-1 2-2, 6-5, 5-3 0-0 3-3", "5-6 6-4",
        options=ENDS_ROUND, moves="pass, 6-5", then={"end": "out", "scores": (0, 3, 2)}),
    Row("PO-11", "With pips it scores the pips.", "6-5, 4-1 1-1, 5-3 0-0", "6-4", moves="6-5",
        options={**ENDS_ROUND, **PIPS}, then={"end": "out", "scores": (7 + 8, 0, 0)}),
    Row("PO-11", "The last player left scores by PO-6 alone.", "1-1 2-2, 6-5", "5-6 6-4", options=ENDS_ROUND,
        moves="pass, 6-5", then={"end": "last_in", "scores": (0, 2 + 1)}),
]  # fmt: skip

PLAYS_ON = (
    ("5-4 6-3 3-3 2-0 6-1 4-0 5-1", "4-4 6-0 3-1 6-4 3-0 5-3 4-2", "5-5 2-1 1-1 2-2 6-6 6-5 5-2",
     "4-3 6-2 3-2 0-0 4-1 5-0 1-0"),
    ("6-1, 6-0 left, 2-1 right, 5-0 left, 5-1 left, 4-2 right, 1-1 left, 1-0 left, 2-0 left, 4-4 right,"
    "5-2 left, 4-1 right, 5-4 left, 6-4 left, 6-5 left"),
)  # fmt: skip
CANNOT_PLAY_AGAIN = (
    ("6-6 6-4 1-1 4-1 3-0 6-0 2-0", "3-1 5-0 2-2 6-5 3-3 5-1 5-4", "4-2 5-2 6-3 4-0 4-4 4-3 5-5",
     "3-2 5-3 2-1 6-1 6-2 0-0 1-0"),
    ("4-1, 5-1 right, 5-5 right, 5-3 right, 6-4 left, 3-1 right, 6-3 left, 6-1 right, 6-0 right, 5-0 right,"
    "5-2 right, 6-2 right, 6-6 right, 6-5 right, 4-3 left"),
)  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_pass_and_out(row: Row) -> None:
    check(row, "pass-and-out")


def test_po_4_everybody_hears_who_is_still_in() -> None:
    match = made(table("pass-and-out", "1-1 2-2, 6-5 6-3, 5-5", "5-6 6-4"), "pass")

    (stood_down,) = [event for event in match.rounds[-1].log if isinstance(event, PlayerOut)]

    assert stood_down == PlayerOut(0, 2, (1, 2))


@pytest.mark.parametrize(("players", "aside"), [(2, 14), (3, 7), (4, 0)])
def test_po_1_seven_tiles_each_and_the_rest_is_set_aside(players: int, aside: int) -> None:
    match = fresh("pass-and-out", players)

    begun = after(match, begin(match, deal(match, *("6-6", "5-5", "4-4", "3-3")[:players], starter=0)))

    assert [len(hand) for hand in begun.rounds[-1].hands] == [7] * players
    assert len(begun.rounds[-1].boneyard) == aside


def test_po_2_lots_name_the_first_starter() -> None:
    match = fresh("pass-and-out", 2)

    with pytest.raises(InvalidTable) as caught:
        begin(match, deal(match, "6-6", "5-5"))
    begun = after(match, begin(match, deal(match, "6-6", "5-5", starter=1)))

    assert (caught.value.fault, caught.value.clause) == (DealFault.STARTER_NEEDED, "PO-2")
    assert begun.turn == 1


@pytest.mark.parametrize(("last", "following"), [(0, 1), (1, 0)])
def test_po_2_after_that_the_start_passes_clockwise(last: int, following: int) -> None:
    match = made(table("pass-and-out", "1-1 2-2, 3-3 0-0", "5-6 6-4", turn=last), "pass")

    begun = after(match, begin(match, deal(match, "6-6", "5-5")))

    assert begun.turn == following


def test_po_2_another_starter_is_refused_then() -> None:
    match = made(table("pass-and-out", "1-1 2-2, 3-3 0-0", "5-6 6-4"), "pass")

    with pytest.raises(InvalidTable) as caught:
        begin(match, deal(match, "6-6", "5-5", starter=0))

    assert (caught.value.fault, caught.value.clause) == (DealFault.WRONG_STARTER, "PO-2")
    assert caught.value.facts == {"given": 0, "seat": 1}


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"target": 5, "deals": 5}, TableFault.TWO_ENDS),
        ({"deals": 0}, TableFault.WRONG_ANSWER),
        ({"count": "dots"}, TableFault.WRONG_ANSWER),
        ({"target": 0}, TableFault.WRONG_ANSWER),
    ],
)
def test_po_9_deals_stand_in_place_of_a_target(options: Mapping[str, object], fault: TableFault) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("pass-and-out", 2, 0, **options)

    assert (caught.value.fault, caught.value.clause) == (fault, "PO-9")


def test_po_9_equal_totals_after_the_last_deal_share_the_win() -> None:
    match = table("pass-and-out", "1-1 2-2, 3-3 0-0", "5-6 6-4", options={"deals": 1}, totals=(2, 0))

    ended = made(match, "pass")

    assert (ended.totals, ended.winners) == ((2, 2), (0, 1))


def example(hands: tuple[str, ...], moves: str) -> Match:
    """The published example up to D's fourth turn; A to D are seats 0 to 3, A starts, nobody has passed."""
    match = fresh("pass-and-out", 4)
    begun = after(match, begin(match, Deal(tuple(map(tiles, hands)), (), 0)))
    played = made(begun, moves)
    assert [len(hand) for hand in played.rounds[-1].hands] == [3, 3, 3, 4]
    return played


def test_po_10_the_example_where_b_can_play_again() -> None:
    match = example(*PLAYS_ON)

    d_passed = made(match, "pass")
    a_passed = made(d_passed, "pass")
    c_passed = made(a_passed, "5-3 left, pass")
    held = c_passed.rounds[-1].hands[1]
    b_played = made(c_passed, "3-1 left")

    assert d_passed.totals == (0, 0, 4, 0)
    assert a_passed.totals == (0, 0, 4 + 3, 0)
    assert c_passed.totals == (0, 3, 7, 0)
    assert len(held) == 2
    assert b_played.totals == (0, 5, 7, 0)
    assert b_played.rounds[-1].ending == "last_in"


def test_po_10_the_example_where_b_cannot_play_again() -> None:
    match = example(*CANNOT_PLAY_AGAIN)

    ended = made(match, "pass, pass, 5-4 left, pass")

    assert ended.totals == (0, 3, 7, 0)
    assert ended.rounds[-1].ending == "last_in"


@pytest.mark.parametrize("answer", ["whole_team", True, "ends"])
def test_po_11_going_out_plays_on_or_ends_the_round(answer: object) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("pass-and-out", 2, going_out=answer)

    assert (caught.value.fault, caught.value.clause) == (TableFault.WRONG_ANSWER, "PO-11")
