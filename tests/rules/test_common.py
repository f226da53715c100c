"""The clauses that all games have in common, G-1 to G-10."""

import pytest
from msgspec.structs import replace
from support.console.arrange import Row, check, deal, fresh, made, table

from playroom.rules.deal import Deal, begin
from playroom.rules.event import Dealt, Drew, Passed
from playroom.rules.flow import after, forced, play
from playroom.rules.match import drawable
from playroom.rules.move import Pass
from playroom.rules.rulebook.fault import DealFault, InvalidTable, TableFault
from playroom.rules.tile import Tile, tile, tiles, whole_set, written
from playroom.rules.view import View, seen, view

ROWS = [
    Row("G-2", "The first tile makes both ends.", "6-2 3-3, 1-1 2-2",
        moves="6-2", then={"ends": (6, 2), "hands": "3-3, 1-1 2-2"}),
    Row("G-2", "A tile joins an end with an equal number, here on the right.", "4-6 1-3, 5-5", "1-2 2-5 5-4",
        moves="4-6 right", then={"chain": "1-2 2-5 5-4 4-6", "ends": (1, 6)}),
    Row("G-2", "A tile is turned as needed, here on the left.", "4-6 1-3, 3-5", "1-2 2-5 5-4",
        moves="1-3 left", then={"chain": "3-1 1-2 2-5 5-4", "ends": (3, 4)}),
    Row("G-2", "What fits no end may not be played.", "6-6 1-3, 0-0", "1-2", why={"6-6": "does_not_fit"}),
    Row("G-2", "A tile goes nowhere but where it fits.", "6-1, 1-1", "1-2",
        why={"6-1 right": "does_not_fit_there", "6-1 left": None, "6-1": None}),
    Row("G-3", "A double lies in the line and leaves one open number.", "5-5 6-1, 5-4 6-6", "3-5",
        moves="5-5 right", then={"ends": (3, 5), "legal": "5-4 right"}),
    Row("G-3", "A blank matches only a blank.", "1-0 2-1 6-4, 0-0", "0-3", then={"legal": "1-0 left"}),
    Row("G-4", "Turns go clockwise.", "6-5 1-1, 6-4, 3-3", "6-6", moves="6-5 left", then={"turn": 1}),
    Row("G-4", "After the last seat comes the first.", "6-4, 3-3, 6-5 1-1", "6-6", turn=2,
        moves="6-5 left", then={"turn": 0}),
    Row("G-4", "A seat that is out of the round is passed by.", "1-1 1-2, 6-5 6-4, 6-3 6-0", "6-6",
        game="pass-and-out", moves="pass, 6-5 left, 6-3 right", then={"turn": 1, "seats in": (1, 2)}),
    Row("G-6", "The first tile has no side.", "6-5 1-1, 6-4", why={"6-5 left": "no_end_yet", "6-5": None},
        then={"legal": "6-5, 1-1"}),
    Row("G-6", "A tile that fits one end goes there.", "6-5 1-1, 6-4 2-2", "6-3",
        moves="6-5", then={"chain": "5-6 6-3"}),
    Row("G-6", "Of two ends that a tile fits, the player says which.", "6-3, 1-1", "6-3",
        why={"6-3": "which_end", "6-3 left": None, "6-3 right": None}, then={"legal": "6-3 left, 6-3 right"}),
    Row("G-6", "Equal ends are two ends too.", "6-3, 1-1", "6-6", why={"6-3": "which_end"}),
    Row("G-7", "A round is blocked as soon as nobody can play, and nobody passes first.",
        "6-5 1-1, 2-2 3-3", "6-6 6-4", moves="6-5 left",
        then={"end": "blocked", "turn": None, "log": "Played Ended Scored"}),
    Row("G-7", "It is not blocked while another seat can play.", "6-5 1-1, 2-2 3-3, 4-3", "6-6 6-4",
        moves="6-5 left", then={"end": None, "turn": 1}),
    Row("G-7", "Nor while the player who has just played can.", "6-5 5-1, 2-2 3-3", "6-6 6-4",
        moves="6-5 left", then={"end": None, "turn": 1}),
    Row("G-7", "Nor while a tile can be drawn.", "6-5 1-1, 2-2 3-3", "6-6 6-4", "0-0", game="draw",
        moves="6-5 left", then={"end": None, "turn": 1}),
    Row("G-7", "The last draw can block the round.", "1-1, 2-2 3-3", "6-6 6-4", "0-0", game="draw",
        moves="draw", then={"end": "blocked", "log": "Drew Ended Scored"}),
    Row("G-8", "The only legal action may be to pass.", "1-1, 6-4 2-2", "6-6", then={"legal": "pass"}),
    Row("G-9", "A tile that one does not hold may not be played.", "6-5, 6-4", "6-6",
        why={"6-4": "not_held"}),
    Row("G-10", "Equal totals at the end share the win.", "6-5 1-1, 3-3, 0-0, 2-2", "6-6 6-4",
        game="pass-pass",
        teams=2, options={"deals": 1}, totals=(4, 4), moves="6-5 left",
        then={"scores": (2, 2), "totals": (6, 6), "winners": (0, 1)}),
    Row("G-10", "The better total alone wins.", "6-5 1-1, 3-3, 0-0, 2-2", "6-6 6-4", game="pass-pass",
        teams=2, options={"deals": 1}, totals=(4, 5), moves="6-5 left", then={"winners": (0,)}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_the_common_clauses(row: Row) -> None:
    check(row, "block")


@pytest.mark.parametrize(("highest", "number"), [(6, 28), (9, 55), (12, 91)])
def test_g_1_a_set_holds_every_pair_once(highest: int, number: int) -> None:
    stock = whole_set(highest)

    assert len(stock) == len(set(stock)) == number
    assert {(each.low, each.high) for each in stock} == {
        (low, high) for high in range(highest + 1) for low in range(high + 1)
    }


@pytest.mark.parametrize(
    ("change", "fault", "facts"),
    [
        ("7-0", DealFault.NOT_IN_SET, {"tile": Tile(0, 7), "set": 6}),
        ("6-6", DealFault.TWICE, {"tile": Tile(6, 6)}),
        ("", DealFault.MISSING, {"tiles": "1-0"}),
    ],
)
def test_g_1_a_deal_holds_the_set_and_nothing_else(
    change: str, fault: DealFault, facts: dict[str, object]
) -> None:
    match = fresh("block", 2)
    good = deal(match, "6-6", "5-5")
    boneyard = tuple(each for each in (*good.hands[0], *good.hands[1], *good.boneyard) if each != tile("1-0"))
    hands = (boneyard[:7], boneyard[7:14])

    with pytest.raises(InvalidTable) as caught:
        begin(match, Deal(hands, (*boneyard[14:], *tiles(change))))

    assert (caught.value.fault, caught.value.facts, caught.value.clause) == (fault, facts, "G-1")


@pytest.mark.parametrize(
    ("players", "teams", "sides"),
    [(4, 2, [0, 1, 0, 1]), (6, 3, [0, 1, 2, 0, 1, 2]), (4, 0, [0, 1, 2, 3]), (6, 2, [0, 1, 0, 1, 0, 1])],
)
def test_g_5_teams_alternate_round_the_table(players: int, teams: int, sides: list[int]) -> None:
    made_rules = fresh("dominos", players, teams).rules

    assert [made_rules.side(seat) for seat in range(players)] == sides
    assert [made_rules.seats(side) for side in range(made_rules.sides)] == [
        range(side, players, made_rules.sides) for side in range(made_rules.sides)
    ]


def test_g_8_a_seat_that_can_only_pass_passes_by_itself_and_that_is_announced() -> None:
    match = table("block", "1-1, 2-2, 6-4 3-3", "6-6")

    events = forced(match)

    assert [event for event in events if isinstance(event, Passed)] == [
        Passed(0, (6, 6), forced=True, drew=False),
        Passed(1, (6, 6), forced=True, drew=False),
    ]
    assert after(match, events).turn == 2


def test_g_8_a_seat_with_a_choice_does_not_pass_by_itself() -> None:
    match = table("passing-game", "1-1, 2-2", "6-6", "6-5 6-4 6-3")

    events = forced(match)
    chosen = play(match, Pass())

    assert events == ()
    assert chosen[0] == Passed(0, (6, 6), forced=False, drew=False)


def begun() -> tuple[View, View, View]:
    """What two players and a listener know after the first has drawn."""
    match = made(table("draw", "1-1 2-1, 6-4 3-3", "6-6", "5-1 6-1 0-0"), "draw")
    return view(match, 0), view(match, 1), view(match, None)


def test_g_9_a_seat_knows_its_own_hand_and_how_many_the_others_hold() -> None:
    own, other, listener = begun()

    assert own.hand == tiles("1-1 2-1 5-1")
    assert other.hand == tiles("6-4 3-3")
    assert listener.hand == ()
    assert own.counts == other.counts == listener.counts == (3, 2)


def test_g_9_a_seat_knows_the_boneyard_by_its_count_alone() -> None:
    own, other, listener = begun()

    assert own.boneyard == other.boneyard == listener.boneyard == 2
    assert own.drawable == 2


def test_g_9_a_drawn_tile_is_named_to_its_owner_alone() -> None:
    own, other, listener = begun()

    assert own.log[-1] == Drew(0, tile("5-1"), 2)
    assert other.log[-1] == listener.log[-1] == Drew(0, None, 2)


def test_g_9_of_a_deal_a_seat_sees_its_own_hand() -> None:
    dealt = Dealt((tiles("1-1 2-1"), tiles("6-4")), tiles("0-0"), 1)

    assert seen(dealt, 0) == Dealt((tiles("1-1 2-1"), (None,)), (None,), 1)
    assert seen(dealt, None) == Dealt(((None, None), (None,)), (None,), 1)


def test_g_9_the_chain_the_score_and_whose_turn_it_is_are_open() -> None:
    match = table("block", "6-5 1-1, 6-4 2-2", "6-6", totals=(7, 9))

    known = view(made(match, "6-5 left"), 0)

    assert written(known.layout.rows["line"]) == "5-6 6-6"
    assert (known.totals, known.turn, known.is_to_move) == ((7, 9), 1, False)


def test_a_round_begins_only_when_none_is_played() -> None:
    match = fresh("block", 2)
    first = deal(match, "6-6", "5-5")
    begun = after(match, begin(match, first))

    with pytest.raises(InvalidTable) as caught:
        begin(begun, first)

    assert caught.value.fault is DealFault.ROUND_GOES_ON


def test_no_round_begins_after_the_match() -> None:
    over = made(table("block", "6-1, 5-5", "6-4", options={"single_round": True}), "6-1")

    with pytest.raises(InvalidTable) as caught:
        begin(over, deal(over, "6-6", "5-5"))

    assert caught.value.fault is DealFault.MATCH_OVER


@pytest.mark.parametrize(
    ("game", "lying", "left"),
    [("block", 5, 0), ("draw", 5, 5), ("draw", 0, 0), ("passing-game", 3, 1), ("passing-game", 1, 0)],
)
def test_g_7_what_can_be_drawn(game: str, lying: int, left: int) -> None:
    assert drawable(fresh(game, 2).rules, lying) == left


def test_g_9_a_seat_knows_whether_it_is_to_move_and_has_drawn() -> None:
    own, other, listener = begun()

    assert [known.is_to_move for known in (own, other, listener)] == [True, False, False]
    assert [known.position.drew for known in (own, other, listener)] == [True, False, False]


def test_g_9_after_the_round_nobody_is_to_move() -> None:
    match = made(table("block", "6-1, 5-5", "6-4"), "6-1")

    assert [view(match, seat).is_to_move for seat in (0, 1, None)] == [False, False, False]


def test_nobody_learns_from_a_pass_whether_it_was_forced() -> None:
    passed = Passed(1, (3, 2), forced=False, drew=True)

    assert seen(passed, 1) == passed
    assert seen(passed, 0) == seen(replace(passed, forced=True), 0)


@pytest.mark.parametrize(
    ("clause", "game", "players", "teams", "options", "fault"),
    [
        ("D-1", "dominos", 1, 0, {}, TableFault.PLAYERS),
        ("D-1", "dominos", 11, 0, {}, TableFault.PLAYERS),
        ("D-1", "dominos", 4, 1, {}, TableFault.TEAMS),
        ("D-1", "dominos", 6, 6, {}, TableFault.TEAMS),
        ("D-1", "dominos", 5, 2, {}, TableFault.UNEQUAL_TEAMS),
        ("D-1", "dominos", 4, 4, {}, TableFault.UNEQUAL_TEAMS),
        ("D-1", "dominos", 2, 2, {}, TableFault.UNEQUAL_TEAMS),
        ("D-1", "dominos", 8, 5, {}, TableFault.UNEQUAL_TEAMS),
        ("C-1", "draw", 1, 0, {}, TableFault.PLAYERS),
        ("C-1", "draw", 5, 0, {}, TableFault.PLAYERS),
        ("C-1", "draw", 4, 2, {}, TableFault.TEAMS),
        ("PO-1", "pass-and-out", 1, 0, {}, TableFault.PLAYERS),
        ("PO-1", "pass-and-out", 5, 0, {}, TableFault.PLAYERS),
        ("PO-1", "pass-and-out", 4, 2, {}, TableFault.TEAMS),
        ("PP-1", "pass-pass", 3, 0, {}, TableFault.PLAYERS),
        ("PP-1", "pass-pass", 6, 2, {}, TableFault.PLAYERS),
        ("PP-1", "pass-pass", 4, 0, {}, TableFault.TEAMS),
        ("MA-1", "matador", 5, 0, {}, TableFault.PLAYERS),
        ("MA-1", "matador", 4, 3, {}, TableFault.TEAMS),
        ("MA-1", "matador", 2, 2, {}, TableFault.UNEQUAL_TEAMS),
        ("AF-1", "all-fives", 5, 0, {}, TableFault.PLAYERS),
        ("AF-1", "all-fives", 4, 3, {}, TableFault.TEAMS),
        ("AF-1", "all-fives", 3, 2, {}, TableFault.UNEQUAL_TEAMS),
        ("AF-1", "all-fives", 4, 0, {"hand": 9}, TableFault.HAND_TOO_LARGE),
        ("MT-1", "mexican-train", 11, 0, {}, TableFault.PLAYERS),
        ("MT-1", "mexican-train", 4, 2, {}, TableFault.TEAMS),
        ("MT-1", "mexican-train", 5, 0, {"set": 9}, TableFault.MOST_PLAYERS),
        ("MT-2", "mexican-train", 4, 0, {"hand": 14}, TableFault.HAND_TOO_LARGE),
        ("MT-2", "mexican-train", 8, 0, {"hand": 12}, TableFault.HAND_TOO_LARGE),
        ("MT-14", "mexican-train", 2, 0, {"rounds": 11}, TableFault.ROUNDS_BEYOND_ENGINES),
    ],
)
def test_other_tables_are_refused(
    clause: str, game: str, players: int, teams: int, options: dict[str, object], fault: TableFault
) -> None:
    with pytest.raises(InvalidTable) as caught:
        fresh(game, players, teams, **options)

    assert (caught.value.fault, caught.value.clause) == (fault, clause)
