"""Somebody who is on the way to a shared table, and changes their mind."""

from pathlib import Path
from unittest.mock import Mock

import pytest
from hand_held import Console
from shared_room import choose
from unreachable_tables import UnreachableTables

from playroom.bots import roster
from playroom.console.shared.seat_list import bot_after
from playroom.console.shared.words import news_told, seat_told
from playroom.narration.locales import phrasebook
from playroom.narration.phrasebook import NOBODY
from playroom.online.client.guest_ear import Entrance, GuestEar
from playroom.table.shared_table import STRENGTHS, SharedSeat, TableNews

BOTS = ("novice", "casual", "steady")


class SilentTables(UnreachableTables):
    """Tables that never answer; each client that goes to one of them is a mock."""

    def __init__(self) -> None:
        super().__init__(Path(), {}, {}, Mock())
        self.clients: list[Mock] = []

    def _start(self, _entrance: Entrance, _visitor: GuestEar) -> Mock:
        self.clients.append(Mock())
        return self.clients[-1]


def on_the_way(home: Path) -> tuple[Console, SilentTables]:
    """A console that has asked for a table, which does not answer."""
    tables = SilentTables()
    console = Console("join", "7KQ2M9XD", "--name", "Ben", home=home, shared=lambda *_: tables)
    console.hear()
    return console, tables


def test_who_goes_to_another_table_does_not_come_to_the_first(home: Path) -> None:
    console, tables = on_the_way(home)

    choose(console, "Join a table")
    console.hear("enter")
    console.hear("enter")
    console.hear("enter")

    first, second = tables.clients
    assert first.leave.called
    assert not second.leave.called


def test_who_begins_a_match_meanwhile_is_not_taken_away_from_it(home: Path) -> None:
    console, tables = on_the_way(home)

    choose(console, "New match")
    choose(console, "Start")

    assert tables.clients[0].leave.called


@pytest.mark.parametrize(
    ("bot", "step", "free", "found"),
    [
        ("casual", 1, "free", "steady"),
        ("casual", 1, "", "steady"),
        ("casual", -1, "", "novice"),
        ("steady", 1, "", "novice"),
        ("steady", 1, "free", ""),
        ("", -1, "free", "steady"),
    ],
)
def test_bots_follow_each_other(bot: str, step: int, free: str, found: str) -> None:
    assert bot_after(bot, step, BOTS, may_be_free=bool(free)) == found


def test_a_bot_that_only_the_server_knows_is_named_as_the_server_does() -> None:
    seat = Mock(seats=(SharedSeat(None, "grandmaster"),))
    sat = TableNews("bot_sat", {"seat": 1, "bot": "grandmaster"})

    book = phrasebook("en")

    assert book.say(seat_told(seat, 0), NOBODY) == "Seat 1: grandmaster bot"
    assert book.say(news_told(sat), NOBODY) == "Seat 1: grandmaster bot."
    assert bot_after("grandmaster", 1, BOTS, may_be_free=False) == "novice"


def test_every_bot_of_this_program_is_known_at_shared_tables() -> None:
    assert set(roster.BOTS) == STRENGTHS
