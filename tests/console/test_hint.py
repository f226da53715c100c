"""Hints by ear: what to do now, and what is to be said of one's own last move."""

import re
from pathlib import Path

from player import Player, keys_of_a_move
from private_dispatcher import Dispatcher

from playroom.rules.legal import moves
from playroom.rules.view import view

TABLE = ("play", "--seed", "1", "--players", "3", "--bots", "casual")


def asked(player: Player, key: str = "i") -> str:
    """The answer to a key, which may take some thought."""
    player.send(key)
    (answer,) = player.wait_for("")
    assert answer.priority == "important"
    return answer.text


def allowed(player: Player) -> list[str]:
    """The moves of the listener, as they are told."""
    match = player.match()
    assert match
    return list(map(str, moves(view(match, 0).position)))


def play(player: Player) -> None:
    """Make a move, and wait for nobody."""
    match = player.match()
    assert match
    for key in keys_of_a_move(match):
        player.send(key)
        player.wait_for("")


def test_a_hint_names_a_move_and_why_and_leaves_no_trace_in_the_match(
    dispatcher: Dispatcher, home: Path
) -> None:
    with Player(dispatcher, home, *TABLE, "--pace", "0") as player:
        player.hear()
        for _ in range(2):
            play(player)
            player.hear("")
        before = player.saved.file.read_bytes()
        hint = asked(player)
        ways = allowed(player)

        assert player.saved.file.read_bytes() == before

    move, reasons = re.fullmatch(r"Hint: (.*?)\. (.*\.)", hint).groups()  # type: ignore[union-attr] # or it fails
    assert move in ways
    assert reasons


def test_asked_again_it_is_about_the_last_own_move(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, *TABLE, "--pace", "0") as player:
        player.hear()
        first, second, third = (asked(player) for _ in range(3))
        play(player)
        player.hear("")
        after = [asked(player) for _ in range(2)]

    assert first.startswith("Hint: 6-6. It is the only move.")
    assert second == "You have made no move here yet."
    assert third == first
    assert after[0].startswith("Hint: ")
    assert after[1] == "Your last move: 6-6. It is the only move."


def test_out_of_turn_it_says_whose_turn_it_is_and_then_what_was_better(
    dispatcher: Dispatcher, home: Path
) -> None:
    with Player(dispatcher, home, *TABLE, "--pace", "10") as player:
        player.wait_for("You start")
        play(player)
        player.send("i")
        first = player.wait_for("turn")
        player.send("i")
        second = player.wait_for("last move")

    assert first[-1].text == "Not your turn: Ben plays."
    assert second[-1].text.startswith("Your last move: 6-6.")


def test_another_key_between_makes_the_question_the_first_again(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, *TABLE, "--pace", "0") as player:
        player.hear()
        told = [asked(player, key) for key in ("i", "c", "i")]

    assert told[2] == told[0]
