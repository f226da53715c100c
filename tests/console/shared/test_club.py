"""A club by ear: who is there, friends, invitations by a key, awaited tables, do not disturb."""

import pytest
from support.console.club_members import PASSWORD, SERVER, choose_soon, member, opened, soon
from support.console.hand_held import Console
from support.online.shared_room import SharedRoom

from playroom.console.shared.club import BESIDE_MATCH
from playroom.sound.cue import Cue

GO = "ctrl-a"
PEOPLE = "ctrl-f"


@pytest.fixture
def room(room: SharedRoom) -> SharedRoom:
    """A club with accounts."""
    room.need_accounts()
    room.loop.create_task(room.rooms.watch_lobby())
    return room


def invite(console: Console) -> None:
    """Invite the first person of the club."""
    for key in (PEOPLE, "enter", "enter"):
        soon(console, key)


@pytest.mark.long
def test_a_friend_is_seen_invited_and_comes_by_one_key(room: SharedRoom) -> None:
    ada, ben = member(room, "Ada"), member(room, "Ben")
    opened(ada)
    seen = soon(ada, PEOPLE)
    actions = soon(ada, "enter")
    invited = soon(ada, "enter")
    heard = soon(ben)
    arrived = soon(ben, GO)

    assert seen == ["1 person is here. Ben"]
    assert actions == ["Ben. Invite to this table"]
    assert invited == ["Ben is invited."]
    assert heard == ["Ada invites you: Playroom dominos. Control A goes there."]
    assert any("You are at the table of Ada" in each for each in arrived)
    assert soon(ada)[-1] == "Ben joins."


def test_friends_stand_first_and_those_who_are_not_there_last(room: SharedRoom) -> None:
    ada, _, _ = member(room, "Ada", friends=["Zoe", "Cy"]), member(room, "Ben"), member(room, "Cy")

    told = [*soon(ada, PEOPLE), *soon(ada, "down"), *soon(ada, "down")]

    assert told == ["2 people are here. Cy, friend", "Ben", "Zoe, friend, not here"]


def test_the_number_of_people_is_that_of_now_and_the_list_is_open_once(room: SharedRoom) -> None:
    ada = member(room, "Ada")
    before = soon(ada, PEOPLE)
    member(room, "Ben")
    ada.wait(6)
    while soon(ada, "home") != ["Ben"]:
        pass
    soon(ada, "enter")
    later = soon(ada, "escape")
    again = soon(ada, PEOPLE)
    left = soon(ada, "escape")

    assert before == ["Nobody else is here. Back"]
    assert later == again == ["1 person is here. Ben"]
    assert left[0].startswith("Open tables.")


def test_the_key_for_the_people_leads_to_signing_in(room: SharedRoom) -> None:
    ben = room.console("ben", "join", SERVER, "--name", "Ben")
    soon(ben)
    asked = soon(ben, PEOPLE)
    choose_soon(ben, "Make an account")
    soon(ben, "enter")
    ben.write(PASSWORD)

    assert asked == ["This server wants to know you by a name and a password. Sign in"]
    assert soon(ben, "enter")[-1] == "Nobody else is here. Back"


@pytest.mark.long
def test_a_friend_is_named_and_taken_back(room: SharedRoom) -> None:
    ada, _ = member(room, "Ada"), member(room, "Ben")
    soon(ada, PEOPLE)

    told = [*soon(ada, "enter"), *soon(ada, "right"), *soon(ada, "right")]

    assert told == ["Ben. Friend: off", "Friend: on", "Friend: off"]


@pytest.mark.long
def test_an_invitation_waits_beside_a_match_and_is_softer(room: SharedRoom) -> None:
    ada, ben = member(room, "Ada"), member(room, "Ben")
    opened(ada)
    opened(ben)
    choose_soon(ben, "Start the match")
    soon(ben)
    invite(ada)
    heard = soon(ben)
    sounds = [each.placed for each in ben.new_cues() if each.placed.cue is Cue.INVITED]
    listed = soon(ben, GO)
    opened_line = soon(ben, "enter")
    asked = soon(ben, "enter")
    arrived = soon(ben, "y")

    assert heard[-1] == "Ada invites you: Playroom dominos."
    assert sounds[-1].gain == BESIDE_MATCH
    assert listed == ["Invitations. Ada: Playroom dominos"]
    assert opened_line == ["Ada: Playroom dominos. Go to that table"]
    assert asked[0].startswith("Leave the table?")
    assert any("You are at the table of Ada" in each for each in arrived)


@pytest.mark.long
def test_who_has_gone_back_is_still_invited_and_a_match_of_their_own_is_left_first(room: SharedRoom) -> None:
    ada, ben = member(room, "Ada"), member(room, "Ben")
    opened(ada)
    back = soon(ben, "escape")
    choose_soon(ben, "New match")
    choose_soon(ben, "Start")
    invite(ada)
    heard = [*soon(ben), *soon(ben, GO), *soon(ben, "enter"), *soon(ben, "enter")]

    assert "The club still reaches you." in back
    assert "Ada invites you: Playroom dominos." in heard
    assert "Leave this match first. The invitation waits." in heard


def test_who_leaves_a_table_of_the_club_is_in_its_list_again(room: SharedRoom) -> None:
    ada, ben = member(room, "Ada"), member(room, "Ben")
    opened(ada)
    ben.wait(6)
    choose_soon(ben, "Playroom dominos")
    left = [*soon(ben, "escape"), *soon(ben, "y")]

    assert any(each.startswith("Open tables.") for each in left)
    assert not any("The playroom" in each for each in left)
    assert any("You have left" in each for each in left)
    assert choose_soon(ben, "People of the club")[0].startswith("1 person is here.")


def test_an_invitation_is_deleted_in_the_list_which_its_line_opens(room: SharedRoom) -> None:
    ada, ben = member(room, "Ada"), member(room, "Ben")
    opened(ada)
    invite(ada)
    soon(ben)
    listed = choose_soon(ben, "Invitations: 1")
    told = [*soon(ben, "enter"), *soon(ben, "down"), *soon(ben, "enter")]
    back = soon(ben, "escape")

    assert listed == ["Invitations. Ada: Playroom dominos"]
    assert told == ["Ada: Playroom dominos. Go to that table", "Delete the invitation", "Deleted. Back"]
    assert back[0].startswith("Open tables.")
    assert soon(ben, GO) == ["No invitation."]


def test_who_does_not_want_to_be_disturbed_is_seen_so_and_not_invited(room: SharedRoom) -> None:
    ada, ben = member(room, "Ada"), member(room, "Ben")
    opened(ada)
    for _ in range(20):
        if soon(ben, "down")[-1] == "Do not disturb: off":
            break
    changed = soon(ben, "right")
    soon(ben, "escape")
    seen = soon(ada, PEOPLE)
    soon(ada, "escape")

    assert changed == ["Do not disturb: on"]
    assert seen == ["Nobody else is here. Back"]


def test_who_is_at_a_table_says_there_that_they_do_not_want_to_be_disturbed(room: SharedRoom) -> None:
    ada, ben = member(room, "Ada"), member(room, "Ben")
    opened(ada)
    choose_soon(ada, "Do not disturb: off")
    changed = soon(ada, "right")

    assert changed == ["Do not disturb: on"]
    assert "do not disturb" in soon(ben, PEOPLE)[0]


def test_a_quiet_person_in_the_lobby_is_not_invited(room: SharedRoom) -> None:
    ada, ben = member(room, "Ada"), member(room, "Ben", quiet=True)
    opened(ada)
    told = [*soon(ada, PEOPLE), *soon(ada, "enter"), *soon(ada, "enter")]

    assert told[0] == "1 person is here. Ben, do not disturb"
    assert told[-1] == "Ben does not want to be disturbed."
    assert soon(ben) == []


def test_invitations_of_who_is_refused_are_not_heard(room: SharedRoom) -> None:
    ada, ben = member(room, "Ada"), member(room, "Ben", blocked=["Ada"])
    opened(ada)
    soon(ada, PEOPLE)
    soon(ada, "enter")
    told = soon(ada, "enter")

    assert told == ["Ben is invited."]
    assert soon(ben) == []
    assert soon(ben, GO) == ["No invitation."]


def test_a_table_of_an_awaited_game_is_heard_of_and_others_are_not(room: SharedRoom) -> None:
    ada, ben = member(room, "Ada"), member(room, "Ben", awaited=["dominos"])
    cy = member(room, "Cy", awaited=["kozel"])
    opened(ada)
    for console in (ben, cy):
        console.wait(6)
    heard, others = soon(ben), soon(cy)
    arrived = soon(ben, GO)

    assert heard == ["Playroom dominos: Ada has opened a table. Control A goes there."]
    assert others == []
    assert any("You are at the table of Ada" in each for each in arrived)


def test_a_table_that_is_listed_again_is_not_new(room: SharedRoom) -> None:
    ada = member(room, "Ada")
    opened(ada)
    ben = member(room, "Ben", awaited=["dominos"])
    code = room.clients[0].table.state.code
    soon(ada, "escape", "y")
    ben.wait(6)
    gone = soon(ben, "home")
    soon(room.console("ada", "join", code))
    ben.wait(6)
    back = [*soon(ben, "home"), *soon(ben, "home")]

    assert gone == ["No table is open"]
    assert {*back} == {"Playroom dominos, 3 seats free: Ada"}


def test_who_has_lost_the_club_hears_it_in_the_list_of_a_person(room: SharedRoom) -> None:
    ada, ben = member(room, "Ada"), member(room, "Ben")
    opened(ben)
    ada.wait(6)
    soon(ada, PEOPLE)
    line = soon(ada, "enter")
    room.stop()
    soon(ada)

    assert line == ["Ben. Go to that table"]
    assert soon(ada, "enter") == ["You are not at a club."]


def test_a_game_is_awaited_by_a_line_of_the_list(room: SharedRoom) -> None:
    ada = member(room, "Ada")
    asked = choose_soon(ada, "Tell me when a table opens")

    told = soon(ada, "right")

    assert asked[0].startswith("Games of which you want to hear when a table opens.")
    assert told[0].endswith(": on")


def test_an_invitation_to_a_table_that_has_closed_is_refused_in_words(room: SharedRoom) -> None:
    ada, ben = member(room, "Ada"), member(room, "Ben")
    opened(ada)
    invite(ada)
    soon(ben)
    soon(ada, "escape", "escape", "escape", "y")
    room.forget_tables()

    assert "There is no such table." in " ".join(soon(ben, GO))
    assert soon(ben, GO) == ["No invitation."]


def test_without_a_club_the_keys_say_so(room: SharedRoom) -> None:
    console = room.console("ada")

    assert soon(console, PEOPLE)[-1] == "You are not at a club."
    assert soon(console, GO)[-1] == "No invitation."


WORDS = {
    "en": (
        *("People of the club", "Make an account", "Open a table here", "Open the table"),
        *("1 person is here. Ben, friend", "Ben is invited.", "No invitation."),
        "Ada invites you: Playroom dominos. Control A goes there.",
    ),
    "fr": (
        *("Personnes du club", "Créer un compte", "Ouvrir une table ici", "Ouvrir la table"),
        *("1 personne est là. Ben, parmi vos amis", "Invitation transmise : Ben.", "Aucune invitation."),
        "Ada vous invite : Dominos du Playroom. Contrôle A y mène.",
    ),
    "es": (
        *("Personas del club", "Crear una cuenta", "Abrir una mesa aquí", "Abrir la mesa"),
        *(
            "Hay 1 persona aquí. Ben, de tus amistades",
            "Invitación enviada: Ben.",
            "No hay ninguna invitación.",
        ),
        "Ada te invita: Dominó de la sala. Control A lleva allí.",
    ),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", WORDS)
def test_an_invitation_is_heard_in_the_words_of_each_language(room: SharedRoom, language: str) -> None:
    people, make, open_here, open_table, seen, passed_on, none, invited = WORDS[language]
    ada = member(room, "Ada", people, make, language=language, friends=["Ben"])
    ben = member(room, "Ben", people, make, language=language)
    choose_soon(ada, open_here)
    choose_soon(ada, open_table)

    told = [*soon(ben, GO), *soon(ada, PEOPLE), *soon(ada, "enter"), *soon(ada, "enter"), *soon(ben)]
    soon(ben, GO)

    assert (told[0], told[-2], told[-1]) == (none, passed_on, invited)
    assert told[1].startswith(seen)
    assert "Ben" in soon(ada)[-1]


def test_who_has_come_by_an_invite_alone_is_at_the_club_too(room: SharedRoom) -> None:
    ada, ben = member(room, "Ada"), member(room, "Ben")
    opened(ada)
    ben.close()
    again = room.console("ben", "join", room.clients[0].table.state.code)
    soon(again)
    soon(again)

    assert soon(again, PEOPLE) == ["1 person is here. Ada, at a table of Playroom dominos"]


@pytest.mark.long
def test_an_invitation_cuts_nothing_of_what_is_said_in_a_match(room: SharedRoom) -> None:
    ada = member(room, "Ada")
    opened(ada)
    room.speed = 15  # characters a second
    ben = member(room, "Ben")
    opened(ben)
    ben.wait(60)
    soon(ada, PEOPLE)
    soon(ada, "enter")
    choose_soon(ben, "Start the match")
    was_talking = ben.is_talking
    before = len(ben.said)
    soon(ada, "enter")
    ben.wait(60)

    heard = ben.said[before - 1 :]
    assert was_talking
    assert not [each.text for each in heard if each.was_cut or (each.cuts and "invites" in each.text)]
    assert heard[-1].text == "Ada invites you: Playroom dominos."


@pytest.mark.long
def test_an_invitation_beside_a_match_is_heard_to_its_end_though_keys_cut_it(room: SharedRoom) -> None:
    ada = member(room, "Ada")
    opened(ada)
    room.speed = 15  # characters a second
    ben = member(room, "Ben")
    opened(ben)
    ben.wait(60)
    choose_soon(ben, "Start the match")
    ben.wait(60)
    ben.heard()
    invite(ada)
    ben.wait(0.5)
    ben.press("c")
    ben.wait(60)

    heard = [each for each in ben.new() if "invites" in each.text or "invites you" in each.text]
    assert [each.was_cut for each in heard] == [True, False]
    assert heard[-1].text == "Ada invites you: Playroom dominos."
    assert "Ada invites you: Playroom dominos." in [each.text for each in ben.utterances]


@pytest.mark.long
def test_an_invitation_to_a_table_that_was_awaited_is_heard_too_once(room: SharedRoom) -> None:
    ada, ben = member(room, "Ada"), member(room, "Ben", awaited=["dominos"])
    opened(ada)
    ben.wait(6)
    announced = soon(ben)
    invite(ada)
    heard = soon(ben)
    soon(ada, "enter")
    again = soon(ben)
    listed = choose_soon(ben, "Invitations: 1")

    assert announced == ["Playroom dominos: Ada has opened a table. Control A goes there."]
    assert heard == ["Ada invites you: Playroom dominos. Control A goes there."]
    assert again == []
    assert listed == ["Invitations. Ada: Playroom dominos"]


@pytest.mark.long
def test_who_has_come_hears_no_more_that_they_are_invited(room: SharedRoom) -> None:
    ada = member(room, "Ada")
    opened(ada)
    room.speed = 15
    ben = member(room, "Ben")
    ben.wait(60)
    ben.heard()
    invite(ada)
    ben.wait(0.5)
    ben.press(GO)
    ben.wait(60)

    heard = ben.heard()
    assert heard[0].startswith("Ada invites you")
    assert not [each for each in heard[1:] if "invites you" in each]


@pytest.mark.long
def test_who_goes_from_table_to_table_does_not_hear_at_the_second_that_they_left(room: SharedRoom) -> None:
    ada = member(room, "Ada")
    opened(ada)
    room.speed = 15
    ben = member(room, "Ben")
    opened(ben)
    ben.wait(60)
    invite(ada)
    ben.wait(60)
    ben.heard()
    ben.press(GO, "y")
    ben.wait(60)

    told = " ".join(ben.heard())
    assert "You are at the table of Ada" in told
    assert "You have left the table" not in told


FRIEND = "Cy is at the club."


def test_a_friend_who_comes_is_heard_once_by_a_sentence_and_a_sound(room: SharedRoom) -> None:
    ada = member(room, "Ada", friends=["Cy"])
    ada.wait(6)
    ada.forget()
    member(room, "Ben")
    cy = member(room, "Cy")
    ada.wait(6)
    heard, sounds = ada.heard(), [each.placed.cue for each in ada.new_cues()]
    cy.close()
    ada.wait(12)
    soon(room.console("cy", "join", SERVER, "--name", "Cy"))
    ada.wait(12)

    assert heard == [FRIEND]
    assert sounds == [Cue.JOINED]
    assert FRIEND not in ada.heard()  # who goes on elsewhere was not away


def test_a_friend_who_was_away_for_a_while_is_heard_again(room: SharedRoom) -> None:
    ada, cy = member(room, "Ada", friends=["Cy"]), member(room, "Cy")
    ada.wait(6)
    ada.forget()
    cy.close()
    ada.wait(90)
    soon(room.console("cy", "join", SERVER, "--name", "Cy"))
    ada.wait(12)

    assert ada.heard() == [FRIEND]


@pytest.mark.parametrize("setting", ["quiet", "friend_news"])
def test_who_does_not_want_to_hear_of_friends_does_not(room: SharedRoom, setting: str) -> None:
    ada = member(room, "Ada", friends=["Cy"], quiet=setting == "quiet", friend_news=setting == "quiet")
    ada.wait(6)
    ada.forget()
    member(room, "Cy")
    ada.wait(12)

    assert ada.heard() == []


@pytest.mark.long
def test_no_friend_is_heard_of_in_a_match_nor_after_it(room: SharedRoom) -> None:
    ada = member(room, "Ada", friends=["Cy"])
    opened(ada)
    ada.wait(6)
    choose_soon(ada, "Start the match")
    ada.wait(6)
    ada.forget()
    member(room, "Cy")
    ada.wait(12)
    in_match = ada.heard()
    told = [*soon(ada, "escape"), *soon(ada, "y")]
    ada.wait(12)

    assert FRIEND not in " ".join((*in_match, *told, *ada.heard()))


def test_whether_friends_are_heard_of_is_a_line_of_the_list(room: SharedRoom) -> None:
    ada = member(room, "Ada")
    for _ in range(20):
        if soon(ada, "down")[-1] == "Tell me when a friend comes: on":
            break

    assert soon(ada, "right") == ["Tell me when a friend comes: off"]
