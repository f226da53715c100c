"""How much the bots lose by a move in the end of a round. usage: python tests/bench/bench_endgame.py [ROUNDS]

Steady bots play so many rounds of block, two alone (40 if no number is given). At each choice with few tiles
left, all hands that the other player may have are solved by minimax after each move. The worth of a move is
the mean share of the round that it wins against them: once as if all were equally likely, once weighted by
how likely the choices of the other player make them. A bot loses the difference between its move and the
best. How much likelier these weights make the true hand shows which measure is closer to the truth.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, exp, log
from random import Random
from statistics import mean

from deals import estimate
from duels import Duel
from effort import trials
from verdict import Figure, verdict

from playroom.bots.belief import belief
from playroom.bots.determinize import Determinizer
from playroom.bots.inference.likelihoods import likelihoods
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

EQUALLY, BY_CHOICES = "equally likely hands", "hands weighted by choices"

MOST_LOSS = {("hard", EQUALLY): 0.02, ("expert", BY_CHOICES): 0.02}
"""The share of a round that a move may lose, for each bot by the weights that it searches with."""

Worths = Mapping[Move, float]

_Heaps = tuple[int, int]
"""The hand of the other player and the boneyard, in bits."""


@dataclass(frozen=True, slots=True)
class Lost:
    """What the move of each bot loses by each measure, as a share of the round.

    *gain* is the log of how much likelier the weights make the true hand.
    """

    by_move: Mapping[tuple[str, str], float]
    gain: float


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


def _hands(match: Match) -> tuple[Determinizer, list[_Heaps], list[float]]:
    """The hands that the other player may have, each with the boneyard, and their weights."""
    seen = view(match, match.turn)
    known = belief(seen)
    dealer = Determinizer(PAGE.masks, seen, known)
    theirs, boneyard = dealer.heaps  # nobody draws
    if comb(theirs.may_be.bit_count(), theirs.size) > MOST_HANDS:
        return dealer, [], []
    every = [
        (held, boneyard.may_be ^ held) for held in map(sum, combinations(bits_of(theirs.may_be), theirs.size))
    ]
    hands = [heaps for heaps in every if dealer.agrees(heaps)]
    by_choices = likelihoods(PAGE.masks, known.choices).get(1 - (match.turn or 0))
    return dealer, hands, [exp(by_choices(heaps[:1])) if by_choices else 1.0 for heaps in hands]


def _lost(match: Match, dealer: Determinizer, hands: Sequence[_Heaps], weights: Sequence[float]) -> Lost:
    """What is lost at one choice."""
    seen = view(match, match.turn)
    against = [_worths(match, dealer, heaps) for heaps in hands]
    measures = {EQUALLY: _mean(against, [1.0] * len(hands)), BY_CHOICES: _mean(against, weights)}
    moves = {word: BOTS[word](seen, Random(1)) for word in WORDS}
    held = PAGE.masks.mask(match.now.hands[1 - (match.turn or 0)])
    true = sum(weight for weight, heaps in zip(weights, hands, strict=True) if heaps[0] == held)
    return Lost(
        {
            (word, measure): max(worths.values()) - worths[move]
            for measure, worths in measures.items()
            for word, move in moves.items()
        },
        log(true * len(hands) / sum(weights)),
    )


def _worths(match: Match, dealer: Determinizer, heaps: _Heaps) -> Worths:
    """The share of the round that each move wins with these heaps, if both play their best afterwards."""
    state = PAGE.with_hidden(PAGE.state(match), *dealer.made(heaps, Random(1).random))
    solving = solver(PAGE, RULES.side(match.turn or 0), lambda: False)
    return {
        PAGE.move(move): round(solving.worth(solving.after(state, move)) / WIN + 1) / 2
        for move in PAGE.moves(state)
    }


def _mean(against: Sequence[Worths], weights: Sequence[float]) -> Worths:
    """The mean worth of each move."""
    return {
        move: sum(weight * worths[move] for weight, worths in zip(weights, against, strict=True))
        / sum(weights)
        for move in against[0]
    }


def figures(rounds: Sequence[Sequence[Lost]]) -> Iterator[Figure]:
    """What was measured, printed, and what is held against a target; each round counts once."""
    found = {
        name: estimate(mean(each.by_move[name] for each in choices) for choices in rounds)
        for name in rounds[0][0].by_move
    }
    for (word, measure), each in found.items():
        print(f"{word}, {measure}: loses {each.mean:.4f} ±{each.reach:.4f} of a round by a move")
    gain = estimate(mean(each.gain for each in choices) for choices in rounds)
    print(
        f"The weights make the true hand {exp(gain.mean):.1f} times as likely, {exp(gain.low):.1f} to "
        f"{exp(gain.mean + gain.reach):.1f} ({sum(map(len, rounds))} choices in {len(rounds)} rounds)"
    )
    for name, most in MOST_LOSS.items():
        yield Figure(f"lost by a move: {', '.join(name)}", found[name].mean, most)


def main(rounds: int = ROUNDS) -> None:
    """Measure and print."""
    with processes(cores()) as executor:
        every = [choices for choices in executor.map(lost, range(rounds)) if choices]
    print(verdict(list(figures(every))))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
