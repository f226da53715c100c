"""Another round or match at a shared table: what is heard from the key to the deal."""

from pathlib import Path

import pytest
from support.console.hand_held import Console, without_position
from support.online.shared_room import SharedRoom, choose, two_in_a_match
from support.time.same_chance import seed_chance

from playroom.narration.message import Message
from playroom.online.client.remote_table import RemoteTable
from playroom.rules.legal import legal_moves
from playroom.rules.view import view

SEED = "2"
"""A first round in which a player goes out, who leads the next one."""


def round_over(room: SharedRoom, *options: str) -> tuple[Console, Console]:
    """Ada and Ben, who have heard how the first round of a match with these options has ended."""
    ada, ben = two_in_a_match(room, "block", *options)
    while (turn := room.table(0).match.turn) is not None:
        seen = view(room.table(turn).match, turn)
        room.table(turn).play(turn, legal_moves(seen.position)[0])
        for console in (ada, ben, ada, ben):
            console.wait(0.1)
    for console in (ada, ben):
        console.hear()
    return ada, ben


@pytest.mark.long
def test_who_starts_the_next_match_hears_it_at_each_press_and_asks_once(room: SharedRoom) -> None:
    ada, ben = round_over(room, "--single-round", "true")

    at_once = ada.answer("enter")
    before_deal = [*ada.hear("enter"), *ada.hear("enter")]
    dealt = [*ben.hear(), *ada.hear()]

    assert at_once == "Starting the match."
    assert before_deal == ["Starting the match.", "Starting the match."]
    assert [told[:34] for told in dealt] == [
        "Block, one round. You against Ada.",
        "Block, one round. You against Ben.",
    ]


@pytest.mark.long
def test_a_guest_who_asks_for_the_next_match_hears_who_starts_it(room: SharedRoom) -> None:
    _, ben = round_over(room, "--single-round", "true")

    assert ben.hear("enter") == ["Only the host can do that."]
    assert ben.hear("enter") == ["Only the host can do that."]


@pytest.mark.long
def test_the_next_round_is_asked_for_once(room: SharedRoom) -> None:
    ada, ben = round_over(room)

    ada.press("enter")
    again = ada.answer("enter")
    ben.hear()

    assert again == "Waiting for the table."
    assert ada.hear()[0].startswith("New round")


def dealt_in_haste(room: SharedRoom, patch: pytest.MonkeyPatch) -> tuple[Console, RemoteTable]:
    """Who leads a round that the other has just dealt, and has not heard that yet; and their table."""
    seed_chance(patch.setattr, SEED)
    room.speed = 20
    people = round_over(room)
    leader = room.table(0).match.now.ended_by or 0
    people[1 - leader].hear("enter")
    people[leader].wait(0.1)
    return people[leader], room.table(leader)


def tiles_left(table: RemoteTable) -> int:
    """The number of tiles that the player at this table holds."""
    assert table.seat is not None
    return len(table.match.now.hands[table.seat])


@pytest.mark.long
def test_enter_in_haste_plays_no_tile_of_a_round_that_another_has_just_dealt(
    room: SharedRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasty, table = dealt_in_haste(room, monkeypatch)
    before = tiles_left(table)

    at_once = [hasty.answer("enter") for _ in range(3)]
    hasty.rest()
    unplayed = tiles_left(table)
    hasty.press("enter")
    hasty.rest()

    assert at_once == ["The round has begun."] * 3
    assert (unplayed, tiles_left(table)) == (before, before - 1)


@pytest.mark.long
def test_who_has_moved_to_a_tile_plays_it_before_all_of_the_deal_was_heard(
    room: SharedRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasty, table = dealt_in_haste(room, monkeypatch)
    before = tiles_left(table)

    hasty.press("right", "enter")
    hasty.rest()

    assert tiles_left(table) == before - 1


@pytest.mark.long
def test_the_first_enter_of_a_round_plays_once_its_deal_was_heard(
    room: SharedRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, table = dealt_in_haste(room, monkeypatch)
    before = tiles_left(table)

    player.rest()
    player.press("enter")
    player.rest()

    assert tiles_left(table) == before - 1


@pytest.mark.long
def test_a_second_enter_plays_no_tile_of_a_round_that_the_first_one_has_dealt(
    room: SharedRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed_chance(monkeypatch.setattr, SEED)
    room.speed = 20
    ada, ben = round_over(room)
    ada.press("enter")
    for console in (ada, ben, ada, ben):
        console.wait(0.1)
    table = room.table(0)
    assert table.match.turn == 0
    before = tiles_left(table)
    ada.heard()

    at_once = ada.answer("enter")
    ada.rest()

    assert at_once == "The round has begun."
    assert tiles_left(table) == before


def test_enter_in_haste_plays_where_moves_can_be_taken_back(home: Path) -> None:
    alone = Console("play", "block", "--seed", "1", "--pace", "0", "--players", "2", home=home, speed=20)
    alone.hear()
    while alone.match.turn is not None:
        alone.play()
    alone.hear()
    alone.press("enter")
    before = len(alone.match.now.hands[0])

    alone.press("enter")
    alone.rest()
    after = len(alone.match.now.hands[0])

    assert after == before - 1
    assert any(told.startswith("Taken back: ") for told in alone.hear("x"))


def test_once_a_table_was_left_the_tiles_of_its_hand_are_no_secret(room: SharedRoom) -> None:
    _, ben = two_in_a_match(room)
    listener, tile = ben._console.room, room.table(1).match.now.hands[1][0]  # noqa: SLF001 (the listener's room)
    listener.change(braille_hand=True)
    message = Message("menus.letter", blanks={"letter": tile})
    before = listener.speech.shown(message)

    ben.hear("q", "y")

    assert (before, listener.speech.shown(message)) == ("?", str(tile))


@pytest.mark.long
def test_who_comes_to_an_evening_is_not_led_to_the_match_that_was_before_it(room: SharedRoom) -> None:
    ada, _ = round_over(room, "--single-round", "true")
    ada.hear("q")
    for line in ("Game: ", "Make it an evening", "Open the evening"):
        choose(ada, line)
    cy = room.join(room.clients[0].table.state.code, "Cy")

    told = " ".join(cy.hear())

    assert "The match is over" not in told
    assert without_position(cy.hear("home")) == ["Take part"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["", "m"])
def test_who_is_still_at_the_end_of_a_match_is_in_the_list_once_an_evening_opens(
    room: SharedRoom, key: str
) -> None:
    ada, ben = round_over(room, "--single-round", "true")
    ben.hear(*key)
    ada.hear("m")
    for line in ("People", "Game: ", "Make it an evening", "Open the evening"):
        told = choose(ada, line)

    assert told == ["The evening is open. To take part, choose the first line; others do so too."]
    assert ben.hear() == ["Ada opens an evening. To take part, choose the first line."]
    assert ben.hear("enter") == ["You take part: 1 person."]
    assert without_position(ada.hear("home"))[:1] == ["Take part"]
    assert ada.hear("enter") == ["You take part: 2 people."]


@pytest.mark.long
def test_an_evening_that_opens_after_a_match_leaves_lists_open_in_which_somebody_is(room: SharedRoom) -> None:
    ada, ben = round_over(room, "--single-round", "true")
    ben.hear("q")
    choose(ben, "Game: ")
    here = ben.hear("home")
    ada.hear("q")
    for line in ("Game: ", "Make it an evening", "Open the evening"):
        choose(ada, line)
    ben.hear()

    assert ben.hear("home") == here
