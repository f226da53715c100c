"""``playroom check``: a rulebook page of the player's own, explained and tried in random matches."""

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from statistics import mean

from msgspec import Struct

from playroom.commands.context import Context
from playroom.commands.program_end import FAILED
from playroom.commands.speech_output import needs_file, refuse, spoken_output
from playroom.commands.subcommand import Subcommand, argument, at_least_one
from playroom.console.rulebook.shown_examples import shown_examples
from playroom.engine.coverage import uncovered
from playroom.narration.file_errors import line_error_message, page_error_message
from playroom.narration.message import Blank, Message
from playroom.narration.phrases.phrasebook import Phrasebook
from playroom.narration.rules.option import needs_example, question_name, rule_name, table_summary
from playroom.narration.rules.rulebook import rulebook
from playroom.rules.rulebook.variant import Rules, Variant
from playroom.strict_yaml import PageError, one_line, quoted, read_whole, reason, unreadable
from playroom.strict_yaml.page import EXAMPLES
from playroom.table.examples.example import WrongExampleError, proved
from playroom.table.examples.example_file import examples_file, read_examples
from playroom.table.schema import as_text
from playroom.table.setup import agreed, first_setup
from playroom.table.shelf import OURS, shelf
from playroom.table.trial import MOST_ROUNDS, Trial, tables_of, trial
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
    if (file := request.file) is None:
        return refuse(context, needs_file("playroom check"))
    try:
        page, errors = read_whole(file)
    except OSError as error:
        return _tell_errors(context, file, (unreadable(file, error),))
    except PageError as error:
        return _tell_errors(context, file, (error,))
    if errors and not isinstance(page.value, dict):
        return _tell_errors(context, file, errors)
    known = shelf((OURS, context.folders.rulebooks), without=file)  # it may be on the shelf already
    variant, errors = every_error(page, errors, known.variants)
    if variant is None or errors:
        return _tell_errors(context, file, errors)
    folder = file.resolve().parent
    if wrong := wrong_examples(folder, variant):
        return _tell_errors(context, examples_file(folder, variant.name), wrong)
    return 0 if _try_out(context, variant, file, request.matches) else FAILED


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
            folder = context.folders.rulebooks
            is_there = file.resolve().parent in (folder.resolve(), OURS.resolve())
            entry = "in_place" if is_there else "put"
            tell(Message(f"rulebooks.proof.{entry}", blanks={"folder": str(folder)}))
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


def explanation(variant: Variant) -> Iterator[Message]:
    """The rules of the first table."""
    for section in rulebook(variant, agreed(variant, first_setup(variant))):
        yield Message("rulebooks.proof.heading", blanks={"heading": section.heading})
        yield from section.paragraphs


def trial_report(found: Trial, seconds: int, wanted: int) -> Iterator[Message]:
    """The number of matches, their lengths, how rounds ended, and whether every match ended.

    The trial may have stopped after these *seconds*, before all the matches *wanted* were played.
    """
    rounds = sum(found.rounds)
    blanks: dict[str, Blank] = {"matches": len(found.rounds), "rounds": rounds}
    if found.stopped:
        yield Message("rulebooks.proof.stopped", blanks={**blanks, "seconds": seconds, "wanted": wanted})
    elif rounds:
        yield Message("rulebooks.proof.matches", blanks=blanks)
    if rounds:
        lengths = {"least": min(found.rounds), "most": max(found.rounds), "mean": round(mean(found.rounds))}
        yield Message("rulebooks.proof.lengths", blanks={**lengths, "tiles": round(found.tiles / rounds)})
    for ending, number in sorted(found.endings.items()):
        share: dict[str, Blank] = {"count": number, "percent": round(100 * number / rounds)}
        yield Message(f"rulebooks.proof.{ending}", blanks=share)
    if works(found):
        yield Message("rulebooks.proof.every_match_ends")
    elif found.endless is None:
        yield Message("rulebooks.proof.none_ended")
    else:
        setup = found.endless
        table = table_summary(setup.players, setup.teams, setup.options)
        yield Message("rulebooks.proof.endless", blanks={"rounds": MOST_ROUNDS, "table": table})


def works(found: Trial) -> bool:
    """Whether matches were played, and all that were played to the end or the limit have ended."""
    return found.endless is None and bool(found.rounds)


def uncovered_report(variant: Variant) -> Iterator[Message]:
    """The questions whose answers the engine of the bots does not know, if there are any."""
    found = (each for setup in tables_of(variant) for each in uncovered(agreed(variant, setup)))
    if questions := tuple(dict.fromkeys(found)):
        blanks: dict[str, Blank] = {
            "questions": tuple(map(question_name, questions)),
            "count": len(questions),
        }
        yield Message("rulebooks.proof.not_covered", blanks=blanks)


def wrong_examples(folder: Path, variant: Variant) -> tuple[PageError, ...]:
    """Every error in the examples of a rulebook in *folder*; none if it has no examples."""
    file = examples_file(folder, variant.name)
    if not file.exists():
        return ()
    try:
        page, rows = read_examples(file)
    except OSError as error:
        return (unreadable(file, error),)
    except PageError as error:
        return (error,)
    found: list[PageError] = []
    for number, row in enumerate(rows):
        try:
            rules = proved(row, variant).before.rules
        except WrongExampleError as error:
            found.append(page.error(error.why, number))
            continue
        names = tuple(map(rule_name, _paragraphs(variant, rules)))
        if row.rule not in names:
            blanks = {"given": quoted(row.rule), "known": names[:EXAMPLES], "count": len(names)}
            found.append(page.error(reason("examples.no_sentence", **blanks), number, "rule"))
    return tuple(found)


def _paragraphs(variant: Variant, rules: Rules) -> Iterator[Message]:
    return chain.from_iterable(section.paragraphs for section in rulebook(variant, rules))


def examples_report(folder: Path, book: Phrasebook, variant: Variant) -> Iterator[Message]:
    """The number of rules of the first table with examples, and each rule that lacks one."""
    setup = first_setup(variant)
    rules = agreed(variant, setup)
    paragraphs = _paragraphs(variant, rules)
    every = tuple(each for each in paragraphs if needs_example(rule_name(each)))
    missing = tuple(
        each for each in every if not shown_examples(folder, book, variant, rules, setup.options, each)
    )
    found = len(every) - len(missing)
    yield Message("rulebooks.proof.examples", blanks={"found": found, "missing": len(missing)})
    for sentence in missing:
        yield Message("rulebooks.proof.no_example", blanks={"sentence": sentence})


COMMAND = Subcommand(
    CheckRequest,
    run,
    (
        argument("file", "page", metavar="FILE", type=Path),
        argument("--schema", "schema", action="store_true"),
        argument("--matches", "random_matches", metavar="N", type=at_least_one, default=300),
    ),
)
