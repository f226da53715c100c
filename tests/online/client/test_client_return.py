"""When the client of a table comes back after its connection has ended, and when it does not."""

import pytest
from table_guest import ADA, BEN, CODE, at_table, guest, in_match

from playroom.online.client.link import LinkEnd
from playroom.online.client.table_client import LONGEST, SHORTEST
from playroom.online.server.tables.match_decisions import after_move
from playroom.online.server.tables.server_state import redacted
from playroom.online.wire.messages import (
    Ack,
    Bye,
    Chat,
    Gone,
    Happened,
    Hello,
    Join,
    Joined,
    Nak,
    TableCommand,
)
from playroom.online.wire.protocol import VERSION, RefusalCode
from playroom.online.wire.table_commands import DealRound
from playroom.online.wire.table_state import TableState
from playroom.rules.legal import legal_moves, position
from playroom.table.shared_table import DealProof, DealVerdict


def test_a_lost_connection_is_reported_once_and_tried_again_after_longer_pauses() -> None:
    made = at_table()

    pauses = []
    for _ in (*LONGEST, 1, 1):
        made.client.ended(LinkEnd.CLOSED)
        pauses.append(made.retried())

    longest = [*LONGEST, LONGEST[-1], LONGEST[-1]]
    assert all(SHORTEST <= pause <= most for pause, most in zip(pauses, longest, strict=True))
    assert pauses[-1] > LONGEST[0]
    assert made.heard == [("lost",)]
    assert not made.client.is_connected


def test_who_comes_back_goes_on_from_the_last_event() -> None:
    made, truth = in_match()
    assert truth.match
    table = made.client.match
    move = after_move(truth, legal_moves(position(truth.match))[0])
    made.client.say("hello")
    unanswered = made.sent[-1]

    made.client.ended(LinkEnd.CLOSED)
    assert table
    assert not table.is_connected
    made.retried()
    made.welcomed()
    joins = made.sent[-1]
    made.answered(Joined(CODE, BEN, "", 8, 7, None), Happened(8, "c8", ADA, redacted([move], 1)))

    assert joins == Join(CODE, "", "secret", 7, "c7")
    assert made.heard == [("lost",), ("back",), ("caught up", len(move.events))]
    assert made.client.match is table
    assert table.is_connected
    assert made.sent[-1] == unanswered
    assert made.kept == [(CODE, "secret")]
    made.client.ended(LinkEnd.CLOSED)
    assert SHORTEST <= made.retried() <= LONGEST[0]


def test_clients_that_are_lost_together_do_not_come_back_together() -> None:
    people = [at_table() for _ in range(50)]
    for each in people:
        each.client.ended(LinkEnd.CLOSED)

    pauses = sorted(each.retried() for each in people)

    assert SHORTEST == 0.25
    assert SHORTEST <= pauses[0] < 0.3
    assert LONGEST[0] >= pauses[-1] > 0.4
    assert len({*pauses}) == len(pauses)


def test_what_is_answered_is_not_sent_again() -> None:
    made = at_table()
    made.client.do(DealRound())
    made.client.say("hello")
    asked, said = made.sent[-2:]
    assert isinstance(asked, TableCommand)
    assert isinstance(said, Chat)
    made.answered(Ack(asked.id, 6), Nak(said.id, RefusalCode.MUTED, {"reason": "loud"}))

    made.client.ended(LinkEnd.CLOSED)
    made.retried()
    made.welcomed()
    made.answered(Joined(CODE, BEN, "", 6, 6, None))

    assert made.sent[:2] == [Hello(VERSION, "playroom"), Join(CODE, "", "secret", 6, "")]
    assert not {asked, said}.intersection(made.sent)
    assert ("refused", RefusalCode.MUTED, {"reason": "loud"}) in made.heard


@pytest.mark.parametrize("code", [RefusalCode.KICKED, RefusalCode.REPLACED, RefusalCode.MALFORMED])
def test_a_client_that_was_removed_does_not_come_back(code: str) -> None:
    made = at_table()

    made.answered(Gone(code, {"reason": "rude"}))
    made.client.ended(LinkEnd.CLOSED)

    assert made.heard == [("ended", code, {"reason": "rude"})]
    assert made.due == []


def test_a_client_comes_back_to_a_server_that_was_closed() -> None:
    made = at_table()

    made.answered(Gone(RefusalCode.CLOSING))
    made.client.ended(LinkEnd.CLOSED)
    made.retried()
    made.client.ended(LinkEnd.UNREACHABLE)

    assert made.heard == [("lost",)]
    assert len(made.due) == 1


@pytest.mark.parametrize(
    ("gone", "why", "code"),
    [
        ([], LinkEnd.UNREACHABLE, "unreachable"),
        ([], LinkEnd.CERTIFICATE, "certificate_changed"),
        ([Gone(RefusalCode.TOO_MANY_CONNECTIONS)], LinkEnd.CLOSED, "too_many_connections"),
    ],
)
def test_who_was_never_at_the_table_does_not_try_again(gone: list[Gone], why: LinkEnd, code: str) -> None:
    made = guest()

    made.answered(*gone)
    made.client.ended(why)

    assert made.heard == [("ended", code, {})]
    assert made.due == []


def test_a_server_with_another_certificate_is_not_come_back_to() -> None:
    made = at_table()
    made.client.ended(LinkEnd.CLOSED)
    made.retried()

    made.client.ended(LinkEnd.CERTIFICATE)

    assert made.heard == [("lost",), ("ended", "certificate_changed", {})]
    assert made.due == []


def test_a_server_that_does_not_know_the_last_event_any_more_ends_the_stay() -> None:
    made = at_table()
    made.client.ended(LinkEnd.CLOSED)
    made.retried()
    made.welcomed()

    made.answered(Nak("", RefusalCode.LOG_DIFFERS))

    assert made.heard == [("lost",), ("ended", RefusalCode.LOG_DIFFERS, {})]
    assert made.client.proof == DealProof(DealVerdict.OTHER_HISTORY)


def test_who_leaves_says_goodbye_and_does_not_come_back() -> None:
    made = at_table()

    made.client.leave()

    assert made.sent[-1] == Bye()
    assert made.links[-1].is_closed


def test_who_leaves_while_the_connection_is_lost_does_not_come_back() -> None:
    made = at_table()
    made.client.ended(LinkEnd.CLOSED)

    made.client.leave()

    assert made.due == []


def test_a_client_comes_back_with_the_chain_that_it_was_given_when_it_joined() -> None:
    made = guest()

    made.answered(Joined(CODE, BEN, "secret", 6, 6, TableState(CODE), chain="ab"))

    assert made.client.table.return_request("secret") == Join(CODE, "", "secret", 6, "ab")
