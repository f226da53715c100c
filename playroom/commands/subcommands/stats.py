"""``playroom stats``: the statistics of one's own matches, read out or written as CSV."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from msgspec import Struct

from playroom.commands.context import Context
from playroom.commands.program_end import FAILED
from playroom.commands.speech_output import print_spoken, refuse, spoken_output
from playroom.commands.subcommand import Subcommand, argument
from playroom.commands.subcommands.help import tell
from playroom.console.matches.match_transfer import why_unread
from playroom.console.progress.statistics_list import statistics_items, unreviewed_item
from playroom.console.ui.places import ListItem
from playroom.home.files import write_atomically
from playroom.home.match_index import MatchIndex
from playroom.home.statistics import Statistics, statistics, statistics_csv
from playroom.narration.file_errors import system_error_blank
from playroom.narration.message import Message
from playroom.voice.terminal import ERROR

FEW: Final = 100
"""The most matches that are read in about a second."""


class StatsRequest(Struct, frozen=True):
    """The file for the statistics as CSV; None to read them out."""

    csv: Path | None


def run(context: Context, request: StatsRequest) -> int:
    """Read the statistics out, or write them; the exit code."""
    book, variants = context.book, context.shelf.variants
    index = MatchIndex(context.folders.matches, variants, lambda error: why_unread(error, book))
    known, unread = index.survey()
    with ExitStack() as output:
        if len(unread) > FEW:  # it takes a while to read those that the index does not have
            write = output.enter_context(spoken_output(context, ERROR, aloud=os.isatty(ERROR)))
            write(book.say(Message("matches.reading", blanks={"count": len(unread)})))
        read = index.read(unread)
    found = statistics((*known, *read))
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

    items = statistics_items(found, context.shelf.variants, local_time(), lambda *_: None)
    for item in (*items, *unreviewed_item(found, 0)):
        yield context.book.say(item.label)
        for inner in item.inside() if isinstance(item, ListItem) else ():
            yield context.book.say(inner.label)


COMMAND = Subcommand(StatsRequest, run, (argument("--csv", "csv", metavar="FILE", type=Path),))
