"""What every rulebook row needs: a match in the middle of a round, made from a few words, and its facts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from playroom.rules.deal import Deal, stock
from playroom.rules.event import Dealt
from playroom.rules.flow import after, play
from playroom.rules.layout import Cross, Laid, Layout, Line, Trains, total
from playroom.rules.layout import Row as TileRow
from playroom.rules.legal import clause, legal_moves, objection, position
from playroom.rules.log.event_log import EventLog
from playroom.rules.log.rounds import Rounds
from playroom.rules.match import Match, new_match
from playroom.rules.round import Round, ThisTurn
from playroom.rules.rulebook.variant import rules
from playroom.rules.tile import Hand, tiles, written
from playroom.table.shelf import OURS, shelf
from support.games.written import move

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
) -> Match:
    """A match in its first round: these tiles lie there, and it is this seat's turn."""
    held = tuple(tiles(hand) for hand in hands.split(","))
    match = fresh(game, len(held), teams, **(options or {}))
    layout = lying(match, chain)
    dealt = Dealt(held, tiles(boneyard), turn, layout.engine if isinstance(layout, Trains) else None)
    begun = Round(
        starter=turn,
        seats=tuple(range(len(held))),
        hands=held,
        boneyard=tiles(boneyard),
        scores=(0,) * match.rules.sides,
        layout=layout,
        turn=turn,
        this_turn=ThisTurn(is_first=True),
        moved=frozenset({turn}),
        last_player=(turn - 1) % len(held) if chain else None,
        log=EventLog((dealt,)),
    )
    return replace(match, rounds=Rounds((begun,)), totals=totals or match.totals)


def fresh(game: str, players: int, teams: int = 0, **options: object) -> Match:
    """A match of a page of ours in which nothing has happened yet."""
    return new_match(rules(VARIANTS[game], players, teams, options))


def without_side(match: Match, gone: int) -> Match:
    """The match once this side has left it."""
    return replace(match, sides_in=tuple(side for side in match.sides_in if side != gone))


def lying(match: Match, text: str) -> Layout:
    """The layout that is written row by row, with slashes between the rows; see `written_rows`.

    A line: ``3-5 5-1``; with a spinner: ``5-1 1-1 1-2 / 1-3 / ``; trains: engine, the train of each seat,
        with ``*``
    behind it if its marker is up, then the Mexican train: ``9-9 / 9-1 * / / 9-7``.
    """
    if match.rules.has_engine:
        return _trains(match, text)
    rows = [_row(row) for row in text.split("/")]
    if not match.rules.spinner:
        return Line(rows[0])
    line, up, down = (*rows, (), ())[:3]
    doubles = [laid for laid in line if laid.left == laid.right and (not up or up[0].left == laid.left)]
    return Cross(Line(line), doubles[0] if doubles else None, up, down)


def _trains(match: Match, text: str) -> Trains:
    players = match.rules.players
    engine, *rows = (*text.split("/"), *[""] * (players + 2))[: players + 2]
    marked = frozenset(seat for seat in range(players) if "*" in rows[seat])
    *trains, mexican = (_row(row.replace("*", "")) for row in rows)
    set_double = f"{match.rules.set}-{match.rules.set}"
    return Trains(tiles(engine or set_double)[0], tuple(range(players)), tuple(trains), mexican, marked)


def _row(text: str) -> TileRow:
    halves = [word.split("-") for word in text.split()]
    return tuple(Laid(int(left), int(right)) for left, right in halves)


def written_rows(layout: Layout) -> str:
    """The rows of a layout as `lying` reads them, without the markers."""
    rows = tuple(written(row) for row in layout.rows.values())
    return " / ".join((str(layout.engine), *rows) if isinstance(layout, Trains) else rows)


def made(match: Match, several: str) -> Match:
    """The match after these moves, with commas between them."""
    for words in several.split(",") if several else ():
        match = after(match, play(match, move(words)))
    return match


def facts(match: Match) -> Facts:
    """What a row may say about a match, in the words of the game record."""
    now = match.rounds[-1]
    return {
        "turn": match.turn,
        "legal": ", ".join(map(str, legal_moves(position(match)))) if match.round else None,
        "chain": written_rows(now.layout),
        "ends": tuple(end.number for end in now.layout.open_ends),
        "sum": total(now.layout.open_ends),
        "open": " ".join(str(end.end) for end in now.layout.open_ends if end.is_open),
        "must cover": " ".join(map(str, now.owed[:1])),
        "hands": ", ".join(map(written, now.hands)),
        "boneyard": written(now.boneyard),
        "seats in": now.seats_in,
        "end": now.ending,
        "scores": now.scores,
        "totals": match.totals,
        "sides in": match.sides_in,
        "winners": match.winners,
        "log": " ".join(type(event).__name__ for event in now.log[1:]),
    }


def deal(match: Match, *hands: str, starter: int | None = None, size: int | None = None) -> Deal:
    """A deal in which each hand holds these tiles, filled up with the lightest tiles that nobody named."""
    named = tuple(tiles(hand) for hand in hands)
    size = size if size is not None else match.rules.hand_size(len(match.seats_in))
    rest = [each for each in stock(match) if all(each not in hand for hand in named)]
    rest.sort(key=lambda each: (each.is_double, each.pips))
    return _filled(named, rest, [size or 0 if hand else 0 for hand in hands], starter)


def _filled(named: Sequence[Hand], rest: Sequence[object], sizes: Sequence[int], starter: int | None) -> Deal:
    filling = iter(tiles(written(rest)))
    hands = tuple(
        hand + tuple(next(filling) for _ in range(size - len(hand)))
        for hand, size in zip(named, sizes, strict=True)
    )
    return Deal(hands, tuple(filling), starter)
