"""A language as a PO file, which Poedit, Weblate and Crowdin read: a message for each sentence.

The key, such as ``events.drew you.brief``, is the context of the message, the English text the message.
What helps to translate it is in the comments. Without a translation, the level above is said, or English.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from playroom.commands.translation.language_files import Sentence, sample, sentences
from playroom.narration.message import Blank, Message, Person
from playroom.narration.phrases.entry import PLURAL, SELECT, Form, Words, parsed_blanks, words
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import FALLBACK, Language, Phrasebook, pattern
from playroom.narration.phrases.proof import plural_examples
from playroom.strict_yaml import Page, PageError, reason
from playroom.strict_yaml.page import NO_LINE, Key, Lines, Value

if TYPE_CHECKING:
    import polib

_WRAP: Final = 110
_ICU: Final = "icu-message-format"
"""The flag by which Weblate checks the braces."""
_HEAD: Final = re.compile(r"\A(?:#.*\n)+")


class Reference(Struct, frozen=True):
    """What is exported beside the translation: the English words, and those of another language."""

    english: Mapping[str, Words]
    other: Mapping[str, Words]
    other_name: str


def po_text(code: str, locale: str, said: Mapping[str, Words], reference: Reference, book: Phrasebook) -> str:
    """The PO file of a language; its comments are in the language of *book*."""
    import polib  # noqa: PLC0415 (only translators need it)

    made = polib.POFile(wrapwidth=_WRAP)
    made.metadata = {
        "Project-Id-Version": "playroom",
        "Language": code,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    translated = dict(sentences(said))
    heads = {stem: file_head(each.page) for stem, each in reference.english.items()}
    sections = {stem: _sections(each.page) for stem, each in reference.english.items()}
    others, right = dict(sentences(reference.other)), dict(sentences(reference.english))
    plurals, spoken = plural_examples(locale), phrasebook(FALLBACK).language
    for each in _in_order(right, translated):
        stem = each.entry.partition(".")[0]
        english = right.get(each) or _nearest(reference.english[stem], each)
        line = reference.english[stem].page.line(*each.entry.split(".")[1:])
        comments = [heads[stem], sections[stem].get(line, "")]
        comments += _comments(each, english, spoken, plurals, book)
        if other := others.get(each):
            comments.append(f"{reference.other_name}: {other}")
        made.append(
            polib.POEntry(
                msgctxt=str(each),
                msgid=english,
                msgstr=translated.get(each, ""),
                comment="\n".join(filter(None, comments)),
                occurrences=[(f"locales/en/{stem}.yaml", str(line))],
                flags=[_ICU] if "{" in english else [],
            )
        )
    return f"{made}\n"


class PoFile(Struct, frozen=True):
    """The words in a PO file by their files, with their lines there, and the entries that have none."""

    said: Mapping[str, Words]
    untranslated: frozenset[str]
    errors: tuple[PageError, ...]


def read_po(file: Path, english: Mapping[str, Words]) -> PoFile:
    """The content of a PO file; an OSError or a PageError if it cannot be read."""
    text = file.read_bytes()
    values: dict[str, dict[Key, Value]] = {stem: {} for stem in english}
    lines: dict[str, dict[Key, Lines]] = {stem: {} for stem in english}
    errors, translated, untranslated = [], set(), set()
    for entry in _parsed(file, text):
        if entry.obsolete:
            continue
        name, _, which = (entry.msgctxt or "").partition(" ")
        person, _, form = which.rpartition(".")
        stem, *path = name.split(".")
        is_known = stem in english and name in english[stem].entries
        if not (is_known and person in set(Person) and form in set(Form)):
            errors.append(PageError(str(file), entry.linenum, reason("no_entry")))
            continue
        if not entry.msgstr:
            untranslated.add(name)
            continue
        translated.add(name)
        value: Any = values[stem]
        place: Any = lines[stem]
        for key in (*path, *([person] if person else [])):
            value = value.setdefault(key, {})
            place = place.setdefault(key, (entry.linenum, {}))[1]
        value[form], place[form] = entry.msgstr, (entry.linenum, ())
    said = {
        stem: words(Page(str(file), values[stem], (1, lines[stem])), stem) for stem in english if values[stem]
    }
    return PoFile(said, frozenset(untranslated - translated), tuple(errors))


def _parsed(file: Path, text: bytes) -> "Iterator[polib.POEntry]":
    import polib  # noqa: PLC0415 (only translators need it)

    try:
        yield from polib.pofile(text.decode("utf-8") + "\n", wrapwidth=_WRAP)  # never the name of a file
    except UnicodeDecodeError:
        raise PageError(str(file), NO_LINE, reason("not_utf_8")) from None
    except OSError as error:  # polib's word for a wrong syntax
        found = re.search(r"line (\d+)", str(error))
        raise PageError(str(file), int(found[1]) if found else NO_LINE, reason("not_po")) from error


def _in_order(right: Mapping[Sentence, str], translated: Mapping[Sentence, str]) -> list[Sentence]:
    """Every sentence in the order of the English files, also those that only the translation has."""
    places = {each.entry: at for at, each in enumerate(dict.fromkeys(right))}
    known = {each: None for each in (*right, *translated) if each.entry in places}
    forms = list(Form)
    persons = list(Person)
    return sorted(
        known, key=lambda each: (places[each.entry], persons.index(each.person), forms.index(each.form))
    )


def file_head(page: Page) -> str:
    """The comment at the beginning of a file: what its sentences are about."""
    found = _HEAD.match(Path(page.source).read_text(encoding="utf-8"))
    return " ".join(line.removeprefix("#").strip() for line in found[0].splitlines()) if found else ""


def _sections(page: Page) -> Mapping[int, str]:
    """The comments within a file, each by the numbers of the lines below it in its paragraph."""
    text = Path(page.source).read_text(encoding="utf-8")
    head = _HEAD.match(text)
    found: dict[int, str] = {}
    comment, is_within = "", False
    first = head[0].count("\n") if head else 0
    for number, line in enumerate(map(str.strip, text.splitlines()[first:]), first + 1):
        if line.startswith("#"):
            words_here = line.removeprefix("#").strip()
            comment, is_within = f"{comment} {words_here}" if is_within else words_here, True
        else:
            comment, is_within = comment if line else "", False
            found[number] = comment
    return found


def _nearest(said: Words, each: Sentence) -> str:
    """The English text of a form that English does not have."""
    entry = said.entries[each.entry]
    try:
        return pattern(entry, each.person, each.form)
    except KeyError:
        return next(iter(next(iter(entry.values())).values()))


def _comments(
    each: Sentence, english: str, spoken: Language, plurals: Mapping[str, tuple[int, ...]], book: Phrasebook
) -> Iterator[str]:
    """To whom it is said and how briefly, an example, its blanks, and the plural forms that are needed."""
    yield said_to(each, book)
    found = {blank.blank: blank for blank in parsed_blanks(english)}
    if not found:
        return
    yield _say(book, "example", text=sample(english, spoken, person=each.person))
    named = []
    for blank in found.values():
        cases = f": {', '.join(blank.cases)}" if blank.kind == SELECT else ""
        named.append(f"{{{blank.blank}}}{cases}")
    yield _say(book, "blanks", blanks="; ".join(named))
    if any(blank.kind == PLURAL for blank in found.values()):
        forms = "; ".join(f"{case} ({', '.join(map(str, numbers))})" for case, numbers in plurals.items())
        yield _say(book, "plurals", forms=forms)


def said_to(each: Sentence, book: Phrasebook) -> str:
    """To whom a sentence is said, and at which length."""
    return _say(book, "heard_by", person=each.person or "all", form=str(each.form))


def _say(book: Phrasebook, entry: str, **blanks: Blank) -> str:
    return book.say(Message(f"command_line.translate.{entry}", blanks=blanks))
