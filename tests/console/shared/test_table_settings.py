"""The settings of a shared table, which its host changes between matches, and everybody hears."""

import pytest
from support.console.club_members import choose_soon, member, opened, soon
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


def test_of_the_steps_of_a_setting_the_others_hear_the_last_once_the_host_rests(room: SharedRoom) -> None:
    ada, code = room.open("block", "--players", "2")
    ben = room.join(code, "Ben")
    ben.hear()
    choose(ada, "Game: Block")
    while not ada.hear("down")[-1].startswith("Thinking time"):
        pass

    told = []
    for _ in range(3):
        ada.press("right")
        ada.wait(0.5)
        ben.wait(0.5)
        told += ben.heard()

    assert told == []
    assert ben.hear() == ["Changed: Thinking time: 30 seconds."]


def test_of_the_steps_of_a_bot_the_others_hear_the_last(room: SharedRoom) -> None:
    ada, code = room.open("block", "--players", "3")
    ben = room.join(code, "Ben")
    ben.hear()
    ada.hear()
    while not ada.hear("down")[-1].startswith("Seat 3: free"):
        pass

    ada.press("right", "right")
    ada.wait(0.5)
    ben.wait(0.5)
    at_once = ben.heard()

    assert (at_once, ben.hear()) == ([], ["Seat 3: casual bot."])
    assert ada.heard()[-1].endswith("Seat 3: casual bot.")


def test_what_was_changed_last_is_heard_before_the_match_begins(room: SharedRoom) -> None:
    ada, code = room.open("block", "--players", "2")
    ben = room.join(code, "Ben")
    ben.hear()
    choose(ada, "Game: Block")
    while not ada.hear("down")[-1].startswith("Thinking time"):
        pass
    ada.press("right", "escape")
    ada.wait(0.3)
    choose(ada, "Start the match")
    ada.press("y")
    ada.wait(0.3)
    ben.wait(0.6)

    told = " ".join(ben.heard())

    assert told.index("Changed: Thinking time: 10 seconds.") < told.index("Block")


def test_keys_are_obeyed_in_order_while_a_change_is_on_its_way(room: SharedRoom) -> None:
    ada, _ = room.open("block", "--players", "2")
    choose(ada, "Game: Block")
    while not ada.hear("down")[-1].startswith("Thinking time"):
        pass

    room.network.delay = 0.3
    ada.press("right", "right", "right", "left", "down", "right")
    told = ada.hear()

    settings = room.clients[0].table.state.settings
    assert (settings.thinking, settings.extensions) == (20, 1)
    assert without_position(told) == ["Extensions in a match: 1. Thinking time: 20 seconds."]


def test_another_game_that_was_chosen_is_said_once_when_the_table_has_it(room: SharedRoom) -> None:
    ada, _ = room.open("bergen", "--players", "2")
    choose(ada, "Game: Bergen")
    ada.hear("enter")

    told = choose(ada, "Block")

    assert [each.split(",")[0] for each in told] == ["Game: Block"]


def test_a_rated_table_says_that_it_has_no_hints_in_the_same_sentence(room: SharedRoom) -> None:
    room.need_accounts()
    ada = member(room, "Ada")
    opened(ada)
    choose_soon(ada, "Game: ")
    while not soon(ada, "down")[-1].startswith("Rated"):
        pass

    assert soon(ada, "right") == ["Rated: on. Hints: off."]
    assert soon(ada, "right") == ["Rated: off"]
