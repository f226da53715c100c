"""How long the bots think about a move, and how long a hint takes: run it as a program.

All think about the same turns, one after the other, so that a busy machine slows them alike; what counts is
the time of the processor. Turns that leave no choice are left out: they cost nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from statistics import median, quantiles
from time import process_time

from effort import trials
from verdict import Figure, verdict

from playroom.advice.hints import hint
from playroom.bots.roster import BOTS
from playroom.rules.deal import begin
from playroom.rules.flow import after, forced, play
from playroom.rules.legal import legal_moves
from playroom.rules.match import new_match
from playroom.rules.rulebook.variant import Rules, rules
from playroom.rules.view import View, view
from playroom.table.shelf import OURS, shelf
from playroom.table.shuffle import shuffled

VARIANTS = shelf([OURS]).variants

TABLES = {
    "dominos, four in teams": (rules(VARIANTS["dominos"], 4, 2), 8),
    "dominos, four alone": (rules(VARIANTS["dominos"], 4), 4),
    "block, two": (rules(VARIANTS["block"], 2), 4),
    "draw, two": (rules(VARIANTS["draw"], 2), 4),
    "The Passing Game, four in teams": (rules(VARIANTS["passing-game"], 4, 2), 4),
    "Pass and Out, four": (rules(VARIANTS["pass-and-out"], 4), 4),
    "Pass-Pass": (rules(VARIANTS["pass-pass"], 4, 2), 4),
    "All Fives, two": (rules(VARIANTS["all-fives"], 2), 2),
    "Matador, two": (rules(VARIANTS["matador"], 2), 2),
    "Mexican Train, two": (rules(VARIANTS["mexican-train"], 2), 1),
    "partners, four in teams": (rules(VARIANTS["partners"], 4, 2), 2),
    "cuban, four in teams": (rules(VARIANTS["cuban"], 4, 2), 2),
    "six-love, two": (rules(VARIANTS["six-love"], 2), 2),
    "dupla, four in teams": (rules(VARIANTS["dupla"], 4, 2), 2),
    "cochon, three": (rules(VARIANTS["cochon"], 3), 2),
    "fives and threes, two": (rules(VARIANTS["fives-and-threes"], 2), 2),
    "Kozel, two": (rules(VARIANTS["kozel"], 2), 2),
    "Bergen, two": (rules(VARIANTS["bergen"], 2), 2),
    "Sebastopol, four": (rules(VARIANTS["sebastopol"], 4), 2),
    "Maltese cross, two": (rules(VARIANTS["maltese-cross"], 2), 2),
    "Chickenfoot, two": (rules(VARIANTS["chickenfoot"], 2), 1),
    "dominos, double-twelve, ten players": (rules(VARIANTS["dominos"], 10, 2), 2),
}
"""Tables, and how many rounds are played at each."""

TARGETS = {"hard": 40, "expert": 120}
"""The 95th percentile in milliseconds at double-six."""

TARGET_OF_TEN, FOUR = 150, 4
"""The same at the largest table; up to four play with double-six."""

HINT, MEDIAN_OF_HINTS, HINTS = "hint", 40, 120
"""The targets of hints with up to four players: the median and the 95th percentile in milliseconds."""

THINKERS: Mapping[str, Callable[[View], object]] = {
    **{word: partial(lambda bot, seen: bot(seen, Random(1)), bot) for word, bot in BOTS.items()},
    HINT: hint,
}
"""All that thinks about a turn."""


def views(made: Rules, number: int) -> Iterator[View]:
    """Every turn with a choice in a round among steady players."""
    match, chance = new_match(made), Random(number)
    _, deal = shuffled(match, chance)
    match = after(match, begin(match, deal))
    while match.round:
        if passed := forced(match):
            match = after(match, passed)
            continue
        seen = view(match, match.turn)
        if len(legal_moves(seen.position)) > 1:
            yield seen
        match = after(match, play(match, BOTS["steady"](seen, chance)))


def seconds(word: str, seen: View) -> float:
    """How long one thought takes."""
    begun = process_time()
    THINKERS[word](seen)
    return process_time() - begun


def measured(name: str, made: Rules, rounds: int) -> Iterator[Figure]:
    taken: dict[str, list[float]] = {word: [] for word in THINKERS}
    for number in range(trials(rounds)):
        for seen in views(made, number):
            for word, times in taken.items():
                times.append(1000 * seconds(word, seen))
    for word, times in taken.items():
        # The first thought imports the search and makes the engine, which is done when people sit down.
        worst = quantiles(times[1:], n=20)[-1]
        print(f"{name}: {word:7} median {median(times):6.1f} ms, p95 {worst:6.1f} ms", flush=True)
        yield from figures(word, name, made, median(times[1:]), worst)


def figures(word: str, name: str, made: Rules, usual: float, worst: float) -> Iterator[Figure]:
    """What is measured against a target."""
    if word in TARGETS or (word == HINT and made.players > FOUR):
        target = TARGET_OF_TEN if made.players > FOUR else TARGETS[word]
        yield Figure(f"{word} at {name}, p95", worst, target, " ms")
    elif word == HINT:
        yield Figure(f"{word} at {name}, median", usual, MEDIAN_OF_HINTS, " ms")
        yield Figure(f"{word} at {name}, p95", worst, HINTS, " ms")


def main() -> None:
    tables = TABLES.items()
    print(verdict([each for name, (made, rounds) in tables for each in measured(name, made, rounds)]))


if __name__ == "__main__":
    main()
