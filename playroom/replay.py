"""``playroom replay``: a match told from its record, or printed as plain data."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from playroom.narration.message import Blank, Message
from playroom.narration.narrate import narrate
from playroom.narration.phrasebook import Audience, Phrasebook, Verbosity
from playroom.narration.refusal import deal_refused, move_refused, other_turn, table_refused, with_clause
from playroom.rules.event import Again, Dealt, Skipped
from playroom.rules.flow import NotAllowed
from playroom.rules.legal import clause, position
from playroom.rules.variant import Refused, Variant
from playroom.rules.view import seen
from playroom.strict_yaml import PageError, one_line, read, unreadable
from playroom.table.reading import NotTheirTurn, RuleBroken, record
from playroom.table.record import Record, summary


class Unreadable(ValueError):  # noqa: N818 (a refusal is no error of the program)
    """A record that cannot be read, and why, in one line."""


def read_record(file: Path, variants: Mapping[str, Variant], book: Phrasebook) -> Record:
    """The record in *file*; Unreadable if there is none."""
    try:
        return record(read(file), variants)
    except RuleBroken as broken:
        names = broken.record.players if broken.record else ()
        raise Unreadable(one_line(book.say(_broken(broken), Audience(names)))) from broken
    except PageError as error:
        raise Unreadable(str(error)) from error
    except OSError as error:
        raise Unreadable(str(unreadable(file, error))) from error


def as_json(told: Record) -> str:
    """The match as one line of JSON."""
    return json.dumps(summary(told))


def lines(told: Record, book: Phrasebook, verbosity: Verbosity) -> Iterator[str]:
    """The match as it is told to somebody who only listens, a line an event."""
    audience = Audience(told.players)
    for now in told.match.rounds:
        for event in now.log:
            if message := narrate(seen(event, None), None, told.match.rules):
                yield book.say(message, audience, verbosity)


def _broken(broken: RuleBroken) -> Message:
    """A broken rule in one line: the file, its line, the round and action, what was wrong, the clause."""
    blanks: dict[str, Blank] = {"file": broken.source, "line": str(broken.line), "told": _cause(broken)}
    if not broken.round:
        return Message("refusals.in_file", blanks=blanks)
    blanks["round"] = str(broken.round)
    if not broken.action:
        return Message("refusals.in_round", blanks=blanks)
    return Message("refusals.in_record", blanks=blanks | {"action": str(broken.action)})


def _cause(broken: RuleBroken) -> Message:
    cause = broken.cause
    match cause:
        case NotTheirTurn(seat=seat, turn=turn):
            return with_clause(other_turn(seat, turn), _turn_clause(broken))
        case Refused():
            told = deal_refused(cause) if broken.round else table_refused(cause, broken.variant)
            return with_clause(told, cause.clause)
        case NotAllowed():
            return _move_cause(broken, cause)


def _turn_clause(broken: RuleBroken) -> str:
    """The clause by which it is another's turn, or nobody's: a round's end or start, a skip, the circle."""
    assert broken.record  # a turn is refused in a match
    match = broken.record.match
    if not match.round:
        return match.rules.clauses.get("round_over", "")
    before = match.round.log[-2]
    word = {Dealt: "starter", Again: "again", Skipped: "skipped"}.get(type(before), "")
    return match.rules.clauses.get(word, "G-4")


def _move_cause(broken: RuleBroken, refused: NotAllowed) -> Message:
    assert broken.record  # a move is refused in a match
    match = broken.record.match
    assert match.turn is not None  # and by the seat to move
    told = move_refused(position(match), refused.move, refused.why, match.turn)
    return with_clause(told, clause(match.rules, refused.why))
