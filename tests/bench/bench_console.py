"""How long the real program takes at a real speech-dispatcher. usage: python tests/bench/bench_console.py

It prints what passes from a key press until its answer is queued, alone and while nine bots think and
play at pace 0 and while `expert` thinks, and until a step of a replay is; how long a hint takes, from the
start of the process to the first text queued, and what memory a match takes.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles

import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))

from effort import trials
from support.console.hand_held import keys_of_a_move
from support.console.player import Player, folder
from support.voice.private_dispatcher import Dispatcher
from verdict import Figure, verdict

from playroom.rules.match import Match

STARTS = trials(15)
PRESSES = trials(300)
TURNS = trials(40)
EXPERT_TURNS = trials(6)
HINTS = trials(10)
QUESTIONS = ("c", "v", "s", "e", "t", "w", "right", "left", "z", "x")
"""Keys that are answered, and change nothing."""
STEPS = ("down", "right", "right", "left", "z", "right", "p", "up", "up", "right", "c", "end", "left", "home")
"""Keys that go through a match, and one that asks."""
RECORD = Path(__file__).parents[1] / "stories" / "three-rounds.domino.yaml"
"""A match that is gone through again."""
TABLE = (
    "play",
    "--seed",
    "7",
    "--pace",
    "0",
    "--players",
    "10",
    "--set",
    "12",
    "--teams",
    "5",
    "--limit",
    "1000",
)
SETTINGS = {"language": "en", "waits": False}
"""Bots play on while their moves are spoken."""
START, KEY, HINT = {"menu": 200, "table": 250}, (4, 9), (40, 150)
"""Targets in milliseconds: the median of starts; median and p95 of keys and hints."""
QUIET = 0.35
"""Seconds of silence after which all has been said."""
LOOK = 0.0005
"""Seconds between two looks for an answer, which has the time when it came; nobody else keeps a core busy."""
SETTLED = 0.05
"""Seconds between two keys: as fast as they are pressed."""
BOTS_PLAY = 0.3
"""Seconds from one's own move in which nine bots play, as a key is pressed at any moment of them."""


def main() -> None:
    with server() as dispatcher, folder() as home:
        figures = [
            *tell("start to first text, menu", starts(dispatcher, home, "--mode", "both"), START["menu"]),
            *tell("start to first text, table", starts(dispatcher, home, *TABLE), START["table"]),
        ]
        with Player(dispatcher, home, *TABLE, settings=SETTINGS) as player:
            player.wait_for("")
            wait_until_quiet(player)
            figures += tell("key to text queued", as_answer(player, PRESSES), *KEY)
            figures += tell("key to hint queued", hinted(player), *HINT)
            figures += tell("key while nine bots play at pace 0", asked_while_bots_play(player), *KEY)
            figures += tell("the same at random moments", asked_at_random_moments(player), *KEY)
            memory = psutil.Process(player.process.pid).memory_info().rss / 2**20
        with Player(dispatcher, home, *TABLE, "--bots", "expert", settings=SETTINGS) as player:
            player.wait_for("")
            wait_until_quiet(player)
            figures += tell("key while expert thinks", asked_while_expert_thinks(player), *KEY)
        with Player(dispatcher, home, "replay", "--listen", str(RECORD), settings=SETTINGS) as player:
            player.wait_for("")
            time.sleep(QUIET)
            player.new()
            figures += tell("key to step of a replay queued", stepped(player, PRESSES), *KEY)
        print(f"{'memory in mid-match':36} {memory:8.1f} MB")
    print(verdict(figures))


@contextmanager
def server() -> Iterator[Dispatcher]:
    with folder() as place:
        dispatcher = Dispatcher(place)
        dispatcher.start()
        try:
            yield dispatcher
        finally:
            dispatcher.stop()


def starts(dispatcher: Dispatcher, home: Path, *arguments: str) -> list[float]:
    """The milliseconds from each start of the process until its first text was queued."""
    times = []
    for _ in range(STARTS):
        with Player(dispatcher, home, *arguments, settings=SETTINGS) as player:
            times.append(player.wait_for("")[0].ms)
    return times


def as_answer(player: Player, presses: int) -> list[float]:
    """The milliseconds from each key until its answer was queued."""
    times = []
    for press in range(presses):
        player.send(QUESTIONS[press % len(QUESTIONS)])
        times += answered(player)
        time.sleep(SETTLED)
    return times


def stepped(player: Player, presses: int) -> list[float]:
    """The milliseconds from each key of a replay until what was heard of the step was queued."""
    times = []
    for press in range(presses):
        player.send(STEPS[press % len(STEPS)])
        times += answered(player)
        time.sleep(SETTLED)
    return times


def make_a_move(player: Player, match: Match) -> None:
    """Make a move that is allowed as *match* stands, and let it be answered."""
    for key in keys_of_a_move(match):
        player.send(key)
        answered(player)


def wait_until_quiet(player: Player) -> None:
    """Let everything be said, until nothing was for a while and no bot is to move."""
    since = time.monotonic()
    while time.monotonic() - since < QUIET:
        match = player.match()
        if player.new() or (match and match.turn):
            since = time.monotonic()


def asked_while_bots_play(player: Player) -> list[float]:
    """The same, each key being pressed a little later after one's own move."""
    return asked_after_moves(player, [turn % 10 / 1000 for turn in range(TURNS)])


def asked_at_random_moments(player: Player) -> list[float]:
    """The same, each key being pressed at a random moment while bots play."""
    chance = Random(1)
    return asked_after_moves(player, [chance.uniform(0, BOTS_PLAY) for _ in range(TURNS)])


def asked_after_moves(player: Player, pauses: Sequence[float]) -> list[float]:
    """The milliseconds from a key until its answer was queued, each so many seconds after one's own move."""
    times: list[float] = []
    for turn, pause in enumerate(pauses):
        match = player.match()
        if match is None:
            break
        make_a_move(player, match)
        time.sleep(pause)
        player.send(QUESTIONS[turn % len(QUESTIONS)])
        times += answered(player)
        wait_until_quiet(player)
    return times


def asked_while_expert_thinks(player: Player) -> list[float]:
    """The same, keys being pressed for as long as nine experts surely think after one's own move."""
    times: list[float] = []
    for _ in range(EXPERT_TURNS):
        match = player.match()
        if match is None:
            break
        make_a_move(player, match)
        for question in QUESTIONS:
            player.send(question)
            times += answered(player)
            time.sleep(SETTLED)
        while (match := player.match()) and match.turn:
            time.sleep(SETTLED)
        wait_until_quiet(player)
    return times


def hinted(player: Player) -> list[float]:
    """The milliseconds until a hint was queued, at each of some turns."""
    times: list[float] = []
    while len(times) < HINTS and (match := player.match()):
        if match.turn is not None:
            player.send("i")
            times += answered(player)
        make_a_move(player, match)
        wait_until_quiet(player)
    return times


def answered(player: Player) -> list[float]:
    """The milliseconds until the answer to the last key was queued; none if there is none within a second."""
    end = time.monotonic() + 1
    while time.monotonic() < end:
        if answers := [heard.ms for heard in player.new() if heard.priority == "important"]:
            return answers[:1]
        time.sleep(LOOK)
    return []


def tell(what: str, times: list[float], *targets: float) -> list[Figure]:
    """Print the times; the median and p95 beside their targets."""
    found = {"median": median(times), "p95": quantiles(times, n=20)[-1]}
    told = "   ".join(f"{kind} {value:8.2f} ms" for kind, value in found.items())
    print(f"{what:36} {told}   of {len(times)}", flush=True)
    pairs = zip(found.items(), targets, strict=False)
    return [Figure(f"{what}, {kind}", value, target, " ms") for (kind, value), target in pairs]


if __name__ == "__main__":
    main()
