"""``playroom translate``: a language as a PO file for its translators, back again, and checked."""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from playroom.commands.context import Context, Visit
from playroom.commands.program_end import FAILED
from playroom.commands.speech_output import print_spoken, refuse
from playroom.commands.subcommand import Subcommand, argument
from playroom.commands.translation.language_check import check_given_words, check_words, wrong_tiles
from playroom.commands.translation.language_files import (
    Sentence,
    english,
    entries_of,
    language_folder,
    sentences,
    words_in,
    write_entries,
    write_language,
)
from playroom.commands.translation.po_file import Reference, file_head, po_text, read_po, said_to
from playroom.console.replay.sentence_review import ReviewedSentence, SentenceReview
from playroom.home.files import write_atomically
from playroom.narration.file_errors import page_error_message, system_error_blank
from playroom.narration.message import Blank, Message
from playroom.narration.narrate import RoundContext, narrated
from playroom.narration.phrases.entry import Entry, Form, Words
from playroom.narration.phrases.locales import ITSELF, ours, phrasebook
from playroom.narration.phrases.phrasebook import FALLBACK, Audience, Language, Phrasebook, Verbosity
from playroom.narration.phrases.proof import plural_cases
from playroom.rules.rulebook.variant import Variant
from playroom.rules.view import seen
from playroom.strict_yaml import PageError, one_line, unreadable
from playroom.table.setup import agreed, first_setup
from playroom.table.trial import random_match
from playroom.voice.phonemes import phonemes

_CODE = re.compile(r"[a-z]{2,3}(?:[_-][A-Za-z0-9]+)*")


class Work(StrEnum):
    """What is done with a language."""

    EXPORT = "export"
    IMPORT = "import"
    CHECK = "check"
    LISTEN = "listen"


class TranslateRequest(Struct, frozen=True):
    """What to do with which language, the PO file, the language beside English, and the game to hear."""

    work: str | None
    code: str | None
    file: Path | None
    reference: str
    game: str


def run(context: Context, request: TranslateRequest) -> int | Visit:
    """Export, import or check a language, or hear it; the exit code."""
    if request.work is None or request.code is None:
        return _refused(context, "needs_language", program="playroom translate")
    code = request.code
    if not _is_code(code):
        return _refused(context, "no_language", given=code)
    file = request.file or Path(f"{code}.po")
    try:
        match Work(request.work):
            case Work.EXPORT:
                return _export(context, code, file, request.reference)
            case Work.IMPORT:
                return _import(context, code, file)
            case Work.CHECK:
                return _check(context, code)
            case Work.LISTEN:
                return _listen(context, code, request.game)
    except PageError as error:
        return refuse(context, page_error_message(error), code=FAILED)
    except OSError as error:
        return refuse(context, page_error_message(unreadable(file, error)), code=FAILED)


def _export(context: Context, code: str, file: Path, beside: str) -> int:
    """Write the PO file."""
    folder, right = language_folder(code, context.folders.languages), english()
    said = _said(code, folder)
    language, names = _language(context, code), context.languages
    known = beside in names and beside not in (code, FALLBACK)
    other = _said(beside, language_folder(beside, context.folders.languages)) if known else {}
    reference = Reference(right, other, names.get(beside, ""))
    if file.exists():
        file.replace(file.with_name(f"{file.name}.old"))  # it may have what was not imported yet
    write_atomically(file, po_text(code, language.locale, said, reference, context.book))
    texts, translated = dict(sentences(right)), dict(sentences(said))
    blanks = {"count": len(texts), "missing": len(texts.keys() - translated.keys())}
    return _told(context, [_message("exported", file=one_line(str(file)), **blanks)])


def _import(context: Context, code: str, file: Path) -> int:
    """Take the sentences of a PO file that have no error into the files of the language."""
    folder, right = language_folder(code, context.folders.languages), english()
    is_new = not _has_language(code, folder)
    language = _language(context, code)
    po = read_po(file, right)
    wrong = (*po.errors, *check_given_words(po.said, right, language).errors)
    entries = {**_sound_entries(po.said, wrong), **dict.fromkeys(po.untranslated)}
    if _corrects_ours(code, folder):
        shipped = entries_of(dict(sentences(words_in(ours() / code))))
        entries = {name: None if entry == shipped.get(name) else entry for name, entry in entries.items()}
    if is_new:
        write_language(folder, code, language.locale)
    changed = write_entries(folder, entries, right)
    for each in wrong:
        refuse(context, page_error_message(each))
    lines = [_message("imported", folder=one_line(str(folder)), count=changed)]
    if is_new:
        started = one_line(str(folder / ITSELF))
        lines.append(_message("started", file=started, language=code))
    if wrong:
        lines.append(_message("left_out", count=len({(each.line, str(each.why)) for each in wrong})))
    _told(context, lines)
    return FAILED if wrong else 0


def _check(context: Context, code: str) -> int:
    """Tell every error and every doubt of a language; of ours where the player has corrected nothing."""
    own = language_folder(code, context.folders.languages)
    folder = own if own.is_dir() else ours() / code
    if not folder.is_dir():
        return _refused(context, "no_folder", given=code)
    language, said, right = _language(context, code), words_in(folder), english()
    if _corrects_ours(code, folder):
        found = check_given_words(said, right, language)
    else:
        found = check_words(said, right, language, folder)
    found = replace(found, errors=(*found.errors, *wrong_tiles(language, folder)))
    for each in found.errors:
        refuse(context, page_error_message(each))
    lines = [_message("doubt", why=page_error_message(each)) for each in found.doubts]
    if phonemes(["1"], language.locale) is None:
        lines.append(_message("no_voice", language=language.name))
    numbers = {"errors": len(found.errors), "doubts": len(found.doubts), "count": len(dict(sentences(said)))}
    _told(context, [*lines, _message("errors", folder=one_line(str(folder)), **numbers)])
    return FAILED if found.errors else 0


def _listen(context: Context, code: str, game: str) -> int | Visit:
    """Open the sentences of a match in a language."""
    folder = language_folder(code, context.folders.languages)
    if not (folder.is_dir() or (ours() / code).is_dir()):
        return _refused(context, "no_folder", given=code)
    _language(context, code)
    heard = replace(context, settings=replace(context.settings, language=code))
    verbosity = Verbosity(context.settings.verbosity).in_words
    marks = context.folders.languages / f"{code}.wrong.txt"
    variant, right = context.shelf.variants[game], phrasebook(FALLBACK)
    review = sentence_review(variant, heard.book, right, verbosity, _said(code, folder), marks)
    return Visit(heard, review)


def _said(code: str, folder: Path) -> Mapping[str, Words]:
    """The words of a language: those of its folder, and under them ours where it only corrects these."""
    said = dict(words_in(folder)) if folder.is_dir() else {}
    if not _corrects_ours(code, folder):
        return said
    for stem, each in words_in(ours() / code).items():
        own = said[stem].entries if stem in said else {}
        said[stem] = Words(each.page, {**each.entries, **own}, each.faults)
    return said


def _sound_entries(said: Mapping[str, Words], wrong: Sequence[PageError]) -> Mapping[str, Entry]:
    """The entries of a PO file in which nothing is wrong."""
    lines = {each.line for each in wrong}

    def is_sound(name: str) -> bool:
        """Whether no line of any form of an entry is wrong."""
        stem, *path = name.split(".")
        page, places = said[stem].page, [path]
        for person, forms in said[stem].entries[name].items():
            places += [[*path, *([str(person)] if person else []), str(form)] for form in forms]
        return lines.isdisjoint(page.line(*each) for each in places)

    return entries_of({each: text for each, text in sentences(said) if is_sound(each.entry)})


def _language(context: Context, code: str) -> Language:
    """The language, or one like English with the code as its locale, which is to be begun.

    A PageError if its own file is broken: all else would be read by the rules of another language.
    """
    folder = language_folder(code, context.folders.languages)
    known = phrasebook(code, context.folders.languages)
    if broken := [each for each in known.left_out if each.source == str(folder / ITSELF)]:
        raise broken[0]
    if _has_language(code, folder):
        return known.language
    return replace(phrasebook(FALLBACK).language, code=code, name=code, locale=code.replace("-", "_"))


def _corrects_ours(code: str, folder: Path) -> bool:
    """Whether a folder of the player's own changes some entries of a language that we have."""
    return folder != ours() / code and (ours() / code).is_dir()


def _has_language(code: str, folder: Path) -> bool:
    return (folder / ITSELF).is_file() or (ours() / code).is_dir()


def _is_code(code: str) -> bool:
    """Whether a language of this code can have plurals and lists."""
    if not _CODE.fullmatch(code):
        return False
    try:
        plural_cases(code.replace("-", "_"))
    except ValueError:
        return (ours() / code).is_dir()
    return True


def _told(context: Context, lines: Sequence[Message]) -> int:
    print_spoken(context, map(context.book.say, lines))
    return 0


def _refused(context: Context, entry: str, **blanks: Blank) -> int:
    return refuse(context, _message(entry, **blanks))


def _message(entry: str, **blanks: Blank) -> Message:
    return Message(f"command_line.translate.{entry}", blanks=blanks)


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


COMMAND = Subcommand(
    TranslateRequest,
    run,
    (
        argument("work", "work", metavar="WORK", choices=tuple(map(str, Work))),
        argument("code", "translated", metavar="LANG"),
        argument("file", "po_file", metavar="FILE", type=Path),
        argument("--game", "heard_game", metavar="GAME", names_game=True, default="partners"),
        argument("--reference", "reference", metavar="LANG", default="fr"),
    ),
)
