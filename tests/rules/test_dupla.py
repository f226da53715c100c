"""Dupla: DU-1 to DU-4."""

import pytest
from support.console.arrange import Row, check, deal, fresh, made, table
from support.games.random_matches import VARIANTS

from playroom.rules.deal import begin
from playroom.rules.event import CarryOver, RedealReason
from playroom.rules.flow import after
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.rulebook.fault import DealFault, InvalidTable
from playroom.strict_yaml import load
from playroom.table.record import Record, text
from playroom.table.record_parser import RuleBroken, record
from playroom.table.shuffle import shuffled

OUT = "5-3, 6-6 1-1, 4-4, 6-5"
"""Seat 0 goes out with 5-3 at an end of 3."""

BLOCKED = "6-1 2-2, 0-0, 3-2, 5-5 5-4"
"""Seat 0 blocks the round with 6-1 at an end of 1; its pair holds 9, the other 19."""

TIE = "6-1 2-2, 0-0, 3-2, 5-4"
"""The same, and both pairs hold 9."""

REPLAY = {"blocked_by": "replay"}
TWO_BLOCKS = CarryOver((0, 0), (0, 0), 2)

ROWS = [
    Row("DU-2", "Going out scores 1.", OUT, "3-4", teams=2, moves="5-3 left",
        then={"end": "out", "winner": 0, "scores": (1, 0)}),
    Row("DU-2", "2 with a double.", "3-3, 6-6 1-1, 5-5, 6-5", "3-4", teams=2, moves="3-3 left",
        then={"scores": (2, 0)}),
    Row("DU-2", "3 with a tile whose two different numbers were the two ends.", "5-3, 1-1, 4-4, 5-4",
        "3-6 6-2 2-5", teams=2, moves="5-3 left", then={"scores": (3, 0)}),
    Row("DU-2", "3 with a blank too.", "5-0, 1-1, 4-4, 5-4", "0-6 6-2 2-5", teams=2, moves="5-0 left",
        then={"scores": (3, 0)}),
    Row("DU-2", "4 with a double that fitted both ends.", "3-3, 1-1, 4-4, 5-4", "3-6 6-2 2-3", teams=2,
        moves="3-3 left", then={"scores": (4, 0)}),
    Row("DU-2", "`crossed: 6`.", "3-3, 1-1, 4-4, 5-4", "3-6 6-2 2-3", teams=2, options={"crossed": 6},
        moves="3-3 left", then={"scores": (6, 0)}),
    Row("DU-3", "Blocked: the side with the fewest pips, 1 point.", BLOCKED, "6-3 3-1", teams=2,
        moves="6-1 right", then={"end": "blocked", "winner": 0, "scores": (1, 0)}),
    Row("DU-3", "In a tie the pair that is not the blocker's wins.", TIE, "6-3 3-1", teams=2,
        moves="6-1 right", then={"winner": 1, "scores": (0, 1)}),
    Row("DU-3", "`replay`: nobody wins.", BLOCKED, "6-3 3-1", teams=2, options=REPLAY, moves="6-1 right",
        then={"end": "blocked", "winner": None, "scores": (0, 0), "carried": 1}),
    Row("DU-3", "The next that is won scores 1 more for each block before it.", OUT, "3-4", teams=2,
        options=REPLAY, carry=TWO_BLOCKS, moves="5-3 left", then={"scores": (3, 0), "carried": 0}),
    Row("DU-3", "Blocks add up.", BLOCKED, "6-3 3-1", teams=2, options=REPLAY, carry=TWO_BLOCKS,
        moves="6-1 right", then={"carried": 3}),
    Row("DU-4", "`points: pips`: a win scores the other pair's pips instead.", OUT, "3-4", teams=2,
        options={"points": "pips"}, moves="5-3 left", then={"scores": (25, 0)}),
    Row("DU-4", "Also when blocked.", BLOCKED, "6-3 3-1", teams=2, options={"points": "pips"},
        moves="6-1 right", then={"scores": (19, 0)}),
    Row("DU-4", "Replayed blocks add nothing.", BLOCKED, "6-3 3-1", teams=2,
        options={"points": "pips", **REPLAY}, moves="6-1 right", then={"winner": None, "carried": 0}),
    Row("DU-4", "Target 6.", OUT, "3-4", teams=2, totals=(5, 0), moves="5-3 left", then={"winners": (0,)}),
    Row("DU-4", "100 in pips.", OUT, "3-4", teams=2, totals=(74, 0), options={"points": "pips"},
        moves="5-3 left", then={"totals": (99, 0), "winners": ()}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_dupla(row: Row) -> None:
    check(row, "dupla")


def test_du_1_four_in_two_partnerships_have_seven_tiles_each() -> None:
    match = fresh("dupla", 4, 2)

    match = after(match, begin(match, deal(match, "6-6 0-0", "5-5 1-1", "4-4 2-2", "3-3")))

    assert [len(hand) for hand in match.now.hands] == [7] * 4


@pytest.mark.parametrize(("players", "teams"), [(4, 0), (3, 0), (2, 0)])
def test_du_1_other_tables_are_refused(players: int, teams: int) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("dupla", players, teams)

    assert caught.value.clause == "DU-1"


def test_du_1_four_doubles_in_one_hand_are_dealt_again() -> None:
    match = fresh("dupla", 4, 2)

    with pytest.raises(InvalidTable) as caught:
        begin(match, deal(match, "6-6 5-5 4-4 3-3", "6-5", "6-4", "6-3"))

    assert (caught.value.fault, caught.value.clause) == (DealFault.DEALT_AGAIN, "DU-1")


def test_du_1_unless_redeal_is_false() -> None:
    match = fresh("dupla", 4, 2, redeal=False)

    assert begin(match, deal(match, "6-6 5-5 4-4 3-3", "6-5", "6-4", "6-3"))


class Chance:
    """Shuffles that bring the tiles of one order after the other to the front."""

    def __init__(self, *orders: str) -> None:
        self._orders = iter(orders)

    def shuffle(self, heap: list[object]) -> None:
        first = next(self._orders).split()
        heap.sort(key=lambda tile: (str(tile) not in first, str(tile)))


def test_du_1_the_players_hear_why() -> None:
    match = fresh("dupla", 4, 2)

    events, deal = shuffled(match, Chance("6-6 5-5 4-4 3-3 6-5 6-4 6-3", "6-6 5-5 4-4 6-5 6-4 6-3 6-2"))  # type: ignore[arg-type] # it only shuffles

    assert [event.why for event in events] == [RedealReason.DOUBLES]  # type: ignore[union-attr] # a deal is repeated
    assert sum(tile.is_double for tile in deal.hands[0]) == 3


DEALT_AGAIN = """\
record: 3
game: dupla
options: {redeal: false}
teams: 2
players: [Ada, Ben, Cleo, Dan]
rounds:
- hands:
    Ada: 6-6 5-5 4-4 3-3 6-5 6-4 6-3
    Ben: 6-2 6-1 6-0 5-4 5-3 5-2 5-1
    Cleo: 5-0 4-3 4-2 4-1 4-0 3-2 3-1
    Dan: 3-0 2-2 2-1 2-0 1-1 1-0 0-0
  actions: [Ada 6-6]
"""


def test_l_7_a_deal_that_is_dealt_again_leaves_no_trace_in_a_record() -> None:
    match = fresh("dupla", 4, 2)
    events, dealt = shuffled(match, Chance("6-6 5-5 4-4 3-3 6-5 6-4 6-3", "6-6 5-5 4-4 6-5 6-4 6-3 6-2"))  # type: ignore[arg-type] # it only shuffles

    with_it, without = (after(match, (*before, *begin(match, dealt))) for before in (events, ()))

    assert events
    assert text(record_of(with_it)) == text(record_of(without))


def test_l_7_a_record_that_holds_one_is_refused() -> None:
    assert record(load(DEALT_AGAIN, "a.domino.yaml"), VARIANTS).match.round

    with pytest.raises(RuleBroken) as caught:
        record(load(DEALT_AGAIN.replace("options: {redeal: false}\n", ""), "a.domino.yaml"), VARIANTS)

    assert caught.value.line == 6
    assert str(caught.value).startswith(DealFault.DEALT_AGAIN)


def record_of(match: Match) -> Record:
    return Record("dupla", VARIANTS["dupla"], {}, ("Ada", "Ben", "Cleo", "Dan"), match)


def test_du_1_the_first_round_opens_with_the_highest_double() -> None:
    match = fresh("dupla", 4, 2)

    match = after(match, begin(match, deal(match, "4-4 0-0", "6-6 1-1", "5-5 2-2", "3-3")))

    assert [str(move) for move in legal_moves(position(match))] == ["6-6"]


@pytest.mark.parametrize("first", ["double", "lots"])
def test_du_3_the_round_after_a_replayed_one_opens_with_the_highest_double(first: str) -> None:
    before = made(
        table("dupla", BLOCKED, "6-3 3-1", teams=2, options={"first": first, **REPLAY}), "6-1 right"
    )

    match = opened(before)

    assert match.turn == 2
    assert [str(move) for move in legal_moves(position(match))] == ["6-6"]


def test_du_3_any_tile_opens_the_round_after_a_win() -> None:
    before = made(table("dupla", OUT, "3-4", teams=2, options=REPLAY), "5-3 left")

    match = opened(before)

    assert match.turn == 1
    assert len(legal_moves(position(match))) == 7


def opened(before: Match) -> Match:
    """The next round, in which seat 2 holds the 6-6."""
    return after(before, begin(before, deal(before, "4-4 0-0", "5-5 1-1", "6-6 2-2", "3-3")))
