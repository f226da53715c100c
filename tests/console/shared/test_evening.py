"""An evening by ear: it is opened and entered by a key, and its people are led to their tables and back."""

import pytest
from support.console.club_members import SERVER, choose_soon, member, opened, soon
from support.console.hand_held import Console, without_position
from support.online.shared_room import SharedRoom, choose, settle


@pytest.fixture
def evening(room: SharedRoom) -> tuple[SharedRoom, Console, Console]:
    """Ada, who has opened an evening for two, and Ben, who has come to it."""
    ada, code = room.open("draw", "--players", "2", "--single-round", "true")
    choose(ada, "Game: ")
    choose(ada, "Make it an evening")
    choose(ada, "Open the evening")
    ben = room.join(code, "Ben")
    ben.hear()
    ada.hear()
    return room, ada, ben


def test_a_key_enters_and_all_hear_how_many_take_part(
    evening: tuple[SharedRoom, Console, Console],
) -> None:
    _, ada, ben = evening

    assert without_position(ben.hear("home")) == ["Take part"]
    assert ben.hear("enter") == ["You take part: 1 person."]
    assert ada.hear() == ["Ben takes part: 1 person."]


def test_people_are_led_to_their_table_and_the_match_begins(
    evening: tuple[SharedRoom, Console, Console],
) -> None:
    room, ada, ben = evening
    choose(ben, "Take part")
    choose(ada, "Take part")

    choose(ada, "Begin round 1")
    settle(room, ada, ben)

    for console, other in ((ada, "Ben"), (ben, "Ada")):
        told = " ".join(console.hear())
        assert f"You against {other}." in told


def test_a_line_that_is_being_written_is_said_where_one_is_led_away(
    evening: tuple[SharedRoom, Console, Console],
) -> None:
    room, ada, ben = evening
    choose(ben, "Take part")
    choose(ada, "Take part")
    ben.hear(";", "h", "i")

    choose(ada, "Begin round 1")
    settle(room, ada, ben)

    assert "Not sent: hi." in " ".join(ben.hear())


def test_who_leaves_and_who_is_refused_hears_it(evening: tuple[SharedRoom, Console, Console]) -> None:
    _, ada, ben = evening
    choose(ben, "Take part")

    assert choose(ada, "Begin round 1")[-1] == "Too few people: 2 are needed."
    assert choose(ben, "Take part no longer")[-1] == "You take part no longer."
    assert ada.hear()[-1] == "Ben takes part no longer."


@pytest.mark.long
def test_who_has_lost_the_evening_finds_it_in_the_club_and_is_led_to_their_table(room: SharedRoom) -> None:
    room.need_accounts()
    room.loop.create_task(room.rooms.watch_lobby())
    ada, ben = member(room, "Ada"), member(room, "Ben")
    opened(ada)
    choose_soon(ada, "Game: ")
    choose_soon(ada, "Players")
    soon(ada, "left", "left", "escape")
    for line in ("Game: ", "Make it an evening", "Open the evening", "Take part"):
        choose_soon(ada, line)
    ben.wait(6)
    choose_soon(ben, "vening")
    choose_soon(ben, "Take part")
    choose_soon(ada, "Begin round 1")
    settle(room, ada, ben)
    room.doors[-1].cut()
    again = room.console("ben", "join", SERVER, "--name", "Ben")

    listed = soon(again)
    told = " ".join(soon(again, "enter"))

    assert listed[-1] == "Open tables. An evening of Playroom dominos: 2 people take part"
    assert "To the table." in told
    assert "You against Ada." in told
