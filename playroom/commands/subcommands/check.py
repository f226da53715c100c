"""``playroom check``: a rulebook page of the player's own, explained and tried in random matches."""

import time
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from playroom.commands.arguments import at_least_one
from playroom.commands.context import Context
from playroom.commands.page_examples import examples_report, wrong_examples
from playroom.commands.page_report import explanation, trial_report, uncovered_report, works
from playroom.commands.program_end import FAILED
from playroom.commands.speech_output import needs_file, refuse, spoken_output
from playroom.commands.subcommand import HelpWords, Subcommand, Variants
from playroom.narration.file_errors import line_error_message, page_error_message
from playroom.narration.message import Message
from playroom.rules.rulebook.variant import Variant
from playroom.strict_yaml import PageError, one_line, read_whole, unreadable
from playroom.table.examples.example_file import examples_file
from playroom.table.schema import as_text
from playroom.table.shelf import OURS, shelf
from playroom.table.trial import trial
from playroom.table.unreachable_choices import every_error

PROGRESS_AFTER = 5.0
"""Seconds between progress messages of random matches."""

TIME_LIMIT = 60
"""The longest time in seconds that the random matches may take."""


class CheckRequest(Struct, frozen=True):
    """The page and how many random matches to play, or the schema of pages."""

    file: Path | None
    schema: bool
    matches: int


def run(context: Context, request: CheckRequest) -> int:
    """Check the page, or print the schema; the exit code."""
    if request.schema:
        print(as_text())
        return 0
    if request.file is None:
        return refuse(context, needs_file("playroom check"))
    variant, errors = _checked(context, request.file)
    if variant is None or errors:
        return _tell_errors(context, request.file, errors)
    if wrong := wrong_examples(request.file.resolve().parent, variant):
        return _tell_errors(context, examples_file(request.file.resolve().parent, variant.name), wrong)
    return 0 if _try_out(context, variant, request.file, request.matches) else FAILED


def _add_arguments(to: ArgumentParser, variants: Variants, words: HelpWords) -> None:
    del variants
    to.add_argument("file", nargs="?", type=Path, metavar="FILE", help=words("help.options.page"))
    to.add_argument("--schema", action="store_true", help=words("help.options.schema"))
    matches = words("help.options.random_matches")
    to.add_argument("--matches", type=at_least_one, default=300, metavar="N", help=matches)


def _checked(context: Context, file: Path) -> tuple[Variant | None, tuple[PageError, ...]]:
    """The rulebook in *file*, which may already be on the shelf, and every error in it, by line."""
    try:
        page, errors = read_whole(file)
    except OSError as error:
        return None, (unreadable(file, error),)
    except PageError as error:
        return None, (error,)
    if errors and not isinstance(page.value, dict):
        return None, errors
    known = shelf((OURS, context.folders.rulebooks), without=file)
    return every_error(page, errors, known.variants)


def _tell_errors(context: Context, file: Path, errors: Sequence[PageError]) -> int:
    """Print and speak every error, and how many they are if they are several; the exit code."""
    if len(errors) == 1:
        return refuse(context, page_error_message(errors[0]), code=FAILED)
    refuse(context, Message("files.count", blanks={"file": one_line(str(file)), "count": len(errors)}))
    for error in errors:
        refuse(context, line_error_message(error))
    return FAILED


def _try_out(context: Context, variant: Variant, file: Path, matches: int) -> bool:
    """Explain the rulebook and report its random matches; whether every match ended."""
    book = context.book
    with spoken_output(context) as write:

        def tell(message: Message) -> None:
            write(book.say(message))

        for message in (*explanation(variant), *examples_report(file.resolve().parent, book, variant)):
            tell(message)
        tell(Message("rulebooks.proof.playing"))
        found = trial(variant, matches, may_go_on=_clock(matches, tell))
        for message in (*trial_report(found, TIME_LIMIT, matches), *uncovered_report(variant)):
            tell(message)
        if works(found):
            tell(_place(context, file))
    return works(found)


def _clock(matches: int, tell: Callable[[Message], object]) -> Callable[[int], bool]:
    """A function from the number of finished matches to whether there is time for more.

    It reports that number, if some time has passed since the last line.
    """
    start = last = time.perf_counter()

    def may_go_on(played: int) -> bool:
        nonlocal last
        now = time.perf_counter()
        if now - start >= TIME_LIMIT:
            return False
        if now - last >= PROGRESS_AFTER:
            last = now
            tell(Message("rulebooks.proof.progress", blanks={"done": played, "matches": matches}))
        return True

    return may_go_on


def _place(context: Context, file: Path) -> Message:
    """The folder in which the page can be played."""
    folder = context.folders.rulebooks
    is_there = file.resolve().parent in (folder.resolve(), OURS.resolve())
    return Message(
        "rulebooks.proof.in_place" if is_there else "rulebooks.proof.put", blanks={"folder": str(folder)}
    )


COMMAND = Subcommand(CheckRequest, _add_arguments, run)
