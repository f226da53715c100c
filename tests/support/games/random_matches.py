"""Random tables of every page, and matches of random moves on them, one choice after the other."""

from collections.abc import Iterator
from random import Random

from playroom.rules.deal import begin
from playroom.rules.flow import after, forced, play
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.answer_kinds import AnswerKind, Number, OneOf
from playroom.rules.rulebook.fault import InvalidTable
from playroom.rules.rulebook.variant import MATCH_ENDS, Variant, rules
from playroom.table.record import Record
from playroom.table.shelf import OURS, shelf
from playroom.table.shuffle import shuffled

VARIANTS = shelf([OURS]).variants
NAMES = ("Ada", "Ben", "Cy", "Dora Lee", "Eve", "Zoé", "no", "5-3", "Ada 6-6", "y: {")


def random_record(variant: Variant, chance: Random, *, short: bool = False) -> Record:
    """A new match at a table that the page allows; *short*: four players at most, a few points or deals.

    A match whose totals are reset is short in any case: one to 30 points goes on for thousands of rounds.
    """
    short = short or variant.answers["love"] is True
    counts = [count for count in variant.players if count <= 4 or not short]
    while True:
        players = chance.choice(counts)
        teams = chance.choice(variant.teams_for(players))
        options = _random_options(variant, chance, short=short)
        try:
            made = rules(variant, players, teams, options)
        except InvalidTable:
            continue
        names = tuple(chance.sample(NAMES, players))
        return Record(variant.name, variant, options, names, new_match(made))


def _random_options(variant: Variant, chance: Random, *, short: bool) -> dict[str, object]:
    ends = [name for name in variant.options if name in (*MATCH_ENDS, "rounds")]
    chosen = {name for name in variant.options if chance.random() < 0.4} - set(ends)
    if short or chance.random() < 0.4:
        chosen.add(chance.choice(ends))
    most = 3 if short else 30
    return {name: _answer(variant.options[name], chance, most) for name in sorted(chosen)}


def _answer(kind: AnswerKind, chance: Random, most: int) -> object:
    if isinstance(kind, OneOf):
        return chance.choice(kind.choices)
    assert isinstance(kind, Number)
    return chance.randint(kind.least, min(most, kind.most or most))


def states(match: Match, chance: Random) -> Iterator[Match]:
    """The match after each deal and each choice, until it is won."""
    while not match.winners:
        _, deal = shuffled(match, chance)
        match = after(match, begin(match, deal))
        yield match
        while match.round:
            match = after(match, forced(match) or play(match, chance.choice(legal_moves(position(match)))))
            yield match
