"""The client of a table: what it sends, what it reports, and when it comes back."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from random_matches import VARIANTS

from playroom.online.client.guest_ear import Entrance
from playroom.online.client.link import LinkEnd, LinkUser
from playroom.online.client.remote_table import RemoteTable
from playroom.online.client.retries import PAUSES
from playroom.online.client.table_client import TableClient
from playroom.online.server.match_decisions import after_move, started
from playroom.online.server.redaction import redacted
from playroom.online.server.truth import Truth
from playroom.online.wire.codes import RefusalCode
from playroom.online.wire.entries import (
    AnyEntry,
    BotSeated,
    MatchStarted,
    MatchWent,
    PersonCame,
    ReadyChanged,
    SeatReturned,
    SeatTaken,
    TableOpened,
    TableSettings,
)
from playroom.online.wire.limits import VERSION
from playroom.online.wire.messages import (
    Ack,
    Bye,
    Chat,
    ClientMessage,
    DealRound,
    Gone,
    Happened,
    Hello,
    Join,
    Joined,
    Nak,
    OpenTable,
    Presence,
    Said,
    ServerMessage,
    TableCommand,
    Welcome,
    client_message,
    encoded,
)
from playroom.online.wire.table_state import TableState
from playroom.rules.event import Event
from playroom.rules.legal import legal_moves, position
from playroom.table.setup import Setup
from playroom.table.shared_table import ChatLine, TableNews

CODE = "7KQ2M9XD"
ADA, BEN = 1, 2
OPENED: list[AnyEntry] = [
    TableOpened(CODE, TableSettings(game="draw", players=2)),
    PersonCame(ADA, "Ada"),
    PersonCame(BEN, "Ben"),
    SeatTaken(0, ADA),
    SeatTaken(1, BEN),
    ReadyChanged(BEN, ready=True),
]


@dataclass
class KeptLink:
    """A connection that keeps what is sent."""

    user: LinkUser
    sent: list[ClientMessage] = field(default_factory=list)
    is_closed: bool = False

    def send(self, frame: str) -> None:
        self.sent.append(client_message(frame))

    def close(self) -> None:
        self.is_closed = True


class KeptEar:
    """Keeps what it hears, as the name of the report and its content."""

    def __init__(self) -> None:
        self.heard: list[tuple[Any, ...]] = []

    def arrived(self) -> None:
        self.heard.append(("arrived",))

    def changed(self, told: TableNews) -> None:
        self.heard.append((told.word, told.blanks.get("name")))

    def begin_match(self, table: RemoteTable) -> None:
        self.heard.append(("match", len(table.match.rounds)))

    def catch_up(self, events: tuple[Event, ...]) -> None:
        self.heard.append(("caught up", len(events)))

    def deal_judged(self) -> None:
        self.heard.append(("judged",))

    def hear(self, line: ChatLine) -> None:
        self.heard.append(("said", line))

    def refused(self, code: str, blanks: Any) -> None:  # noqa: ANN401 (any blanks)
        self.heard.append(("refused", code, blanks))

    def lost(self) -> None:
        self.heard.append(("lost",))

    def sign_in(self, code: str, blanks: Any) -> None:  # noqa: ANN401 (any blanks)
        self.heard.append(("sign in", code, blanks))

    def ended(self, code: str, blanks: Any) -> None:  # noqa: ANN401 (any blanks)
        self.heard.append(("ended", code, blanks))


Call = Callable[[], object]


@dataclass
class Timer:
    """A call that is due later, among others."""

    calls: list[tuple[float, Call]]
    call: tuple[float, Call]

    def cancel(self) -> None:
        if self.call in self.calls:
            self.calls.remove(self.call)


class Guest:
    """A client with its connections, what is due later, and what it reports."""

    def __init__(self, entrance: Entrance) -> None:
        self.links: list[KeptLink] = []
        self.due: list[tuple[float, Call]] = []
        self.kept: list[tuple[str, str]] = []
        self.ear = KeptEar()
        self.client = TableClient(
            entrance, self._connect, self._later, VARIANTS, self.ear, lambda *kept: self.kept.append(kept)
        )
        self.client.start()

    def _connect(self, user: LinkUser) -> KeptLink:
        self.links.append(KeptLink(user))
        return self.links[-1]

    def _later(self, seconds: float, call: Call) -> Timer:
        self.due.append((seconds, call))
        return Timer(self.due, self.due[-1])

    @property
    def sent(self) -> list[ClientMessage]:
        """What was sent over the last connection."""
        return self.links[-1].sent

    @property
    def heard(self) -> list[tuple[Any, ...]]:
        """What was reported since this was last asked."""
        heard, self.ear.heard = self.ear.heard, []
        return heard

    def answered(self, *messages: ServerMessage) -> None:
        for message in messages:
            self.client.received(encoded(message))

    def welcomed(self) -> None:
        """Let the connection be there, and the server welcome the client."""
        self.client.opened()
        self.answered(Welcome(VERSION, ["steady"], may_open=True))

    def retried(self) -> float:
        """Let the next attempt to come back be made: the seconds of the pause before it."""
        [(seconds, call)] = self.due
        self.due.clear()
        call()
        return seconds


def guest(entrance: Entrance | None = None) -> Guest:
    """Ben, whom the server has just welcomed."""
    made = Guest(entrance or Entrance("Ben", CODE))
    made.welcomed()
    return made


def at_table() -> Guest:
    """Ben, who has just come to the table, and has reported that."""
    made = guest()
    made.answered(Joined(CODE, BEN, "secret", 6, 6, TableState().after_all(OPENED)))
    made.ear.heard.clear()
    return made


def in_match() -> tuple[Guest, Truth]:
    """Ben in the first round of a match, who has reported that, and the true table."""
    made = at_table()
    truth = Truth(TableState()).after_all(OPENED, VARIANTS)
    begun = started(truth, ADA, VARIANTS, Random(1))
    made.answered(Happened(7, "c7", ADA, redacted(begun, 1)))
    made.ear.heard.clear()
    return made, truth.after_all(begun, VARIANTS)


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
    made.answered(Happened(7, "c7", ADA, [ReadyChanged(BEN, ready=False)], replayed=True))
    assert made.heard == []
    made.answered(Happened(8, "c8", ADA, [PersonCame(3, "Cy")], replayed=True))

    assert made.kept == [(CODE, "secret")]
    assert made.heard == [("arrived",)]
    assert [each.name for each in made.client.state.people.values()] == ["Ada", "Ben", "Cy"]
    assert not made.client.state.people[BEN].is_ready
    assert made.client.bots == ("steady",)


def test_who_comes_during_a_match_is_at_the_match() -> None:
    made = guest()
    truth = Truth(TableState()).after_all(OPENED, VARIANTS)
    begun = started(truth, ADA, VARIANTS, Random(1))

    made.answered(Joined(CODE, BEN, "secret", 7, 6, truth.state))
    made.answered(Happened(7, "c7", ADA, redacted(begun, 1), replayed=True))

    assert made.heard == [("arrived",), ("match", 1)]
    assert made.client.table
    assert made.client.table.seat == 1
    assert made.client.state.in_match


def test_news_are_reported_once() -> None:
    made = at_table()
    came = Happened(7, "c7", 0, [PersonCame(3, "Cy")])

    made.answered(came, came)

    assert made.heard == [("joined", "Cy")]


def test_what_people_say_is_heard_with_their_names() -> None:
    made = at_table()

    made.answered(Said(ADA, "table", "hello"), Said(BEN, "table", phrase="wait_please"))

    assert made.heard == [
        ("said", ChatLine("Ada", "hello", "", is_own=False)),
        ("said", ChatLine("Ben", "", "wait_please", is_own=True)),
    ]


def test_who_goes_and_comes_back_is_reported_of_others_alone() -> None:
    made = at_table()

    for connected in ([ADA, BEN], [BEN], [ADA], [ADA, BEN], [ADA, BEN]):
        made.answered(Presence(connected))

    assert made.heard == [("gone", "Ada"), ("back", "Ada")]


def test_a_lost_connection_is_reported_once_and_tried_again_after_longer_pauses() -> None:
    made = at_table()

    pauses = []
    for _ in (*PAUSES, 1, 1):
        made.client.ended(LinkEnd.CLOSED)
        pauses.append(made.retried())

    assert pauses == [*PAUSES, PAUSES[-1], PAUSES[-1]]
    assert made.heard == [("lost",)]
    assert not made.client.is_connected


def test_who_comes_back_goes_on_from_the_last_event() -> None:
    made, truth = in_match()
    assert truth.match
    table = made.client.table
    move = after_move(truth, legal_moves(position(truth.match))[0])
    made.client.say("hello")
    unanswered = made.sent[-1]

    made.client.ended(LinkEnd.CLOSED)
    assert table
    assert not table.is_connected
    made.retried()
    made.welcomed()
    joins = made.sent[-1]
    made.answered(
        Joined(CODE, BEN, "", 8, 7, None), Happened(8, "c8", ADA, redacted([move], 1), replayed=True)
    )

    assert joins == Join(CODE, "", "secret", 7, "c7")
    assert made.heard == [("lost",), ("caught up", len(move.events))]
    assert made.client.table is table
    assert table.is_connected
    assert made.sent[-1] == unanswered
    assert made.kept == [(CODE, "secret")]
    made.client.ended(LinkEnd.CLOSED)
    assert made.retried() == PAUSES[0]


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


def test_a_table_whose_log_differs_is_taken_as_the_server_has_it() -> None:
    made = at_table()
    made.client.ended(LinkEnd.CLOSED)
    made.retried()
    made.welcomed()

    made.answered(Nak("", RefusalCode.LOG_DIFFERS))

    assert made.sent[-1] == Join(CODE, "", "secret")
    assert made.heard == [("lost",), ("refused", RefusalCode.LOG_DIFFERS, {})]


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


def test_a_move_is_waited_for_until_it_has_happened_or_is_refused() -> None:
    made, _ = in_match()
    table = made.client.table
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
    table = made.client.table
    assert table
    told: list[tuple[Event, ...]] = []
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


def test_a_match_of_a_game_that_is_not_known_here_is_not_joined() -> None:
    made = guest()
    known = TableState().after_all([TableOpened(CODE, TableSettings(game="chess", players=2)), *OPENED[1:]])
    begun: list[AnyEntry] = [MatchStarted(["Ada", "Ben"]), MatchWent([{"event": "Turn", "seat": 0}])]

    made.answered(Joined(CODE, BEN, "secret", 7, 6, known), Happened(7, "c7", ADA, begun, replayed=True))

    assert made.heard == [("ended", "no_such_game", {"game": "chess"})]
    assert made.links[-1].is_closed


@pytest.mark.parametrize(
    "entry",
    [
        MatchWent([{"event": "Ended", "ending": "out", "seat": 7}]),
        MatchWent([{"event": "FromNewerServers"}]),
        SeatReturned(9),
    ],
    ids=repr,
)
def test_what_cannot_have_happened_ends_the_stay(entry: AnyEntry) -> None:
    made = at_table()
    made.answered(Happened(7, "c7", ADA, [MatchStarted(["Ada", "Ben"])]))

    made.answered(Happened(8, "c8", ADA, [entry]))

    assert made.heard[-1] == ("ended", "malformed", {})
