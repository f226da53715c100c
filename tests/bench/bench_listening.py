"""What a listener hears of a match at 15 characters a second. usage: python tests/bench/bench_listening.py

They ask for the ends in the middle of every move. It prints how many events are heard to their end in three
rounds, how many of them twice, and what a round lasts; first without waiting and repeats, then with them,
then with a server of speech that freezes for five seconds, and with a backend that reports no end. The clock
is that of the tests: the seconds do not depend on the machine. Who moves does not miss "Your turn.".
"""

import sys
from collections.abc import Mapping
from math import inf
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from hand_held import Console
from inquisitive import OWN_TURN, TABLE, Inquisitive, hearings
from player import folder
from verdict import Figure, verdict

SPEED = 15
ROUNDS = 3


def main() -> None:
    at_once, _ = match("bots do not wait, nothing is repeated", settings={"waits": False, "repeats": False})
    waiting, figures = match("bots wait, what was cut is repeated")
    _, frozen = match("... the server freezes for 5 s", freezes_after=30)
    _, endless = match("... the backend reports no end", reports_end=False)
    print(f"{'wait added to a round':42} {waiting - at_once:6.1f} s")
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


if __name__ == "__main__":
    main()
