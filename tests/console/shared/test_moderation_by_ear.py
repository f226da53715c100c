"""Moderation by ear: reporting, what moderators hear and do, what all hear, what keeps still at a match."""

import pytest
from support.console.club_members import SERVER, choose_soon, member, opened, soon
from support.console.hand_held import Console
from support.online.shared_room import ADMIN, SharedRoom

from playroom.console.shared.moderation import BESIDE_MATCH
from playroom.online.server.accounts.act_book import Acted
from playroom.online.wire.moderation import ActKind
from playroom.sound.cue import Cue

REPORT = "-"
PEOPLE = "ctrl-f"


@pytest.fixture
def room(room: SharedRoom) -> SharedRoom:
    """A club with accounts."""
    room.need_accounts()
    room.loop.create_task(room.rooms.watch_lobby())
    return room


def give_role(room: SharedRoom, name: str, act: ActKind = ActKind.MAKE_MODERATOR) -> None:
    """Give an account a role, as the command does."""
    room.loop.run(room.accounts.act(Acted("", act, name)))


def visited(room: SharedRoom, host: str = "Ada", guest: str = "Ben") -> tuple[Console, Console]:
    """Two people at one table."""
    ada, ben = member(room, host), member(room, guest)
    opened(ada)
    ben.wait(6)
    soon(ben)
    choose_soon(ben, f"free: {host}")
    soon(ada)
    return ada, ben


def wrote(console: Console, text: str) -> list[str]:
    """What is said after a text is typed into the line that is open."""
    console.write(text)
    return soon(console, "enter")


def say(console: Console, text: str) -> None:
    soon(console, ";")
    wrote(console, text)


def moderation(console: Console) -> list[str]:
    """Open the list of moderators."""
    return choose_soon(console, "Moderation")


@pytest.mark.long
def test_a_line_of_chat_is_reported_and_a_moderator_reads_it(room: SharedRoom) -> None:
    mod = member(room, "Mod")
    give_role(room, "Mod")
    role = soon(mod)
    ada, ben = visited(room)
    say(ada, "You play like a fool")
    soon(ben)
    listed = soon(ben, REPORT)
    why = soon(ben, "enter")
    taken = soon(ben, "enter")
    heard = soon(mod)
    list_of_all = moderation(mod)
    reports = soon(mod, "enter")
    report = soon(mod, "enter")

    assert role == ["You are a moderator of this club: its list has a line for that."]
    assert listed == ["Whom or what do you report? Ada: You play like a fool"]
    assert why == ["For what? insults"]
    assert taken == ["Reported. The moderators of the club hear of it."]
    assert heard == ["Reported: Ada."]
    assert list_of_all == ["Moderation. Reports, not done: 1"]
    assert reports[0].startswith("1 report. Ada: insults, from Ben,")
    assert report[0].endswith("Reported, Ada: You play like a fool")


@pytest.mark.long
def test_a_person_is_reported_in_words_of_ones_own(room: SharedRoom) -> None:
    mod = member(room, "Mod")
    give_role(room, "Mod")
    soon(mod)
    _, ben = visited(room)
    soon(ben, REPORT)
    soon(ben, "enter")
    prompt = soon(ben, "end", "up", "enter")
    taken = wrote(ben, "leaves each match")
    moderation(mod)
    soon(mod, "enter")
    report = soon(mod, "enter")

    assert prompt[-1].startswith("What happened?")
    assert taken[-1:] == ["Reported. The moderators of the club hear of it."]
    assert report[0].endswith("Ben: leaves each match")


@pytest.mark.long
def test_at_a_match_a_report_is_softer_than_the_match_and_counted_in_the_list(room: SharedRoom) -> None:
    mod = member(room, "Mod")
    give_role(room, "Mod")
    opened(mod)
    choose_soon(mod, "Start the match")
    soon(mod)
    _, ben = visited(room)
    soon(mod)
    for key in (REPORT, "enter", "enter"):
        soon(ben, key)
    heard = [*soon(mod), *soon(mod)]
    sounds = [each.placed.gain for each in mod.new_cues() if each.placed.cue is Cue.INVITED]

    assert heard == ["Reported: Ada."]
    assert sounds == [BESIDE_MATCH]


def test_where_nobody_takes_reports_the_key_says_so(room: SharedRoom) -> None:
    room.open_to_all()
    ada, _ = room.open()

    assert soon(ada, REPORT) == ["Nobody takes reports here. The host of a table can mute and remove people."]


@pytest.mark.long
def test_a_person_is_muted_for_an_hour_with_a_reason_and_hears_it(room: SharedRoom) -> None:
    mod = member(room, "Mod")
    give_role(room, "Mod")
    soon(mod)
    ada, _ = visited(room)
    moderation(mod)
    choose_soon(mod, "Accounts")
    found = wrote(mod, "ada")
    actions = soon(mod, "enter")
    asked = soon(mod, "enter")
    soon(mod, "enter")
    done = wrote(mod, "insults")
    heard = soon(ada)
    soon(ada, ";")
    refused = wrote(ada, "hello")

    assert found[-1:] == ["1 account. Ada, at a table of Playroom dominos"]
    assert actions == ["Ada, at a table of Playroom dominos. Mute in the whole club"]
    assert asked == ["For how long? An hour"]
    assert "Done." in done[-1]
    assert heard[-1].startswith("You are muted in the whole club until")
    assert heard[-1].endswith("insults")
    assert refused[-1].startswith("You may not write in the chats of this club until")


def test_an_act_without_a_reason_is_none(room: SharedRoom) -> None:
    mod, _ = member(room, "Mod"), member(room, "Ada")
    give_role(room, "Mod")
    soon(mod)
    moderation(mod)
    choose_soon(mod, "Accounts")
    wrote(mod, "ada")
    soon(mod, "enter")
    choose_soon(mod, "Ban from the club")
    soon(mod, "enter")
    said = soon(mod, "enter")

    assert said[0].startswith("Nothing was done: type a reason.")


@pytest.mark.long
def test_the_administrator_gives_a_role_announces_and_closes_the_club(room: SharedRoom) -> None:
    boss, ada = member(room, "Boss"), member(room, "Ada")
    choose_soon(boss, "Be the administrator")
    became = [*wrote(boss, ADMIN), *soon(boss)]
    moderation(boss)
    choose_soon(boss, "Accounts")
    wrote(boss, "ada")
    soon(boss, "enter")
    choose_soon(boss, "Make a moderator")
    named = soon(ada)
    soon(boss, "escape", "escape")
    choose_soon(boss, "Say something to all")
    wrote(boss, "The club restarts in five minutes.")
    announced = soon(ada)
    opened(ada)
    choose_soon(boss, "Let no new match begin")
    wrote(boss, "The restart is near.")
    closed = soon(ada)
    refused = choose_soon(ada, "Start the match")
    choose_soon(boss, "Let matches begin again")
    again = soon(ada)

    assert any(each.startswith("You are the administrator of this server.") for each in became)
    assert named == ["You are a moderator of this club: its list has a line for that."]
    assert announced == ["To all: The club restarts in five minutes."]
    assert closed == ["No new matches for now. The restart is near. Those under way go on."]
    assert refused[-1].endswith("No new matches for now. The restart is near.")
    assert again == ["New matches can begin again."]


def test_somebody_with_two_connections_hears_an_announcement_once(room: SharedRoom) -> None:
    boss, ada = member(room, "Boss"), member(room, "Ada")
    give_role(room, "Boss", ActKind.MAKE_ADMINISTRATOR)
    soon(boss)
    opened(ada)
    soon(ada)
    moderation(boss)
    choose_soon(boss, "Say something to all")
    wrote(boss, "Hello.")
    heard = [*soon(ada), *soon(ada), *soon(ada)]

    assert heard == ["To all: Hello."]
    assert sum('"type":"news"' in each for each in room.frames) > len(heard)


def test_a_closed_table_says_why(room: SharedRoom) -> None:
    mod = member(room, "Mod")
    give_role(room, "Mod")
    soon(mod)
    ada, _ = visited(room)
    moderation(mod)
    tables = choose_soon(mod, "Open tables")
    soon(mod, "enter")
    choose_soon(mod, "Close that table")
    wrote(mod, "insults")
    heard = soon(ada)

    assert tables == ["1 open table. Playroom dominos: Ada"]
    assert any("A moderator has closed this table. insults" in each for each in heard)


def test_what_was_done_is_read_in_the_list(room: SharedRoom) -> None:
    mod, _ = member(room, "Mod"), member(room, "Ada")
    give_role(room, "Mod")
    soon(mod)
    moderation(mod)
    acts = choose_soon(mod, "What was done")

    assert acts[0].startswith("1 act, the latest first. Moderator: Mod")


def test_a_plain_member_has_no_line_for_moderation(room: SharedRoom) -> None:
    ada = room.console("ada", "join", SERVER, "--name", "Ada")
    soon(ada)

    with pytest.raises(AssertionError):
        choose_soon(ada, "Moderation")
