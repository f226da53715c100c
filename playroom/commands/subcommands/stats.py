"""``playroom stats``: the statistics of one's own matches, read out or written as CSV."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from playroom.commands.context import Context
from playroom.commands.program_end import FAILED
from playroom.commands.speech_output import print_spoken, refuse
from playroom.commands.subcommand import HelpWords, Subcommand, Variants
from playroom.commands.subcommands.help import tell
from playroom.console.matches.match_transfer import why_unread
from playroom.console.progress.statistics_lines import statistics_items
from playroom.home.files import write_atomically
from playroom.home.match_index import MatchIndex
from playroom.home.statistics import Statistics, statistics, statistics_csv
from playroom.narration.file_errors import system_error_blank
from playroom.narration.message import Message


class StatsRequest(Struct, frozen=True):
    """The file for the statistics as CSV; None to read them out."""

    csv: Path | None


def run(context: Context, request: StatsRequest) -> int:
    """Read the statistics out, or write them; the exit code."""
    book, variants = context.book, context.shelf.variants
    index = MatchIndex(context.folders.matches, variants, lambda error: why_unread(error, book))
    known, unread = index.survey()
    found = statistics((*known, *index.read(unread)))
    if request.csv is None:
        print_spoken(context, _lines(context, found))
        return 0
    try:
        write_atomically(request.csv, statistics_csv(found))
    except OSError as error:
        why = system_error_blank(error)
        return refuse(context, Message("matches.not_exported", blanks={"why": why}), code=FAILED)
    return tell(context, Message("matches.exported", blanks={"file": str(request.csv)}))


def _lines(context: Context, found: Statistics) -> Iterator[str]:
    """The lines of the list in the menu, those behind a line after it."""
    from playroom.commands.assembly import local_time  # noqa: PLC0415 (a file of CSV needs no date of today)

    for item in statistics_items(found, context.shelf.variants, local_time(), lambda *_: None):
        yield context.book.say(item.label)
        for inner in item.inside() if item.inside else ():
            yield context.book.say(inner.label)


def _add_arguments(to: ArgumentParser, variants: Variants, words: HelpWords) -> None:
    del variants
    to.add_argument("--csv", type=Path, metavar="FILE", help=words("help.options.csv"))


COMMAND = Subcommand(StatsRequest, _add_arguments, run)
