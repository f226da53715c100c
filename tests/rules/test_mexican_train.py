"""Mexican train, MT-1 to MT-15: layouts are written engine / train of each seat / Mexican train."""

import pytest
from msgspec.structs import replace
from support.console.arrange import Row, check, deal, fresh, made, table

from playroom.rules.deal import Deal, begin, engine, starter, stock
from playroom.rules.event import MayExtend, MustCover, Passed
from playroom.rules.flow import after, forced
from playroom.rules.layout import MEXICAN, train
from playroom.rules.match import Match, Rounds
from playroom.rules.rulebook.fault import DealFault, InvalidTable
from playroom.rules.tile import Tile, tiles
from playroom.table.record import record_format

SEVERAL, MANY = {"doubles": "several"}, {"first_turn": "many"}
SIXES = "6-0 6-1 6-2 6-3 6-4 6-5 7-6 8-6"

ROWS = [
    Row("MT-5", "Each train and the Mexican train begins at the engine.", "9-1 1-1, 9-2",
        then={"legal": "9-1 train 0, 9-1 mexican", "open": "mexican"}),
    Row("MT-5", "And grows at its outer end.", "5-1 1-0, 9-2", "9-9 / 9-5 / / 9-7", "0-0",
        moves="5-1 train 0",
        then={"chain": "9-9 / 9-5 5-1 /  / 9-7"}),
    Row("MT-5", "Tiles join equal numbers.", "5-1 4-4, 9-2", "9-9 / 9-4 / 9-3 * / 9-5",
        why={"5-1 train 0": "does_not_fit_there", "5-1 mexican": None}, cites="MT-5", boneyard="0-0"),
    Row("MT-5", "An end that is not there cannot be joined.", "9-5 4-4, 9-2", why={"9-5 up": "no_such_end"}),
    Row("MT-6", "You play on your own train, the Mexican train or an open one.", "5-1 4-1, 9-2, 9-3",
        "9-9 / 9-5 / 9-4 * / 9-5 / 9-4", "0-0",
        then={"legal": "5-1 train 0, 4-1 train 1, 4-1 mexican"}),
    Row("MT-6", "Not on a closed train.", "4-1 5-1, 9-2", "9-9 / 9-5 / 9-4 / 9-0", "0-0",
        why={"4-1 train 1": "train_closed", "4-1": "train_closed", "5-1": None}),
    Row("MT-6", "If you hold a tile that fits, you play.", "5-1 4-4, 9-2", "9-9 / 9-5 / / 9-0", "0-0",
        why={"draw": "can_play_so_no_draw", "pass": "can_play_so_no_pass"}),
    Row("MT-6", "Nobody need begin their own train first; others may begin an open one.", "9-1 1-1, 9-2",
        "9-9 / / * / ", then={"legal": "9-1 train 0, 9-1 train 1, 9-1 mexican"}),
    Row("MT-6", "The end is named where several fit.", "9-1 1-1, 9-2", cites="G-6",
        why={"9-1": "which_end", "9-1 mexican": None}),
    Row("MT-7", "Stuck: you draw one tile.", "1-1 2-2, 9-2", boneyard="4-4 9-3", cites="MT-7",
        why={"pass": "can_draw_so_no_pass", "draw": None}),
    Row("MT-7", "And must play it if it fits.", "1-1 2-2, 9-2", boneyard="9-3 4-4", moves="draw",
        then={"legal": "9-3 train 0, 9-3 mexican"}),
    Row("MT-7", "Only one.", "1-1 2-2, 9-2", boneyard="4-4 9-3", moves="draw", why={"draw": "drew_already"},
        then={"legal": "pass"}),
    Row("MT-7", "Otherwise you pass and your marker goes up.", "1-1 2-2, 9-2", boneyard="4-4 9-3",
        moves="draw, pass", then={"turn": 1, "open": "train 0 mexican",
                                  "log": "Drew Passed TrainOpened Turn"}),
    Row("MT-7", "With an empty boneyard too.", "1-1 2-2, 9-2", moves="pass",
        then={"open": "train 0 mexican"}),
    Row("MT-7", "It stays up at another pass, and that is not told again.", "1-1 2-2, 9-2", "9-9 / * / / ",
        moves="pass", then={"open": "train 0 mexican", "log": "Passed Turn"}),
    Row("MT-7", "It comes down when you play on your own train.", "9-1 2-2, 9-2", "9-9 / * / / ",
        moves="9-1 train 0", then={"open": "mexican", "log": "Played TrainClosed Turn"}),
    Row("MT-7", "And only then.", "9-1 2-2, 9-2", "9-9 / * / / ", moves="9-1 mexican",
        then={"open": "train 0 mexican"}),
    Row("MT-7", "Not when another plays on it.", "9-1 2-2, 9-2", "9-9 / / * / ", moves="9-1 train 1",
        then={"open": "train 1 mexican"}),
    Row("MT-8", "A double must be covered by its player, who goes on.", "7-7 7-1 9-1, 9-2", "9-9 / / / 9-7",
        moves="7-7 mexican", cites="MT-8", why={"9-1 train 0": "must_cover"},
        then={"turn": 0, "legal": "7-1 mexican", "must cover": "mexican", "log": "Played MustCover"}),
    Row("MT-8", "Covering ends the turn.", "7-7 7-1 9-1, 9-2", "9-9 / / / 9-7",
        moves="7-7 mexican, 7-1 mexican",
        then={"turn": 1, "must cover": ""}),
    Row("MT-8", "Who cannot cover draws one, even after drawing the double.", "1-1 2-2, 9-2", "9-9 / / / 9-7",
        "7-7 7-3 5-5", moves="draw, 7-7 mexican", then={"turn": 0, "legal": "draw"}),
    Row("MT-8", "And must cover with it if it fits.", "7-7 2-2, 9-2", "9-9 / / / 9-7", "7-3 5-5",
        moves="7-7 mexican, draw", then={"legal": "7-3 mexican"}),
    Row("MT-8", "Else passes, and the marker goes up; the next seat owes the cover.", "7-7 2-2, 9-2 7-4",
        "9-9 / / / 9-7", "5-5 7-3", moves="7-7 mexican, draw, pass",
        then={"turn": 1, "open": "train 0 mexican", "must cover": "mexican", "legal": "7-4 mexican"}),
    Row("MT-8", "The next seat may play nothing else.", "7-7 2-2, 9-2 7-4", "9-9 / / / 9-7", "5-5 7-3",
        moves="7-7 mexican, draw, pass", why={"9-2 train 1": "must_cover"}),
    Row("MT-8", "Whosever train it is.", "7-7 2-2, 9-2 7-4", "9-9 / 9-7 / / ", "5-5 7-3 6-6",
        moves="7-7 train 0, draw, pass", then={"turn": 1, "legal": "7-4 train 0"}),
    Row("MT-8", "And so on, round the table.", "7-7 2-2, 9-2, 7-4 1-1", "9-9 / / / / 9-7", "5-5 6-6 7-3",
        moves="7-7 mexican, draw, pass, draw, pass", then={"turn": 2, "legal": "7-4 mexican"}),
    Row("MT-9", "A double that empties the hand ends the round.", "7-7, 9-2 7-4", "9-9 / / / 9-7", "5-5 7-3",
        moves="7-7 mexican", then={"end": "out", "must cover": ""}),
    Row("MT-9", "A double that no tile outside the table can cover is not owed.", "7-7 2-2, 9-2",
        "9-9 / 9-0 0-7 7-1 1-2 2-7 7-3 3-4 4-7 7-5 5-6 6-7 7-8 / / 9-7", "5-5 8-8", moves="7-7 mexican",
        then={"turn": 1, "must cover": ""}),
    Row("MT-10", "With doubles: several another double may be laid instead.", "7-7 5-5 7-1 9-1, 9-2",
        "9-9 / 9-5 / / 9-7", "0-0", options=SEVERAL, moves="7-7 mexican",
        then={"legal": "5-5 train 0, 7-1 mexican"}),
    Row("MT-10", "The turn goes on while one is owed; the first other tile covers the oldest.",
        "7-7 5-5 7-1 5-1, 9-2", "9-9 / 9-5 / / 9-7", "0-0", options=SEVERAL, moves="7-7 mexican, 5-5 train 0",
        then={"turn": 0, "legal": "7-1 mexican", "must cover": "mexican"}),
    Row("MT-10", "And ends the turn; the rest are owed oldest first, one tile a turn.",
        "7-7 5-5 7-1 5-1, 5-2 9-2",
        "9-9 / 9-5 / / 9-7", "0-0", options=SEVERAL, moves="7-7 mexican, 5-5 train 0, 7-1 mexican",
        then={"turn": 1, "must cover": "train 0", "legal": "5-2 train 0"}),
    Row("MT-10", "Who can do neither draws, and plays that tile if it does either.", "7-7 2-2 9-1, 9-2",
        "9-9 / 9-5 / / 9-7", "5-5 7-3 0-0", options=SEVERAL, moves="7-7 mexican, draw",
        then={"legal": "5-5 train 0"}),
    Row("MT-10", "After that double there is another draw.", "7-7 2-2 9-1, 9-2", "9-9 / 9-5 / / 9-7",
        "5-5 7-3 0-0",
        options=SEVERAL, moves="7-7 mexican, draw, 5-5 train 0", then={"turn": 0, "legal": "draw"}),
    Row("MT-10", "Not if a double was owed when the turn began.", "7-7 2-2, 9-2 5-5 7-4", "9-9 / / 9-5 / 9-7",
        "0-0 7-3", options=SEVERAL, moves="7-7 mexican, draw, pass", cites="MT-8", why={"5-5": "must_cover"},
        then={"turn": 1, "legal": "7-4 mexican"}),
    Row("MT-10", "Without the option a double must be covered first.", "7-7 5-5 7-1 9-1, 9-2",
        "9-9 / 9-5 / / 9-7",
        "0-0", moves="7-7 mexican", cites="MT-8", why={"5-5": "must_cover"}),
    Row("MT-11", "With first_turn: many the turn goes on while another tile fits the own train.",
        "9-1 1-3 9-4, 9-2", "9-9 / / / ", "0-0", options=MANY, moves="9-1 train 0",
        then={"turn": 0, "legal": "3-1 train 0, pass", "log": "Played MayExtend"}),
    Row("MT-11", "Nowhere else.", "9-1 1-3 9-4, 9-2", "9-9 / / / ", "0-0", options=MANY, moves="9-1 train 0",
        why={"9-4 mexican": "own_train_only"}),
    Row("MT-11", "A draw is not among the choices.", "9-1 1-3 9-4, 9-2", "9-9 / / / ", "0-0", options=MANY,
        moves="9-1 train 0", cites="MT-6", why={"draw": "can_play_so_no_draw"}),
    Row("MT-11", "A pass stops it and puts no marker up.", "9-1 1-3 9-4, 9-2", "9-9 / / / ", "0-0",
        options=MANY,
        moves="9-1 train 0, pass", then={"turn": 1, "open": "mexican",
        "log": "Played MayExtend Passed Turn"}),
    Row("MT-11", "It ends where nothing more fits.", "9-1 1-3 9-4, 9-2", "9-9 / / / ", "0-0", options=MANY,
        moves="9-1 train 0, 1-3 train 0", then={"turn": 1}),
    Row("MT-11", "A tile elsewhere ends it.", "9-1 1-3 9-4, 9-2", "9-9 / / / ", "0-0", options=MANY,
        moves="9-1 mexican", then={"turn": 1}),
    Row("MT-11", "A double on the own train is covered, then it goes on.", "9-1 1-1 1-3 3-4, 9-2",
        "9-9 / / / ",
        "0-0", options=MANY, moves="9-1 train 0, 1-1 train 0, 1-3 train 0",
        then={"turn": 0, "legal": "4-3 train 0, pass"}),
    Row("MT-11", "Only in the first turn of the round.", "9-1 1-3 3-4, 9-2 2-0 9-5", "9-9 / / / ", "0-0 8-0",
        options=MANY, moves="9-1 train 0, pass, 9-2 train 1, pass, 1-3 train 0", then={"turn": 1}),
    Row("MT-11", "Without the option one tile is a turn.", "9-1 1-3 9-4, 9-2", "9-9 / / / ", "0-0",
        moves="9-1 train 0", then={"turn": 1}),
    Row("MT-12", "The round ends when a hand is empty.", "9-1, 9-2 2-2", "9-9 / / / ", "0-0",
        moves="9-1 train 0",
        then={"end": "out", "scores": (0, 15)}),
    Row("MT-12", "Or blocked: the boneyard is empty and no hand fits any end.", "8-1 4-4, 3-3",
        "9-9 / 9-8 / 9-6 / 9-6", moves="8-1 train 0",
        then={"end": "blocked", "scores": (8, 6)}),
    Row("MT-12", "Closed trains count, they open as owners pass.", "8-1 6-4, 3-3", "9-9 / 9-8 / 9-6 / 9-5",
        moves="8-1 train 0", then={"end": None, "legal": "pass"}),
    Row("MT-13", "Every player scores the pips left in hand, the 0-0 as 50.", "9-1, 0-0 2-1", "9-9 / / / ",
        moves="9-1 train 0", then={"scores": (0, 53)}),
    Row("MT-13", "Or as the option says.", "9-1, 0-0 2-1", "9-9 / / / ", options={"double_blank": 25},
        moves="9-1 train 0", then={"scores": (0, 28)}),
    Row("MT-14", "The lowest total wins.", "9-1, 2-1", "9-9 / / / ", options={"rounds": 1},
        moves="9-1 train 0",
        then={"winners": (0,), "totals": (0, 3)}),
    Row("MT-14", "Not before the last round.", "9-1, 2-1", "9-9 / / / ", options={"rounds": 2},
        moves="9-1 train 0", then={"winners": ()}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_mexican_train(row: Row) -> None:
    check(row, "mexican-train")


@pytest.mark.parametrize(
    ("players", "highest", "size"),
    [
        *((2, 9, 12), (3, 9, 11), (4, 9, 10), (2, 12, 15), (3, 12, 15)),
        *((4, 12, 15), (5, 12, 12), (6, 12, 12), (7, 12, 10), (8, 12, 10)),
    ],
)
def test_mt_2_tiles_each(players: int, highest: int, size: int) -> None:
    rules = fresh("mexican-train", players, set=highest).rules

    assert (rules.set, rules.hand_size(players)) == (highest, size)


@pytest.mark.parametrize(("players", "highest"), [(2, 9), (4, 9), (5, 12), (8, 12)])
def test_mt_1_the_set_by_players(players: int, highest: int) -> None:
    assert fresh("mexican-train", players).rules.set == highest


@pytest.mark.parametrize(
    ("players", "highest", "size"),
    [
        *((2, 15, 15), (6, 15, 15), (7, 15, 12), (8, 15, 12), (9, 15, 11), (10, 15, 11)),
        *((2, 18, 15), (8, 18, 15), (10, 18, 15)),
    ],
)
def test_mt_15_tiles_each_of_large_sets(players: int, highest: int, size: int) -> None:
    rules = fresh("mexican-train", players, set=highest).rules

    assert (rules.set, rules.hand_size(players)) == (highest, size)


@pytest.mark.parametrize("players", [9, 10])
def test_mt_15_nine_and_ten_take_double_fifteen(players: int) -> None:
    assert fresh("mexican-train", players).rules.set == 15


@pytest.mark.parametrize(("players", "highest"), [(9, 9), (9, 12), (10, 12)])
def test_mt_15_smaller_sets_do_not_serve_nine_or_ten(players: int, highest: int) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh("mexican-train", players, set=highest)

    assert caught.value.clause == "MT-1"


def test_mt_15_the_engine_of_double_eighteen_steps_down_nineteen_times() -> None:
    rules = fresh("mexican-train", 10, set=18).rules

    assert (rules.last_deal, record_format(rules)) == (19, 2)


def later(match: Match, rounds: int) -> Match:
    """The match once so many rounds have been played, each ended at once."""
    ended = made(table("mexican-train", "9-1, 2-1", "9-9 / / / "), "9-1 train 0").now
    return replace(match, rounds=Rounds((ended,) * rounds))


@pytest.mark.parametrize(("rounds", "expected"), [(0, "9-9"), (1, "8-8"), (9, "0-0")])
def test_mt_3_the_engine_steps_down_each_round(rounds: int, expected: str) -> None:
    assert engine(later(fresh("mexican-train", 2), rounds)) == tiles(expected)[0]


def test_mt_3_nobody_deals_draws_or_plays_the_engine() -> None:
    match = later(fresh("mexican-train", 2), 1)

    assert Tile(8, 8) not in stock(match)
    assert Tile(9, 9) in stock(match)


def test_mt_3_a_deal_with_the_engine_in_it_is_refused() -> None:
    match = fresh("mexican-train", 2)
    good = deal(match, "9-1", "9-2", starter=0)
    hands = ((Tile(9, 9), *good.hands[0][1:]), good.hands[1])

    with pytest.raises(InvalidTable) as caught:
        begin(match, Deal(hands, good.boneyard, 0))

    assert (caught.value.fault, caught.value.clause) == (DealFault.ENGINE_DEALT, "MT-3")


def test_mt_4_a_random_seat_starts_then_the_start_passes_clockwise() -> None:
    match = fresh("mexican-train", 2)

    assert starter(match, (tiles("9-1"), tiles("9-2"))) is None
    assert starter(later(match, 1), (tiles("9-1"), tiles("9-2"))) == 1


def test_mt_5_markers_start_down() -> None:
    match = fresh("mexican-train", 3)

    begun = after(match, begin(match, deal(match, "9-1", "9-2", "9-3", starter=0)))

    assert [(end.end, end.number, end.is_open) for end in begun.now.layout.open_ends] == [
        (train(0), 9, False),
        (train(1), 9, False),
        (train(2), 9, False),
        (MEXICAN, 9, True),
    ]


def test_mt_7_a_stuck_player_passes_by_themselves() -> None:
    match = table("mexican-train", "1-1 2-2, 9-2")

    assert forced(match)[0] == Passed(0, (9, 9), forced=True, drew=False)


def test_mt_8_the_event_names_the_end_to_cover() -> None:
    match = made(table("mexican-train", "7-7 7-1 9-1, 9-2", "9-9 / / / 9-7"), "7-7 mexican")

    assert match.now.log[-1] == MustCover(0, MEXICAN, 7)


def test_mt_11_an_event_says_that_more_tiles_may_be_played() -> None:
    match = table("mexican-train", "9-1 1-3 9-4, 9-2", boneyard="0-0", options=MANY)

    assert made(match, "9-1 train 0").now.log[-1] == MayExtend(0)


@pytest.mark.parametrize(("highest", "rounds"), [(9, 10), (12, 13)])
def test_mt_14_one_round_for_each_engine(highest: int, rounds: int) -> None:
    assert fresh("mexican-train", 2, set=highest).rules.last_deal == rounds
