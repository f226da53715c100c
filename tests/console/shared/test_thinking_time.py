"""Thinking time at a shared table: it begins when "your turn" was heard, and can be extended."""

from pathlib import Path

import pytest
from support.console.hand_held import Console
from support.online.shared_room import SharedRoom, choose
from support.time.same_chance import seed_chance

from playroom.online.wire.messages import Heard, client_message
from playroom.online.wire.table_commands import Configure, asked_settings


@pytest.fixture
def room(room: SharedRoom, monkeypatch: pytest.MonkeyPatch) -> SharedRoom:
    seed_chance(monkeypatch.setattr, "5")
    return room


def a_table(room: SharedRoom, thinking: int = 0, extensions: int = 0) -> Console:
    """Ada alone with a bot at a table with this thinking time; the match has not begun."""
    ada, _ = room.open("block", "--players", "2")
    client = room.clients[0]
    client.do(
        Configure(asked_settings(client.table.state.settings, thinking=thinking, extensions=extensions))
    )
    ada.hear()
    return ada


def a_turn(room: SharedRoom, thinking: int = 0, extensions: int = 0) -> tuple[Console, list[str]]:
    """Ada at her first turn at such a table, and what she has heard of it."""
    ada = a_table(room, thinking, extensions)
    return ada, [*choose(ada, "Start the match"), *ada.hear()]


def reports(room: SharedRoom) -> list[int]:
    """The numbers of the events up to which Ada's client has reported that she has heard all."""
    sent = map(client_message, room.doors[0].sent)
    return [message.number for message in sent if isinstance(message, Heard)]


def test_the_table_learns_that_the_listener_has_heard_that_it_is_their_turn(room: SharedRoom) -> None:
    room.speed = 15
    ada = a_table(room, thinking=30)
    ada.hear("home")
    ada.press("enter")

    while not reports(room):
        ada.wait(0.01)

    (turn,) = (said for said in ada.new() if "Your turn" in said.text)
    assert turn.begins + 1 < turn.ends <= ada.clock.now < turn.ends + 1


def test_the_thinking_time_is_spoken_with_the_turn_and_begins_after_it(room: SharedRoom) -> None:
    room.speed = 15
    ada = a_table(room, thinking=30)
    ada.hear("home")
    ada.press("enter")

    while not reports(room):
        ada.wait(0.01)
    *_, turn, time = ada.new()
    ada.wait(15)

    assert turn.text.endswith("Your turn.")
    assert time.text == "30 seconds."
    assert time.ends <= ada.clock.now - 15
    assert ada.heard() == []


def test_nothing_is_reported_where_there_is_no_limit(room: SharedRoom) -> None:
    a_turn(room)

    assert reports(room) == []


def test_the_thinking_time_and_its_end_are_announced(room: SharedRoom) -> None:
    ada, told = a_turn(room, thinking=30)

    room.advance(31)

    assert "30 seconds." in " ".join(told)
    assert "10 seconds to go." in " ".join(told)
    assert ada.hear()[0].startswith("You took too long: a bot moves for you.")


def test_thinking_time_is_extended_as_often_as_the_table_allows(room: SharedRoom) -> None:
    ada, _ = a_turn(room, thinking=30, extensions=1)
    room.advance(20)

    assert ada.hear("+")[0] == "30 seconds more. That was your last extension."
    room.advance(20)
    assert ada.hear("+") == ["You have no more extensions."]
    room.advance(11)
    assert ada.hear()[0].startswith("You took too long")


def test_there_is_no_time_to_extend_without_a_limit(room: SharedRoom, home: Path) -> None:
    shared, _ = a_turn(room)
    alone = Console("play", "--seed", "1", "--pace", "0", home=home)
    alone.hear()

    assert shared.hear("+") == alone.hear("+") == ["No time limit here."]


def two_in_a_match(room: SharedRoom, thinking: int) -> tuple[Console, Console]:
    """Who is to move in a match of Ada and Ben, and has so much time, and who is not."""
    ada = a_table(room, thinking)
    ben = room.join(room.clients[0].table.state.code, "Ben")
    ben.hear()
    choose(ben, "Seat 2")
    choose(ben, "Ready")
    ada.hear()
    ada.hear("home")
    ada.press("enter")
    for console in (ada, ben) * 5:
        console.wait(0.2)
    return (ada, ben) if room.table(0).match.turn == 0 else (ben, ada)


def time_left(console: Console) -> str:
    """What the key for the turn says last."""
    console.heard()
    return console.answer("t").split(". ")[-1]


def test_the_key_for_the_turn_speaks_ones_own_remaining_time_and_anothers(room: SharedRoom) -> None:
    mover, other = two_in_a_match(room, thinking=600)

    at_once = [time_left(mover), time_left(other)]
    mover.wait(60)
    other.wait(598.5)

    assert at_once == ["600 seconds to go.", "600 seconds to go."]
    assert [time_left(mover), time_left(other)] == ["540 seconds to go.", "1 second to go."]


def test_a_pause_has_no_time_and_the_turn_all_of_it_afterwards(room: SharedRoom) -> None:
    mover, other = two_in_a_match(room, thinking=600)
    mover.wait(60)
    for console in (mover, other, mover):
        console.press("o")
        console.wait(1)

    paused = time_left(mover)
    mover.press("o")
    mover.wait(1)

    assert paused.startswith("Your turn: play")
    assert time_left(mover) == "600 seconds to go."


def test_a_person_who_returns_hears_the_remaining_time_of_their_turn(room: SharedRoom) -> None:
    mover, _ = two_in_a_match(room, thinking=600)
    room.advance(60)
    room.doors[room.table(0).match.turn or 0].cut()
    mover.wait(0.1)
    mover.heard()

    mover.wait(2)

    assert mover.heard()[-1] == "You have 540 more seconds."
    assert time_left(mover) == "539 seconds to go."
