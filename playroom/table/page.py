"""The parser of a rulebook page, from text to a variant or errors."""

from collections.abc import Iterator, Mapping

from playroom.rules.rulebook.answer_kinds import Numbers
from playroom.rules.rulebook.questions import MOST_PLAYERS, QUESTIONS
from playroom.rules.rulebook.variant import Variant, overlaid
from playroom.strict_yaml import Key, Page, PageError, Value, quoted, reason, unknown_key
from playroom.strict_yaml.page import EXAMPLES
from playroom.table.inconsistencies import inconsistencies
from playroom.table.page_answers import PageErrors, answer_on, read_as, refuse_answer
from playroom.table.page_entries import is_written, value_at
from playroom.table.page_options import options_on

PAGE_KEYS = ("name", "like", "title", "players", "teams", "options", "clauses")
"""The keys of a page that are not questions."""


def variant_on(page: Page, known: Mapping[str, Variant]) -> Variant:
    """The rulebook on *page*, which may extend a *known* one; a PageError if it is invalid."""
    read, errors = checked_variant(page, known)
    if read is None or errors:
        raise errors[0]
    return read


def checked_variant(page: Page, known: Mapping[str, Variant]) -> tuple[Variant | None, tuple[PageError, ...]]:
    """The rulebook on *page*, None if it is invalid, and every error in it, by line.

    Unknown questions do not hide other errors.
    """
    says = page.value
    if not isinstance(says, dict):
        return None, (page.wrong_form(reason("no_rulebook")),)
    errors = PageErrors()
    read = _read_variant(page, says, known, errors)
    clashes = tuple(inconsistencies(page, read)) if read else ()
    faults = (*_unknown_questions(page, says), *errors, *clashes)
    return None if clashes else read, tuple(sorted(faults, key=lambda error: error.line))


def _unknown_questions(page: Page, says: Mapping[Key, Value]) -> Iterator[PageError]:
    known = (*PAGE_KEYS, *QUESTIONS)
    for key in says:
        if key not in known:
            yield page.error(unknown_key(key, known, "unknown_question"), key)


def _likeness(page: Page, known: Mapping[str, Variant]) -> Variant | None:
    if not is_written(page, "like"):
        return None
    like = value_at(page, "like")
    if not isinstance(like, str) or like not in known:
        refuse_answer(page, "like", like, tuple(known))
    return known[like]


def _read_variant(
    page: Page, says: Mapping[Key, Value], known: Mapping[str, Variant], errors: PageErrors
) -> Variant | None:
    """The rulebook if every entry is valid; otherwise *errors* are filled."""
    base: Variant | None = None
    name, answers, options = "", {}, {}
    players: tuple[int, ...] = ()
    teams: tuple[int, ...] = ()
    clauses: Mapping[str, str] = {}
    titles: Mapping[str, str] = {}
    with errors:
        base = _likeness(page, known)
    with errors:
        name = _name(page, known)
    with errors:
        _check_complete(page, says)
    for question in (question for question in QUESTIONS if question in says):
        with errors:
            answers[question] = answer_on(page, question)
    with errors:
        players = _counts(page, "players", base.players if base else (), least=2)
    with errors:
        teams = _counts(page, "teams", base.teams if base else (), least=0)
    with errors:
        options = options_on(page, base.options if base else {}, errors)
    with errors:
        clauses = _texts(page, "clauses")
    with errors:
        titles = _texts(page, "title")
    if errors:
        return None
    return Variant(
        name=name,
        players=players,
        teams=teams,
        answers=overlaid(base.answers if base else {}, answers),
        options=options,
        clauses={**(base.clauses if base else {}), **clauses},
        titles=titles,
    )


def _check_complete(page: Page, says: Mapping[Key, Value]) -> None:
    """Raise a PageError if a page that extends no other omits a question."""
    missing = [key for key in ("players", "teams", *QUESTIONS) if key not in says]
    if missing and "like" not in says:
        entry = "missing_answers" if len(missing) <= EXAMPLES else "many_missing_answers"
        raise page.error(reason(entry, missing=missing[:EXAMPLES], count=len(missing)))


def _counts(page: Page, key: str, inherited: tuple[int, ...], least: int) -> tuple[int, ...]:
    if not is_written(page, key):
        return inherited
    plain = value_at(page, key)
    read_as(page, Numbers(least, MOST_PLAYERS), plain, key)
    return tuple(int(str(each)) for each in (plain if isinstance(plain, list) else [plain]))


def _name(page: Page, known: Mapping[str, Variant]) -> str:
    plain = value_at(page, "name")
    if not isinstance(plain, str) or not plain.strip() or not plain.isprintable():
        refuse_answer(page, "name", plain, reason("values.name"))
    if plain in known:
        raise page.error(reason("name_taken", name=quoted(plain)), "name")
    return plain


def _texts(page: Page, key: str) -> Mapping[str, str]:
    if not is_written(page, key):
        return {}
    plain = value_at(page, key)
    if not isinstance(plain, dict) or not all(isinstance(text, str) for text in plain.values()):
        refuse_answer(page, key, plain, reason("values.texts", example="{en: My game}"), key)
    return {str(word): str(text) for word, text in plain.items()}
