"""The lobby of a community's server: open tables, who sits there, and a table of one's own."""

import pytest
from support.console.hand_held import Console, without_position
from support.online.shared_room import SharedRoom, choose

from playroom.table.shared_table import ClubWords

SERVER = "club.example.org"


@pytest.fixture
def room(room: SharedRoom) -> SharedRoom:
    room.open_to_all()
    return room


def look(console: Console, *keys: str) -> list[str]:
    """Press keys at a lobby, which asks for its tables again and again: what is said soon."""
    console.press(*keys)
    console.wait(0.5)
    return console.heard()


def opened(room: SharedRoom) -> Console:
    """Ada, who has opened a table in the lobby."""
    ada = room.console("ada", "join", SERVER)
    look(ada, "enter")
    choose(ada, "Open the table")
    ada.write("Ada")
    ada.hear("enter")
    return ada


def test_a_table_is_opened_at_a_server_found_in_its_lobby_and_joined(room: SharedRoom) -> None:
    ada = room.console("ada", "join", SERVER)
    assert without_position(look(ada)) == ["Connecting.", "Open tables. Open a table here"]
    look(ada, "enter")
    choose(ada, "Open the table")
    ada.write("Ada")
    assert "Your table is open." in " ".join(ada.hear("enter"))
    ben = room.console("ben", "join", SERVER)

    assert without_position(look(ben)) == ["Connecting.", "Open tables. Playroom dominos, 3 seats free: Ada"]
    assert "Your name at the table." in " ".join(ben.hear("enter"))
    told = ben.hear("B", "e", "n", "enter")

    assert told[-1].endswith("You are at the table of Ada. Enter on a free seat takes it.")
    assert ada.hear() == ["Ben joins."]


def test_a_server_visited_before_is_the_first_line(room: SharedRoom) -> None:
    ben = room.console("ben", "join")
    choose(ben, "Type an invite")
    ben.write(SERVER)
    assert without_position(look(ben, "enter"))[-1] == "Open tables. Open a table here"

    assert look(ben, "escape") == ["Join a table. Type an invite, 2 of 3"]
    look(ben, "escape")

    assert choose(ben, "Join a table") == [f"Join a table. Server {SERVER}, 1 of 3"]
    assert without_position(look(ben, "enter"))[-1] == "Open tables. Open a table here"


def test_a_club_visited_before_is_named(room: SharedRoom) -> None:
    room.open_to_all(words=ClubWords("The Bones"))
    ben = room.console("ben", "join", SERVER)
    look(ben)
    look(ben, "escape")

    assert choose(ben, "Join a table") == [f"Join a table. The Bones, {SERVER}, 1 of 3"]


def test_a_server_that_does_not_answer_is_not_offered(room: SharedRoom) -> None:
    room.is_there = False
    ben = room.console("ben", "join")
    choose(ben, "Type an invite")
    ben.write(SERVER)
    look(ben, "enter")

    assert look(ben, "home") == ["Type an invite, 1 of 2"]


def test_the_name_for_a_new_table_is_asked_for_without_the_menu_before(room: SharedRoom) -> None:
    ada = room.console("ada", "join", SERVER)
    look(ada)
    look(ada, "enter")

    asked = "Your name at the table. Type it, then press Enter. Empty."
    assert look(ada, "enter") == ["Opening the table.", asked]


def test_the_list_follows_the_lobby(room: SharedRoom) -> None:
    ben = room.console("ben", "join", SERVER)
    look(ben)
    opened(room)

    ben.wait(6)

    assert without_position(look(ben, "home")) == ["Playroom dominos, 3 seats free: Ada"]


def test_a_table_where_nobody_sits_is_listed_by_its_host(room: SharedRoom) -> None:
    ada = opened(room)
    choose(ada, "Leave your seat")
    ben = room.console("ben", "join", SERVER)

    assert without_position(look(ben))[-1] == "Open tables. Playroom dominos, 4 seats free: Ada"


def test_the_lobby_is_left(room: SharedRoom) -> None:
    ben = room.console("ben", "join", SERVER)
    look(ben)

    told = ben.hear("escape")

    assert told[0].startswith("The playroom.")


def test_the_way_to_a_lobby_is_given_up(room: SharedRoom) -> None:
    room.network.delay = 1
    ben = room.console("ben", "join", SERVER)
    ben.press("enter", "escape")
    ben.wait(10)

    told = ben.heard()

    assert any(said.startswith("The playroom.") for said in told)
    assert not any(said.startswith("Open tables.") for said in told)


def test_a_closed_lobby_is_announced(room: SharedRoom) -> None:
    ben = room.console("ben", "join", SERVER)
    look(ben)

    room.stop()

    assert "The server is closing." in ben.hear()


def test_a_server_that_does_not_answer_is_reported(room: SharedRoom) -> None:
    room.is_there = False

    ben = room.console("ben", "join", SERVER)

    assert ben.hear()[-1] == "No answer from the table. Is it open, and is the invite right?"


def test_a_table_is_opened_with_a_game_that_the_club_plays(room: SharedRoom) -> None:
    room.open_to_all(("block", "draw"))
    ada = room.console("ada", "join", SERVER)
    setup = without_position(look(ada, "enter", "home", "down"))[-1]
    ada.hear("enter")
    games = [ada.hear("home")[0], ada.hear("down")[0], ada.hear("end")[0]]
    ada.hear("escape", "escape")

    assert setup == "Game: Block"
    assert [game.partition(".")[0].partition(",")[0] for game in games] == ["Block", "Draw", "Back"]


def test_a_table_changes_to_no_game_that_the_club_does_not_play(room: SharedRoom) -> None:
    room.open_to_all(("block", "draw"))
    ada = opened(room)
    choose(ada, "Game: Block")
    games = [each for _ in range(3) for each in ada.hear("right") if each.startswith("Game: ")]

    assert [game.partition(",")[0].partition(" of")[0] for game in games] == [
        "Game: Draw",
        "Game: Block",
        "Game: Draw",
    ]
