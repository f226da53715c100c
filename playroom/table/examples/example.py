"""An example of a rule: a position, moves and their results, validated by the rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from playroom.rules.deal import starter_by_hands
from playroom.rules.event import Bonus, CarryOver, Event
from playroom.rules.flow import after, play
from playroom.rules.layout import total
from playroom.rules.legal import legal_moves, objection, position
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.rulebook.fault import InvalidTable
from playroom.rules.rulebook.variant import Rules, Variant, rules
from playroom.rules.tile import tiles, written
from playroom.strict_yaml import Reason, quoted, reason
from playroom.table.examples.notation import (
    layout_of,
    match_at,
    move_of,
    written_rows,
    wrong_neighbours,
    wrong_tile,
)

OF_AN_END: Final = frozenset({"end", "scores", "totals", "waits", "won", "carried", "winners", "starter"})
"""What an example says of the end of a round."""


class WrongExampleError(ValueError):
    """An example that is invalid or contradicts the rules, and why."""

    def __init__(self, why: Reason) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Example:
    """An example as written in a file. The listener is seat 0, who is to move.

    *rule* names the sentence of the rules that it shows (an entry of the phrasebook under ``rulebooks``),
    *clause* that of the written rulebook, *questions* those of the page. *hands* stand by seats and *moves*
    in order, separated by commas; *refused* has the ``Objection`` to each illegal move after them, and *then*
    the final facts, by the names of `position_facts`. *carry* is what the match carries over, and
    *round* its number in the match.
    """

    rule: str
    clause: str
    questions: tuple[str, ...]
    hands: str
    chain: str = ""
    boneyard: str = ""
    teams: int = 0
    options: Mapping[str, object] = field(default_factory=dict)
    totals: tuple[int, ...] = ()
    carry: CarryOver | None = None
    round: int = 1
    moves: tuple[str, ...] = ()
    refused: Mapping[str, str] = field(default_factory=dict)
    then: Mapping[str, object] = field(default_factory=dict)

    @property
    def players(self) -> int:
        """The number of players."""
        return self.hands.count(",") + 1


@dataclass(frozen=True, slots=True)
class ExampleStep:
    """A move of an example, and its events."""

    move: Move
    events: tuple[Event, ...]
    after: Match


@dataclass(frozen=True, slots=True)
class PlayedExample:
    """A validated example: the match before and after its moves, and the illegal moves after them."""

    example: Example
    options: Mapping[str, object]
    before: Match
    steps: tuple[ExampleStep, ...]
    refused: tuple[Move, ...]

    @property
    def after(self) -> Match:
        """The match after all moves."""
        return self.steps[-1].after if self.steps else self.before


def proved(example: Example, variant: Variant, options: Mapping[str, object] | None = None) -> PlayedExample:
    """The example, played by the rules of *variant* with these *options*.

    A WrongExampleError if it is invalid or contradicts the rules; also if its round is over, although it
    says nothing of an end.
    """
    found = played_example(example, variant, options or {})
    if found.after.round is None and not OF_AN_END & example.then.keys():
        raise WrongExampleError(reason("examples.over"))
    facts = position_facts(found.after)
    for name, wanted in example.then.items():
        if name not in facts:
            raise WrongExampleError(reason("examples.fact", given=quoted(name), known=tuple(facts)))
        is_so, said = as_written_fact(facts[name]), as_written_fact(wanted)
        if is_so != said:
            raise WrongExampleError(
                reason("examples.untrue", fact=name, found=quoted(is_so), wanted=quoted(said))
            )
    return found


def played_example(example: Example, variant: Variant, options: Mapping[str, object]) -> PlayedExample:
    """The same without regard to what it says of its end."""
    before = _position(example, table_rules(example, variant, options))
    steps: list[ExampleStep] = []
    for words in example.moves:
        match = steps[-1].after if steps else before
        move = _move(words)
        why = objection(position(match), move) if match.round else "round_over"
        if why:
            raise WrongExampleError(reason("examples.illegal", given=quoted(words), why=str(why)))
        events = play(match, move)
        steps.append(ExampleStep(move, events, after(match, events)))
    chosen = _chosen(example, variant, options)
    found = PlayedExample(example, chosen, before, tuple(steps), tuple(map(_move, example.refused)))
    for (words, wanted), move in zip(example.refused.items(), found.refused, strict=True):
        why = objection(position(found.after), move) if found.after.round else "round_over"
        if why is None:
            raise WrongExampleError(reason("examples.allowed", given=quoted(words)))
        if str(why) != wanted:
            raise WrongExampleError(
                reason("examples.other_objection", given=quoted(words), found=str(why), wanted=quoted(wanted))
            )
    return found


def _chosen(example: Example, variant: Variant, options: Mapping[str, object]) -> Mapping[str, object]:
    """The options of the example and these, as far as the game has them."""
    every = {**example.options, **options}
    return {name: given for name, given in every.items() if name in variant.options}


def table_rules(example: Example, variant: Variant, options: Mapping[str, object]) -> Rules:
    """The rules of its table, with the game's own teams where it lacks those of the example.

    A WrongExampleError if the game has no such table.
    """
    allowed = variant.teams_for(example.players)
    teams = example.teams if example.teams in allowed else min(allowed)
    try:
        return rules(variant, example.players, teams, _chosen(example, variant, options))
    except InvalidTable as error:
        raise WrongExampleError(reason("examples.table", players=example.players)) from error


def _position(example: Example, made: Rules) -> Match:
    try:
        hands = tuple(map(tiles, example.hands.split(",")))
        layout, boneyard = layout_of(made, example.chain), tiles(example.boneyard)
    except ValueError as error:
        raise WrongExampleError(reason("examples.position", why=quoted(error))) from error
    if not all(hands):
        raise WrongExampleError(reason("examples.hand"))
    if example.totals and len(example.totals) != made.sides:
        raise WrongExampleError(reason("examples.totals", count=made.sides))
    carry, nothing = example.carry, (0,) * made.sides
    if carry is not None:  # with 0 for each side where the example names none
        carry = CarryOver(carry.waits or nothing, carry.won or nothing, carry.carried)
        if len(carry.waits) != made.sides or len(carry.won) != made.sides:
            raise WrongExampleError(reason("examples.carry", count=made.sides))
    match = match_at(made, hands, layout, boneyard, totals=example.totals, carry=carry, number=example.round)
    if wrong := wrong_tile(match):
        raise WrongExampleError(reason("examples.tile", tile=str(wrong)))
    if pair := wrong_neighbours(match):
        raise WrongExampleError(reason("examples.neighbours", tiles=written(pair)))
    return match


def _move(words: str) -> Move:
    try:
        return move_of(words)
    except ValueError as error:
        raise WrongExampleError(reason("examples.move", given=quoted(words))) from error


def as_written_fact(value: object) -> str:
    """A fact of a file or of a match as comparable text, a list with commas."""
    if isinstance(value, list | tuple):
        return ", ".join(map(as_written_fact, value))
    return "none" if value is None else str(value)


def position_facts(match: Match) -> Mapping[str, object]:
    """The facts of a match that an example can state, in the notation of the game record."""
    now = match.now
    return {
        "turn": match.turn,
        "legal": ", ".join(map(str, legal_moves(position(match)))) if match.round else None,
        "chain": written_rows(now.layout),
        "ends": tuple(end.number for end in now.layout.open_ends),
        "sum": total(now.layout.open_ends),
        "open": " ".join(str(end.end) for end in now.layout.open_ends if end.is_open),
        "must cover": " ".join(map(str, (now.owed or now.layout.toes_owed)[:1])),
        "hands": ", ".join(map(written, now.hands)),
        "boneyard": written(now.boneyard),
        "seats in": now.seats_in,
        "end": now.ending,
        "winner": now.winner,
        "bonuses": " ".join(f"{each.kind} {each.points}" for each in now.log if isinstance(each, Bonus)),
        "scores": now.scores,
        "totals": match.totals,
        "waits": match.carry.waits,
        "won": match.carry.won,
        "carried": match.carry.carried,
        "sides in": match.sides_in,
        "winners": match.winners,
        "starter": starter_by_hands(match),
        "log": " ".join(type(event).__name__ for event in now.log[1:]),
    }
