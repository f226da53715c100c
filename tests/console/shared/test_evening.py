"""An evening by ear: it is opened and entered by a key, and its people are led to their tables and back."""

import pytest
from support.console.club_members import SERVER, choose_soon, member, opened, soon
from support.console.hand_held import Console, keys_of_a_move, without_position
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


def test_who_comes_first_hears_whom_they_play_before_the_match_and_that_it_waits(
    evening: tuple[SharedRoom, Console, Console],
) -> None:
    room, ada, ben = evening
    choose(ben, "Take part")
    choose(ada, "Take part")
    ben.hear()

    first = choose(ada, "Begin round 1")
    settle(room, ada)
    first += ada.heard()
    settle(room, ben, ada)
    second, begun = ben.heard(), ada.heard()

    assert first[-1] == "Round 1, table 1: you play Ben. The match begins once all are here."
    assert "The match begins once" not in " ".join((*second, *begun))
    told = " ".join(second)
    assert told.index("Round 1, table 1: you play Ada.") < told.index("You against Ada.")


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

    assert listed[-1] == "Open tables. An evening of Playroom dominos, opened by Ada: 2 people take part"
    assert "To the table." in told
    assert "You against Ada." in told


def play_round(room: SharedRoom, *consoles: Console) -> None:
    """Let all play at their tables of the round until their matches are over."""
    for _ in range(200):
        settle(room, *consoles)
        at_tables = [
            (console, client.match)
            for console, client in zip(consoles, room.clients[-len(consoles) :], strict=True)
            if client.match and not client.match.match.winners
        ]
        if not at_tables:
            return
        for console, table in at_tables:
            if table.seat is not None and table.match.turn in (table.seat, None):
                console.press(*keys_of_a_move(table.match, table.seat))
                console.rest()
    raise AssertionError("a match has no end")


@pytest.mark.long
def test_the_host_is_the_host_all_evening_and_hears_of_each_standing_once(
    evening: tuple[SharedRoom, Console, Console],
) -> None:
    room, ada, ben = evening
    choose(ben, "Take part")
    choose(ada, "Take part")
    watching = room.join(room.clients[0].table.state.code, "Cy")
    watching.hear()
    choose(ada, "Begin round 1")
    settle(room, ada, ben)
    ordered = (
        (ada, ben) if room.clients[-2].table.state.name(room.clients[-2].table.me) == "Ada" else (ben, ada)
    )
    play_round(room, *ordered)
    ben.hear()
    back = " ".join(ben.hear("q"))
    for _ in range(70):  # longer than a host may be away, until the next round
        room.advance(1)
        watching.rest()
    told = " ".join((*watching.heard(), *ben.hear()))

    assert "the host" not in told
    assert told.count("After 1 round:") == 1
    assert back.startswith("Back to the evening.")
    assert back.count("After 1 round:") == 1
