"""What people at a shared table say to all, to their team or to one of them, and how it is told."""

import json

import pytest
from support.console.hand_held import Console
from support.online.shared_room import SharedRoom, choose

from playroom.console.shared.words import chat_message
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Verbosity
from playroom.table.shared_table import ChatLine

WHISPER = "xylophone at midnight"


def three_at_a_table(room: SharedRoom, **settings: object) -> tuple[Console, Console, Console]:
    """Ada, Ben and Cleo, who watches, at a table of two teams before the match."""
    ada, code = room.open("--players", "4", "--teams", "2")
    ben, cleo = room.join(code, "Ben", **settings), room.join(code, "Cleo")
    ben.hear()
    cleo.hear()
    for console in (ada, ben, cleo):
        console.rest()
        console.heard()
    return ada, ben, cleo


def write_to(console: Console, recipient: str, text: str) -> list[str]:
    choose(console, "Say something to one person")
    choose(console, recipient)
    console.write(text)
    return console.hear("enter")


def sent_to(room: SharedRoom, client: int, text: str) -> bool:
    """Whether the server has sent this text to the client that came as this one."""
    return text in json.dumps(room.doors[client].frames)


def test_one_person_alone_is_sent_what_is_said_to_them(
    room: SharedRoom, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    ada, ben, cleo = three_at_a_table(room)

    assert write_to(ada, "Ben", WHISPER)[-1] == f"You to Ben: {WHISPER}."

    assert ben.hear() == [f"Ada to you: {WHISPER}."]
    assert cleo.hear() == []
    assert [sent_to(room, each, WHISPER) for each in range(3)] == [True, True, False]
    assert WHISPER not in caplog.text
    assert WHISPER.encode() not in room.logged()


def test_a_team_alone_is_sent_what_is_said_to_it(room: SharedRoom) -> None:
    ada, ben, cleo = three_at_a_table(room)
    choose(ben, "Seat 3")
    choose(cleo, "Seat 2")

    assert write_to(ada, "Your team", WHISPER)[-1] == f"You to the team: {WHISPER}."

    assert ben.hear() == [f"Cleo takes seat 2. Ada to the team: {WHISPER}."]
    assert WHISPER not in " ".join(cleo.hear())
    assert [sent_to(room, each, WHISPER) for each in range(3)] == [True, True, False]


def test_chat_is_alone_in_its_part_of_the_history(room: SharedRoom) -> None:
    ada, ben, _ = three_at_a_table(room)

    write_to(ada, "Ben", "hello")
    ben.rest()

    assert [each.text for each in ben.utterances if each.buffer == "chat"] == ["Ada to you: hello."]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("told", "heard"),
    [
        ("brief", ["Ada to you: " + "word " * 7 + "word, and more."]),
        ("full", ["Ada to you: " + "word " * 11 + "word."]),
        ("sound", []),
        ("nothing", []),
    ],
)
def test_chat_is_spoken_at_the_length_that_the_listener_has_chosen(
    room: SharedRoom, told: str, heard: list[str]
) -> None:
    ada, ben, _ = three_at_a_table(room, told={"chat": told})

    write_to(ada, "Ben", "word " * 12)

    assert ben.hear() == heard


def test_chat_cuts_no_other_words(room: SharedRoom) -> None:
    ada, ben, _ = three_at_a_table(room)

    write_to(ada, "Ben", "hello")
    ben.rest()

    assert [each.urgency for each in ben.utterances if each.buffer == "chat"] == ["event"]


@pytest.mark.long
def test_a_person_whom_the_listener_has_muted_is_not_heard_at_any_table(room: SharedRoom) -> None:
    ada, ben, _ = three_at_a_table(room)
    choose(ben, "People")
    choose(ben, "Ada")
    choose(ben, "Mute for yourself")
    ben.heard()

    write_to(ada, "Ben", WHISPER)

    assert ben.hear() == []
    assert "- Ada" in ben.folders.settings.read_text(encoding="utf-8")


def test_keys_at_the_table_lead_to_one_person(room: SharedRoom) -> None:
    ada, ben, cleo = three_at_a_table(room)
    choose(ben, "Seat 2")
    choose(ben, "Ready")
    ada.rest()
    choose(ada, "Start the match")
    ada.press("y")
    ben.hear()
    ada.hear()

    ada.press(":", "enter")
    ada.write("hello")
    ada.hear("enter")

    assert ben.hear()[-1] == "Ada to you: hello."
    assert "hello" not in " ".join(cleo.hear())


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Ada to you: Hello!"), ("fr", "Ada, à vous\xa0: Bonjour\xa0!")]
)
def test_a_phrase_to_one_person_is_in_the_listeners_language(language: str, said: str) -> None:
    line = ChatLine("Ada", "", "hello", is_own=False, to=2, recipient="Ben")

    told = phrasebook(language).say(chat_message(line), verbosity=Verbosity.BRIEF)

    assert told == said
