"""The list of a shared table: what it says of people, and the keys that work there."""

from shared_room import SharedRoom


def test_the_first_list_names_nobody_who_is_away(room: SharedRoom) -> None:
    _, code = room.open("--players", "2")
    eve = room.join(code, "Eve")
    eve.hear()
    room.doors[1].cut()
    room.advance()

    ben = room.join(code, "Ben")
    told = ben.hear()

    assert told[-1] == "You are at the table of Ada."
    assert "1 of 12" in told[1]
