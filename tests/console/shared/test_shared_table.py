"""People at one table, each with a console of their own, at a real server over connections in memory."""

import re
from pathlib import Path
from random import Random

import pytest
from support.console.hand_held import Console, without_position
from support.online.shared_room import SharedRoom, choose, two_in_a_match

from playroom.online.server.tables import match_decisions
from playroom.rules.legal import legal_moves
from playroom.rules.view import view
from playroom.strict_yaml import read
from playroom.table.record import text
from playroom.table.record_parser import record
from playroom.table.shelf import OURS, shelf


def test_a_table_is_opened_joined_and_played_at(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2")

    ben = room.join(code, "Ben")
    assert without_position(ben.hear()) == [
        "Connecting.",
        "The table. Seat 2: free",
        "You are at the table of Ada. Enter on a free seat takes it.",
    ]
    assert ada.hear() == ["Ben joins."]
    assert choose(ben, "Seat 2") == ["You take seat 2."]
    assert ada.hear() == ["Ben takes seat 2."]
    assert choose(ada, "Start the match") == ["You are ready. Waiting for Ben."]
    assert choose(ben, "Ready: off") == ["You are ready."]
    assert ada.hear() == ["Ben is ready. You may start the match."]
    assert choose(ada, "Start the match") == []
    ben.hear()
    told = ada.hear()

    assert told[0].startswith("Playroom dominos, low is good: 100 points eliminate. You against Ben.")
    assert ada.hear("c") == ["No tiles on the table yet."]


@pytest.mark.long
def test_two_people_and_two_bots_play_a_match_to_its_end(room: SharedRoom, home: Path) -> None:
    ada, code = room.open("--players", "4", "--limit", "10")
    ben, eve = room.join(code, "Ben"), room.join(code, "Eve")
    eve.hear()
    ben.hear()
    choose(ben, "Seat 3")
    choose(ben, "Ready")
    choose(ada, "Start the match")
    ada.press("y")
    ben.hear()

    for _ in range(300):
        if room.table(0).match.winners:
            break
        room.play(ada, ben, eve)
    for console in (ada, ben, eve):
        console.rest()

    records = {text(client.match.record) for client in room.clients if client.match}
    assert len(records) == 1
    assert room.table(0).match.winners
    past = [*home.glob("**/past/*.domino.yaml")]
    assert {file.read_text(encoding="utf-8") for file in past} == records
    assert len(past) == 3
    assert text(record(read(past[0]), shelf([OURS]).variants)) in records
    guests = "Q goes back to the table. Ada can start another match."
    assert [console.utterances[-1].text for console in (ada, ben, eve)] == [
        "Enter plays again, Q goes back to the table.",
        guests,
        guests,
    ]


def test_everybody_hears_a_quick_phrase_in_their_own_language(room: SharedRoom) -> None:
    ada, ben = two_in_a_match(room, language="fr")

    assert ada.hear(",", "2")[-1] == "You: Nice move!"

    assert ben.hear() == ["Ada : Joli coup !"]


def test_a_pause_begins_once_all_who_play_consent(room: SharedRoom) -> None:
    ada, ben = two_in_a_match(room)

    assert ada.hear("o") == ["You ask for a pause."]
    assert ben.hear() == ["Ada asks for a pause."]
    assert ben.hear("o") == ["The match is paused."]
    assert ada.hear() == ["The match is paused."]
    assert ada.answer("t").startswith("The match is paused. ")
    assert ada.hear("o")[-1] == "The match goes on."
    assert not ada.answer("t").startswith("The match is paused. ")


def test_a_line_is_said_to_the_table_and_stands_in_the_history(room: SharedRoom) -> None:
    ada, ben = two_in_a_match(room)

    ada.press(";")
    ada.write("good luck")
    assert ada.hear("enter")[-1] == "You: good luck."

    assert ben.hear() == ["Ada: good luck."]
    assert ben.utterances[-1].buffer == "chat"


@pytest.mark.long
def test_a_spectator_hears_of_no_key_that_deals(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2", "--limit", "400")
    eve = room.join(code, "Eve")
    eve.hear()
    choose(ada, "Start the match")
    ada.hear("y")
    while room.table(0).match.round:
        room.play(ada, eve)

    assert ada.utterances[-1].text == "Enter deals the next round."
    assert "Enter deals" not in " ".join(each.text for each in eve.utterances)


def test_leaving_is_asked_with_others_and_alone(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2")
    ben = room.join(code, "Ben")
    ben.hear()
    ada.hear()

    assert choose(ben, "Leave the table") == ["Leave the table? Y or N, Enter for no."]
    assert "You have left the table." in ben.hear("y")
    assert choose(ada, "Leave the table") == [
        "Leave the table? It stays open while you are in the playroom. Y or N, Enter for no."
    ]
    assert "You have left the table." in ada.hear("y")


def test_a_person_who_leaves_returns_to_the_same_seat(room: SharedRoom) -> None:
    ada, ben = two_in_a_match(room)
    hand = room.table(1).match.now.hands[1]
    code = room.clients[0].table.state.code

    assert "You have left the table." in ben.hear("q", "y")
    assert "A bot plays for Ben." in " ".join(ada.hear())
    choose(ben, "Join a table")
    ben.hear("enter")
    ben.write(code)
    ben.hear("enter")

    assert room.clients[-1].match
    assert room.clients[-1].match.seat == 1
    assert set(room.clients[-1].match.match.now.hands[1]) <= set(hand)
    assert "Ben plays again." in " ".join(ada.hear())


def test_a_spectator_hears_the_match_and_no_hand(room: SharedRoom) -> None:
    ada, ben = two_in_a_match(room)
    eve = room.join(room.clients[0].table.state.code, "Eve")

    told = eve.hear()
    room.play(ada, ben)

    assert told[-1].startswith("You are at the table of Ada.")
    eve.hear()
    turn = room.table(2).match.turn
    assert turn is not None
    assert eve.hear("space") == [f"Not your turn: {('Ada', 'Ben')[turn]} plays."]


def test_the_keys_of_chat_work_in_the_list_of_the_table(room: SharedRoom) -> None:
    ada, _ = room.open("--players", "2")

    assert ada.answer(";").startswith("Say to the table.")
    ada.hear("escape")
    assert ada.answer(",").startswith("Quick phrases.")
    ada.hear("escape")
    assert ada.hear("g")[0].startswith("Game: ")


def test_the_list_of_people_has_a_title(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2")
    room.join(code, "Ben").hear()
    ada.hear()

    assert without_position(choose(ada, "People")) == ["People. Ben"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("act", "said"),
    [("Ban", "You are banned from this table."), ("Remove", "You were removed from the table.")],
)
def test_a_person_whom_the_host_removes_hears_so_once(room: SharedRoom, act: str, said: str) -> None:
    ada, code = room.open("--players", "2")
    ben = room.join(code, "Ben")
    ben.hear()
    ada.hear()

    choose(ada, "People")
    choose(ada, "Ben")
    choose(ada, act)
    ada.hear("y")

    (heard,) = [text for text in ben.hear() if "You " in text]
    assert said in heard
    assert heard.count("You ") == 1
    assert choose(ben, "Join a table")[0].startswith("Join a table. Type an invite")
    assert ben.hear("enter")[0].startswith("Invite, or")


def test_nobody_is_talked_to_at_a_table_that_is_not_shared(home: Path) -> None:
    console = Console("play", "--seed", "1", "--pace", "0", home=home)
    console.hear()

    assert console.answers(";") == ["Nobody else is at this table: it is not shared."]


@pytest.mark.long
def test_a_key_says_whether_the_deal_was_honest(room: SharedRoom) -> None:
    ada, ben = two_in_a_match(room)
    assert ada.hear("!") == ["No deal to verify yet: a deal is verified when its round is over."]

    play_a_round(room, ada, ben)

    told = [console.hear("!")[-1] for console in (ada, ben)]
    assert told[0] == told[1]
    assert re.fullmatch(
        "Deal verified: nobody chose the tiles of the last round, and nobody has changed them. "
        "Not proved: the program of the host sees all tiles, and players can talk elsewhere. "
        r"Code: (\d ){3}\d, (\d ){3}\d. Others at this table hear the same if they were shown the same "
        "match: compare it by voice.",
        told[0],
    )


@pytest.mark.long
def test_a_false_deal_is_said_unasked(room: SharedRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_decisions, "DealChance", lambda *_: Random(7))
    ada, ben = two_in_a_match(room)

    play_a_round(room, ada, ben)

    wrong = "Deal false: the tiles are not those that the random numbers give."
    assert [wrong in [said.text for said in console.utterances] for console in (ada, ben)] == [True, True]
    assert ben.hear("!")[-1] == wrong


def play_a_round(room: SharedRoom, *consoles: Console) -> None:
    """Make the first possible moves until the round is over; what is told of them is heard later."""
    while (turn := room.table(0).match.turn) is not None:
        seen = view(room.table(turn).match, turn)
        room.table(turn).play(turn, legal_moves(seen.position)[0])
        for console in (*consoles, *consoles):  # what one sends, the other hears later
            console.wait(0.1)
    for console in consoles:
        console.rest()


def test_nothing_is_taken_back_at_a_shared_table(room: SharedRoom) -> None:
    ada, ben = two_in_a_match(room)

    refusals = [*ada.answers("x", "y"), *ben.answers("ctrl-z", "ctrl-y")]

    assert {*refusals} == {"No move can be taken back at a shared table."}
    assert "Take back" not in {text.partition(",")[0] for text in ada.answers(*["f7"] * 12)}
