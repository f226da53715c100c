"""The deal of the day compared with the club: from the list of the day, over the connection that stays."""

import pytest
from support.console.club_members import choose_soon, member, soon
from support.console.hand_held import keys_of_a_move
from support.online.shared_room import SharedRoom


@pytest.fixture
def room(room: SharedRoom) -> SharedRoom:
    """A club with accounts."""
    room.need_accounts()
    room.loop.create_task(room.rooms.watch_lobby())
    return room


@pytest.mark.long
def test_the_result_of_the_day_is_compared_with_the_club(room: SharedRoom) -> None:
    told = []
    for name in ("Ada", "Ben"):
        console = member(room, name)
        soon(console, "escape")
        choose_soon(console, "Deal of the day")
        soon(console, "enter")
        while console.saved.exists():
            console.hear(*keys_of_a_move(console.match))
        soon(console, "enter")
        told.append([*choose_soon(console, "Compare with the club"), *soon(console, "up")])

    assert told == [
        ["1 result of the club. 1. You: 12 points ahead", "That was the first."],
        ["2 results of the club. 1. You: 12 points ahead", "1. Ada: 12 points ahead"],
    ]
