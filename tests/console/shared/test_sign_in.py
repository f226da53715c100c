"""Signing in at a server with accounts, by ear: a name, a password that nobody hears, refusals, a key."""

import pytest
from support.console.hand_held import Console, without_position
from support.online.shared_room import ADMIN, SharedRoom, choose

PASSWORD = "open sesame"  # noqa: S105 (a test's)


@pytest.fixture
def room(room: SharedRoom) -> SharedRoom:
    """A club with accounts."""
    room.need_accounts()
    return room


def arrived(room: SharedRoom, *arguments: str) -> Console:
    """The console of Ada, who opens a table at the club, and what she hears first."""
    return room.console("ada", "host", "--at", "club.example", "--name", "Ada", *arguments)


def answer(console: Console, line: str, password: str = PASSWORD) -> list[str]:
    """Sign in or make an account with the name that is there: what is said after it."""
    choose(console, line)
    console.hear("enter")
    console.write(password)
    return console.hear("enter")


def test_who_makes_an_account_is_at_the_table_and_needs_no_password_next_time(room: SharedRoom) -> None:
    ada = arrived(room)
    asked = ada.hear()
    opened = answer(ada, "Make an account")
    again = arrived(room).hear()

    assert without_position(asked[-1]).startswith(
        "This server wants to know you by a name and a password. Sign in"
    )
    assert "Your table is open. Invite: " in opened[-1]
    assert not any("password" in said for said in again)


def test_a_wrong_password_is_refused_and_asked_for_again(room: SharedRoom) -> None:
    ada = arrived(room)
    ada.hear()
    answer(ada, "Make an account")
    room.tokens.clear()

    other = arrived(room)
    other.hear()
    refused = answer(other, "Sign in", "wrong one")
    right = answer(other, "Sign in")

    assert without_position(refused[-1]) == "Wrong name or password. Sign in"
    assert any("at the table of Ada" in said or "table is open" in said for said in right)


def test_a_short_password_and_a_taken_name_are_refused(room: SharedRoom) -> None:
    ada = arrived(room)
    ada.hear()
    short = answer(ada, "Make an account", "short")
    answer(ada, "Make an account")
    room.tokens.clear()
    other = arrived(room)
    other.hear()
    taken = answer(other, "Make an account")

    assert without_position(short[-1]) == "Password too short: at least 8 characters. Make an account"
    assert without_position(taken[-1]) == "Ada is taken. Choose another name. Make an account"


def test_how_long_a_new_password_has_to_be_is_said_before_it_is_written(room: SharedRoom) -> None:
    ada = arrived(room)
    ada.hear()
    choose(ada, "Make an account")
    new = ada.hear("enter")
    ada.hear("escape")
    choose(ada, "Sign in")
    old = ada.hear("enter")

    assert new[-1].startswith("Password, at least 8 characters. It is not said while you type;")
    assert old[-1].startswith("Password. It is not said while you type;")


def test_a_name_that_is_typed_takes_the_place_of_the_one_that_is_there(room: SharedRoom) -> None:
    ada = arrived(room)
    ada.hear()

    choose(ada, "Make an account")
    ada.write("Bea")

    assert ada.hear("f2")[-1].endswith(" Bea")


def test_a_password_is_heard_at_home_alone_and_never_kept_or_shown(room: SharedRoom) -> None:
    ada = arrived(room)
    ada.hear()
    choose(ada, "Make an account")
    ada.hear("enter")
    ada.write("X y7")
    typed = ada.hear("backspace")
    asked = ada.hear("home")

    assert {*typed} == {"Star.", "Star deleted."}
    assert asked == ["capital X, Space, y"]
    assert "capital X" not in ada.screen
    assert ada.screen.rstrip().endswith("3 characters.")


def test_who_is_banned_hears_until_when(room: SharedRoom) -> None:
    ada = arrived(room)
    ada.hear()
    answer(ada, "Make an account")
    room.ban("Ada", "shouting", 3600)

    told = arrived(room).hear()

    (banned,) = [said for said in told if said.startswith("You are banned until ")]
    assert banned.endswith(". shouting")


def test_who_goes_back_is_in_the_first_list(room: SharedRoom) -> None:
    ada = arrived(room)
    ada.hear()

    told = ada.hear("escape")

    assert any(said.startswith("The playroom.") for said in told)


def lobby(room: SharedRoom, name: str = "ada") -> Console:
    """A console in the lobby of the club."""
    console = room.console(name, "join", "club.example")
    soon(console)
    return console


def soon(console: Console, *keys: str) -> list[str]:
    """Press keys in a lobby, which asks for its tables again and again: what is said soon."""
    console.press(*keys)
    console.wait(1)
    return console.heard()


def written(console: Console, *lines: str) -> list[str]:
    """Write lines, each in an entry of its own: what is said after the last."""
    for line in lines:
        console.write(line)
        said = soon(console, "enter")
    return said


def chosen(console: Console, line: str) -> list[str]:
    """Choose a line of the lobby: what is said soon."""
    said = soon(console, "home")
    while not said[-1].startswith(line):
        said = soon(console, "down")
    return soon(console, "enter")


@pytest.mark.long
def test_a_password_is_changed_in_the_lobby(room: SharedRoom) -> None:
    ada = arrived(room)
    ada.hear()
    answer(ada, "Make an account")
    asking = lobby(room)

    asked = chosen(asking, "Change my password")
    prompt = written(asking, "Ada", PASSWORD)
    told = written(asking, "open again please")
    again = arrived(room).hear()
    room.tokens.clear()
    elsewhere = arrived(room)
    elsewhere.hear()

    assert asked[0].startswith("Your name on this server.")
    assert prompt[-1].startswith("New password, at least 8 characters.")
    assert "Password changed." in told
    assert "Your table is open." in again[-1]
    assert without_position(answer(elsewhere, "Sign in")[-1]) == "Wrong name or password. Sign in"
    assert "Your table is open." in answer(elsewhere, "Sign in", "open again please")[-1]


def test_the_reason_for_an_unchanged_password_is_spoken(room: SharedRoom) -> None:
    room.loop.run(room.accounts.register("Ada", PASSWORD, "192.0.2.7"))
    asking = lobby(room)

    told = []
    for lines in (
        ("Zoe", PASSWORD, "new password"),
        ("Ada", "wrong", "new password"),
        ("Ada", PASSWORD, "new"),
    ):
        chosen(asking, "Change my password")
        told += written(asking, *lines)

    refusals = ("Wrong name or password.", "Password too short: at least 8 characters.")
    assert [told.count(refusal) for refusal in refusals] == [2, 1]


def test_a_change_of_a_password_that_the_server_cannot_hear_of_is_not_dropped_in_silence(
    room: SharedRoom,
) -> None:
    room.loop.run(room.accounts.register("Ada", PASSWORD, "192.0.2.7"))
    asking = lobby(room)
    chosen(asking, "Change my password")
    written(asking, "Ada", PASSWORD)

    room.stop()
    told = [*asking.hear(), *written(asking, "new password")]

    assert "The server is closing." in told
    assert "Password changed." not in told
    assert not any(said.startswith("Open tables") for said in told)


def test_what_is_typed_for_a_server_that_closes_is_closed_under_the_help_too(room: SharedRoom) -> None:
    room.loop.run(room.accounts.register("Ada", PASSWORD, "192.0.2.7"))
    asking = lobby(room)
    chosen(asking, "Change my password")
    written(asking, "Ada", PASSWORD)
    soon(asking, "f1")

    room.stop()
    told = asking.hear()

    assert "The server is closing." in told
    assert any(said.startswith("The playroom.") for said in told)


@pytest.mark.long
def test_the_administrator_shows_a_token_once_and_moderates_every_table(room: SharedRoom) -> None:
    ada = arrived(room)
    ada.hear()
    answer(ada, "Make an account")
    eve = lobby(room, "eve")

    chosen(eve, "Be the administrator")
    wrong = written(eve, "no token")
    chosen(eve, "Be the administrator")
    right = written(eve, ADMIN)
    eve.hear("escape", "y")
    eve = room.console("eve", "join", room.clients[0].table.state.code, "--name", "Eve")
    eve.hear()
    answer(eve, "Make an account")
    choose(eve, "People")
    choose(eve, "Ada")
    choose(eve, "Mute for everybody")

    assert "That is not the administrator's token." in wrong
    assert "You are the administrator of this server." in right
    assert ada.hear()[-1].endswith("The host has muted you.")
