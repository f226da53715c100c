"""A server that stops hands its players over to another one: nobody waits for longer than a second."""

import pytest
from support.console.hand_held import Console, keys_of_a_move
from support.online.shared_room import SharedRoom, two_in_a_match


@pytest.fixture
def room(room: SharedRoom) -> SharedRoom:
    room.open_to_all()
    return room


def mover_and_other(room: SharedRoom) -> tuple[Console, Console]:
    """Who is to move in a match of Ada and Ben, and who is not."""
    ada, ben = two_in_a_match(room)
    return (ada, ben) if room.table(0).match.turn == 0 else (ben, ada)


def outage(room: SharedRoom, console: Console, number: int) -> float:
    """The seconds from the end of a connection to the return to the table."""
    console.wait(0)
    assert not room.clients[number].is_connected
    lost = console.clock.now
    while not room.clients[number].is_connected:
        console.wait(0.01)
    return console.clock.now - lost


def test_a_server_that_hands_over_costs_no_player_more_than_a_second(room: SharedRoom) -> None:
    mover, other = mover_and_other(room)
    turn = room.table(0).match.turn or 0
    events = len(room.table(0).match.now.log)
    mover.press(*keys_of_a_move(room.table(turn).match, turn))

    room.hand_over()
    outages = [outage(room, mover, turn), outage(room, other, 1 - turn)]
    for console in (mover, other):
        console.wait(0.1)

    assert max(outages) <= 1
    assert all(len(room.table(number).match.now.log) > events for number in range(2))
