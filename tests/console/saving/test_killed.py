"""A program that is killed at a random moment: the match goes on where it was."""

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Timer

import pytest
from support.console.hand_held import keys_of_a_move
from support.console.player import Heard, Player, variants
from support.faults.soaks import soak
from support.voice.private_dispatcher import Dispatcher

from playroom.home.saved_match import SavedMatches, read_record
from playroom.rules.event import Played
from playroom.rules.match import Match
from playroom.rules.tile import tile
from playroom.strict_yaml import PageError

TABLE = ("play", "--pace", "0", "--players", "4")
MENU = ("--pace", "0", "--mode", "both")
LONGEST = 3.0
"""Seconds after which the program is killed at the latest, its start counted in."""
MOVE = re.compile(r"(?:You|Ben|Cleo|Dan)(?: opens?)?:? (\d-\d)(?:, (?:left|right)|\.|:)")
TIMES = range(soak(200))


def play_on(player: Player) -> list[Heard]:
    """Play until the program is dead; what was heard."""
    heard: list[Heard] = []
    played: Match | None = None
    while not player.is_over:
        heard += (new := player.new())
        match = player.match()
        # Where the result of a round was not heard yet, Enter repeats it, and deals if pressed again.
        if match and is_to_move_in(match) and (match != played or (match.turn is None and new)):
            player.send(*keys_of_a_move(match))
            played = match
    return [*heard, *player.new()]


def heard_moves(heard: Iterable[Heard]) -> list[str]:
    """The tiles that were heard to be played, the higher half first: one's own are named as in the hand."""
    return [str(tile(name)) for each in heard for name in MOVE.findall(each.text)]


def kept_moves(match: Match) -> list[str]:
    """The tiles that were played by the record, the higher half first."""
    return [str(event.tile) for each in match.rounds for event in each.log if isinstance(event, Played)]


def kept_match(home: Path) -> Match | None:
    """The one match that was saved, under way or over."""
    files = [*(home / "data" / "playroom" / "matches").rglob("*.domino.yaml")]
    assert len(files) <= 1
    return read_record(files[0], variants()).match if files else None


def is_to_move_in(match: Match) -> bool:
    """Whether nothing happens before the player's next key; a match that is won moves to the past ones."""
    return match.turn in (0, None) and not match.winners


def is_to_move(player: Player) -> bool:
    match = player.match()
    return match is not None and is_to_move_in(match)


@pytest.mark.long
@pytest.mark.parametrize("time", TIMES)
def test_a_killed_match_goes_on_where_it_was(dispatcher: Dispatcher, home: Path, time: int) -> None:
    chance = Random(time)
    with Player(dispatcher, home, *TABLE, "--seed", str(time)) as player:
        end = Timer(chance.uniform(0.2, LONGEST), player.process.kill)
        end.start()
        heard = play_on(player)
        end.cancel()

    kept = kept_match(home)
    assert set(heard_moves(heard)) <= set(kept_moves(kept) if kept else ())
    if kept is None or kept.winners:
        return

    with Player(dispatcher, home, *MENU) as player:
        first = player.hear("The playroom.")
        player.send("enter")
        player.wait_until(lambda: is_to_move(player) or not player.saved.exists(), "the bots have moved")
        before = player.match()
        if before is None:  # The player was eliminated, and the others have finished the match.
            player.wait_for("Enter plays again, Q goes back to the menu.")
            return
        # At a round's end Enter repeats the result if it was not heard yet, and deals if pressed again.
        player.send(*(keys_of_a_move(before) if before.turn is not None else ("enter", "enter")))
        player.wait_until(lambda: player.match() != before, "the match goes on")
        after = player.match()
        if after is None:  # That was the last move of the match.
            player.wait_for("Enter plays again, Q goes back to the menu.")
            return

    assert first.text.startswith("The playroom. Continue the match of ")
    assert kept_moves(after)[: len(kept_moves(kept))] == kept_moves(kept)


def match_of(home: Path, game: str) -> Match | None:
    """The unfinished match of a game, if there is one."""
    for each in SavedMatches(home / "data" / "playroom" / "matches").newest_first():
        with suppress(PageError):  # it may be over by now
            if (found := each.load(variants())).game == game:
                return found.match
    return None


@pytest.mark.long
@pytest.mark.parametrize("time", range(6))
def test_two_programs_that_are_killed_lose_no_match(dispatcher: Dispatcher, home: Path, time: int) -> None:
    chance, games = Random(time), ("draw", "block")
    played: dict[str, Match | None] = {}
    seed = ("--pace", "0", "--seed", str(time))
    with Player(dispatcher, home, "play", "draw", *seed) as one:
        one.wait_until(lambda: match_of(home, "draw") is not None, "the first match is saved")
        with Player(dispatcher, home, "play", "block", *seed) as other:
            other.wait_until(lambda: match_of(home, "block") is not None, "the second match is saved")
            ends = [Timer(chance.uniform(0.1, LONGEST), player.process.kill) for player in (one, other)]
            for end in ends:
                end.start()
            while not (one.is_over and other.is_over):
                for game, player in zip(games, (one, other), strict=True):
                    player.new()
                    match = match_of(home, game)
                    if match and match != played.get(game) and is_to_move_in(match):
                        player.send(*keys_of_a_move(match))
                        played[game] = match

    files = [*(home / "data" / "playroom" / "matches").rglob("*.domino.yaml")]
    found = [read_record(file, variants()) for file in files]
    assert {each.game for each in found} == set(games)
    for each in found:
        before = played.get(each.game)
        assert before is None or len(kept_moves(each.match)) >= len(kept_moves(before))
