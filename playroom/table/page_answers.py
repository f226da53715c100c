"""The answers of a rulebook page to the questions of its language."""

import re
from collections.abc import Mapping
from typing import Final, Never

from playroom.rules.rulebook.answer_kinds import Answer, AnswerKind, Number, Numbers, Word, WrongAnswer
from playroom.rules.rulebook.questions import MOST_PLAYERS, QUESTIONS
from playroom.rules.rulebook.variant import By
from playroom.strict_yaml import Key, Page, PageError, Reason, Value, as_written, reason
from playroom.table.page_entries import value_at

DECIDING = tuple(name for name, kind in QUESTIONS.items() if isinstance(kind, Word | Number))
"""The questions on which other answers may depend: those answered by one word or number."""


_NUMBER: Final = re.compile("[0-9]{1,2}")


class PageErrors(list[PageError]):
    """The errors of one page; as a context manager, it catches and collects a PageError."""

    def __enter__(self) -> None:
        """Start a part of the page."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> bool:
        """Collect a PageError, and continue after the part."""
        if isinstance(error, PageError):
            self.append(error)
        return isinstance(error, PageError)


def answer_on(page: Page, name: str) -> Answer | By:
    """The answer of *page* to the question *name*."""
    plain = value_at(page, name)
    if name == "scoring":
        _check_scoring_word(page, plain)
    return _answer_or_by(page, name, plain, name)


def _check_scoring_word(page: Page, plain: Value) -> None:
    """Raise a PageError for a scoring that `passing: and_out` replaces."""
    if plain == "passes":
        raise page.error(reason("scoring_passes"), "scoring")
    if value_at(page, "passing") == "and_out":
        raise page.error(reason("passes_score"), "scoring")


def _answer_or_by(page: Page, name: str, plain: Value, *path: Key) -> Answer | By:
    if isinstance(plain, dict) and "by" in plain:
        return _by(page, name, plain, *path)
    return read_as(page, QUESTIONS[name], plain, *path)


def _by(page: Page, name: str, plain: Mapping[Key, Value], *path: Key) -> By:
    what = plain["by"]
    if what not in ("players", *DECIDING):
        refuse_answer(page, f"{name}.by", what, ("players", *DECIDING), *path, "by")
    deciding = Number(2, MOST_PLAYERS) if what == "players" else QUESTIONS[str(what)]
    answers = {
        read_as(page, deciding, key, *path, key): _answer_or_by(page, name, value, *path, key)
        for key, value in plain.items()
        if key != "by"
    }
    return By(str(what), answers)


def read_as(page: Page, kind: AnswerKind, plain: object, *path: Key) -> Answer:
    """The answer of this kind at *path*; a PageError if it is invalid."""
    try:
        return kind.read(plain)
    except WrongAnswer as wrong:
        steps = (step + 1 if isinstance(step, int) else step for step in wrong.path)
        name = ".".join(map(str, (*path, *steps)))
        allowed = _list_meant(wrong.given, wrong.allowed) or wrong.allowed
        refuse_answer(page, name, wrong.given, allowed, *path, *wrong.path)


def _list_meant(given: object, allowed: object) -> Reason | None:
    """The list to write instead of numbers in a text, such as "2 to 4"; None if there are none."""
    if not isinstance(allowed, Numbers) or not isinstance(given, str):
        return None
    numbers = sorted(
        {int(each) for each in _NUMBER.findall(given)} & {*range(allowed.least, allowed.most + 1)}
    )
    if len(numbers) < 2:  # noqa: PLR2004 (several)
        return None
    meant = numbers if len(numbers) > 2 else [*range(numbers[0], numbers[1] + 1)]  # noqa: PLR2004 (a range has two)
    return reason("values.number_list", example=as_written(meant))


def refuse_answer(page: Page, question: str, given: object, allowed: object, *path: Key) -> Never:
    """Refuse an answer; *allowed* is a kind of answers, a reason, or a tuple of words."""
    raise page.error(page.not_possible(question, given, allowed), *(path or (question,)))
