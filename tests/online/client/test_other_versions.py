"""A client at a server of another version of the protocol: by one they understand each other."""

from random import Random

import pytest
from support.games.random_matches import VARIANTS
from table_guest import ADA, BEN, CODE, OPENED, Guest
from test_lobby_client import Visitor

from playroom.console.shared.words import refusal_message
from playroom.narration.phrases.locales import phrasebook
from playroom.online.client.link import LinkEnd
from playroom.online.client.table_listener import Entrance
from playroom.online.wire.entries import AnyEntry, DealCommitted, MatchStarted, MatchWent
from playroom.online.wire.messages import (
    Gone,
    Happened,
    Hello,
    Join,
    Joined,
    ListTables,
    TableCommand,
    Welcome,
)
from playroom.online.wire.protocol import EARLIEST_VERSION, VERSION, RefusalCode
from playroom.online.wire.table_state import TableState
from playroom.rules.deal import begin
from playroom.rules.event import Event
from playroom.rules.flow import after, forced, play
from playroom.rules.legal import legal_moves, position
from playroom.rules.view import seen
from playroom.table.setup import Setup, new_record
from playroom.table.shared_table import DealVerdict
from playroom.table.shuffle import shuffled


def refused_by(server: int) -> Guest:
    """Ben, whom a server of this version has refused."""
    made = Guest(Entrance("Ben", CODE))
    made.client.opened()
    made.answered(Gone(RefusalCode.WRONG_VERSION, {"server": server, "client": VERSION}))
    made.client.ended(LinkEnd.CLOSED)
    return made


@pytest.mark.parametrize(
    ("server", "why", "says"),
    [
        (VERSION + 1, LinkEnd.SERVER_IS_NEWER, ["newer", f"version {VERSION + 1}", "Install the newest"]),
        (EARLIEST_VERSION - 1, LinkEnd.SERVER_IS_OLDER, ["older", f"version {EARLIEST_VERSION - 1}", "Ask"]),
    ],
)
def test_who_does_not_fit_hears_which_version_the_server_has_and_what_to_do(
    server: int, why: LinkEnd, says: list[str]
) -> None:
    made = refused_by(server)

    [(_, code, blanks)] = made.heard

    assert code == why
    book = phrasebook("en")
    said = book.say(refusal_message(book, code, blanks))
    assert all(each in said for each in [*says, str(VERSION)])


def test_a_refusal_that_names_no_version_is_not_tried_again() -> None:
    made = Guest(Entrance("Ben", CODE))
    made.answered(Gone(RefusalCode.WRONG_VERSION, {"server": "?"}))
    made.client.ended(LinkEnd.CLOSED)

    assert [each[:2] for each in made.heard] == [("ended", LinkEnd.SERVER_IS_NEWER)]


def test_a_lobby_of_the_version_before_is_asked_in_its_version() -> None:
    made = Visitor()

    made.told(Gone(RefusalCode.WRONG_VERSION, {"server": EARLIEST_VERSION, "client": VERSION}))
    made.client.opened()
    made.told(Welcome(EARLIEST_VERSION, [], may_open=True))

    assert made.links[-1].sent == [Hello(EARLIEST_VERSION, "playroom", "old"), ListTables()]
    made.told(Gone(RefusalCode.WRONG_VERSION, {"server": 1}))
    assert made.heard[-1] == ("ended", LinkEnd.SERVER_IS_OLDER, {"server": 1})


def played_round() -> list[Event]:
    """A round as Ben has seen it, with its end."""
    record = new_record(VARIANTS["draw"], Setup("draw", 2), ("Ada", "Ben"))
    match, (_, tiles) = record.match, shuffled(record.match, Random(1))
    events, told = begin(match, tiles), list[Event]()
    while events:
        told += [seen(event, 1) for event in events]
        match = after(match, events)
        moves = legal_moves(position(match)) if match.round else ()
        events = forced(match) or (play(match, moves[0]) if moves else ())
    return told


def test_a_client_at_a_server_of_the_version_before_seals_nothing_and_accuses_nobody() -> None:
    made = refused_by(EARLIEST_VERSION)
    made.client.opened()
    made.answered(Welcome(EARLIEST_VERSION, ["steady"], may_open=True))
    state = TableState().after_all(OPENED)

    made.answered(Joined(CODE, BEN, "secret", 6, 6, state))
    begun: list[AnyEntry] = [MatchStarted(["Ada", "Ben"]), DealCommitted("ab" * 32, [], number=1)]
    made.answered(Happened(7, "c7", ADA, [*begun, MatchWent(played_round(), None, "5e" * 32)]))

    assert made.links[-1].sent == [Hello(EARLIEST_VERSION, "playroom"), Join(CODE, "Ben")]
    assert not any(isinstance(each, TableCommand) for each in made.sent)
    assert made.client.proof
    assert made.client.proof.verdict == DealVerdict.EARLIER


def test_a_server_that_has_a_newer_version_later_is_spoken_to_in_it() -> None:
    made = refused_by(EARLIEST_VERSION)
    made.client.opened()
    made.answered(Welcome(EARLIEST_VERSION, [], may_open=True))
    made.answered(Joined(CODE, BEN, "secret", 6, 6, TableState().after_all(OPENED)))

    made.client.ended(LinkEnd.CLOSED)
    made.retried()
    made.welcomed()
    made.answered(Joined(CODE, BEN, "", 6, 6, None))

    assert made.sent[0] == Hello(VERSION, "playroom")
    assert [type(each) for each in made.sent[2:]] == [TableCommand]
