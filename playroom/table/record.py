"""Game records: a match with names and options, and its text."""

from collections.abc import Iterator, Mapping
from functools import cache
from json import dumps

from msgspec import Struct
from msgspec.structs import replace

from playroom.rules.event import Bonus, Chosen
from playroom.rules.layout import (
    MEXICAN,
    Cross,
    End,
    Feet,
    Layout,
    Line,
    OpenEnd,
    Row,
    first_laid,
    train,
)
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.move import Move, Play
from playroom.rules.rewind import chosen_move
from playroom.rules.round import Round
from playroom.rules.rulebook.award import Counted
from playroom.rules.rulebook.fault import InvalidTable
from playroom.rules.rulebook.questions import Joining, Shape
from playroom.rules.rulebook.variant import Rules, Variant, rules
from playroom.rules.tile import written
from playroom.strict_yaml import PageError, load

FORMATS = (1, 2, 3)
"""The versions of the format: 2 is for games with more than two ends, 3 for rounds with a winner."""


class Record(Struct, frozen=True, gc=False):
    """A match with the name of its game, the given options, and the players' names."""

    game: str
    variant: Variant
    options: Mapping[str, object]
    players: tuple[str, ...]
    match: Match


def record_format(rules: Rules) -> int:
    """The version of the format for games with these rules."""
    if rules.names_winner:
        return 3
    has_line = rules.shape is Shape.LINE and not rules.spinner
    joins_equal = rules.joining is Joining.EQUAL and not rules.wild
    return 1 if has_line and joins_equal and not _counts_ends(rules) else 2


def text(record: Record) -> str:
    """The text of a record, which is parsed to the same match."""
    teams = record.match.rules.teams
    options = ", ".join(
        f"{name}: {str(given).lower() if isinstance(given, bool) else given}"
        for name, given in record.options.items()
        if _differs(record, name)
    )
    lines = [
        f"record: {record_format(record.match.rules)}",
        f"game: {_plain(record.game)}",
        *([f"options: {{{options}}}"] if options else []),
        f"players: [{', '.join(map(_plain, record.players))}]",
        *([f"teams: {teams}"] if teams else []),
        "rounds:" if record.match.rounds else "rounds: []",
    ]
    return "\n".join(lines) + "\n" + rounds_text(record, 0)


def rounds_text(record: Record, first: int) -> str:
    """The text of the rounds from index *first* on."""
    players, lines = record.players, list[str]()
    for now in record.match.rounds[first:]:
        hands = [(seat, hand) for seat, hand in enumerate(now.dealt.hands) if hand]
        chosen = [
            (each.seat, chosen_move(each, record.match.rules)) for each in now.log if isinstance(each, Chosen)
        ]
        actions = [f"{players[seat]} {move_text(move, players)}" for seat, move in chosen]
        lines += [
            f"- starter: {_plain(players[now.starter])}",
            "  hands:",
            *[f"    {_plain(players[seat])}: {written(hand)}" for seat, hand in hands],
            f"  boneyard: {written(now.dealt.boneyard)}".rstrip(),
            "  actions:" if actions else "  actions: []",
            *[f"  - {_plain(action)}" for action in actions],
        ]
    return "".join(f"{line}\n" for line in lines)


def summary(record: Record, *, has_closed_hands: bool = False) -> dict[str, object]:
    """The match as plain data, for ``replay --json``; with closed hands, without what tells of them."""
    match, has_winners = record.match, record_format(record.match.rules) == FORMATS[-1]
    return {
        "game": record.game,
        "over": bool(match.winners),
        "winners": [
            record.players[seat]
            for seat in range(match.rules.players)
            if match.rules.side(seat) in match.winners
        ],
        "sides": [
            {
                "players": [record.players[seat] for seat in match.rules.seats(side)],
                "total": match.totals[side],
                "in": side in match.sides_in,
                **({"waits": match.carry.waits[side], "won": match.carry.won[side]} if has_winners else {}),
            }
            for side in range(match.rules.sides)
        ],
        **({"carried": match.carry.carried} if has_winners else {}),
        "rounds": [
            {
                "end": now.ending and str(now.ending),
                "scores": list(now.scores),
                **(_winner_and_bonuses(record, now) if has_winners else {}),
            }
            for now in match.rounds
        ],
        "table": match.round
        and {
            **_table_summary(record, match.round),
            **(dict.fromkeys(("hands", "boneyard", "legal")) if has_closed_hands else {}),
        },
    }


def _winner_and_bonuses(record: Record, now: Round) -> dict[str, object]:
    """Who has won a round, and with which bonuses (format 3)."""
    bonuses = (event for event in now.log if isinstance(event, Bonus))
    return {
        "winner": None if now.winner is None else record.players[now.winner],
        "bonuses": [
            {"id": str(each.kind), "player": record.players[each.seat], "points": each.points}
            for each in bonuses
        ],
    }


def _table_summary(record: Record, now: Round) -> dict[str, object]:
    layout, version = now.layout, record_format(record.match.rules)
    shown: dict[str, object]
    if version == 1:
        shown = {"ends": [each.number for each in layout.open_ends], "chain": written(layout.rows["line"])}
    else:
        owed = now.owed or layout.toes_owed
        has_arms = _counts_ends(record.match.rules) and version < FORMATS[-1]
        arms = dict.fromkeys(("line", "up", "down"), "") if has_arms else {}
        shown = {
            "ends": [_end_summary(record, layout, each) for each in layout.open_ends],
            "must_cover": end_text(owed[0], record.players) if owed else None,
            "spinner": str(layout.spinner.tile) if isinstance(layout, Cross) and layout.spinner else None,
            "chain": arms | {row: written(laid) for row, laid in _rows(layout, record.players)},
        }
    return {
        "to_act": None if now.turn is None else record.players[now.turn],
        **shown,
        "hands": {record.players[seat]: written(now.hands[seat]) for seat in now.seats},
        "boneyard": written(now.boneyard),
        "legal": [move_text(move, record.players) for move in legal_moves(position(record.match))],
    }


def _rows(layout: Layout, players: tuple[str, ...]) -> Iterator[tuple[str, Row]]:
    """The rows of tiles, by the names of the game record."""
    if isinstance(layout, Line):
        yield "line", layout.line
        return
    if isinstance(layout, Cross):
        yield from layout.rows.items()
        return
    yield "engine", (first_laid(layout.engine),)
    if isinstance(layout, Feet):
        yield from layout.rows.items()
        return
    for seat, row in zip(layout.seats, layout.trains, strict=True):
        yield end_text(train(seat), players), row
    yield end_text(MEXICAN, players), layout.mexican


def _end_summary(record: Record, layout: Layout, end: OpenEnd) -> dict[str, object]:
    owner, counts = end.end.owner, record_format(record.match.rules) == FORMATS[-1]
    return {
        "id": end_text(end.end, record.players),
        "number": end.number,
        "adds": end.adds if _counts_ends(record.match.rules) else None,
        "owner": None if owner is None else record.players[owner],
        "open": end.is_open,
        **({"count": layout.count(end.number) if isinstance(layout, Feet) else 1} if counts else {}),
    }


def _counts_ends(rules: Rules) -> bool:
    """Whether plays score by the sum of the ends (AF-6)."""
    return any(award.counts is Counted.ENDS for award in rules.awards)


def end_text(end: End, players: tuple[str, ...]) -> str:
    """The notation of an end in an action: ``left``, ``train Ada``, ``on 5``."""
    return str(end) if end.owner is None else f"{end.arm} {players[end.owner]}"


def move_text(move: Move, players: tuple[str, ...]) -> str:
    """The notation of a move in an action: ``5-3 up``, ``draw``."""
    if isinstance(move, Play) and move.end:
        return f"{replace(move, end=None)} {end_text(move.end, players)}"
    return str(move)


def _differs(record: Record, name: str) -> bool:
    """Whether the match differs or is invalid without this option."""
    made = record.match.rules
    rest = {other: given for other, given in record.options.items() if other != name}
    try:
        return rules(record.variant, made.players, made.teams, rest) != made
    except InvalidTable:
        return True


@cache
def _plain(word: str) -> str:
    """*word* in YAML, with quotes only where they are needed."""
    try:
        unchanged = load(f"[{word}]", "").value == [word] and load(f"{word}: {word}", "").value == {
            word: word
        }
    except PageError:
        unchanged = False
    return word if unchanged else dumps(word, ensure_ascii=False)
