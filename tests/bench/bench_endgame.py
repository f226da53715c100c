"""How much the bots lose by a move in the end of a round. usage: python tests/bench/bench_endgame.py [ROUNDS]

Steady bots play so many rounds of block, two alone (40 if no number is given). At each choice with few tiles
left, all hands that the other player may have are solved by minimax after each move. The worth of a move is
the mean share of the round that it wins against them, all equally likely. A bot loses the difference between
its move and the best.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from random import Random
from statistics import mean

from deals import estimate
from duels import Duel
from effort import trials
from verdict import Figure, verdict

from playroom.bots.belief import belief
from playroom.bots.determinize import Determinizer
from playroom.bots.roster import BOTS
from playroom.bots.solver import WIN, solver
from playroom.engine.masks import bits_of
from playroom.engine.simulator import simulator
from playroom.rules.deal import begin
from playroom.rules.flow import after, forced, play
from playroom.rules.legal import legal_moves
from playroom.rules.match import Match, new_match
from playroom.rules.move import Move
from playroom.rules.view import view
from playroom.simulation.executors import cores, processes
from playroom.table.shuffle import shuffled

RULES = Duel("block", 2, 0, ("expert", "hard")).rules
PAGE = simulator(RULES)
WORDS = ("steady", "hard", "expert")
"""Whose moves are measured."""

ROUNDS = trials(40)

MOST_TILES, MOST_HANDS = 7, 1500
"""The most tiles that are left to both, and the most hands that the other player may have."""

MOST_LOSS = {"hard": 0.02, "expert": 0.02}
"""The share of a round that a move may lose."""

Worths = Mapping[Move, float]

_Heaps = tuple[int, int]
"""The hand of the other player and the boneyard, in bits."""


Lost = Mapping[str, float]
"""What the move of each bot loses, as a share of the round."""


def ends(number: int) -> Iterator[Match]:
    """The choices with few tiles left in a round."""
    match, chance = new_match(RULES), Random(number)
    _, deal = shuffled(match, chance)
    match = after(match, begin(match, deal))
    while match.round:
        if passed := forced(match):
            match = after(match, passed)
            continue
        seen = view(match, match.turn)
        if sum(seen.counts) <= MOST_TILES and len(legal_moves(seen.position)) > 1:
            yield match
        match = after(match, play(match, BOTS["steady"](seen, chance)))


def lost(number: int) -> list[Lost]:
    """What is lost at the choices with few tiles left in a round; without those of too many hands."""
    return [_lost(match, *several) for match in ends(number) if (several := _hands(match))[1]]


def _hands(match: Match) -> tuple[Determinizer, list[_Heaps]]:
    """The hands that the other player may have, each with the boneyard."""
    seen = view(match, match.turn)
    known = belief(seen)
    dealer = Determinizer(PAGE.masks, seen, known)
    theirs, boneyard = dealer.heaps  # nobody draws
    if comb(theirs.may_be.bit_count(), theirs.size) > MOST_HANDS:
        return dealer, []
    every = [
        (held, boneyard.may_be ^ held) for held in map(sum, combinations(bits_of(theirs.may_be), theirs.size))
    ]
    return dealer, [heaps for heaps in every if dealer.agrees(heaps)]


def _lost(match: Match, dealer: Determinizer, hands: Sequence[_Heaps]) -> Lost:
    """What is lost at one choice."""
    seen = view(match, match.turn)
    against = [_worths(match, dealer, heaps) for heaps in hands]
    worths = {move: mean(each[move] for each in against) for move in against[0]}
    return {word: max(worths.values()) - worths[BOTS[word](seen, Random(1))] for word in WORDS}


def _worths(match: Match, dealer: Determinizer, heaps: _Heaps) -> Worths:
    """The share of the round that each move wins with these heaps, if both play their best afterwards."""
    state = PAGE.with_hidden(PAGE.state(match), *dealer.determinization(heaps, Random(1).random))
    solving = solver(PAGE, RULES.side(match.turn or 0), lambda: False)
    return {
        PAGE.move(move): round(solving.worth(solving.after(state, move)) / WIN + 1) / 2
        for move in PAGE.moves(state)
    }


def figures(rounds: Sequence[Sequence[Lost]]) -> Iterator[Figure]:
    """What was measured, printed, and what is held against a target; each round counts once."""
    found = {word: estimate(mean(each[word] for each in choices) for choices in rounds) for word in WORDS}
    for word, each in found.items():
        print(f"{word}: loses {each.mean:.4f} ±{each.reach:.4f} of a round by a move")
    print(f"{sum(map(len, rounds))} choices in {len(rounds)} rounds")
    for word, most in MOST_LOSS.items():
        yield Figure(f"lost by a move: {word}", found[word].mean, most)


def main(rounds: int = ROUNDS) -> None:
    """Measure and print."""
    with processes(cores()) as executor:
        every = [choices for choices in executor.map(lost, range(rounds)) if choices]
    print(verdict(list(figures(every))))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
