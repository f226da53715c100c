"""The validation of a language: missing and unknown entries, malformed patterns."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from playroom.narration.message import Person
from playroom.narration.phrases.entry import PLURAL, SELECT, Entry, Form, Placeholder, Words, parsed_blanks
from playroom.narration.phrases.phrasebook import Entries, Language, pattern
from playroom.strict_yaml import Page, PageError, Reason, quoted, reason
from playroom.strict_yaml.page import EXAMPLES, NO_LINE

GRAMMAR = frozenset({"count"})
"""Blanks only for grammatical agreement: optional, and allowed wherever a seat is the subject."""

TENSE = "tense"
"""The blank that selects a tense: optional."""

INSIDE = {"whom": "who"}
"""Blanks for the subject inside a sentence: another language may use those at its start instead."""

_OPTIONAL = frozenset({Person.YOU_AND})
"""The person that a language of a player may leave out."""

ENOUGH = 201
"""The integers from 0 to test; plural rules repeat long before."""


def faults(said: Words, reference: Entries, locale: str) -> Mapping[str, PageError]:
    """The error of each invalid entry, compared with a *reference* language that is valid."""
    needed = plural_cases(locale)
    first = {
        name: next(_faults(entry, reference.get(name), needed), None) for name, entry in said.entries.items()
    }
    return {name: said.fault(name, why) for name, why in first.items() if why}


def gaps(said: Words, reference: Words) -> tuple[PageError, ...]:
    """The gaps of a file, compared with the same file of a complete language."""
    missing = [name for name in reference.entries if name not in said.entries]
    absent = [
        PageError(said.page.source, 1, reason("in_entry", name=name, why=reason("missing_entry")))
        for name in missing
    ]
    if len(missing) > EXAMPLES:
        why = reason("missing_entries", count=len(missing), known=missing[:EXAMPLES])
        absent = [PageError(said.page.source, NO_LINE, why)]
    unsaid = []
    for name, entry in said.entries.items():
        right = reference.entries.get(name, {})
        for person in entry.keys() & right.keys():
            for form in (form for form in Form if form in entry[person] or form in right[person]):
                lacks = _said(pattern(right, person, form)) - _said(pattern(entry, person, form))
                for each in sorted(lacks):  # a blank or a case
                    why = reason("missing_in_form", missing=each, form=_form(person, form))
                    unsaid.append(said.fault(name, why))
    return (*absent, *unsaid)


def plural_cases(locale: str) -> frozenset[str]:
    """The plural categories of integers in *locale*; a ValueError if it is unknown."""
    return frozenset(plural_examples(locale))


@cache
def plural_examples(locale: str) -> Mapping[str, tuple[int, ...]]:
    """The plural categories of integers in *locale*, each with its first; a ValueError if it is unknown."""
    # Babel takes long to load.
    from babel.core import Locale, UnknownLocaleError  # noqa: PLC0415 (only the player's own languages need it)

    try:
        rule = Locale.parse(locale).plural_form
    except UnknownLocaleError as error:
        raise ValueError(str(error)) from error
    found: dict[str, list[int]] = {}
    for number in range(ENOUGH):
        found.setdefault(rule(number), []).append(number)
    return {case: tuple(numbers[:EXAMPLES]) for case, numbers in found.items()}


def known_locale(page: Page, language: Language) -> PageError | None:
    """The error of an unknown locale; None if it is known."""
    try:
        plural_cases(language.locale)
    except ValueError:
        return page.error(reason("no_locale", given=quoted(language.locale)), "locale")
    return None


def _faults(entry: Entry, right: Entry | None, needed: frozenset[str]) -> Iterator[Reason]:
    if right is None:
        yield reason("no_entry")
        return
    if strange := sorted((entry.keys() ^ right.keys()) - (_OPTIONAL - entry.keys())):
        yield reason(
            "wrong_persons",
            persons=", ".join(person or "all" for person in right),
            given=strange[0] or reason("for_all"),
        )
        return
    for person, lengths in entry.items():
        known = [each for text in right[person].values() for each in parsed_blanks(text)]
        known += [Placeholder(INSIDE[each.blank]) for each in known if each.blank in INSIDE]
        if person:
            known += [Placeholder(blank, PLURAL) for blank in GRAMMAR]
        for form, text in lengths.items():
            for why in _broken(text, known, needed):
                yield reason("in_form", form=_form(person, form), why=why)


def _broken(text: str, known: Sequence[Placeholder], needed: frozenset[str]) -> Iterator[Reason]:
    try:
        every = parsed_blanks(text)
    except ValueError as error:
        yield reason("broken_pattern", why=str(error))
        return
    if "'{" in text.replace("''", ""):
        yield reason("apostrophe")
    names = sorted({each.blank for each in known})
    for each in every:
        if each.blank not in names:
            yield reason("no_blank", given=f"{{{each.blank}}}", known=names or reason("no_blanks"))
        elif each.kind == PLURAL:
            named = frozenset(case for case in each.cases if not case.startswith("="))
            if wrong := named - needed - {"other"}:
                yield reason("wrong_plural", blank=f"{{{each.blank}}}", given=min(wrong))
            if named != {"other"} and (missing := needed - named):
                yield reason("missing_plural", blank=f"{{{each.blank}}}", missing=min(missing))
        elif each.kind == SELECT:
            right = {case for other in known if other.blank == each.blank for case in other.cases}
            if strange := set(each.cases) - right:
                yield reason(
                    "wrong_case",
                    blank=f"{{{each.blank}}}",
                    given=min(strange),
                    known=sorted(right) or reason("no_cases"),
                )


def _said(text: str) -> frozenset[str]:
    """The blanks of a pattern, except for grammar, and its cases: "{end}", "{end} left"."""
    every = [each for each in parsed_blanks(text) if each.blank not in (*GRAMMAR, TENSE)]
    cases = (f"{{{each.blank}}} {case}" for each in every if each.kind == SELECT for case in each.cases)
    names = (INSIDE.get(each.blank, each.blank) for each in every)
    return frozenset((*(f"{{{name}}}" for name in names), *cases))


def _form(person: Person, form: Form) -> str:
    return f"{person}.{form}" if person else form.value
