"""Signing in at a server with accounts, by ear: a name, a password that nobody hears, refusals, a key."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hand_held import Console
from shared_room import SharedRoom, choose

PASSWORD = "open sesame"  # noqa: S105 (a test's)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[SharedRoom]:
    """A club with accounts."""
    made = SharedRoom(tmp_path)
    made.need_accounts()
    yield made
    made.close()


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

    assert asked[-1].startswith("This server wants to know you by a name and a password. Sign in, 1 of 3")
    assert "Your table is open. Invite: " in opened[-1]
    assert not any("password" in said for said in again)


@pytest.mark.long
def test_a_wrong_password_is_refused_and_asked_for_again(room: SharedRoom) -> None:
    ada = arrived(room)
    ada.hear()
    answer(ada, "Make an account")
    room.tokens.clear()

    other = arrived(room)
    other.hear()
    refused = answer(other, "Sign in", "wrong one")
    right = answer(other, "Sign in")

    assert (
        refused[-2:]
        == [
            "Wrong password.",
            "This server wants to know you by a name and a password. Sign in, 1 of 3",
        ]
        or "Wrong password." in refused
    )
    assert any("at the table of Ada" in said or "table is open" in said for said in right)


@pytest.mark.long
def test_a_short_password_and_a_taken_name_are_refused(room: SharedRoom) -> None:
    ada = arrived(room)
    ada.hear()
    short = answer(ada, "Make an account", "short")
    answer(ada, "Make an account")
    room.tokens.clear()
    other = arrived(room)
    other.hear()
    taken = answer(other, "Make an account")

    assert "Password too short: at least 8 characters." in short
    assert "Ada is taken. Choose another name." in taken


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
