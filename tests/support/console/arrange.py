"""What every rulebook row needs: a match in the middle of a round, made from a few words, and its facts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from playroom.rules.deal import Deal, dealable
from playroom.rules.event import CarryOver
from playroom.rules.flow import after, play
from playroom.rules.legal import clause, objection, position
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.variant import rules
from playroom.rules.tile import Hand, tiles, written
from playroom.table.examples.example import position_facts as facts
from playroom.table.examples.notation import layout_of, match_at
from playroom.table.examples.notation import move_of as move
from playroom.table.shelf import OURS, shelf

VARIANTS = shelf([OURS]).variants

Facts = Mapping[str, object]


@dataclass(frozen=True)
class Row:
    """A clause, a sentence of it, and an example: a position, the moves made in it, and what then is so.

    *hands* stand clockwise from seat 0, with commas between them, and so do *moves*; *why* names, for moves
    tried at last, the word of the objection, or None. An objection must cite the very clause of the row,
    unless *cites* names another.
    """

    clause: str
    sentence: str
    hands: str
    chain: str = ""
    boneyard: str = ""
    moves: str = ""
    then: Facts = field(default_factory=dict)
    why: Mapping[str, str | None] = field(default_factory=dict)
    cites: str = ""
    game: str = ""
    turn: int = 0
    teams: int = 0
    options: Mapping[str, object] = field(default_factory=dict)
    totals: tuple[int, ...] = ()
    carry: CarryOver | None = None

    def __str__(self) -> str:
        return f"{self.clause} {self.sentence}"


def check(row: Row, game: str) -> None:
    """Plays the row's example and holds what comes of it against what the row says."""
    match = arranged(row, game)

    match = made(match, row.moves)

    assert {name: facts(match)[name] for name in row.then} == row.then
    objections = {words: objection(position(match), move(words)) for words in row.why}
    assert objections == row.why
    cited = {clause(match.rules, why) for why in objections.values() if why}
    assert cited <= {row.cites or row.clause}


def arranged(row: Row, game: str) -> Match:
    """The match in which the row's moves are made."""
    return table(
        row.game or game,
        row.hands,
        row.chain,
        row.boneyard,
        turn=row.turn,
        teams=row.teams,
        options=row.options,
        totals=row.totals,
        carry=row.carry,
    )


def table(  # noqa: PLR0913 (a position has many parts)
    game: str,
    hands: str,
    chain: str = "",
    boneyard: str = "",
    *,
    turn: int = 0,
    teams: int = 0,
    options: Mapping[str, object] | None = None,
    totals: tuple[int, ...] = (),
    carry: CarryOver | None = None,
) -> Match:
    """A match in its first round: these tiles lie there, and it is this seat's turn."""
    held = tuple(tiles(hand) for hand in hands.split(","))
    made_rules = fresh(game, len(held), teams, **(options or {})).rules
    layout = layout_of(made_rules, chain)
    return match_at(made_rules, held, layout, tiles(boneyard), turn=turn, totals=totals, carry=carry)


def fresh(game: str, players: int, teams: int = 0, **options: object) -> Match:
    """A match of a page of ours in which nothing has happened yet."""
    return new_match(rules(VARIANTS[game], players, teams, options))


def without_side(match: Match, gone: int) -> Match:
    """The match once this side has left it."""
    return replace(match, sides_in=tuple(side for side in match.sides_in if side != gone))


def made(match: Match, several: str) -> Match:
    """The match after these moves, with commas between them."""
    for words in several.split(",") if several else ():
        match = after(match, play(match, move(words)))
    return match


def deal(match: Match, *hands: str, starter: int | None = None, size: int | None = None) -> Deal:
    """A deal in which each hand holds these tiles, filled up with the lightest tiles that nobody named."""
    named = tuple(tiles(hand) for hand in hands)
    size = size if size is not None else match.rules.hand_size(len(match.seats_in))
    rest = [each for each in dealable(match) if all(each not in hand for hand in named)]
    rest.sort(key=lambda each: (each.is_double, each.pips))
    filled = _filled(named, rest, [size or 0 if hand else 0 for hand in hands], starter)
    aside = (each for each in match.rules.aside if all(each not in hand for hand in named))
    return replace(filled, boneyard=(*filled.boneyard, *aside))


def _filled(named: Sequence[Hand], rest: Sequence[object], sizes: Sequence[int], starter: int | None) -> Deal:
    filling = iter(tiles(written(rest)))
    hands = tuple(
        hand + tuple(next(filling) for _ in range(size - len(hand)))
        for hand, size in zip(named, sizes, strict=True)
    )
    return Deal(hands, tuple(filling), starter)
