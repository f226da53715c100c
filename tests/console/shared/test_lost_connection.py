"""A connection that is lost and comes back, as the people at the table hear it."""

import pytest
from support.console.hand_held import Console, keys_of_a_move
from support.online.shared_room import SharedRoom, choose, two_in_a_match

from playroom.rules.event import Played


def cut_off(room: SharedRoom) -> Console:
    """Ben in a match with Ada, who has just heard that his connection is lost; there is no way back yet."""
    _, ben = two_in_a_match(room)
    room.is_there = False
    room.doors[1].cut()
    ben.wait(1)
    ben.heard()
    return ben


@pytest.mark.long
def test_after_a_lost_connection_missed_events_are_announced(room: SharedRoom) -> None:
    ada, ben = two_in_a_match(room)
    room.play(ada, ben)
    ben.heard()
    room.doors[1].cut()
    ben.wait(0.3)
    ada.rest()
    if room.table(0).match.turn == 0:
        ada.hear(*keys_of_a_move(room.table(0).match, 0))
    assert ben.heard() == ["Connection lost. Trying again."]

    told = ben.hear()

    assert told[0].startswith("Connection back.")
    assert room.table(1).match.turn == room.table(0).match.turn
    assert len(room.table(1).match.now.log) == len(room.table(0).match.now.log)


def test_who_is_back_hears_what_a_bot_has_played_for_them(room: SharedRoom) -> None:
    ada, ben = two_in_a_match(room)
    while room.table(0).match.turn != 1:
        ada.press(*keys_of_a_move(room.table(0).match, 0))
        for console in (ada, ben):
            console.rest()
    known = len(room.table(1).match.now.log)
    room.is_there = False
    room.doors[1].cut()
    room.advance(61)
    ada.rest()
    room.is_there = True
    ben.heard()

    ben.wait(20)

    missed = room.table(1).match.now.log[known:]
    for_ben = [str(event.tile) for event in missed if isinstance(event, Played) and event.seat == 1]
    told = " ".join(ben.heard())
    assert for_ben
    assert f"Connection back. The bot played {' and '.join(for_ben)} for you." in told
    assert "While you were away" not in told


def test_while_the_connection_is_lost_turn_and_place_say_so(room: SharedRoom) -> None:
    ben = cut_off(room)

    lost = [ben.answer(key) for key in ("t", "f2")]
    room.is_there = True
    ben.wait(20)
    ben.heard()

    assert [told.startswith("Connection lost. ") for told in lost] == [True, True]
    assert not ben.answer("t").startswith("Connection lost")


def test_whose_turn_it_is_says_that_this_player_is_away_until_a_bot_plays_for_them(room: SharedRoom) -> None:
    ada, ben = two_in_a_match(room)
    while room.table(0).match.turn != 1:
        ada.press(*keys_of_a_move(room.table(0).match, 0))
        for console in (ada, ben):
            console.rest()
    ada.hear()
    there = ada.hear("t")[0]
    room.is_there = False
    room.doors[1].cut()
    ada.hear()
    away = ada.hear("t")[0]
    room.advance(61)
    played = ada.hear()

    assert there.startswith("Ben to play.")
    assert away == "Ben to play. Ben is away. A bot will soon play instead."
    assert "A bot plays for Ben." in " ".join(played)
    assert "away" not in ada.hear("t")[0]


def test_the_way_back_is_tried_until_the_server_is_there_again(room: SharedRoom) -> None:
    ada, ben = two_in_a_match(room)
    room.is_there = False
    room.doors[1].cut()
    ben.wait(60)
    assert ben.heard() == ["Connection lost. Trying again."]
    room.is_there = True

    ben.wait(20)

    assert ben.heard() == ["Connection back."]
    assert ada.hear() == ["Ben is away. Ben is back."]


def test_leaving_while_the_connection_is_lost_promises_no_bot(room: SharedRoom) -> None:
    ben = cut_off(room)

    assert ben.answer("q") == "Leave the table? Connection lost, your seat is kept. Y or N, Enter for no."


def test_a_host_who_was_cut_off_has_the_lines_of_the_host_again(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2")
    ben = room.join(code, "Ben")
    ben.hear()
    room.doors[0].cut()
    room.advance(61)
    ada.wait(0.1)
    assert " ".join(ben.hear()) == "Ada is away. Ada leaves seat 1. You are the host."

    ada.hear()
    ada.hear()

    assert " ".join(ben.hear()) == "Ada is back. Ada is the host."
    choose(ada, "People")
    choose(ada, "Ben")
    assert choose(ada, "Make host") == ["Ben is the host."]
