"""``playroom check``: a rulebook page of the player's own, explained and tried in random matches."""

from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from playroom.commands.arguments import at_least_one
from playroom.commands.context import Context
from playroom.commands.exit_codes import FAILED
from playroom.commands.page_report import explanation, trial_report, uncovered_report
from playroom.commands.speech_output import needs_file, refuse, spoken_output
from playroom.commands.subcommand import HelpWords, Subcommand
from playroom.rules.variant import Variant
from playroom.strict_yaml import PageError, read, unreadable
from playroom.table.page import variant_on
from playroom.table.schema import as_text
from playroom.table.shelf import OURS, shelf
from playroom.table.trial import trial


@dataclass(frozen=True, slots=True)
class CheckRequest:
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
    try:
        variant = _variant(context, request.file)
    except PageError as error:
        return refuse(context, str(error), code=FAILED)
    return 0 if _try_out(context, variant, request.matches) else FAILED


def _add_arguments(to: ArgumentParser, variants: Mapping[str, Variant], words: HelpWords) -> None:
    del variants
    to.add_argument("file", nargs="?", type=Path, metavar="FILE", help=words("help.options.page"))
    to.add_argument("--schema", action="store_true", help=words("help.options.schema"))
    matches = words("help.options.random_matches")
    to.add_argument("--matches", type=at_least_one, default=300, metavar="N", help=matches)


def _variant(context: Context, file: Path) -> Variant:
    """The rulebook in *file*, which may already be on the shelf; a PageError if it cannot be read."""
    try:
        page = read(file)
    except OSError as error:
        raise unreadable(file, error) from error
    others = shelf((OURS, context.folders.rulebooks), without=file)
    return variant_on(page, others.variants)


def _try_out(context: Context, variant: Variant, matches: int) -> bool:
    """Explain the rulebook and report its random matches; whether every match ended."""
    book = context.book
    with spoken_output(context) as write:
        for message in explanation(variant):
            write(book.say(message))
        found = trial(variant, matches)
        for message in (*trial_report(found), *uncovered_report(variant)):
            write(book.say(message))
    return found.endless is None


COMMAND = Subcommand(CheckRequest, _add_arguments, run)
