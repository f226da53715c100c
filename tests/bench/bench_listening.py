"""What a listener hears of a match at 15 characters a second. usage: python tests/bench/bench_listening.py

They ask for the ends in the middle of every move. It prints how many events are heard to their end in three
rounds, how many of them twice, and what a round lasts; first without waiting and repeats, then with them,
then with a server of speech that freezes for five seconds, and with a backend that reports no end. Then, for
each length and for four and ten players, it prints the seconds of speech in a round of turns, the words a
move, and the seconds from one's own Enter to "Your turn.". The clock is that of the tests: the seconds do not
depend on the machine. Who moves does not miss "Your turn.".
"""

import sys
from collections.abc import Mapping
from itertools import product
from math import inf
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.console.hand_held import Console, keys_of_a_move
from support.console.inquisitive import OWN_TURN, TABLE, Inquisitive, hearings
from support.console.player import folder
from verdict import Figure, verdict

from playroom.narration.phrases.phrasebook import Verbosity
from playroom.rules.event import Drew, Passed, Played

SPEED = 15
ROUNDS = 3
TURNS = 20
"""The own moves over which the figures of a length are taken."""
PLAYERS = (4, 10)
TABLE_FOR_MANY = ("play", "dominos", "--set", "12", "--seed", "7", "--bots", "novice", "--players")


def main() -> None:
    at_once, _ = match("bots do not wait, nothing is repeated", settings={"waits": False})
    waiting, figures = match("bots wait, what was cut is repeated")
    _, frozen = match("... the server freezes for 5 s", freezes_after=30)
    _, endless = match("... the backend reports no end", reports_end=False)
    print(f"{'wait added to a round':42} {waiting - at_once:6.1f} s")
    for players, verbosity in product(PLAYERS, Verbosity):
        print_length(players, verbosity)
    print(verdict([*figures, *frozen, *endless]))


def match(
    name: str,
    *,
    settings: Mapping[str, object] | None = None,
    freezes_after: float = inf,
    reports_end: bool = True,
) -> tuple[float, list[Figure]]:
    """Print what is heard of a match; the seconds that a round lasts, and what is missed or heard twice."""
    with folder() as home:
        console = Console(*TABLE, home=home, speed=SPEED, settings=settings, reports_end=reports_end)
        start = console.clock.now
        Inquisitive(console, freezes_after).play(ROUNDS)
        happened, heard = hearings(console, SPEED)
        twice = (heard - happened).total()
        seconds = (console.clock.now - start) / ROUNDS
        ended = heard.total() - twice
        print(
            f"{name:42} {ended:4} of {happened.total()} heard, {twice} twice, {seconds:6.1f} s a round",
            flush=True,
        )
        missed = sum(count for name, count in (happened - heard).items() if name != OWN_TURN)
        return seconds, [Figure(f"missed, {name}", missed, 0), Figure(f"twice, {name}", twice, 0)]


def print_length(players: int, verbosity: Verbosity) -> None:
    """Print what is heard between two moves of a player who does nothing but move, at one length."""
    with folder() as home:
        settings = {"verbosity": str(verbosity)}
        console = Console(*TABLE_FOR_MANY, str(players), home=home, speed=SPEED, settings=settings)
        console.rest()
        speech, waited, words, moves = 0.0, 0.0, 0, 0
        for _ in range(TURNS):
            while console.match.turn is None:
                console.hear("enter")
            before, pressed = count_of_moves(console), console.clock.now
            console.new()
            console.press(*keys_of_a_move(console.match))
            console.rest()
            texts = [said for said in console.new() if said.ends > said.begins]
            speech += sum(said.ends - said.begins for said in texts)
            words += sum(len(said.text.split()) for said in texts)
            waited += texts[-1].ends - pressed
            moves += count_of_moves(console) - before
    print(
        f"{players:2} players, {verbosity:8} {speech / TURNS:6.1f} s of speech a round of turns,"
        f" {words / moves:5.1f} words a move, {waited / TURNS:6.1f} s to the next turn",
        flush=True,
    )


def count_of_moves(console: Console) -> int:
    """How many moves have been made in the match so far."""
    events = (event for each in console.match.rounds for event in each.log)
    return sum(isinstance(event, Played | Drew | Passed) for event in events)


if __name__ == "__main__":
    main()
