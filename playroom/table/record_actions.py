"""The actions of a game record, such as ``Ada 6-4 left`` or ``Ben draw``."""

from playroom.rules.layout import DOWN, LEFT, MEXICAN, RIGHT, UP, End, train
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.seat import Seat
from playroom.rules.tile import halves, tile
from playroom.strict_yaml import Key, Page, Reason, quoted, reason
from playroom.table.page_entries import word_at
from playroom.table.record import Record, end_text


def action_at(page: Page, path: tuple[Key, ...], before: Record) -> tuple[Seat, Move]:
    """The seat and the move of the action at *path*, which starts with a name, the longest that matches."""
    line = word_at(page, path)
    named = [(name, seat) for seat, name in enumerate(before.players) if line.startswith(f"{name} ")]
    for name, seat in sorted(named, key=lambda each: -len(each[0])):
        if move := _move(line.removeprefix(name).split(), before):
            return seat, move
    raise page.error(_no_action(line, before), *path)


def _no_action(line: str, before: Record) -> Reason:
    form = "trains" if before.match.rules.has_engine else "spinner" if before.match.rules.spinner else "line"
    return reason("no_action", given=quoted(line), ends=reason(f"ends.{form}"))


def _move(words: list[str], before: Record) -> Move | None:
    match words:
        case ["draw"]:
            return Draw()
        case ["pass"]:
            return Pass()
        case [word]:
            return _play(word, None)
        case [word, *rest] if end := _end(rest, before):
            return _play(word, end)
        case _:
            return None


def _end(words: list[str], before: Record) -> End | None:
    """The end in the last words of an action, in the format of the game."""
    name = " ".join(words)
    return next((end for end in _known_ends(before) if end_text(end, before.players) == name), None)


def _known_ends(before: Record) -> tuple[End, ...]:
    """Every end of this game, open or not."""
    rules = before.match.rules
    if rules.has_engine:
        return (*map(train, range(rules.players)), MEXICAN)
    return (LEFT, RIGHT, UP, DOWN) if rules.spinner else (LEFT, RIGHT)


def _play(word: str, end: End | None) -> Play | None:
    try:
        return Play(tile(word), end, halves(word)[0])
    except ValueError:
        return None
