"""A match with the names and options that a game record tells, and its text."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from json import dumps

from playroom.rules.event import Drew, Event, Passed, Played
from playroom.rules.legal import moves, position
from playroom.rules.match import Match, Round
from playroom.rules.move import Draw, Pass, Play
from playroom.rules.tile import written
from playroom.rules.variant import Refused, Variant, rules
from playroom.strict_yaml import PageError, load

FORMAT = 1
"""The version of the format that is written and read here."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match with what its file tells: the game as named there, the options given, the players' names."""

    game: str
    variant: Variant
    options: Mapping[str, object]
    players: tuple[str, ...]
    match: Match


def text(told: Record) -> str:
    """The record as a file's text; read again, it gives the same match."""
    teams = told.match.rules.teams
    options = _differing(told)
    lines = [
        f"record: {FORMAT}",
        f"game: {_plain(told.game)}",
        *(
            [f"options: {{{', '.join(f'{name}: {_answer(given)}' for name, given in options.items())}}}"]
            if options
            else []
        ),
        f"players: [{', '.join(map(_plain, told.players))}]",
        *([f"teams: {teams}"] if teams else []),
        "rounds:" if told.match.rounds else "rounds: []",
    ]
    for now in told.match.rounds:
        lines += _round_lines(now, told.players)
    return "\n".join(lines) + "\n"


def summary(told: Record) -> dict[str, object]:
    """The match as plain data, as ``replay --json`` prints it."""
    match = told.match
    return {
        "game": told.game,
        "over": bool(match.winners),
        "winners": [
            told.players[seat]
            for seat in range(match.rules.players)
            if match.rules.side(seat) in match.winners
        ],
        "sides": [_side_summary(told, side) for side in range(match.rules.sides)],
        "rounds": [
            {"end": now.ending and str(now.ending), "scores": list(now.scores)} for now in match.rounds
        ],
        "table": match.round and _table_summary(told, match.round),
    }


def _side_summary(told: Record, side: int) -> dict[str, object]:
    match = told.match
    return {
        "players": [told.players[seat] for seat in match.rules.seats(side)],
        "total": match.totals[side],
        "in": side in match.sides_in,
    }


def _table_summary(told: Record, now: Round) -> dict[str, object]:
    return {
        "to_act": None if now.turn is None else told.players[now.turn],
        "ends": list(now.chain.ends or ()),
        "chain": str(now.chain),
        "hands": {told.players[seat]: written(now.hands[seat]) for seat in now.seats},
        "boneyard": written(now.boneyard),
        "legal": [str(move) for move in moves(position(told.match))],
    }


def _differing(told: Record) -> Mapping[str, object]:
    """The options that differ from the game's defaults."""
    return {name: given for name, given in told.options.items() if _differs(told, name)}


def _differs(told: Record, name: str) -> bool:
    """Whether the match would be another without this option, or none at all."""
    made = told.match.rules
    rest = {other: given for other, given in told.options.items() if other != name}
    try:
        return rules(told.variant, made.players, made.teams, rest) != made
    except Refused:
        return True


def _round_lines(now: Round, players: tuple[str, ...]) -> list[str]:
    dealt = now.dealt
    hands = [(seat, hand) for seat, hand in enumerate(dealt.hands) if hand]
    actions = [action for event in now.log if (action := _action_line(event, players))]
    return [
        f"- starter: {_plain(players[now.starter])}",
        "  hands:",
        *(f"    {_plain(players[seat])}: {written(hand)}" for seat, hand in hands),
        f"  boneyard: {written(dealt.boneyard)}".rstrip(),
        "  actions:" if actions else "  actions: []",
        *(f"  - {_plain(action)}" for action in actions),
    ]


def _action_line(event: Event, players: tuple[str, ...]) -> str | None:
    match event:
        case Played(seat, played, end):
            return f"{players[seat]} {Play(played, end)}"
        case Drew(seat):
            return f"{players[seat]} {Draw()}"
        case Passed(seat):
            return f"{players[seat]} {Pass()}"
        case _:
            return None


def _answer(given: object) -> str:
    return str(given).lower() if isinstance(given, bool) else str(given)


@cache
def _plain(word: str) -> str:
    """*word* as YAML, in quotes only where it would be read as something else."""
    try:
        unchanged = load(f"[{word}]", "").value == [word] and load(f"{word}: {word}", "").value == {
            word: word
        }
    except PageError:
        unchanged = False
    return word if unchanged else dumps(word, ensure_ascii=False)
