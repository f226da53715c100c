"""The sentences of a match, each kind once, as the first player hears them in a language."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from playroom.commands.translation.language_files import Sentence
from playroom.commands.translation.po_file import file_head, said_to
from playroom.console.replay.sentence_review import ReviewedSentence, SentenceReview
from playroom.home.files import write_atomically
from playroom.narration.file_errors import system_error_blank
from playroom.narration.message import Blank, Message
from playroom.narration.narrated import RoundContext, narrated
from playroom.narration.phrases.entry import Form, Words
from playroom.narration.phrases.phrasebook import Audience, Phrasebook, Verbosity
from playroom.rules.rulebook.variant import Variant
from playroom.rules.view import seen
from playroom.strict_yaml import one_line
from playroom.table.setup import agreed, first_setup
from playroom.table.trial import random_match

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
EAR: Final = 0


def sentence_review(
    variant: Variant,
    book: Phrasebook,
    english: Phrasebook,
    verbosity: Verbosity,
    said: Mapping[str, Words],
    marks: Path,
) -> SentenceReview:
    """The sentences of a match of *variant*; those that are marked as wrong are kept in the file *marks*."""
    found: dict[tuple[str, ...], ReviewedSentence] = {}
    for message in _messages(variant):
        to = Audience(NAMES, EAR)
        text = book.say(message, to, verbosity)
        kind = (message.entry, message.person, "".join(each for each in text if not each.isdigit()))
        if text and kind not in found:
            key = f"{len(found)} {message.entry} {message.person}".strip()
            stem = message.entry.partition(".")[0]
            heard = said_to(Sentence(message.entry, message.person, Form(verbosity.form)), book)
            subject = file_head(said[stem].page).partition(". ")[0] if stem in said else ""
            when = " ".join(f"{part.rstrip('.')}." for part in (heard, message.entry, subject) if part)
            found[kind] = ReviewedSentence(key, text, when, english.say(message, to, verbosity))
    return SentenceReview(tuple(found.values()), partial(_keep, marks))


def _messages(variant: Variant) -> Iterator[Message]:
    """The messages that the first player of a random match hears, in order."""
    rules = agreed(variant, first_setup(variant))
    match = random_match(rules, Random(1))  # noqa: S311 (a game)
    for now in match.rounds:
        log = tuple(seen(event, EAR) for event in now.log)
        context = RoundContext(log, totals=match.totals)
        yield from (message for _, message in narrated(log, EAR, rules, context) if message)


def _keep(marks: Path, wrong: Sequence[ReviewedSentence]) -> Message:
    """Write the marked sentences, a line each."""
    lines = [one_line(f"{each.key.partition(' ')[2]}: {each.text} ({each.english})") for each in wrong]
    try:
        write_atomically(marks, "".join(f"{line}\n" for line in lines))
    except OSError as error:
        return Message("replay.marks_not_kept", blanks={"why": system_error_blank(error)})
    blanks: dict[str, Blank] = {"count": len(wrong), "file": one_line(str(marks))}
    return Message("replay.marks", blanks=blanks)
