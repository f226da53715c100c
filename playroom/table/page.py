"""One rulebook page read: from a file's text to the variant that it tells, or the reason why it is none."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Never

from playroom.rules.answer_kinds import (
    Answer,
    AnswerKind,
    AwardList,
    Flag,
    Number,
    Numbers,
    OneOf,
    Word,
    WrongAnswer,
)
from playroom.rules.award import NAMED
from playroom.rules.questions import MOST_PLAYERS, QUESTIONS
from playroom.rules.variant import By, Variant, overlaid
from playroom.strict_yaml import (
    Key,
    Page,
    PageError,
    Reason,
    Value,
    as_written,
    quoted,
    reason,
    unknown_key,
)
from playroom.strict_yaml.page import EXAMPLES
from playroom.table.soundness import unsound

PAGE_KEYS = ("name", "like", "title", "players", "teams", "options", "clauses")
"""What a page says besides its answers."""

MOST_CHOICES = 1000
"""The most answers that an option may offer in a list."""

DECIDING = tuple(name for name, kind in QUESTIONS.items() if isinstance(kind, Word | Number))
"""The questions on which other answers may depend: those that are answered by one word or number."""


class PageErrors(list[PageError]):
    """The errors of one page. In its context, an error ends what is read there, and is kept."""

    def __enter__(self) -> None:
        """Begin to read something."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> bool:
        """Keep a PageError, and go on after what was read."""
        if isinstance(error, PageError):
            self.append(error)
        return isinstance(error, PageError)


def variant_on(page: Page, known: Mapping[str, Variant]) -> Variant:
    """The rulebook that *page* tells, which may be like one *known*; a PageError if it tells none."""
    read, errors = checked_variant(page, known)
    if read is None or errors:
        raise errors[0]
    return read


def checked_variant(page: Page, known: Mapping[str, Variant]) -> tuple[Variant | None, tuple[PageError, ...]]:
    """The rulebook that *page* tells, and every error in it, by line; None if it tells none.

    Unknown questions do not hide other errors.
    """
    says = page.value
    if not isinstance(says, dict):
        return None, (page.error(reason("no_rulebook")),)
    errors = PageErrors()
    read = _read_variant(page, says, known, errors)
    faults = (*_unknown_questions(page, says), *errors, *(unsound(page, read) if read else ()))
    return read, tuple(sorted(faults, key=lambda error: error.line))


def _unknown_questions(page: Page, says: Mapping[Key, Value]) -> Iterator[PageError]:
    known = (*PAGE_KEYS, *QUESTIONS)
    for key in says:
        if key not in known:
            yield page.error(unknown_key(key, known, "unknown_question"), key)


def entry(page: Page, key: str) -> Value:
    """What *page* says to *key*; None if it says nothing."""
    return page.value.get(key) if isinstance(page.value, dict) else None


def _likeness(page: Page, known: Mapping[str, Variant]) -> Variant | None:
    like = entry(page, "like")
    if like is None:
        return None
    if not isinstance(like, str) or like not in known:
        _refuse(page, "like", like, tuple(known))
    return known[like]


def _read_variant(
    page: Page, says: Mapping[Key, Value], known: Mapping[str, Variant], errors: PageErrors
) -> Variant | None:
    """The rulebook, if every entry could be read; otherwise the errors are kept."""
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
            answers[question] = _answer(page, question)
    with errors:
        players = _counts(page, "players", base.players if base else (), least=2)
    with errors:
        teams = _counts(page, "teams", base.teams if base else (), least=0)
    with errors:
        options = _options(page, base.options if base else {}, errors)
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
    """A PageError if a page that is like no other leaves a question open."""
    missing = [key for key in ("players", "teams", *QUESTIONS) if key not in says]
    if missing and "like" not in says:
        entry = "missing_answers" if len(missing) <= EXAMPLES else "many_missing_answers"
        raise page.error(reason(entry, missing=missing[:EXAMPLES], count=len(missing)))


def _answer(page: Page, name: str) -> Answer | By:
    plain = entry(page, name)
    if name == "scoring":
        _check_scoring_word(page, plain)
    return _answer_or_by(page, name, plain, name)


def _check_scoring_word(page: Page, plain: Value) -> None:
    """A PageError for a scoring that `passing: and_out` decides alone."""
    if plain == "passes":
        raise page.error(reason("scoring_passes"), "scoring")
    if entry(page, "passing") == "and_out":
        raise page.error(reason("passes_score"), "scoring")


def _answer_or_by(page: Page, name: str, plain: Value, *path: Key) -> Answer | By:
    if isinstance(plain, dict) and "by" in plain:
        return _by(page, name, plain, *path)
    return _read_as(page, QUESTIONS[name], plain, *path)


def _by(page: Page, name: str, plain: Mapping[Key, Value], *path: Key) -> By:
    what = plain["by"]
    if what not in ("players", *DECIDING):
        _refuse(page, f"{name}.by", what, ("players", *DECIDING), *path, "by")
    deciding = Number(2, MOST_PLAYERS) if what == "players" else QUESTIONS[str(what)]
    answers = {
        _read_as(page, deciding, key, *path, key): _answer_or_by(page, name, value, *path, key)
        for key, value in plain.items()
        if key != "by"
    }
    return By(str(what), answers)


def _read_as(page: Page, kind: AnswerKind, plain: object, *path: Key) -> Answer:
    try:
        return kind.read(plain)
    except WrongAnswer as wrong:
        steps = (step + 1 if isinstance(step, int) else step for step in wrong.path)
        name = ".".join(map(str, (*path, *steps)))
        _refuse(page, name, wrong.given, wrong.allowed, *path, *wrong.path)


def _counts(page: Page, key: str, inherited: tuple[int, ...], least: int) -> tuple[int, ...]:
    plain = entry(page, key)
    if plain is None:
        return inherited
    several = plain if isinstance(plain, list) else [plain]
    kind = Number(least, MOST_PLAYERS)
    for each in several:
        _read_as(page, kind, each, key)
    if not several or len(set(map(str, several))) < len(several):
        _refuse(page, key, plain, Numbers(least, MOST_PLAYERS))
    return tuple(int(str(each)) for each in several)


def _options(page: Page, inherited: Mapping[str, AnswerKind], errors: PageErrors) -> dict[str, AnswerKind]:
    plain = entry(page, "options")
    if plain is None:
        return dict(inherited)
    if not isinstance(plain, dict):
        raise page.error(reason("options_form"), "options")
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
            _read_as(page, kind, choice, "options", name)
        return OneOf(kind, tuple(allowed))
    if isinstance(allowed, dict) and isinstance(kind, Number) and allowed.keys() <= {"least", "most"}:
        return _range(page, name, kind, allowed)
    raise page.error(page.not_possible(f"options.{name}", allowed, _offer(kind)), "options", name)


def _offer(kind: AnswerKind) -> Reason:
    """How the answers to a question are offered to players."""
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
    """The numbers between bounds that are answers themselves."""
    bound = replace(kind, or_none=False)
    read = {
        str(key): int(str(_read_as(page, bound, plain, "options", name, key)))
        for key, plain in allowed.items()
    }
    made = replace(bound, least=read.get("least", kind.least), most=read.get("most", kind.most))
    if made.most is not None and made.least > made.most:
        why = reason("empty_range", question=f"options.{name}", least=made.least, most=made.most)
        raise page.error(why, "options", name)
    return made


def _name(page: Page, known: Mapping[str, Variant]) -> str:
    plain = entry(page, "name")
    if not isinstance(plain, str) or not plain.strip() or not plain.isprintable():
        _refuse(page, "name", plain, reason("values.name"))
    if plain in known:
        raise page.error(reason("name_taken", name=quoted(plain)), "name")
    return plain


def _texts(page: Page, key: str) -> Mapping[str, str]:
    plain = entry(page, key)
    if plain is None:
        return {}
    if not isinstance(plain, dict) or not all(isinstance(text, str) for text in plain.values()):
        _refuse(page, key, plain, reason("values.texts", example="{en: My game}"), key)
    return {str(word): str(text) for word, text in plain.items()}


def _refuse(page: Page, question: str, given: object, allowed: object, *path: Key) -> Never:
    """Refuse an answer; *allowed* is a kind of answers, a reason, or a tuple of words."""
    raise page.error(page.not_possible(question, given, allowed), *(path or (question,)))
