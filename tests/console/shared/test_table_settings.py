"""The settings of a shared table, which its host changes between matches, and everybody hears."""

import pytest
from support.console.hand_held import without_position
from support.online.shared_room import SharedRoom, choose

from playroom.rules.legal import legal_moves
from playroom.rules.view import view


def test_the_host_changes_the_settings_and_everybody_hears_it(room: SharedRoom) -> None:
    ada, code = room.open("block", "--players", "2")
    ben = room.join(code, "Ben")
    ben.hear()
    ada.hear()

    assert without_position(choose(ada, "Game: Block")) == [
        "Settings of the table. Left and Right change. Game: Block"
    ]
    assert ada.hear("down", "right")[-1].startswith("Players: 3, 2 of ")
    told = ben.hear()
    choose(ben, "Game: Block")

    assert told == ["Changed: Players: 3."]
    assert ben.hear("right") == ["Only the host can do that."]
    assert [len(client.table.state.seats) for client in room.clients] == [3, 3]


def test_another_game_brings_its_own_options(room: SharedRoom) -> None:
    ada, code = room.open("block", "--players", "2")
    ben = room.join(code, "Ben")
    ben.hear()
    ada.hear()

    choose(ada, "Game: Block")
    told = ada.hear("right")

    assert told[-1].startswith("Game: ")
    assert ben.hear()[0].startswith("Changed: Game: ")
    assert room.clients[0].table.state.settings.setup == room.clients[1].table.state.settings.setup
    assert room.clients[1].table.state.settings.setup.game != "block"


@pytest.mark.long
def test_the_host_changes_the_direction_of_play_and_all_play_that_way(room: SharedRoom) -> None:
    ada, code = room.open("block", "--players", "3")
    ben, cleo = room.join(code, "Ben"), room.join(code, "Cleo")
    choose(ada, "Game: Block")
    ben.hear()

    while not ada.hear("down")[-1].startswith("Direction of play: clockwise"):
        pass
    ada.hear("right", "escape")
    told = ben.hear()
    for guest, seat in ((ben, "Seat 2"), (cleo, "Seat 3")):
        guest.hear()
        choose(guest, seat)
        choose(guest, "Ready")
    ada.hear()
    choose(ada, "Start the match")
    for console in (ben, cleo, ada, ben, cleo):
        console.hear()

    assert told == ["Changed: Direction of play: anticlockwise."]
    first, _, third = (room.table(number) for number in range(3))
    assert {first.match.rules.seats_in_order(0), third.match.rules.seats_in_order(0)} == {(0, 2, 1)}
    opener = first.match.turn
    assert opener is not None
    room.table(opener).play(opener, legal_moves(view(room.table(opener).match, opener).position)[0])
    for console in (ada, ben, cleo, ada, ben, cleo):
        console.wait(0.1)
    assert first.match.turn == (opener - 1) % 3


def test_what_the_table_adds_to_a_game_is_kept_when_the_game_changes(room: SharedRoom) -> None:
    ada, _ = room.open("block", "--players", "2")
    choose(ada, "Game: Block")

    for line in ("Thinking time: no limit", "Extensions in a match: none", "Hints: on"):
        while not ada.hear("down")[-1].startswith(line):
            pass
        ada.hear("right")
    ada.hear("home", "right")

    terms = room.clients[0].table.state.settings
    assert (terms.thinking, terms.extensions, terms.hints) == (10, 1, False)


def test_no_hints_are_given_where_the_table_allows_none(room: SharedRoom) -> None:
    ada, _ = room.open("block", "--players", "2")
    choose(ada, "Game: Block")
    ada.hear("end", "up", "up", "left", "escape")

    choose(ada, "Start the match")
    ada.hear()

    assert ada.hear("i") == ["No hints at this table."]


def test_odds_are_never_given_where_others_play(room: SharedRoom) -> None:
    ada, _ = room.open("block", "--players", "2")
    choose(ada, "Start the match")
    ada.hear()

    assert ada.hear("%") == ["No odds at this table."]


def test_settings_stand_while_a_match_is_played(room: SharedRoom) -> None:
    ada, _ = room.open("block", "--players", "2")
    choose(ada, "Start the match")
    ada.hear()
    before = room.clients[0].table.state.settings.setup

    ada.hear("m")
    choose(ada, "People")
    choose(ada, "Game: Block")

    assert ada.hear("right") == ["Not during a match."]
    assert room.clients[0].table.state.settings.setup == before
