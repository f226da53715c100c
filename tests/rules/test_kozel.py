"""Kozel: KZ-1 to KZ-8."""

import pytest
from support.console.arrange import Row, check, deal, fresh, made, table

from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience
from playroom.narration.refusal import move_refused
from playroom.rules.deal import begin
from playroom.rules.event import CarryOver, MayExtend, Passed
from playroom.rules.flow import after, forced, play
from playroom.rules.legal import Objection, legal_moves, objection, position
from playroom.rules.move import Pass
from playroom.rules.rulebook.fault import DealFault, InvalidTable
from playroom.strict_yaml import load
from playroom.table.examples.notation import move_of as move
from playroom.table.record import summary
from playroom.table.record_parser import record
from playroom.table.setup import Setup, answered, questions
from playroom.table.shelf import OURS, shelf

KOZEL = shelf([OURS]).variants["kozel"]

BOTH = "6-6 5-5 6-1, 3-2 2-1"
"""Seat 0 holds the doubles of both ends of the line."""

LINE = "6-4 4-5"
TIE = "6-1 2-2, 3-0, 3-2, 4-2"
"""Seat 0 blocks the round with 6-1 at an end of 1; both pairs hold 9."""

BLOCK = "6-3 3-1"


def out(own: str) -> str:
    """Hands in which seat 0 goes out with 5-3, and the pair of seat 1 holds these tiles."""
    return f"5-3, {own}, 4-4, 2-2"


def carry(carried: int = 0, *waits: int) -> CarryOver:
    return CarryOver(waits or (0, 0), (0,) * (len(waits) or 2), carried)


ROWS = [
    Row("KZ-2", "First round: the holder of 1-1 opens with it.", "6-6 1-1 6-5, 3-3", boneyard="5-5",
        why={"6-6": "opens_with_one_one", "6-5": "opens_with_one_one", "pass": "must_open"},
        then={"legal": "1-1"}),
    Row("KZ-2", "If it is not dealt, of 2-2, and so on to 6-6.", "6-6 4-4 6-5, 5-5", then={"legal": "4-4"}),
    Row("KZ-2", "Then 0-0.", "0-0 6-5, 5-4", then={"legal": "0-0"}),
    Row("KZ-2", "Else by C-2.", "6-4 5-1, 5-4", then={"legal": "6-4"}),
    Row("KZ-2", "`first: highest`: by C-2.", "6-6 1-1 6-5, 3-3", options={"first": "highest"},
        why={"1-1": "opens_with_highest"}, then={"legal": "6-6"}),
    Row("KZ-2", "Later: who went out opens.", "5-3, 6-6 1-1", "3-4", moves="5-3 left", then={"starter": 0}),
    Row("KZ-2", "After a block, who laid the last tile that is no double.", "6-1 2-2, 6-6 3-0", BLOCK,
        moves="6-1 right, 6-6 right", then={"end": "blocked", "winner": 1, "starter": 0}),
    Row("KZ-3", "You play a tile that fits, if you hold one.", "6-5 1-1, 3-3", "6-4", "2-1 3-1",
        why={"draw": "can_play_so_no_draw", "pass": "can_play_so_no_pass"}),
    Row("KZ-3", "Stuck: you draw until a tile fits, and play it.", "1-1, 5-5", "6-4", "2-1 6-3 3-3",
        moves="draw, draw", why={"pass": "can_play_so_no_pass"}, then={"legal": "6-3 left"}),
    Row("KZ-3", "While a tile can be drawn, you may not pass.", "1-1, 5-5", "6-4", "2-1 6-3",
        why={"pass": "can_draw_so_no_pass"}),
    Row("KZ-3", "With an empty boneyard you pass.", "1-1, 6-5", "6-4", why={"draw": "boneyard_empty",
        "pass": None}),
    Row("KZ-4", "You may play both doubles in one turn.", BOTH, LINE, options={"both_doubles": True},
        moves="6-6 left", why={"6-1": "other_double_only"}, then={"turn": 0, "legal": "5-5 right, pass"}),
    Row("KZ-4", "Then the turn is over.", BOTH, LINE, options={"both_doubles": True},
        moves="6-6 left, 5-5 right", then={"turn": 1, "chain": "6-6 6-4 4-5 5-5"}),
    Row("KZ-4", "Or stop after one with a pass.", BOTH, LINE, options={"both_doubles": True},
        moves="5-5 right, pass", then={"turn": 1}),
    Row("KZ-4", "Not if the ends are equal.", "6-6 5-5, 3-2 2-1", "6-4 4-6", "5-0",
        options={"both_doubles": True},
        moves="6-6 left", then={"turn": 1}),
    Row("KZ-4", "Not without the other double.", "6-6 5-1, 3-2 2-1", LINE, "5-0",
        options={"both_doubles": True},
        moves="6-6 left", then={"turn": 1}),
    Row("KZ-4", "Off by default.", BOTH, LINE, "5-0", moves="6-6 left", then={"turn": 1}),
    Row("KZ-4", "Only after a double.", "6-1 6-6 5-5, 3-2", LINE, "1-0", options={"both_doubles": True},
        moves="6-1", then={"turn": 1}),
    Row("KZ-5", "Each side that did not win takes its own.", "5-3, 6-6 1-1, 5-4 5-5", "3-4", moves="5-3 left",
        then={"winner": 0, "scores": (0, 14, 19)}),
    Row("KZ-5", "What the winner's partner holds counts for nobody.", out("6-6 1-1"), "3-4", teams=2,
        moves="5-3 left", then={"scores": (0, 18)}),
    Row("KZ-5", "0-0 alone counts 10.", out("0-0 6-1"), "3-4", teams=2, options={"entry": 1},
        moves="5-3 left",
        then={"scores": (0, 11)}),
    Row("KZ-5", "0-0 alone in a hand counts `lone_double_blank`, also beside a partner's tiles.",
        out("0-0"), "3-4",
        teams=2, moves="5-3 left", then={"scores": (0, 14)}),
    Row("KZ-5", "`lone_double_blank: 25`.", out("0-0"), "3-4", teams=2, options={"lone_double_blank": 25},
        moves="5-3 left", then={"scores": (0, 29)}),
    Row("KZ-5", "Always, so that it may lose a block.", "6-1 2-2, 0-0", BLOCK, options={"entry": 1},
        moves="6-1 right", then={"winner": 0, "scores": (0, 10)}),
    Row("KZ-6", "Blocked: the side with the fewest pips wins.", "6-1 2-2, 3-0, 3-2, 5-5 5-4", BLOCK, teams=2,
        moves="6-1 right", then={"end": "blocked", "winner": 0, "scores": (0, 22)}),
    Row("KZ-6", "A tie for fewest is eggs: nobody takes anything, the pips of all hands wait.", TIE, BLOCK,
        teams=2,
        moves="6-1 right", then={"winner": None, "scores": (0, 0), "carried": 18, "waits": (0, 0)}),
    Row("KZ-6", "Also for three, of whom one holds more.", "6-1 2-2, 4-0, 5-5", BLOCK, totals=(20, 30, 0),
        moves="6-1 right", then={"winner": None, "scores": (0, 0, 0), "carried": 18}),
    Row("KZ-6", "Added to earlier eggs.", TIE, BLOCK, teams=2, carry=carry(28), moves="6-1 right",
        then={"carried": 46}),
    Row("KZ-6", "They go to the loser with its own: 12, 20, 0, 28 makes 60.", "5-3, 6-4, 4-4, 1-1", "3-4",
        teams=2,
        totals=(30, 20), carry=carry(28), moves="5-3 left", then={"totals": (30, 60), "carried": 0}),
    Row("KZ-6", "Of several to the one with the most own.", "5-3, 6-4, 5-5", "3-4", totals=(1, 1, 1),
        carry=carry(28, 0, 0, 0), moves="5-3 left", then={"winner": 0, "scores": (0, 38, 10)}),
    Row("KZ-6", "Of equals the first.", "5-3, 6-5, 5-5 1-0", "3-4", totals=(1, 1, 1),
        carry=carry(28, 0, 0, 0), moves="5-3 left", then={"scores": (0, 39, 11)}),
    Row("KZ-6", "`blocked_tie: each`: in a tie each side takes its own.", TIE, BLOCK, teams=2,
        options={"blocked_tie": "each"}, totals=(20, 30), moves="6-1 right",
        then={"winner": None, "totals": (29, 39), "carried": 0}),
    Row("KZ-7", "With less than the entry, own and eggs wait: 12, 0, 8, 28 makes 48.",
        "5-3, 6-4, 4-4, 1-1", "3-4", teams=2, carry=carry(28, 0, 8), moves="5-3 left",
        then={"totals": (0, 0), "waits": (0, 48), "carried": 0}),
    Row("KZ-7", "Entering, it takes own, eggs and what waits: 13, 0, 8, 28 makes 49.",
        "5-3, 6-4, 4-4, 2-1", "3-4", teams=2, carry=carry(28, 0, 8), moves="5-3 left",
        then={"totals": (0, 49), "waits": (0, 0)}),
    Row("KZ-7", "Winning a round, it loses what waits.", "5-3, 6-4, 4-4, 2-1", "3-4", teams=2,
        carry=carry(0, 48, 0), moves="5-3 left", then={"totals": (0, 13), "waits": (0, 0)}),
    Row("KZ-7", "Who is in takes less than the entry too.", "5-3, 2-1", "3-4", totals=(0, 20),
        moves="5-3 left",
        then={"totals": (0, 23), "waits": (0, 0)}),
    Row("KZ-7", "`entry: 1`.", "5-3, 2-1", "3-4", options={"entry": 1}, moves="5-3 left",
        then={"totals": (0, 3)}),
    Row("KZ-7", "Eggs alone enter nobody.", "5-3, 6-4", "3-4", carry=carry(90), moves="5-3 left",
        then={"totals": (0, 0), "waits": (0, 100)}),
    Row("KZ-7", "Also where each takes its own.", TIE, BLOCK, teams=2, options={"blocked_tie": "each"},
        totals=(0, 30), moves="6-1 right", then={"totals": (0, 39), "waits": (9, 0)}),
    Row("KZ-8", "Who has 101 is the goat: the lowest total wins.", out("6-6 1-1"), "3-4", teams=2,
        totals=(40, 90),
        moves="5-3 left", then={"totals": (40, 108), "winners": (0,)}),
    Row("KZ-8", "With less the match goes on.", out("6-6 1-1"), "3-4", teams=2, totals=(40, 82),
        moves="5-3 left", then={"totals": (40, 100), "winners": ()}),
    Row("KZ-8", "The lowest of several wins.", "5-3, 6-6, 6-4 1-1", "3-4", totals=(30, 5, 95),
        moves="5-3 left",
        then={"totals": (30, 17, 107), "winners": (1,)}),
    Row("KZ-8", "Equal totals share it (G-10).", TIE, BLOCK, teams=2, options={"blocked_tie": "each"},
        totals=(95, 95), moves="6-1 right", then={"winners": (0, 1)}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_kozel(row: Row) -> None:
    check(row, "kozel")


@pytest.mark.parametrize(("players", "teams", "left"), [(2, 0, 14), (3, 0, 7), (4, 2, 0)])
def test_kz_1_seven_tiles_each(players: int, teams: int, left: int) -> None:
    match = fresh("kozel", players, teams)

    match = after(match, begin(match, deal(match, *["6-6", "5-5", "4-4", "3-3"][:players])))

    assert {len(hand) for hand in match.now.hands} == {7}
    assert len(match.now.boneyard) == left


@pytest.mark.parametrize(("players", "teams"), [(2, 2), (3, 2), (4, 0), (5, 0)])
def test_kz_1_other_tables_are_refused(players: int, teams: int) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("kozel", players, teams)

    assert caught.value.clause == "KZ-1"


def test_kz_1_the_number_of_players_decides_whether_there_are_teams() -> None:
    three = answered(KOZEL, Setup("kozel", 4, 2), "players", 3)

    assert three == Setup("kozel", 3, 0)
    assert answered(KOZEL, three, "players", 4) == Setup("kozel", 4, 2)
    assert "teams" not in questions(KOZEL)


@pytest.mark.parametrize("hand", ["6-6 5-5 4-4 3-3 2-2", "6-0 6-1 6-2 6-3 6-4 6-5"])
def test_kz_1_five_doubles_or_six_of_a_number_are_dealt_again(hand: str) -> None:
    match = fresh("kozel", 2)

    with pytest.raises(InvalidTable) as caught:
        begin(match, deal(match, hand, "1-1"))

    assert (caught.value.fault, caught.value.clause) == (DealFault.DEALT_AGAIN, "KZ-1")
    keeping = fresh("kozel", 2, redeal=False)
    assert begin(keeping, deal(keeping, hand, "1-1"))


@pytest.mark.parametrize("hand", ["6-6 5-5 4-4 3-3 2-1", "6-0 6-1 6-2 6-3 6-4 5-1"])
def test_kz_1_fewer_are_not_dealt_again(hand: str) -> None:
    match = fresh("kozel", 2)

    assert begin(match, deal(match, hand, "1-1"))


def test_kz_2_the_holder_of_1_1_starts() -> None:
    match = fresh("kozel", 3)

    match = after(match, begin(match, deal(match, "6-6", "1-1 5-5", "4-4")))

    assert match.turn == 1
    assert [str(move) for move in legal_moves(position(match))] == ["1-1"]


def test_kz_2_a_later_round_opens_with_any_tile() -> None:
    match = made(table("kozel", "5-3, 6-6 2-1", "3-4"), "5-3 left")

    match = after(match, begin(match, deal(match, "6-6 1-1", "5-5")))

    assert match.turn == 0
    assert len(legal_moves(position(match))) == 7


def test_kz_4_a_tile_that_fits_no_end_is_refused_with_the_ends() -> None:
    match = made(table("kozel", "6-6 5-5 1-0, 3-2", LINE, options={"both_doubles": True}), "6-6 left")

    assert objection(position(match), move("1-0")) is Objection.DOES_NOT_FIT
    refused = move_refused(position(match), move("1-0"), Objection.DOES_NOT_FIT, 0, 0)
    spoken = phrasebook("en").say(refused, Audience(("Ada", "Ben"), 0))
    assert spoken == "1-0 does not fit: the ends are 6 and 5."


def test_kz_4_a_pass_that_stops_a_turn_is_no_forced_pass() -> None:
    match = table("kozel", BOTH, LINE, options={"both_doubles": True})

    first = play(match, move("6-6 left"))
    match = after(match, first)

    assert first[-1] == MayExtend(0)
    assert forced(match) == ()
    assert play(match, Pass())[0] == Passed(0, (6, 5), forced=False, drew=False, stops=True)


RECORD = """\
record: 3
game: kozel
players: [Ada, Ben]
rounds:
- starter: Ada
  hands: {Ada: 6-5 1-0 2-1 2-2 6-1 4-1 3-1, Ben: 3-2 5-1 5-2 5-5 4-4 2-0 3-0}
  boneyard: 5-0 5-3 0-0 6-0 6-3 6-4 1-1 5-4 6-2 3-3 4-2 6-6 4-3 4-0
  actions: [Ada 2-2, Ben 5-2 left, Ada 6-5 left, Ben 3-2 right, Ada 3-1 right, Ben 5-1 right, Ada 6-1,
    Ben 5-5 right, Ada 2-1 left, Ben 2-0 left, Ada 1-0, Ben draw, Ben 5-0, Ada 4-1 left]
"""


def test_kz_7_the_published_record_gives_its_summary() -> None:
    told = summary(record(load(RECORD, "a.domino.yaml"), shelf([OURS]).variants))

    assert told == {
        "game": "kozel",
        "over": False,
        "winners": [],
        "sides": [
            {"players": ["Ada"], "total": 0, "in": True, "waits": 0, "won": 0},
            {"players": ["Ben"], "total": 0, "in": True, "waits": 11, "won": 0},
        ],
        "carried": 0,
        "rounds": [{"end": "out", "scores": [0, 0], "winner": "Ada", "bonuses": []}],
        "table": None,
    }
