"""The options of a rulebook page: the questions that it leaves to the players."""

from collections.abc import Mapping

from msgspec.structs import replace

from playroom.rules.rulebook.answer_kinds import AnswerKind, AwardList, Flag, Number, OneOf, Word
from playroom.rules.rulebook.award import NAMED
from playroom.rules.rulebook.questions import QUESTIONS
from playroom.strict_yaml import Key, Page, Reason, Value, as_written, reason, unknown_key
from playroom.table.page_answers import PageErrors, read_as
from playroom.table.page_entries import is_written, value_at

MOST_CHOICES = 1000
"""The most answers that an option may offer in a list."""


def options_on(page: Page, inherited: Mapping[str, AnswerKind], errors: PageErrors) -> dict[str, AnswerKind]:
    """The options of *page*, else those *inherited*; *errors* collects the errors."""
    if not is_written(page, "options"):
        return dict(inherited)
    plain = value_at(page, "options")
    if not isinstance(plain, dict):
        raise page.error(reason("options_form", example="{hand: [5, 6, 7]}"), "options")
    options: dict[str, AnswerKind] = {}
    for name, allowed in plain.items():
        with errors:
            options[str(name)] = _option(page, str(name), allowed)
    return options


def _option(page: Page, name: str, allowed: Value) -> AnswerKind:
    if name not in QUESTIONS:
        raise page.error(unknown_key(name, QUESTIONS, "unknown_question"), "options", name)
    if isinstance(allowed, list) and len(allowed) > MOST_CHOICES:
        why = reason("too_many_choices", question=f"options.{name}", given=len(allowed), most=MOST_CHOICES)
        raise page.error(why, "options", name)
    kind = QUESTIONS[name]
    if isinstance(allowed, list) and allowed:
        for choice in allowed:
            read_as(page, kind, choice, "options", name)
        return OneOf(kind, tuple(allowed))
    if isinstance(allowed, dict) and isinstance(kind, Number) and allowed.keys() <= {"least", "most"}:
        return _range(page, name, kind, allowed)
    raise page.error(page.not_possible(f"options.{name}", allowed, _offer(kind)), "options", name)


def _offer(kind: AnswerKind) -> Reason:
    """The type of the answers that an option offers."""
    match kind:
        case Number():
            return reason("values.range", example="[5, 6, 7]", bounds="{least: 5, most: 7}")
        case Flag():
            return reason("values.choice", example="[true, false]")
        case Word(words):
            return reason("values.choice", example=as_written(list(map(str, words))[:2]))
        case AwardList():
            return reason("values.choice", example=as_written(list(NAMED)[:2]))
    return reason("values.choice", example="[5, 6, 7]")


def _range(page: Page, name: str, kind: Number, allowed: Mapping[Key, Value]) -> Number:
    """The numbers within bounds that are valid answers."""
    bound = replace(kind, or_none=False)
    read = {
        str(key): int(str(read_as(page, bound, plain, "options", name, key)))
        for key, plain in allowed.items()
    }
    made = replace(bound, least=read.get("least", kind.least), most=read.get("most", kind.most))
    if made.most is not None and made.least > made.most:
        why = reason("empty_range", question=f"options.{name}", least=made.least, most=made.most)
        raise page.error(why, "options", name)
    return made
