"""A record from elsewhere, read from a file or pasted."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from playroom.console.matches.match_export import path_of
from playroom.console.matches.record_errors import rule_broken
from playroom.console.ui.questions import TextEntry
from playroom.console.ui.room import Room
from playroom.home.saved_match import MOST_BYTES, read_record
from playroom.narration.file_errors import page_error_message
from playroom.narration.message import Message
from playroom.narration.phrases.phrasebook import Phrasebook
from playroom.rules.rulebook.variant import Variant
from playroom.strict_yaml import PageError, load, unreadable
from playroom.strict_yaml.files import content_of
from playroom.table.record_parser import RuleBroken, record


class ReadRecord(NamedTuple):
    """The bytes of a record that can be played by the rules, and whether its match is finished."""

    content: bytes
    is_finished: bool


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


def read_text(text: str, source: str, known: Mapping[str, Variant]) -> ReadRecord:
    """The record in a pasted text, which errors call *source*; a PageError or RuleBroken if it is none."""
    whole = f"{text}\n"
    return ReadRecord(whole.encode(), bool(record(load(whole, source), known).match.winners))


def why_unread(error: PageError | RuleBroken, book: Phrasebook) -> str:
    """Why a record cannot be read, in one sentence."""
    return rule_broken(error, book) if isinstance(error, RuleBroken) else book.say(page_error_message(error))
