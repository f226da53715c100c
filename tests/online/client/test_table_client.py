"""The client of a table: what it sends when it joins and plays, and what it reports."""

from random import Random

import pytest
from support.games.random_matches import VARIANTS
from table_guest import ADA, BEN, CODE, OPENED, at_table, guest, in_match

from playroom.online.client.table_listener import Entrance
from playroom.online.server.tables.match_decisions import after_move, started
from playroom.online.server.tables.server_state import FullTableState, redacted
from playroom.online.wire.entries import (
    AnyEntry,
    BotSeated,
    MatchStarted,
    MatchWent,
    PersonCame,
    ReadyChanged,
    SeatReturned,
    TableOpened,
    TableSettings,
)
from playroom.online.wire.messages import (
    Ack,
    Happened,
    Hello,
    Join,
    Joined,
    Nak,
    OpenTable,
    Presence,
    Said,
    TableCommand,
    encoded,
)
from playroom.online.wire.protocol import VERSION, RefusalCode
from playroom.online.wire.table_commands import DealRound
from playroom.online.wire.table_state import TableState
from playroom.rules.event import Again, Turn
from playroom.rules.legal import legal_moves, position
from playroom.table.setup import Setup
from playroom.table.shared_table import ChatLine


@pytest.mark.parametrize(
    ("entrance", "message"),
    [
        (Entrance("Ben", CODE), Join(CODE, "Ben")),
        (Entrance("Ben", CODE, token="secret"), Join(CODE, token="secret")),  # noqa: S106 (made up)
    ],
)
def test_a_table_is_joined_by_name_or_by_token(entrance: Entrance, message: Join) -> None:
    assert guest(entrance).sent == [Hello(VERSION, "playroom"), message]


def test_a_table_is_opened_with_its_game() -> None:
    made = guest(Entrance("Ada", setup=Setup("draw", 3, 0, {"target": 50}), admin="key"))

    hello, opened = made.sent

    assert hello == Hello(VERSION, "playroom", "key")
    assert isinstance(opened, OpenTable)
    assert (opened.name, opened.settings.game, opened.settings.players) == ("Ada", "draw", 3)
    assert opened.settings.options == {"target": 50}


def test_who_arrives_has_all_that_happened_before_and_keeps_the_token() -> None:
    made = guest()

    made.answered(Joined(CODE, BEN, "secret", 8, 6, TableState().after_all(OPENED)))
    made.answered(Happened(7, "c7", ADA, [ReadyChanged(BEN, ready=False)]))
    assert made.heard == []
    made.answered(Happened(8, "c8", ADA, [PersonCame(3, "Cy")]))

    assert made.kept == [(CODE, "secret")]
    assert made.heard == [("arrived",)]
    assert [each.name for each in made.client.table.state.people.values()] == ["Ada", "Ben", "Cy"]
    assert BEN not in made.client.table.state.ready
    assert made.client.bots == ("steady",)


def test_who_comes_during_a_match_is_at_the_match() -> None:
    made = guest()
    truth = FullTableState(TableState()).after_all(OPENED, VARIANTS)
    begun = started(truth, ADA, VARIANTS, Random(1))

    made.answered(Joined(CODE, BEN, "secret", 7, 6, truth.state))
    made.answered(Happened(7, "c7", ADA, redacted(begun, 1)))

    assert made.heard == [("arrived",), ("match", 1)]
    assert made.client.match
    assert made.client.match.seat == 1
    assert made.client.table.in_match


def test_news_are_reported_once() -> None:
    made = at_table()
    came = Happened(7, "c7", 0, [PersonCame(3, "Cy")])

    made.answered(came, came)

    assert made.heard == [(PersonCame(3, "Cy"),)]


def test_what_people_say_is_heard_with_their_names() -> None:
    made = at_table()

    made.answered(Said(ADA, "table", "hello"), Said(BEN, "table", phrase="wait_please"))

    assert made.heard == [
        ("said", ChatLine("Ada", "hello", "", is_own=False, person=ADA)),
        ("said", ChatLine("Ben", "", "wait_please", is_own=True, person=BEN)),
    ]


def test_who_goes_and_comes_back_is_reported_of_others_alone() -> None:
    made = at_table()

    for connected in ([ADA, BEN], [BEN], [ADA], [ADA, BEN], [ADA, BEN]):
        made.answered(Presence(connected))

    assert made.heard == [("gone", ADA), ("back", ADA)]


def test_a_frame_that_is_no_message_ends_the_visit() -> None:
    made = at_table()

    made.client.received("{")

    assert made.heard == [("ended", "malformed", {})]
    assert made.links[-1].is_closed


def test_a_refusal_at_the_entrance_ends_the_visit() -> None:
    made = guest()

    made.answered(Nak("", RefusalCode.NAME_TAKEN, {"name": "Ben"}))

    assert made.heard == [("ended", RefusalCode.NAME_TAKEN, {"name": "Ben"})]
    assert made.links[-1].is_closed


def test_a_seat_that_is_not_known_any_more_is_asked_for_by_name() -> None:
    made = guest(Entrance("Ben", CODE, token="old"))  # noqa: S106 (made up)

    made.answered(Nak("", RefusalCode.NO_SUCH_SEAT_TOKEN))

    assert made.sent[-1] == Join(CODE, "Ben")
    assert made.heard == []


def test_a_move_is_waited_for_until_it_has_happened_or_is_refused() -> None:
    made, _ = in_match()
    table = made.client.match
    assert table
    other: list[AnyEntry] = [BotSeated(0, "steady")]

    table.deal()
    asked = made.sent[-1]
    assert isinstance(asked, TableCommand)
    assert asked.do == DealRound()
    made.answered(Happened(8, "c8", ADA, other), Ack("other", 8))
    assert table.is_waiting
    made.answered(Nak(asked.id, RefusalCode.ROUND_RUNS))

    assert not table.is_waiting


def test_a_move_of_ones_own_that_has_happened_is_not_waited_for() -> None:
    made, truth = in_match()
    table = made.client.match
    assert table
    told = []
    table.listen(lambda _, events: told.append(events))

    table.deal()
    waiting = []
    for number, by in ((8, ADA), (9, BEN)):
        assert truth.match
        move = after_move(truth, legal_moves(position(truth.match))[0])
        truth = truth.after(move, VARIANTS)
        made.answered(Happened(number, f"c{number}", by, redacted([move], 1)))
        waiting.append(table.is_waiting)

    assert waiting == [True, False]
    assert len(told) == 2


def test_a_guest_with_the_name_of_a_member_is_asked_to_sign_in() -> None:
    made = guest()

    made.answered(Nak("", RefusalCode.ACCOUNT_EXISTS, {"name": "Ben"}))

    assert made.heard == [("sign in", RefusalCode.ACCOUNT_EXISTS, {"name": "Ben"})]
    assert not made.links[-1].is_closed


def test_a_match_of_a_game_that_is_not_known_here_is_not_joined() -> None:
    made = guest()
    known = TableState().after_all([TableOpened(CODE, TableSettings(game="chess", players=2)), *OPENED[1:]])
    begun: list[AnyEntry] = [MatchStarted(["Ada", "Ben"]), MatchWent([Turn(0)])]

    made.answered(Joined(CODE, BEN, "secret", 7, 6, known), Happened(7, "c7", ADA, begun))

    assert made.heard == [("ended", "no_such_game", {"game": "chess"})]
    assert made.links[-1].is_closed


@pytest.mark.parametrize(
    "entry",
    [
        MatchWent([Again(7)]),
        SeatReturned(9),
    ],
    ids=repr,
)
def test_what_cannot_have_happened_ends_the_stay(entry: AnyEntry) -> None:
    made = at_table()
    made.answered(Happened(7, "c7", ADA, [MatchStarted(["Ada", "Ben"])]))

    made.answered(Happened(8, "c8", ADA, [entry]))

    assert made.heard[-1] == ("ended", "malformed", {})


def test_an_event_of_a_newer_server_ends_the_stay() -> None:
    made = at_table()
    known = encoded(Happened(7, "c7", ADA, [MatchStarted(["Ada", "Ben"]), MatchWent([Turn(0)])]))

    made.client.received(known.replace('"Turn"', '"FromNewerServers"'))

    assert made.heard[-1] == ("ended", "malformed", {})
