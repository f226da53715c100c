"""``playroom replay``: matches read out from their records, or printed as JSON."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from playroom.commands.context import Context, Visit
from playroom.commands.program_end import FAILED
from playroom.commands.speech_output import needs_file, print_spoken, refuse
from playroom.commands.subcommand import Subcommand, argument
from playroom.console.matches.match_transfer import rule_broken
from playroom.console.replay.replay_table import step_messages
from playroom.console.replay.replays import Replay, replay_of
from playroom.home.match_notes import NotesFile
from playroom.home.saved_match import read_record
from playroom.narration.file_errors import page_error_message
from playroom.narration.message import Blank, Either, Message
from playroom.narration.phrases.phrasebook import Audience, Phrasebook, Verbosity
from playroom.rules.rulebook.variant import Variant
from playroom.strict_yaml import PageError, one_line, unreadable
from playroom.table.record import Record, summary
from playroom.table.record_parser import RuleBroken
from playroom.table.timeline import Timeline

STANDARD_INPUT: Final = Path("-")
"""The name of standard input, which provides the keys of a step-by-step replay."""


class RecordError(ValueError):
    """A record that cannot be read, and why, in one line."""


class ReplayRequest(Struct, frozen=True):
    """The record files, whether to print them as JSON, and whether to go through one step by step.

    *seat* names the player who heard it so, or gives their number from 1; None is the one who has played.
    """

    files: tuple[Path, ...]
    json: bool
    listen: bool
    seat: str | None


def run(context: Context, request: ReplayRequest) -> int | Visit:
    """Read out the records or print each as JSON, or open one; errors go to standard error. The exit code."""
    if request.listen:
        return _open(context, request)
    if not request.files:
        return refuse(context, needs_file("playroom replay"))
    if request.seat:
        return refuse(context, Message("command_line.seat_without_listen"))
    results = [_replay(context, file, request) for file in request.files]
    return 0 if all(results) else FAILED


def _open(context: Context, request: ReplayRequest) -> int | Visit:
    """Open the place to go through one record step by step; the exit code if that is not possible."""
    if len(request.files) != 1 or request.files[0] == STANDARD_INPUT or request.json:
        return refuse(context, Message("command_line.listen_to_one"))
    file = request.files[0]
    try:
        match_record = _record(file, context.shelf.variants, context.book)
    except RecordError as error:
        return refuse(context, str(error), code=FAILED)
    replay = _replay_of(context, match_record, file)
    if request.seat is None:
        return Visit(context, replay)
    players = replay.record.players
    named = {str(number): at for at, number in enumerate(range(1, len(players) + 1))}
    named |= {name.casefold(): at for at, name in enumerate(players)}
    ear = named.get(request.seat.casefold())
    if ear is None:
        blanks: dict[str, Blank] = {"given": request.seat, "players": Either(tuple(players))}
        return refuse(context, Message("command_line.no_seat", blanks=blanks), code=FAILED)
    if replay.keeps_hands_closed:
        return refuse(context, Message("replay.all_closed"), code=FAILED)
    if replay.people and ear not in replay.people and not replay.record.match.winners:
        why = Message("command_line.seat_not_over", blanks={"name": players[ear]})
        return refuse(context, why, code=FAILED)
    return Visit(context, replace(replay, ear=ear))


def _replay(context: Context, file: Path, request: ReplayRequest) -> bool:
    """Replay one record; whether it could be read."""
    try:
        match_record = _record(file, context.shelf.variants, context.book)
    except RecordError as error:
        refuse(context, str(error))
        if request.json and len(request.files) > 1:
            print(json.dumps({"error": str(error)}))
        return False
    replay = _replay_of(context, match_record, file)
    if request.json:
        print(json.dumps(summary(match_record, has_closed_hands=replay.keeps_hands_closed)))
        return True
    # As the person who has played it heard it, a line for each event; else as spectators do.
    timeline, ear = Timeline(match_record.match), replay.ear if replay.notes.own else None
    audience, verbosity = Audience(match_record.players, ear), Verbosity(context.settings.verbosity).in_words
    steps = (step_messages(timeline, index, ear) for index in range(len(timeline.steps)))
    print_spoken(context, (context.book.say(each, audience, verbosity) for step in steps for each in step))
    return True


def _replay_of(context: Context, match_record: Record, file: Path) -> Replay:
    """The replay of the record in a file; one outside the folder of matches may be nobody's here."""
    is_saved = file.resolve().is_relative_to(context.folders.matches.resolve())
    return replay_of(match_record, NotesFile(file).load(), file.name, is_saved=is_saved)


def _record(file: Path, variants: Mapping[str, Variant], book: Phrasebook) -> Record:
    """The record in *file*; a RecordError if it cannot be read."""
    try:
        return read_record(file, variants)
    except RuleBroken as broken:
        raise RecordError(one_line(rule_broken(broken, book))) from broken
    except PageError as error:
        raise RecordError(book.say(page_error_message(error))) from error
    except OSError as error:
        raise RecordError(book.say(page_error_message(unreadable(file, error)))) from error


COMMAND = Subcommand(
    ReplayRequest,
    run,
    (
        argument("files", "records", nargs="*", metavar="FILE", type=Path),
        argument("--json", "json", action="store_true"),
        argument("--listen", "listen", action="store_true"),
        argument("--seat", "seat", metavar="SEAT"),
    ),
)
