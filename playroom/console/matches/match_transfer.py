"""Records read from a file or a pasted text, or written to a file, and what is said of a broken one."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from playroom.console.ui.questions import YesOrNo
from playroom.console.ui.room import Room
from playroom.console.ui.text_entry import TextEntry
from playroom.console.ui.write_queue import WriteOutcome
from playroom.home.files import write_atomically
from playroom.home.home_file import DamagedHome, packed_matches
from playroom.home.saved_match import MOST_BYTES, finished, read_record
from playroom.narration.file_errors import page_error_message
from playroom.narration.message import Blank, Message, answer
from playroom.narration.phrases.phrasebook import Audience, Phrasebook
from playroom.narration.refusal import deal_refused, move_refused, other_turn, table_refused, with_clause
from playroom.rules.event import Again, Dealt, Skipped
from playroom.rules.flow import IllegalMove
from playroom.rules.legal import clause, position
from playroom.rules.rulebook.fault import InvalidTable
from playroom.rules.rulebook.variant import Variant
from playroom.strict_yaml import PageError, load, unreadable
from playroom.strict_yaml.files import content_of
from playroom.table.record_parser import NotTheirTurn, RuleBroken, record


class ReadRecord(NamedTuple):
    """The bytes of a record that can be played by the rules, and whether its match is finished."""

    content: bytes
    is_finished: bool
    notes: bytes = b""


class ReadHome(NamedTuple):
    """The matches in the file of a home, and how many of them cannot be read."""

    matches: tuple[ReadRecord, ...]
    unread: int


def ask_for_record(room: Room, done: Callable[[str], None], pasted: Callable[[str], None]) -> None:
    """Ask for the path of a record, or have the record itself *pasted*."""
    room.places.open(TextEntry(room, Message("matches.write_record"), "", done, take_lines=pasted))


def read_file(path: str, known: Mapping[str, Variant]) -> ReadRecord:
    """The record in the file at a path; a PageError or RuleBroken if it cannot be read."""
    file = path_of(path)
    try:
        return ReadRecord(content_of(file, MOST_BYTES), bool(read_record(file, known).match.winners))
    except OSError as error:
        raise unreadable(file, error) from error


def read_home(path: str, known: Mapping[str, Variant]) -> ReadHome | None:
    """The matches in the file of a home; None if it is damaged, or too large."""
    read: list[ReadRecord] = []
    unread = 0
    try:
        for each in packed_matches(path_of(path)):
            try:
                found = record(load(finished(each.record).decode(), path), known)
            except (PageError, RuleBroken, UnicodeDecodeError):
                unread += 1
                continue
            read.append(ReadRecord(each.record, bool(found.match.winners), each.notes))
    except DamagedHome:
        return None
    return ReadHome(tuple(read), unread)


def read_text(text: str, source: str, known: Mapping[str, Variant]) -> ReadRecord:
    """The record in a pasted text, which errors call *source*; a PageError or RuleBroken if it is none."""
    whole = f"{text}\n"
    return ReadRecord(whole.encode(), bool(record(load(whole, source), known).match.winners))


def why_unread(error: PageError | RuleBroken, book: Phrasebook) -> str:
    """Why a record cannot be read, in one sentence."""
    return rule_broken(error, book) if isinstance(error, RuleBroken) else book.say(page_error_message(error))


Tell = Callable[[Message], None]
"""Says how an export has ended."""


def ask_for_path(room: Room, record: Path, suggested: str, tell: Tell) -> None:
    """Ask for the path of a new file, and write the record there byte for byte."""

    def export(path: str) -> None:
        if not path:
            tell(answer("matches.no_path"))
            return
        target = path_of(path)

        def end(outcome: WriteOutcome) -> None:
            failed = answer("matches.not_exported", why=outcome.why)
            tell(failed if outcome.why else answer("matches.exported", file=str(target)))

        write = partial(room.writes.add, lambda: write_atomically(target, record.read_bytes()), end)
        if target.exists():
            question = Message("matches.replace_sure", blanks={"file": str(target)})
            room.places.open(YesOrNo(room, question, write))
        else:
            write()

    room.places.open(TextEntry(room, Message("matches.write_path"), suggested, export))


def path_of(text: str) -> Path:
    """The file of a path as it is typed or pasted, with or without quotes."""
    path = Path(text.strip().strip("\"'"))
    with suppress(RuntimeError):  # there is no such user
        path = path.expanduser()
    return path.absolute()


def rule_broken(broken: RuleBroken, book: Phrasebook) -> str:
    """The broken rule in one sentence: the file, its line, the round and action, the cause and its clause."""
    blanks: dict[str, Blank] = {
        "file": broken.source,
        "line": str(broken.line),
        "told": _cause(broken),
        "round": str(broken.round),
        "action": str(broken.action),
    }
    entry = "in_file" if not broken.round else "in_round" if not broken.action else "in_record"
    names = broken.record.players if broken.record else ()
    return book.say(Message(f"refusals.{entry}", blanks=blanks), Audience(names))


def _cause(broken: RuleBroken) -> Message:
    cause = broken.cause
    match cause:
        case NotTheirTurn(seat=seat, turn=turn):
            assert broken.record  # a turn is refused in a match
            match_of = broken.record.match
            # The clause that gives the turn to another seat, or to none.
            of_turn = match_of.rules.clauses.get("round_over", "")
            if match_of.round:
                before = match_of.round.log[-2]
                word = {Dealt: "starter", Again: "again", Skipped: "skipped"}.get(type(before), "")
                of_turn = match_of.rules.clauses.get(word, "G-4")
            return with_clause(other_turn(seat, turn), of_turn)
        case InvalidTable():
            message = deal_refused(cause) if broken.round else table_refused(cause, broken.variant)
            return with_clause(message, cause.clause)
        case IllegalMove(move=move, why=why):
            assert broken.record  # a move is refused in a match
            match_of = broken.record.match
            assert match_of.turn is not None  # and by the seat to move
            message = move_refused(position(match_of), move, why, match_of.turn)
            return with_clause(message, clause(match_of.rules, why))
