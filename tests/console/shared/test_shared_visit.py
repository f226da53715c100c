"""Somebody who is on the way to a shared table, and changes their mind."""

from pathlib import Path
from unittest.mock import Mock

import pytest
from support.console.hand_held import Console, without_position
from support.online.shared_room import choose
from support.online.unreachable_tables import UnreachableTables

from playroom.bots import roster
from playroom.console.shared.seat_list import bot_after
from playroom.console.shared.words import entry_message, seat_message
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import NOBODY
from playroom.online.client.table_listener import Entrance, TableListener
from playroom.online.wire.entries import BotSeated
from playroom.online.wire.table_state import SeatAtTable, TableState
from playroom.table.shared_table import STRENGTHS

BOTS = ("novice", "casual", "steady")


class SilentTables(UnreachableTables):
    """Tables that never answer; each client that goes to one of them is a mock."""

    def __init__(self) -> None:
        super().__init__({}, Mock())
        self.clients: list[Mock] = []

    def _start(self, _entrance: Entrance, _visitor: TableListener) -> Mock:
        self.clients.append(Mock())
        return self.clients[-1]


def on_the_way(home: Path) -> tuple[Console, SilentTables]:
    """A console that has asked for a table, which does not answer."""
    tables = SilentTables()
    console = Console("join", "7KQ2M9XD", "--name", "Ben", home=home, shared=lambda *_: tables)
    console.hear()
    return console, tables


def test_on_the_way_to_a_table_no_key_acts_on_what_was_open_before(home: Path) -> None:
    console, tables = on_the_way(home)

    answers = [console.answer(key) for key in ("enter", "space", "j", "up", "f2")]

    assert answers == [
        *("Connecting.", "Connecting.", "Nothing here begins with j."),
        *("That was the first.", "Connecting."),
    ]
    assert len(tables.clients) == 1
    assert not tables.clients[0].leave.called


def test_the_way_to_a_table_is_given_up(home: Path) -> None:
    console, tables = on_the_way(home)

    console.press("down")
    console.heard()
    told = console.answer("enter")

    assert told.startswith("The playroom. New match")
    assert tables.clients[0].leave.called
    assert choose(console, "Rules")[0].startswith("Rules")


def test_help_history_and_quit_work_on_the_way_to_a_table(home: Path) -> None:
    console, _ = on_the_way(home)

    told = [console.hear(key, "escape") for key in ("f1", "f3", "ctrl-c")]

    assert without_position([first for first, *_ in told]) == [
        "Keys available here. Moves and choices",
        "History. What happened, no messages.",
        "Leave the playroom? Your table is kept. Y or N, Enter for no.",
    ]
    assert {last for *_, last in told} == {"Connecting."}


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
    table = Mock(state=TableState(seats=[SeatAtTable(None, "grandmaster")]))
    sat = entry_message(TableState(seats=[SeatAtTable()]), BotSeated(0, "grandmaster"), 1)

    book = phrasebook("en")

    assert book.say(seat_message(table, 0), NOBODY) == "Seat 1: grandmaster bot"
    assert sat
    assert book.say(sat, NOBODY) == "Seat 1: grandmaster bot."
    assert bot_after("grandmaster", 1, BOTS, may_be_free=False) == "novice"


def test_every_bot_of_this_program_is_known_at_shared_tables() -> None:
    assert set(roster.BOTS) == STRENGTHS
