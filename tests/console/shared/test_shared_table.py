"""People at one table, each with a console of their own, at a real server over connections in memory."""

from pathlib import Path
from random import Random

import pytest
from support.console.hand_held import Console, keys_of_a_move
from support.online.shared_room import SharedRoom, choose
from support.time.same_chance import seed_chance

from playroom.narration.phrases.locales import phrasebook
from playroom.online.client.link import LinkEnd
from playroom.online.server.tables import deal_decisions
from playroom.online.server.tables.turn_scheduler import BEAT_SECONDS
from playroom.online.wire.codes import RefusalCode
from playroom.rules.legal import legal_moves
from playroom.rules.view import view
from playroom.strict_yaml import read
from playroom.table.record import text
from playroom.table.record_parser import record
from playroom.table.shared_table import PHRASES, Reach
from playroom.table.shelf import OURS, shelf


def two_in_a_match(room: SharedRoom, **settings: object) -> tuple[Console, Console]:
    """Ada and Ben, with these settings, at a table where a match has just begun."""
    ada, code = room.open("--players", "2")
    ben = room.join(code, "Ben", **settings)
    ben.hear()
    choose(ben, "Seat 2" if not settings else "Place 2")
    ben.hear("home", "enter")
    ada.hear()
    choose(ada, "Start the match")
    ben.hear()
    ada.hear()
    return ada, ben


def cut_off(room: SharedRoom) -> Console:
    """Ben in such a match, who has just heard that his connection is lost; there is no way back yet."""
    _, ben = two_in_a_match(room)
    room.is_there = False
    room.doors[1].cut()
    ben.wait(1)
    ben.heard()
    return ben


def test_a_table_is_opened_joined_and_played_at(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2")

    ben = room.join(code, "Ben")
    assert ben.hear() == ["Connecting.", "The table. Seat 1: Ada, 1 of 12", "You are at the table of Ada."]
    assert ada.hear() == ["Ben joins."]
    assert choose(ben, "Seat 2") == ["You take seat 2."]
    assert ada.hear() == ["Ben takes seat 2."]
    assert choose(ada, "Start the match") == ["You are ready. Waiting for Ben."]
    assert choose(ben, "Ready: off") == ["You are ready."]
    assert ada.hear() == ["Ben is ready. You may start the match."]
    assert choose(ada, "Start the match") == []
    ben.hear()
    told = ada.hear()

    assert told[0].startswith("Playroom dominos to 100, low is good. You against Ben.")
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


@pytest.mark.long
def test_everybody_hears_a_quick_phrase_in_their_own_language(room: SharedRoom) -> None:
    ada, ben = two_in_a_match(room, language="fr")

    assert ada.hear(",", "2")[-1] == "You: Nice move!"

    assert ben.hear() == ["Ada : Joli coup !"]


@pytest.mark.long
def test_a_pause_begins_once_all_who_play_consent(room: SharedRoom) -> None:
    ada, ben = two_in_a_match(room)

    assert ada.hear("o") == ["You ask for a pause."]
    assert ben.hear() == ["Ada asks for a pause."]
    assert ben.hear("o") == ["The match is paused."]
    assert ada.hear() == ["The match is paused."]
    assert ada.answer("t").startswith("The match is paused. ")
    assert ada.hear("o")[-1] == "The match goes on."
    assert not ada.answer("t").startswith("The match is paused. ")


@pytest.mark.long
def test_a_line_is_said_to_the_table_and_stands_in_the_history(room: SharedRoom) -> None:
    ada, ben = two_in_a_match(room)

    ada.press(";")
    ada.write("good luck")
    assert ada.hear("enter")[-1] == "You: good luck."

    assert ben.hear() == ["Ada: good luck."]
    assert ben.utterances[-1].buffer == "chat"


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


def test_while_the_connection_is_lost_turn_and_place_say_so(room: SharedRoom) -> None:
    ben = cut_off(room)

    lost = [ben.answer(key) for key in ("t", "f2")]
    room.is_there = True
    ben.wait(20)
    ben.heard()

    assert [told.startswith("Connection lost. ") for told in lost] == [True, True]
    assert not ben.answer("t").startswith("Connection lost")


def test_a_host_who_quits_is_asked_and_the_others_hear_who_closed_the_table(room: SharedRoom) -> None:
    ada, ben = two_in_a_match(room)

    left = ada.hear("q", "y")
    asked = ada.hear("escape")
    ada.hear("y")

    assert left[0] == (
        "Leave the table? A bot plays on for you. The table closes for Ben when you leave the playroom. "
        "Y or N, Enter for no."
    )
    assert asked == ["Leave the playroom? The table closes for Ben. Y or N, Enter for no."]
    assert not ada.is_open
    assert any(told.endswith("Ada closed the table.") for told in ben.hear())
    assert choose(ben, "Join a table")[0].startswith("Join a table. Type an invite")
    assert ben.hear("enter")[0].startswith("Invite, or")


@pytest.mark.long
def test_a_host_whose_program_was_killed_goes_back_to_the_table(room: SharedRoom) -> None:
    _, ben = two_in_a_match(room)
    code = room.clients[0].table.state.code
    room.kill()

    ada = room.console("ada", "host", "--name", "Ada")
    asked = ada.hear()
    assert ada.hear("end") == ["Back, 3 of 3"]
    told = " ".join(ada.hear("home", "enter"))

    assert asked == [f"A match is under way at your table {code}. Back to your table, 1 of 3"]
    assert f"Your table {code} is open again." in told
    assert "Playroom dominos to 100" in told
    assert "Connection back." in " ".join(ben.hear())


@pytest.mark.long
def test_the_first_list_leads_back_to_the_own_table(room: SharedRoom) -> None:
    ada, _ = two_in_a_match(room)
    code = room.clients[0].table.state.code

    ada.hear("q", "y")

    assert ada.hear("home") == [f"Back to your table {code}, 1 of 9"]
    assert f"Your table {code} is open again." in " ".join(ada.hear("enter"))


def test_the_first_list_leads_back_to_an_own_table_without_a_match(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2")
    ada.hear("escape")

    assert ada.hear("home") == [f"Back to your table {code}, 1 of 9"]
    assert f"Your table is open. Invite: {code}." in ada.hear("enter")[-1]


@pytest.mark.long
def test_a_match_that_bots_play_alone_is_dealt_on_by_its_host(
    room: SharedRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed_chance(monkeypatch, "1")
    ada, _ = room.open("--players", "2")
    choose(ada, "Leave your seat")
    told = choose(ada, "Start the match")
    for _ in range(100):  # moves of bots in a round, which may wait for a beat
        room.advance(BEAT_SECONDS)
        told += ada.hear()
    assert told[-1] == "Enter deals the next round."

    ada.hear("q", "y")
    back = " ".join(ada.hear("home", "enter"))
    again = " ".join(ada.hear("enter", "enter"))

    assert "Playroom dominos to 100, round 1." in back
    assert "The round is over." in back
    assert "New round" in again


@pytest.mark.long
def test_a_spectator_hears_of_no_key_that_deals(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2", "--limit", "400")
    eve = room.join(code, "Eve")
    eve.hear()
    choose(ada, "Start the match")
    ada.hear()
    while room.table(0).match.round:
        room.play(ada, eve)

    assert ada.utterances[-1].text == "Enter deals the next round."
    assert "Enter deals" not in " ".join(each.text for each in eve.utterances)


@pytest.mark.long
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


@pytest.mark.long
def test_another_table_can_be_opened_while_a_match_is_under_way_at_the_own_one(room: SharedRoom) -> None:
    two_in_a_match(room)
    code = room.clients[0].table.state.code
    room.kill()
    ada = room.console("ada", "host", "--name", "Ada")
    ada.hear()

    told = " ".join(ada.hear("down", "enter"))

    assert "Your table is open. Invite:" in told
    assert code not in told


@pytest.mark.long
def test_a_host_keeps_the_name_for_the_next_table(room: SharedRoom) -> None:
    ada = room.console("ada", "host", "--name", "Ana", "--players", "2")
    ada.hear()
    choose(ada, "Leave the table")

    opened = choose(ada, "Open a table to others")
    ada.hear("end")

    title = "Table open to others. Left and Right change, Enter on Open opens it. Open the table, 1 of "
    assert opened[-1].startswith(title)
    assert "Seat 1: Ana" in " ".join(ada.hear(*["up"] * 4))


@pytest.mark.long
def test_leaving_is_asked_where_others_are(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2")
    ben = room.join(code, "Ben")
    ben.hear()
    ada.hear()

    assert choose(ben, "Leave the table") == ["Leave the table? Y or N, Enter for no."]
    assert "You have left the table." in ben.hear("y")
    assert "You have left the table." in choose(ada, "Leave the table")


@pytest.mark.long
def test_leaving_while_the_connection_is_lost_promises_no_bot(room: SharedRoom) -> None:
    ben = cut_off(room)

    assert ben.answer("q") == "Leave the table? Connection lost, your seat is kept. Y or N, Enter for no."


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
def test_an_unknown_table_is_reported(room: SharedRoom) -> None:
    room.open("--players", "2")

    assert room.join("7KQ2M9XD", "Ben").hear()[-1] == "There is no such table."


@pytest.mark.long
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
    taken = ben.hear("enter")
    ben.write("Ben")

    assert "There is no such table." in refused
    assert asked[-1] == "Your name at the table. Type it, then press Enter. Ada"
    assert taken[-1] == "Ada is already at this table. Your name at the table. Type it, then press Enter. Ada"
    assert "You are at the table of Ada." in ben.hear("enter")


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

    assert choose(ada, "People") == ["People. Ben, 1 of 2"]


@pytest.mark.long
def test_a_person_whom_the_host_removes_hears_so(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2")
    ben = room.join(code, "Ben")
    ben.hear()
    ada.hear()

    choose(ada, "People")
    choose(ada, "Ben")
    choose(ada, "Ban")
    ada.hear("y")

    assert "You are banned from this table." in " ".join(ben.hear())
    assert choose(ben, "Join a table")[0].startswith("Join a table. Type an invite")
    assert ben.hear("enter")[0].startswith("Invite, or")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_refusal_of_a_server_has_its_words(language: str) -> None:
    entries = phrasebook(language).entries

    assert [code for code in RefusalCode if f"online.refused.{code}" not in entries] == []
    assert [phrase for phrase in PHRASES if f"online.phrase.{phrase}" not in entries] == []


@pytest.mark.long
def test_the_invite_is_spelled(room: SharedRoom) -> None:
    ada, code = room.open("--players", "2")

    spelled = choose(ada, "Invite")

    assert spelled == [", ".join(code.lower())]


def test_nobody_is_talked_to_at_a_table_that_is_not_shared(home: Path) -> None:
    console = Console("play", "--seed", "1", "--pace", "0", home=home)
    console.hear()

    assert console.answers(";") == ["Nobody else is at this table: it is not shared."]


@pytest.mark.long
def test_a_key_says_whether_the_deal_was_honest(room: SharedRoom) -> None:
    ada, ben = two_in_a_match(room)
    assert ada.hear("!") == ["No deal to verify yet: a deal is verified when its round is over."]

    play_a_round(room, ada, ben)

    assert ada.hear("!")[-1] == (
        "Deal verified: nobody chose the tiles of the last round, and nobody has changed them. "
        "Not proved: the program of the host sees all tiles, and players can talk elsewhere."
    )


@pytest.mark.long
def test_a_false_deal_is_said_unasked(room: SharedRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_decisions, "DealChance", lambda *_: Random(7))
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


def test_a_table_is_found_within_the_network_by_its_host(room: SharedRoom) -> None:
    ada, _ = room.open("--players", "2", "block")
    ben = room.console("ben", "join", "--name", "Ben")

    assert ben.hear() == ["Join a table. Type an invite, 1 of 2", "Table found: Ada, Block."]
    assert ben.hear("down") == ["Ada: Block, 2 of 3"]
    assert "You are at the table of Ada." in " ".join(ben.hear("enter"))
    assert "Ben joins." in " ".join(ada.hear())


def test_a_host_can_keep_a_table_from_being_found(room: SharedRoom) -> None:
    ada, _ = room.open("--players", "2")
    ben = room.console("ben", "join", "--name", "Ben")
    ben.hear()

    assert choose(ada, "Found within this network: on") == ["Found within this network: off"]
    assert not room.nearby
    ben.hear()
    assert ben.hear("down") == ["Back, 2 of 2"]
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


def test_nothing_is_taken_back_at_a_shared_table(room: SharedRoom) -> None:
    ada, ben = two_in_a_match(room)

    refusals = [*ada.answers("x", "y"), *ben.answers("ctrl-z", "ctrl-y")]

    assert {*refusals} == {"No move can be taken back at a shared table."}
    assert "Take back" not in {text.partition(",")[0] for text in ada.answers(*["f7"] * 12)}
