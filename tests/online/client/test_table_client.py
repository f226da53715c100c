"""A client of a shared table, and what a server may say to it."""

from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from random_matches import VARIANTS

from playroom.online.client.guest_ear import Entrance
from playroom.online.client.link import LinkEnd
from playroom.online.client.table_client import TableClient
from playroom.online.wire.entries import (
    AnyEntry,
    MatchStarted,
    MatchWent,
    PersonCame,
    SeatReturned,
    SeatTaken,
    TableOpened,
    TableSettings,
)
from playroom.online.wire.messages import Happened, Joined, ServerMessage, Welcome, encoded
from playroom.online.wire.table_state import TableState

CODE = "7KQ2M9XD"
BEGUN: list[AnyEntry] = [MatchStarted(["Ada", "Ben"]), MatchWent([{"event": "Turn", "seat": 0}])]


class Timers:
    """Calls that are due later."""

    def __init__(self) -> None:
        self.due: list[Callable[[], object]] = []

    def __call__(self, _seconds: float, call: Callable[[], object]) -> Mock:
        self.due.append(call)
        return Mock(cancel=lambda: self.due.remove(call))


def state(game: str = "draw") -> TableState:
    opened = TableOpened(CODE, TableSettings(game=game, players=2))
    return TableState().after_all([opened, PersonCame(1, "Ada"), PersonCame(2, "Ben"), SeatTaken(0, 1)])


class Guest:
    """Ben's client at a server of the test."""

    def __init__(self) -> None:
        self.ear, self.connect, self.timers = Mock(), Mock(), Timers()
        entrance = Entrance("Ben", CODE)
        self.client = TableClient(entrance, self.connect, self.timers, VARIANTS, self.ear, Mock())
        self.client.start()

    def take(self, *messages: ServerMessage) -> None:
        for message in messages:
            self.client.received(encoded(message))

    def come(self, known: TableState, number: int = 4) -> None:
        self.take(Welcome(1, [], may_open=False), Joined(CODE, 2, "a token", number, 4, known))

    @property
    def heard(self) -> list[tuple[str, Any]]:
        """What was heard, each with what was said first."""
        return [(name, *arguments[:1]) for name, arguments, _ in self.ear.mock_calls]


def test_who_leaves_while_the_connection_is_lost_does_not_come_back() -> None:
    guest = Guest()
    guest.come(state())
    guest.client.ended(LinkEnd.CLOSED)

    guest.client.leave()

    assert guest.timers.due == []


def test_a_match_of_a_game_that_is_not_known_here_is_not_joined() -> None:
    guest = Guest()

    guest.come(state("a game of the house"), number=5)
    guest.take(Happened(5, "", 1, BEGUN, replayed=True))

    assert guest.heard == [("ended", "no_such_game")]


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
    guest = Guest()
    guest.come(state())
    guest.take(Happened(5, "", 1, [MatchStarted(["Ada", "Ben"])]))

    guest.take(Happened(6, "", 1, [entry]))

    assert guest.heard[-1] == ("ended", "malformed")
