"""The messages about a record that breaks a rule."""

from playroom.narration.message import Blank, Message
from playroom.narration.phrases.phrasebook import Audience, Phrasebook
from playroom.narration.refusal import deal_refused, move_refused, other_turn, table_refused, with_clause
from playroom.rules.event import Again, Dealt, Skipped
from playroom.rules.flow import IllegalMove
from playroom.rules.legal import clause, position
from playroom.rules.rulebook.variant import InvalidTable
from playroom.table.record_parser import NotTheirTurn, RuleBroken


def rule_broken(broken: RuleBroken, book: Phrasebook) -> str:
    """The broken rule in one sentence, with the names of the players of that match."""
    return book.say(_message(broken), Audience(broken.record.players if broken.record else ()))


def _message(broken: RuleBroken) -> Message:
    """The file, its line, the round and action, the cause and its clause."""
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
        case InvalidTable():
            message = deal_refused(cause) if broken.round else table_refused(cause, broken.variant)
            return with_clause(message, cause.clause)
        case IllegalMove():
            return _illegal_move(broken, cause)


def _turn_clause(broken: RuleBroken) -> str:
    """The clause that gives the turn to another seat, or to none."""
    assert broken.record  # a turn is refused in a match
    match = broken.record.match
    if not match.round:
        return match.rules.clauses.get("round_over", "")
    before = match.round.log[-2]
    word = {Dealt: "starter", Again: "again", Skipped: "skipped"}.get(type(before), "")
    return match.rules.clauses.get(word, "G-4")


def _illegal_move(broken: RuleBroken, refused: IllegalMove) -> Message:
    assert broken.record  # a move is refused in a match
    match = broken.record.match
    assert match.turn is not None  # and by the seat to move
    message = move_refused(position(match), refused.move, refused.why, match.turn)
    return with_clause(message, clause(match.rules, refused.why))
