"""The way to a table: invites, names, tables nearby, and what keeps somebody out."""

import pytest
from support.console.hand_held import without_position
from support.languages import CODES
from support.online.shared_room import SharedRoom, choose

from playroom.console.shared.words import refusal_message
from playroom.narration.message import Message
from playroom.narration.phrases.locales import phrasebook
from playroom.online.client.link import LinkEnd
from playroom.online.wire.protocol import RefusalCode
from playroom.table.shared_table import PHRASES, Reach


def test_what_is_not_an_invite_is_refused(room: SharedRoom) -> None:
    ben = room.join("hello", "Ben")

    assert ben.hear()[-1].startswith("hello is not an invite.")


@pytest.mark.long
@pytest.mark.parametrize(
    ("code", "told"),
    [
        (
            LinkEnd.NOT_STARTED,
            "The table was not opened: its files cannot be used, or no port is free.",
        ),
        (LinkEnd.UNREACHABLE, "No answer from the table. Is it open, and is the invite right?"),
        (LinkEnd.CERTIFICATE, "Not connected: the server is not the one that the invite names."),
    ],
)
def test_the_reason_for_a_failed_connection_is_spoken(room: SharedRoom, code: LinkEnd, told: str) -> None:
    room.is_there, room.why_not = False, code

    ben = room.join("7KQ2M9XD", "Ben")

    assert ben.hear()[-1] == told


def test_an_unknown_table_is_reported(room: SharedRoom) -> None:
    room.open("--players", "2")

    assert room.join("7KQ2M9XD", "Ben").hear()[-1] == "There is no such table."


def test_a_table_asks_for_a_name_once_it_is_there_and_for_another_if_that_is_taken(room: SharedRoom) -> None:
    _, code = room.open("--players", "2")
    ben = room.console("ben", "join")
    ben.hear()

    choose(ben, "Type an invite")
    ben.write("7KQ2M9XD")
    refused = ben.hear("enter")
    choose(ben, "Join a table")
    choose(ben, "Type an invite")
    ben.write(code)
    asked = ben.hear("enter")
    ben.write("Ada")
    taken = ben.hear("enter")
    ben.write("Ben")

    assert "There is no such table." in refused
    assert asked[-1] == "Your name at the table. Type it, then press Enter. Empty."
    assert taken[-1] == "Ada is already at this table. Your name at the table. Type it, then press Enter. Ada"
    assert ben.hear("enter")[-1].startswith("You are at the table of Ada.")


@pytest.mark.parametrize("language", CODES)
def test_every_refusal_of_a_server_has_its_words(language: str) -> None:
    entries = phrasebook(language).entries

    assert [code for code in RefusalCode if f"online.refused.{code}" not in entries] == []
    assert [phrase for phrase in PHRASES if f"online.phrase.{phrase}" not in entries] == []


@pytest.mark.parametrize("language", CODES)
def test_who_is_too_fast_hears_how_long_to_wait(language: str) -> None:
    book = phrasebook(language)

    said = book.say(refusal_message(book, RefusalCode.TOO_FAST, {"seconds": 20}))

    assert "20" in said
    assert language != "en" or said == "Too fast. Wait 20 seconds."


@pytest.mark.parametrize("language", CODES)
def test_whose_game_is_not_played_hears_which_games_are(language: str) -> None:
    book = phrasebook(language)

    said = book.say(refusal_message(book, RefusalCode.OTHER_GAMES, {"games": ["draw", "block"]}))

    assert all(book.say(Message(f"rulebooks.titles.{each}")) in said for each in ("draw", "block"))
    assert language != "en" or said == "This club does not play that game. It plays: Draw and Block."


def test_the_invite_is_spelled(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2")

    spelled = choose(ada, "Invite")

    assert spelled == [", ".join(code.lower())]


def test_a_table_is_found_within_the_network_by_its_host(room: SharedRoom) -> None:
    ada, _ = room.open("--players", "2", "block")
    ben = room.console("ben", "join", "--name", "Ben")

    assert without_position(ben.hear()) == ["Join a table. Type an invite", "Table found: Ada, Block."]
    assert without_position(ben.hear("down")) == ["Ada: Block"]
    assert "You are at the table of Ada." in " ".join(ben.hear("enter"))
    assert "Ben joins." in " ".join(ada.hear())


def test_a_host_can_keep_a_table_from_being_found(room: SharedRoom) -> None:
    ada, _ = room.open("--players", "2")
    ben = room.console("ben", "join", "--name", "Ben")
    ben.hear()

    assert choose(ada, "Found within this network: on") == ["Found within this network: off"]
    assert not room.nearby
    ben.hear()
    assert without_position(ben.hear("down")) == ["Back"]
    assert room.console("later", "host", announce=False).hear()
    assert not room.nearby


@pytest.mark.parametrize(
    ("reach", "said"),
    [
        (Reach.OPEN, "Open to others outside your network."),
        (Reach.CLOSED, "Not reachable from outside. At your router, forward TCP port 7373 to 192.0.2.7,"),
    ],
)
def test_a_host_asks_whether_others_can_come_from_outside(room: SharedRoom, reach: Reach, said: str) -> None:
    ada, _ = room.open("--players", "2")
    room.reach = reach

    told = choose(ada, "Can others reach it from outside?")

    assert told[0] == "Asking the router."
    assert told[1].startswith(said)
    assert ("copied" in told[1].lower()) is (reach is Reach.OPEN)
