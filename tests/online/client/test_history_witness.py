"""A server that tells a table's history in two ways, and one that only hides more or less of it."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from support.games.random_matches import VARIANTS
from table_guest import ADA, BEN, CODE, OPENED, Guest, guest

from playroom.online.client.history_witness import HistoryDiffers, HistoryWitness
from playroom.online.client.link import LinkEnd
from playroom.online.client.table_listener import Entrance, Witnesses
from playroom.online.server.tables.match_decisions import after_move, started
from playroom.online.server.tables.server_state import FullTableState, redacted, redacted_state
from playroom.online.wire.entries import AnyEntry, MatchWent, PersonCame, SeatLeft, SeatTaken
from playroom.online.wire.messages import Happened, Joined, Nak
from playroom.online.wire.protocol import RefusalCode
from playroom.online.wire.table_state import TableState
from playroom.rules.event import Dealt, Event, Passed
from playroom.rules.legal import legal_moves, position
from playroom.table.shared_table import DealProof, DealVerdict

FORKED: tuple[object, ...] = ("ended", RefusalCode.LOG_DIFFERS, {})
BEGINS = 6
"""The event before the match."""


class Server:
    """A server that tells Ben of a match in which Ada makes every move, as a seat may know it."""

    def __init__(self, chance: int = 1) -> None:
        self.truth = FullTableState(TableState()).after_all(OPENED, VARIANTS)
        self.begins = redacted_state(self.truth.state)
        self.log: list[list[AnyEntry]] = []
        self.append(started(self.truth, ADA, VARIANTS, Random(chance)))

    def append(self, entries: list[AnyEntry]) -> None:
        self.log.append(entries)
        self.truth = self.truth.after_all(entries, VARIANTS)

    def move(self, at: int = 0) -> None:
        """Make a move, the first or another of those that may be made."""
        assert self.truth.match
        self.append([after_move(self.truth, legal_moves(position(self.truth.match))[at])])

    @property
    def number(self) -> int:
        return BEGINS + len(self.log)

    def event(self, number: int, seat: int | None = 1) -> Happened:
        return Happened(number, f"c{number}", ADA, redacted(self.log[number - BEGINS - 1], seat))

    def events(self, after: int = BEGINS, seat: int | None = 1) -> list[Happened]:
        return [self.event(number, seat) for number in range(after + 1, self.number + 1)]

    def joined(self, token: str = "") -> Joined:
        return Joined(CODE, BEN, token, self.number, BEGINS, self.begins)


def followed(moves: int = 2, witnesses: Witnesses | None = None) -> tuple[Server, Guest]:
    """Ben at the table of a match with some moves."""
    server = Server()
    for _ in range(moves):
        server.move()
    made = guest(Entrance("Ben", CODE, witnesses={} if witnesses is None else witnesses))
    made.answered(server.joined("secret"), *server.events())
    assert made.heard == [("arrived",), ("match", 1)]
    return server, made


def back(made: Guest) -> None:
    """Let the connection be lost, and be there again."""
    made.client.ended(LinkEnd.CLOSED)
    made.retried()
    made.welcomed()


def again(made: Guest, witnesses: Witnesses) -> Guest:
    """Ben, who has left the table and comes again."""
    made.client.leave()
    return guest(Entrance("Ben", CODE, witnesses=witnesses))


def rewritten() -> Server:
    """Another history: the first move was another."""
    server = Server()
    server.move(-1)
    server.move()
    return server


def with_other_tiles() -> Server:
    """Another history: the same tiles are played, but Ben's hand was another."""
    server = followed()[0]
    server.log[0] = [_with_hand_turned(entry) for entry in server.log[0]]
    return server


def _with_hand_turned(entry: AnyEntry) -> AnyEntry:
    if not isinstance(entry, MatchWent):
        return entry
    return replace(entry, events=[_turned(event) for event in entry.events])


def _turned(event: Event) -> Event:
    if not isinstance(event, Dealt):
        return event
    unseen = event.boneyard[: len(event.hands[1])]
    return replace(event, hands=(event.hands[0], unseen))


def with_another_host() -> Server:
    """Another history: another has come to the table before the match."""
    server = followed()[0]
    server.begins = server.begins.after(PersonCame(3, "Cy"))
    return server


def without_an_event() -> Server:
    """Another history: what was the third event is the second."""
    server = followed()[0]
    del server.log[1]
    return server


FORKS = [rewritten, with_other_tiles, with_another_host, without_an_event]


@pytest.mark.parametrize("fork", FORKS)
def test_another_history_after_a_lost_connection_ends_the_stay(fork: Callable[[], Server]) -> None:
    _, made = followed()
    other = fork()
    back(made)

    made.answered(other.joined(), *other.events())

    assert made.heard == [("lost",), FORKED]
    assert made.links[-1].is_closed
    assert made.client.proof == DealProof(DealVerdict.OTHER_HISTORY)


@pytest.mark.parametrize("fork", FORKS)
def test_another_history_at_another_visit_ends_the_stay(fork: Callable[[], Server]) -> None:
    witnesses: Witnesses = {}
    _, made = followed(witnesses=witnesses)
    other = fork()
    came = again(made, witnesses)

    came.answered(other.joined("another"), *other.events())

    assert came.heard == [FORKED]


@pytest.mark.parametrize("fork", [followed, *FORKS])
def test_a_snapshot_that_was_not_asked_for_ends_the_stay(fork: Callable[[], Any]) -> None:
    _, made = followed()
    told = fork()
    other = told if isinstance(told, Server) else told[0]

    made.answered(other.joined(), *other.events())

    assert made.heard == [FORKED]


def test_a_snapshot_that_was_not_asked_for_and_leaves_one_at_the_seat_ends_the_stay() -> None:
    server, made = followed()
    server.move()

    made.answered(server.joined(), *server.events())

    assert made.heard == [FORKED]


@pytest.mark.parametrize(
    ("person", "more"), [(ADA, 0), (BEN, 1)], ids=["another person", "more than one event"]
)
def test_a_snapshot_with_another_seat_that_tells_more_than_that_ends_the_stay(person: int, more: int) -> None:
    server, made = followed()
    for entry in (SeatLeft(1, "steady"), SeatLeft(0, "steady")):
        server.append([entry])
        made.answered(*server.events(server.number - 1))
    server.append([SeatTaken(0, person)])
    for _ in range(more):
        server.append([SeatLeft(1, "hard")])

    made.answered(replace(server.joined(), person=person), *server.events(seat=0))

    assert FORKED in made.heard


@pytest.mark.parametrize("missing", [1, 2])
def test_an_event_that_is_left_out_ends_the_stay(missing: int) -> None:
    server, made = followed()
    for _ in range(missing + 1):
        server.move()

    made.answered(server.event(server.number))

    assert made.heard == [FORKED]


def test_an_event_that_is_left_out_of_what_was_missed_ends_the_stay() -> None:
    server, made = followed()
    for _ in range(3):
        server.move()
    back(made)

    made.answered(Joined(CODE, BEN, "", server.number, server.number - 3, None))
    made.answered(*server.events(server.number - 2))

    assert made.heard == [("lost",), FORKED]


def test_a_known_event_that_is_told_otherwise_ends_the_stay() -> None:
    server, made = followed()
    known = server.event(server.number)

    made.answered(known)
    assert made.heard == []
    made.answered(replace(known, by=BEN))

    assert made.heard == [FORKED]


@pytest.mark.parametrize("part", ["chain", "by"])
def test_every_part_of_an_event_is_compared(part: str) -> None:
    server, made = followed()
    back(made)
    *others, last = server.events()
    changed = replace(last, chain="fork") if part == "chain" else replace(last, by=BEN)

    made.answered(server.joined(), *others, changed)

    assert made.heard == [("lost",), FORKED]


def test_who_was_removed_in_a_match_and_comes_again_is_told_the_same() -> None:
    witnesses: Witnesses = {}
    server, made = followed(witnesses=witnesses)
    server.append([SeatLeft(1, "steady")])
    made.answered(*server.events(server.number - 1))
    server.move()
    came = again(made, witnesses)

    came.answered(server.joined("another"), *server.events(seat=None))

    assert came.heard == [("arrived",), ("match", 1)]


def test_who_is_given_another_seat_is_told_the_match_as_that_seat_knows_it() -> None:
    witnesses: Witnesses = {}
    server, made = followed(witnesses=witnesses)
    for entry in (SeatLeft(1, "steady"), SeatLeft(0, "steady")):
        server.append([entry])
        made.answered(*server.events(server.number - 1))
    server.append([SeatTaken(0, BEN)])

    made.answered(server.joined(), *server.events(seat=0))

    assert made.client.table.seat == 0
    assert made.client.match
    assert made.client.match.seat == 0
    assert FORKED not in made.heard


def test_a_history_that_was_told_in_two_ways_is_part_of_all_later_verdicts() -> None:
    witnesses: Witnesses = {}
    _, made = followed(witnesses=witnesses)
    other = rewritten()
    back(made)
    made.answered(other.joined(), *other.events())
    came = again(made, witnesses)
    came.answered(other.joined("another"), *other.events())

    while other.truth.match and other.truth.match.round:
        other.move()
        came.answered(*other.events(other.number - 1))

    assert FORKED not in came.heard
    assert came.client.proof
    assert not came.client.proof.is_honest


def test_a_server_whose_log_is_shorter_is_no_other_until_it_tells_another_event() -> None:
    witnesses: Witnesses = {}
    server, made = followed(4, witnesses)
    came = again(made, witnesses)
    behind = replace(server.joined("again"), number=server.number - 2)

    came.answered(behind, *server.events()[:-2])
    assert came.heard == [("arrived",), ("match", 1)]
    came.answered(server.event(server.number - 1))
    assert FORKED not in came.heard
    came.answered(replace(server.event(server.number), chain="restored"))

    assert came.heard[-1] == FORKED


@pytest.mark.parametrize(
    ("code", "state"), [("7KQ2M9XE", "7KQ2M9XE"), (CODE, "7KQ2M9XE"), ("7KQ2M9XE", CODE)]
)
def test_a_server_that_leads_to_another_table_ends_the_stay(code: str, state: str) -> None:
    made = guest()

    made.answered(Joined(code, BEN, "secret", 6, 6, TableState(state)))

    assert made.heard == [("ended", "malformed", {})]


def test_a_table_that_is_opened_has_no_code_of_one_that_is_known() -> None:
    witnesses: Witnesses = {}
    followed(witnesses=witnesses)
    made = guest(Entrance("Ben", witnesses=witnesses))

    made.answered(Joined(CODE, BEN, "secret", 6, 6, TableState(CODE)))

    assert made.heard == [FORKED]


def test_a_server_that_says_that_it_does_not_know_the_last_event_ends_the_stay() -> None:
    _, made = followed()
    back(made)

    made.answered(Nak("", RefusalCode.LOG_DIFFERS))

    assert made.heard == [("lost",), FORKED]
    assert made.client.proof == DealProof(DealVerdict.OTHER_HISTORY)


def one_pass(*, forced: bool | None) -> Happened:
    return Happened(8, "c", 0, [MatchWent([Passed(1, (3,), forced, drew=False)])])


DEALT = Server().event(7, 0)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (one_pass(forced=None), one_pass(forced=True)),
        (one_pass(forced=False), one_pass(forced=None)),
        (DEALT, Server().event(7, 1)),
        (Server().event(7, None), DEALT),
    ],
)
def test_what_is_hidden_once_differs_from_nothing(first: Happened, second: Happened) -> None:
    history = HistoryWitness()

    for each in (first, second, first, second):
        history.note(each)

    assert not history.is_forked


@pytest.mark.parametrize(
    "told",
    [
        [one_pass(forced=True), one_pass(forced=False)],
        [one_pass(forced=True), one_pass(forced=None), one_pass(forced=False)],
        [DEALT, replace(DEALT, entries=DEALT.entries[:1])],
        [replace(DEALT, entries=DEALT.entries[:1]), DEALT],
        [DEALT, Server(2).event(7, 0)],
    ],
)
def test_what_is_known_is_compared_with_all_that_is_told_later(told: list[Happened]) -> None:
    history = HistoryWitness()
    *before, last = told
    for each in before:
        history.note(each)

    with pytest.raises(HistoryDiffers):
        history.note(last)
    assert history.is_forked
