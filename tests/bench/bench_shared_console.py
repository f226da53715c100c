"""How soon a question is answered at a shared table, beside a local one. usage: bench_shared_console.py

The host's own program serves the table, with its database and its certificate; the answers come from what the
client knows, so the two should not differ.
"""

from statistics import median, quantiles

from bench_console import as_answer, server
from effort import trials
from support.console.player import Player, folder
from verdict import Figure, verdict

PRESSES = trials(150)
TABLE = ("block", "--players", "2", "--seed", "7")
SHARED = ("block", "--players", "2", "--name", "Ada")
SETTINGS = {"language": "en", "waits": False, "pace": 0, "announce": False}
BEGUN = "New round"
MOST = 1.5
"""How many times as long the answers at a shared table may take."""


def tell(what: str, times: list[float]) -> float:
    """Print the median and the p95 of the times; the median."""
    p95 = quantiles(times, n=20)[-1]
    print(f"{what:36} median {median(times):8.2f} ms   p95 {p95:8.2f} ms   of {len(times)}", flush=True)
    return median(times)


def main() -> None:
    with server() as dispatcher, folder() as home:
        with Player(dispatcher, home, "play", *TABLE, settings=SETTINGS) as player:
            player.wait_for(BEGUN)
            local = tell("key at a local table", as_answer(player, PRESSES))
        with Player(dispatcher, home, "host", *SHARED, settings=SETTINGS) as player:
            player.wait_for("Your table is open.")
            player.press("home", "Start the match")
            player.press("enter", BEGUN)
            shared = tell("key at a shared table", as_answer(player, PRESSES))
    print(verdict([Figure("key at a shared table", shared / local, MOST, " x a local one")]))


if __name__ == "__main__":
    main()
