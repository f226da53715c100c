"""A match that ends while a player is cut off is kept with their past matches when they are back."""

from pathlib import Path

import pytest
from support.console.hand_held import Console
from support.online.shared_room import SharedRoom, choose, two_in_a_match

KEPT = "Kept with your past matches: the one that ended while you were away."


def two_in_a_round(room: SharedRoom) -> tuple[Console, Console]:
    """Ada and Ben in a match of one round."""
    return two_in_a_match(room, "block", "--single-round", "true")


def play_on(room: SharedRoom, ada: Console) -> None:
    """Let Ada play to the end of the match with the bot that plays for Ben."""
    room.advance(61)
    while not room.table(0).match.winners:
        room.play(ada)
        room.advance(1)
    ada.rest()


def past(home: Path, name: str) -> list[str]:
    """The records of a player's past matches."""
    return sorted(file.read_text(encoding="utf-8") for file in home.glob(f"{name}/**/past/*.domino.yaml"))


@pytest.mark.long
def test_a_match_that_ends_while_the_connection_is_lost_is_kept_by_both(room: SharedRoom, home: Path) -> None:
    ada, ben = two_in_a_round(room)
    room.doors[1].cut()
    play_on(room, ada)
    assert past(home, "ben") == []

    told = ben.hear()

    assert KEPT in " ".join(told)
    assert past(home, "ben") == past(home, "ada") != []


@pytest.mark.long
def test_a_match_that_ends_without_the_program_of_a_player_is_kept_once(room: SharedRoom, home: Path) -> None:
    ada, ben = two_in_a_round(room)
    code = room.clients[0].table.state.code
    ben.hear("q", "y")
    play_on(room, ada)
    ada.hear("enter")

    told = room.join(code, "Ben").hear()
    room.doors[-1].cut()
    again = room.join(code, "Ben").hear()

    assert KEPT in " ".join(told)
    assert KEPT not in " ".join(again)
    assert past(home, "ben") == past(home, "ada") != []


@pytest.mark.long
def test_a_match_of_others_is_not_saved_by_a_person_who_joins_after_it(room: SharedRoom, home: Path) -> None:
    ada, _ = two_in_a_round(room)
    room.doors[1].cut()
    play_on(room, ada)

    told = room.join(room.clients[0].table.state.code, "Eve").hear()

    assert KEPT not in " ".join(told)
    assert past(home, "eve") == []


def left_seat_and_back(room: SharedRoom) -> tuple[Console, Console]:
    """Ada, and Ben, who has played to the end of a match, left his seat and the table, and come back."""
    ada, ben = two_in_a_round(room)
    while not room.table(0).match.winners:
        room.play(ada, ben)
    ben.hear("q")
    choose(ben, "Leave your seat")
    ben.hear("q", "y")
    back = room.join(room.clients[0].table.state.code, "Ben")
    for console in (back, ada):
        console.hear()
    return ada, back


@pytest.mark.long
def test_who_comes_back_without_a_seat_after_a_match_has_it_as_their_seat_saw_it(room: SharedRoom) -> None:
    _, back = left_seat_and_back(room)

    assert back.hear("!")[-1].startswith("Deal not proved to you: since you came, you have given it no")
    assert " You: " in back.hear("w")[-1]
    assert "You: " in back.hear("s")[-1]


@pytest.mark.long
def test_a_bot_plays_another_match_for_a_player_who_has_left(room: SharedRoom) -> None:
    ada, _ = left_seat_and_back(room)

    told = " ".join(ada.hear("enter"))

    assert "New round" in told
