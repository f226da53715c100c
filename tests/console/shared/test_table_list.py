"""The list of a shared table: what it says of people, and the keys that work there."""

from support.console.hand_held import without_position
from support.online.shared_room import SharedRoom, choose


def test_the_first_list_names_nobody_who_is_away(room: SharedRoom) -> None:
    _, code = room.open("--players", "2")
    eve = room.join(code, "Eve")
    eve.hear()
    room.doors[1].cut()
    room.advance()

    ben = room.join(code, "Ben")
    told = ben.hear()

    assert told[-1] == "You are at the table of Ada. Enter on a free seat takes it."
    assert "Seat 2: free" in told[1]


def test_help_names_the_keys_of_chat_that_work_in_the_list(room: SharedRoom) -> None:
    ada, _ = room.open("--players", "2")

    ada.hear("f1")
    people = choose(ada, "People")
    people += ada.hear("down") + ada.hear("down")

    assert without_position(people) == [
        "People. Say something to the others at the table: Semicolon",
        "Say something to your team or to one person: Colon",
        "Quick phrases: Comma",
    ]


def test_help_names_the_keys_of_a_profile_that_work_in_the_list(room: SharedRoom) -> None:
    ada, _ = room.open("--players", "2", profile="one-hand-right")

    ada.hear("f1")
    people = choose(ada, "People")

    assert without_position(people) == ["People. Say something to the others at the table: Semicolon"]
