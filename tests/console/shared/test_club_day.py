"""The deal of the day compared with the club: from the list of the day, and from that of the club."""

import pytest
from support.console.club_members import PASSWORD, SERVER, choose_soon, member, soon
from support.console.hand_held import Console, keys_of_a_move
from support.online.shared_room import SharedRoom


@pytest.fixture
def room(room: SharedRoom) -> SharedRoom:
    """A club with accounts."""
    room.need_accounts()
    room.loop.create_task(room.rooms.watch_lobby())
    return room


def play_the_day(console: Console) -> None:
    """Play the deal of the day from its list to its end, and open its result."""
    soon(console, "enter")
    while console.saved.exists():
        console.hear(*keys_of_a_move(console.match))
    soon(console, "enter")


@pytest.mark.long
def test_the_result_of_the_day_is_compared_with_the_club(room: SharedRoom) -> None:
    told = []
    for name in ("Ada", "Ben"):
        console = member(room, name)
        soon(console, "escape")
        choose_soon(console, "Deal of the day")
        play_the_day(console)
        told.append([*choose_soon(console, "Compare with the club"), *soon(console, "up")])

    assert told == [
        ["1 result of the club. 1. You: 12 points ahead", "That was the first."],
        ["2 results of the club. 1. You: 12 points ahead", "1. Ada: 12 points ahead"],
    ]


@pytest.mark.long
def test_the_list_of_the_club_compares_the_day_after_signing_in(room: SharedRoom) -> None:
    member(room, "Ada")
    ada = room.console("at home", "day")
    soon(ada)
    play_the_day(ada)

    choose_soon(ada, "Compare with a club")
    soon(ada, "enter")
    ada.write(SERVER)
    listed = soon(ada, "enter")
    choose_soon(ada, "Compare the deal of the day")
    choose_soon(ada, "Sign in")
    ada.write("Ada")
    soon(ada, "enter")
    ada.write(PASSWORD)
    told = soon(ada, "enter")

    assert listed[-1].startswith("Open tables.")
    assert told[-1] == "1 result of the club. 1. You: 12 points ahead"


@pytest.mark.long
def test_the_list_of_the_club_says_that_there_is_no_result_to_compare(room: SharedRoom) -> None:
    ada = member(room, "Ada")

    assert choose_soon(ada, "Compare the deal of the day") == [
        "Today you have no result that counts. The deal of the day is in the menu."
    ]
