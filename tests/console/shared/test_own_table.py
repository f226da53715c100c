"""The host's own table: leaving it, the way back to it, and opening another one."""

import pytest
from support.console.hand_held import lines_of, without_position
from support.online.shared_room import SharedRoom, choose, two_in_a_match
from support.time.same_chance import seed_chance

from playroom.console.terminal.screen import code_rows
from playroom.online.server.tables.background_tasks import BEAT_SECONDS


@pytest.mark.long
def test_a_host_who_quits_is_asked_and_the_others_hear_who_closed_the_table(room: SharedRoom) -> None:
    ada, ben = two_in_a_match(room)

    left = ada.hear("q", "y")
    asked = ada.hear("escape")
    ada.hear("y")

    assert left[0] == (
        "Leave the table? A bot plays on for you. The table closes for Ben when you leave the playroom. "
        "Y or N, Enter for no."
    )
    assert asked == ["Leave the playroom? The table closes for Ben. Y or N, Enter for no."]
    assert not ada.is_open
    assert any(told.endswith("Ada closed the table.") for told in ben.hear())
    assert choose(ben, "Join a table")[0].startswith("Join a table. Type an invite")
    assert ben.hear("enter")[0].startswith("Invite, or")


@pytest.mark.long
def test_a_host_whose_name_is_refused_opens_the_table_by_another(room: SharedRoom) -> None:
    ada = room.console("ada", "host", "--name", "x" * 60)

    asked = ada.hear()[-1]
    ada.write("Ada")
    opened = ada.hear("enter")

    assert asked.startswith("The table does not take this name. Write a short one, ")
    assert "Your table is open. Invite: " in opened[-1]
    assert room.clients[-1].table.state.name(room.clients[-1].table.me) == "Ada"


def test_a_host_without_a_name_is_asked_for_one(room: SharedRoom) -> None:
    ada = room.console("ada", "host")

    asked = ada.hear()[-1]
    ada.write("Zoe")
    opened = ada.hear("enter")

    assert asked == "Your name at the table. Type it, then press Enter. Empty."
    assert "Your table is open. Invite: " in opened[-1]
    assert room.clients[-1].table.state.name(room.clients[-1].table.me) == "Zoe"


def test_the_first_list_asks_a_host_who_has_no_name_for_one(room: SharedRoom) -> None:
    ada = room.console("ada")
    ada.hear()
    choose(ada, "Open a table to others")

    asked = choose(ada, "Open the table")
    ada.write("Zoe")
    opened = ada.hear("enter")

    assert asked[-1] == "Your name at the table. Type it, then press Enter. Empty."
    assert "Your table is open. Invite: " in opened[-1]


@pytest.mark.long
def test_a_host_whose_program_was_killed_goes_back_to_the_table(room: SharedRoom) -> None:
    _, ben = two_in_a_match(room)
    code = room.clients[0].table.state.code
    room.kill()

    ada = room.console("ada", "host", "--name", "Ada")
    asked = ada.hear()
    assert without_position(ada.hear("end")) == ["Back"]
    told = " ".join(ada.hear("home", "enter"))

    assert without_position(asked) == [f"A match is under way at your table {code}. Back to your table"]
    assert f"Your table {code} is open again." in told
    assert "Playroom dominos to 100" in told
    assert "Connection back." in " ".join(ben.hear())


def test_the_first_list_leads_back_to_the_own_table(room: SharedRoom) -> None:
    ada, _ = two_in_a_match(room)
    code = room.clients[0].table.state.code

    ada.hear("q", "y")

    assert without_position(ada.hear("home")) == [f"Back to your table {code}"]
    assert f"Your table {code} is open again." in " ".join(ada.hear("enter"))


def test_a_host_hears_how_a_friend_comes_and_which_seats_bots_take(room: SharedRoom) -> None:
    ada, code = room.open("--players", "3")
    alone = ada.hear("home")
    again = ada.hear("escape", "y", "home", "enter")
    room.join(code, "Ben").hear("enter")
    ada.hear()
    with_ben = ada.hear("end", "home")

    assert again[-1].endswith(f"Invite: {code}. Who comes types it at Join a table.")
    assert without_position(alone) == ["Start the match, with bots on the 2 free seats"]
    assert without_position(with_ben)[-1] == "Start the match, with a bot on the free seat"


def test_the_first_list_leads_back_to_an_own_table_without_a_match(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2")
    asked = ada.hear("escape")
    ada.hear("y")

    assert asked == ["Leave the table? It stays open while you are in the playroom. Y or N, Enter for no."]

    assert without_position(ada.hear("home")) == [f"Back to your table {code}"]
    assert f"Your table is open. Invite: {code}." in ada.hear("enter")[-1]


@pytest.mark.long
def test_a_match_that_bots_play_alone_is_dealt_on_by_its_host(
    room: SharedRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed_chance(monkeypatch.setattr, "1")
    ada, _ = room.open("--players", "2")
    choose(ada, "Leave your seat")
    told = choose(ada, "Start the match")
    for _ in range(100):  # moves of bots in a round, which may wait for a beat
        room.advance(BEAT_SECONDS)
        told += ada.hear()
    assert told[-1] == "Enter deals the next round."

    ada.hear("q", "y")
    back = " ".join(ada.hear("home", "enter"))
    again = " ".join(ada.hear("enter", "enter"))

    assert "Playroom dominos to 100, round 1." in back
    assert "The round is over." in back
    assert "New round" in again


def test_another_table_can_be_opened_while_a_match_is_under_way_at_the_own_one(room: SharedRoom) -> None:
    two_in_a_match(room)
    code = room.clients[0].table.state.code
    room.kill()
    ada = room.console("ada", "host", "--name", "Ada")
    ada.hear()

    told = " ".join(ada.hear("down", "enter"))

    assert "Your table is open. Invite:" in told
    assert code not in told


def test_a_host_keeps_the_name_for_the_next_table(room: SharedRoom) -> None:
    ada = room.console("ada", "host", "--name", "Ana", "--players", "2")
    ada.hear()
    choose(ada, "Leave the table")
    ada.hear("y")

    opened = choose(ada, "Open a table to others")

    title = (
        "Table open to others: a friend who joins is given the seat of a bot. "
        "Left and Right change, Enter on Open opens it and says the invite. Open the table, 1 of "
    )
    assert opened[-1].startswith(title)
    assert "Seat 1: Ana" in " ".join(ada.hear(*["down"] * 6))


def test_the_line_that_starts_counts_the_seat_that_the_owner_is_about_to_take(room: SharedRoom) -> None:
    ada = room.console("ada", "host", "--name", "Ada", "--players", "3")
    told = without_position(ada.hear())
    choose(ada, "Leave your seat, and watch")
    watching = without_position(ada.hear("home"))

    assert "The table. Start the match, with bots on the 2 free seats" in told
    assert watching == ["Start the match, with bots on the 3 free seats"]


def test_the_link_of_a_table_is_drawn_as_a_qr_code_when_that_is_asked_for(
    room: SharedRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playroom.console.terminal.screen._size", lambda _: (80, 24))
    room.link = "https://club.example.org"
    room.kill()
    ada, code = room.open()
    before = ada.screen

    said = choose(ada, "Show the QR code of the invite")

    assert said == ["The QR code is on the screen, for the camera of a phone."]
    assert "█" not in before
    assert "\n".join(code_rows(f"https://club.example.org/{code}")) in ada.screen


def test_an_invite_without_a_link_has_no_qr_code(room: SharedRoom) -> None:
    ada, _ = room.open()

    lines = lines_of(ada)

    assert "Copy the invite" in " ".join(lines)
    assert "QR" not in " ".join(lines)
