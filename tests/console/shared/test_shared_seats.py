"""A bot's seat in a running match, by ear: who asks for it, who decides, and what came of it."""

import pytest
from support.console.hand_held import Console, without_position
from support.online.shared_room import SharedRoom, choose


def asked(room: SharedRoom, language: str = "en") -> tuple[Console, Console, list[str]]:
    """Ada in a match with a bot, Eve who asks for its seat, and what Eve hears."""
    ada, code = room.open("--players", "2", language=language)
    choose(ada, {"en": "Start the match", "fr": "Commencer la partie"}[language])
    ada.hear()
    eve = room.join(code, "Eve", language=language)
    eve.hear()
    eve.press("m")
    choose(eve, {"en": "People", "fr": "Personnes"}[language])
    ada.hear()
    return ada, eve, choose(eve, {"en": "Seat 2", "fr": "Place 2"}[language])


WORDS = {
    "en": (
        "You ask for seat 2. Ada decides.",
        "Eve asks for seat 2. Equals answers.",
        "Give seat 2 to Eve",
        "You take seat 2.",
        "You get no seat in this match.",
    ),
    "fr": (
        "Vous demandez la place 2. Ada décide.",
        "Eve demande la place 2. Égal pour répondre.",
        "Donner la place 2 à Eve",
        "Vous prenez la place 2.",
        "Pas de place pour vous dans cette partie.",
    ),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", WORDS)
def test_a_stranger_asks_for_a_bots_seat_and_the_host_gives_it(room: SharedRoom, language: str) -> None:
    asks, question, line, taken, _ = WORDS[language]
    ada, eve, heard = asked(room, language)

    assert heard == [asks]
    assert any(question in each for each in ada.hear())
    assert line in ada.hear("=")[-1]
    ada.hear("enter")
    assert any(taken in each for each in eve.hear())
    assert room.table(1).seat == 1


@pytest.mark.parametrize("language", WORDS)
def test_a_stranger_hears_that_the_host_refuses(room: SharedRoom, language: str) -> None:
    *_, refused = WORDS[language]
    ada, eve, _ = asked(room, language)

    ada.hear()
    ada.hear("=", "down", "enter")

    assert any(refused in each for each in eve.hear())
    assert room.table(1).seat is None


def test_escape_leaves_the_question_open(room: SharedRoom) -> None:
    ada, eve, _ = asked(room)

    ada.hear("=", "escape")

    assert eve.hear() == []
    assert "Give seat 2 to Eve" in ada.hear("=")[-1]


@pytest.mark.long
def test_who_asks_again_hears_that_they_have_asked(room: SharedRoom) -> None:
    ada, eve, _ = asked(room)
    ada.hear()

    assert eve.hear("enter") == ["You ask for seat 2. Ada decides."]
    assert ada.hear() == []


def test_nobody_asks(room: SharedRoom) -> None:
    ada, _ = room.open("--players", "2")

    assert ada.hear("=")[-1] == "Nobody asks you for a seat."


def test_who_only_watches_hears_so_at_every_key_of_the_hand(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2")
    choose(ada, "Start the match")
    ada.hear()
    eve = room.join(code, "Eve")
    eve.hear()

    told = {key: eve.hear(key)[-1] for key in ("w", "z", "enter", "d", "X", "home")}

    assert set(told.values()) == {"You are only listening, so you have no tiles."}, told


def test_a_host_is_asked_before_a_bot_takes_the_seat_of_somebody_who_has_just_come(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2")
    ben = room.join(code, "Ben")
    come = ben.hear()
    ada.hear()

    asked = choose(ada, "Start the match")
    kept = ada.hear("n")
    ben.hear("enter")
    alone = [*choose(ada, "Start the match"), *ada.hear()]

    assert without_position(come[-2:]) == [
        "The table. Seat 2: free",
        "You are at the table of Ada. Enter on a free seat takes it.",
    ]
    assert asked == ["Ben has no seat yet. Start with bots? Y or N, Enter for no."]
    assert kept[0].startswith("The table. Start the match")
    assert room.clients[0].table.state.seats[1].person is not None
    assert "Waiting for Ben" in " ".join(alone)


def test_a_host_who_agrees_starts_with_a_bot_and_the_others_watch(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2")
    ben = room.join(code, "Ben")
    for console in (ben, ada):
        console.hear()

    choose(ada, "Start the match")
    ada.hear("y")

    assert "You are only listening, so you have no tiles." in [*ben.hear(), *ben.hear("z")][-1]


def test_who_leaves_the_playroom_hears_that_a_seat_is_kept_only_if_they_have_one(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2")
    ben, eve = room.join(code, "Ben"), room.join(code, "Eve")
    for console in (ada, ben, eve):
        console.hear()
    choose(ben, "Seat 2")

    before = [console.hear("ctrl-c", "n")[0] for console in (ben, eve)]
    choose(ben, "Ready")
    choose(ada, "Start the match")
    for console in (ada, ben, eve):
        console.hear()
    during = [console.hear("ctrl-c", "n")[0] for console in (ben, eve)]

    assert [each.removesuffix(" Y or N, Enter for no.") for each in (*before, *during)] == [
        "Leave the playroom? Your seat is kept: come back with the same invite.",
        "Leave the playroom?",
        "Leave the playroom? Your seat is kept: come back with the same invite.",
        "Stop watching, and leave the playroom?",
    ]


def lines(console: Console, start: str) -> list[str]:
    """The lines of the list at hand that begin with this, without their places in it."""
    heard = console.hear("home", *["down"] * 11)
    return [line.rpartition(", ")[0] for line in heard if line.startswith(start)]


@pytest.mark.long
def test_the_list_of_the_table_says_you_for_the_listener_and_names_the_others(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2")
    ben = room.join(code, "Ben")
    eve = room.join(code, "Ève", language="fr")
    for console in (ada, ben, eve):
        console.hear()
    choose(ben, "Seat 2")
    choose(ben, "Ready")
    for console in (ada, ben, eve):
        console.hear()

    assert lines(ada, "Seat") == ["Seat 1: you", "Seat 2: Ben, ready"]
    assert lines(ben, "Seat") == ["Seat 1: Ada", "Seat 2: you, ready"]
    assert lines(eve, "Place") == ["Place 1 : Ada", "Place 2 : Ben, d'accord pour commencer"]
    assert lines(ben, "Watching") == ["Watching: Ève"]
    assert lines(eve, "Vous regardez") == ["Vous regardez"]
