"""What the real program tells a real speech-dispatcher while a match is played by keys."""

import re
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median

from player import PATIENCE, Heard, Player, keys_of_a_move
from private_dispatcher import Dispatcher

from playroom.rules.event import Drew, Event, Played

NINE = ("Ben", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo", "Iris", "Jack")
TRIES = 5
"""Turns of which one at least must not stall for a tenth of a second between two bots, on a busy machine."""
HELD = 0.033
"""Seconds between the letters of a key that is held down."""


def told(heard: Sequence[Heard]) -> list[str]:
    """The texts that waited for their turn, as against answers."""
    return [each.text for each in heard if each.priority == "message"]


def play(player: Player) -> tuple[Heard, ...]:
    """Make a move, and hear what comes of it until one is to move again."""
    match = player.match()
    assert match
    *before, last = keys_of_a_move(match)
    for key in before:
        player.press(key)
    return player.press(last)


def log(player: Player) -> tuple[Event, ...]:
    match = player.match()
    assert match
    return match.rounds[-1].log


def test_each_move_is_one_utterance_with_tile_end_new_ends_and_tiles_left(
    dispatcher: Dispatcher, home: Path
) -> None:
    with Player(dispatcher, home, "play", "--seed", "1", "--pace", "0.2", "--players", "3") as player:
        player.hear()
        before = len(log(player))
        heard = play(player)
        played = [event for event in log(player)[before:] if isinstance(event, Played)]

    you, ben, cleo = (f"{each.laid}, {each.end}. Ends {'{} and {}'.format(*each.ends)}." for each in played)
    assert heard[0].text == f"You open: {played[0].laid}. Ends 6 and 6."
    # Each of these is all that is said: nobody is told whose turn it is but the one to move.
    assert told(heard) == [f"Ben: {ben} Ben 6.", f"Cleo: {cleo} Cleo 6. Your turn."], you


def test_a_tile_is_told_as_it_lies(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, "play", "--seed", "1", "--pace", "0", "--players", "2") as player:
        player.hear()
        for _ in range(3):
            play(player)
        (chain,) = player.press("v")
        events = log(player)
        said = player.screen

    laid = [str(event.laid) for event in events if isinstance(event, Played)]
    assert sorted(re.findall(r"\d+-\d+", chain.text)) == sorted(laid)
    assert all(left[-1] == right[0] for left, right in pairwise(re.findall(r"\d-\d", chain.text)))
    assert [re.search(r"\d-\d", line)[0] for line in said.splitlines() if " Ends " in line] == laid  # type: ignore[index] # it was found


def test_nine_bots_and_your_turn_are_one_utterance_at_pace_0(dispatcher: Dispatcher, home: Path) -> None:
    table = ("--players", "10", "--set", "12", "--seed", "7", "--pace", "0")
    with Player(dispatcher, home, "play", *table) as player:
        player.hear()
        turns = [told(play(player)) for _ in range(TRIES)]

    whole = [turn[0] for turn in turns if len(turn) == 1]
    assert whole
    assert all(re.findall("|".join(NINE), text)[-1] == "Jack" for text in whole)
    assert all(set(NINE) <= set(text.split()) and text.endswith(" Your turn.") for text in whole)


def test_a_drawn_tile_is_named_to_its_owner_alone(dispatcher: Dispatcher, home: Path) -> None:
    drawn: set[int] = set()
    with Player(dispatcher, home, "play", "--seed", "1", "--pace", "0", "--players", "3") as player:
        player.hear()
        while drawn != {0, 1, 2}:
            before = len(log(player))
            heard = play(player)
            draws = [event for event in log(player)[before:] if isinstance(event, Drew)]
            drawn |= {event.seat for event in draws}
            own = [f"You draw {event.tile}." for event in draws if event.seat == 0]
            assert [each.text for each in heard if each.text.startswith("You draw")] == own
            others = re.findall(r"(?:Ben|Cleo) draws(.)", " ".join(told(heard)))
            assert others == ["."] * (len(draws) - len(own))


def test_a_drawn_tile_that_fits_is_named_before_what_may_be_done_with_it(
    dispatcher: Dispatcher, home: Path
) -> None:
    with Player(dispatcher, home, "play", "--seed", "191", "--pace", "0", "--players", "2") as player:
        player.hear()
        heard = player.press("space")

    assert [(each.text, each.priority) for each in heard] == [
        ("You draw 6-0.", "important"),
        ("You may play 6-0 or pass and keep the tile.", "message"),
    ]


def test_a_question_is_answered_at_once_while_bots_move(dispatcher: Dispatcher, home: Path) -> None:
    table = ("--players", "10", "--set", "12", "--seed", "7", "--pace", "0.2")
    heard: list[Heard] = []
    with Player(dispatcher, home, "play", *table) as player:
        player.wait_for("Jack")
        player.send("home")
        player.wait_for("8-3")
        player.send("g")
        end = time.monotonic() + PATIENCE
        while "Jack" not in " ".join(told(heard)) and time.monotonic() < end:
            player.send("c")
            time.sleep(HELD)
            heard += player.new()

    answers = [each.ms for each in heard if each.text.startswith("Ends ")]
    assert all(name in " ".join(told(heard)) for name in NINE)
    assert len(answers) > 0.9 * len(NINE) * 0.2 / HELD
    assert median(answers) < 20
