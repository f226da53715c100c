"""The parser of a rulebook page, from text to a variant or errors."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final, Never

from msgspec.structs import replace

from playroom.rules.rulebook.answer_kinds import (
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
from playroom.rules.rulebook.award import NAMED
from playroom.rules.rulebook.questions import MOST_PLAYERS, OF_EVERY_PAGE, QUESTIONS
from playroom.rules.rulebook.variant import By, Preset, Variant, overlaid
from playroom.strict_yaml import (
    Key,
    Page,
    PageError,
    Reason,
    Value,
    as_written,
    nearest_word,
    quoted,
    reason,
    unknown_key,
)
from playroom.strict_yaml.page import EXAMPLES
from playroom.table.inconsistencies import incomplete_answers, inconsistencies
from playroom.table.page_entries import is_written, mapping_at, value_at

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


PAGE_KEYS = ("name", "like", "title", "players", "teams", "options", "presets", "clauses")
"""The keys of a page that are not questions."""


def variant_on(page: Page, known: Mapping[str, Variant]) -> Variant:
    """The rulebook on *page*, which may extend a *known* one; a PageError if it is invalid."""
    read, errors = checked_variant(page, known)
    if read is None or errors:
        raise errors[0]
    return read


def proven_variant(page: Page, known: Mapping[str, Variant]) -> Variant:
    """The same for a page of ours: its answers are consistent, as tests prove and a start need not."""
    errors = PageErrors()
    read, _ = _read_variant(page, page.value, known, errors) if isinstance(page.value, dict) else (None, ())
    if read is None or errors:
        return variant_on(page, known)
    return read


def checked_variant(page: Page, known: Mapping[str, Variant]) -> tuple[Variant | None, tuple[PageError, ...]]:
    """The rulebook on *page*, None if it is invalid, and every error in it once, by line.

    Unknown questions and wrong answers do not hide other errors.
    """
    says = page.value
    if not isinstance(says, dict):
        return None, (page.wrong_form(reason("no_rulebook")),)
    errors = PageErrors()
    read, unread = _read_variant(page, says, known, errors)
    clashes = tuple(incomplete_answers(page, read, unread) if errors else inconsistencies(page, read))
    keys = (*PAGE_KEYS, *QUESTIONS)
    unknown = [page.error(unknown_key(key, keys, "unknown_question"), key) for key in says if key not in keys]
    faults = {(error.line, str(error.why)): error for error in (*unknown, *errors, *clashes)}
    wrong = errors or clashes
    return None if wrong else read, tuple(sorted(faults.values(), key=lambda error: error.line))


def _likeness(page: Page, known: Mapping[str, Variant]) -> Variant | None:
    if not is_written(page, "like"):
        return None
    like = value_at(page, "like")
    if not isinstance(like, str) or like not in known:
        near = nearest_word(like, known) if isinstance(like, str) else ""
        if near:
            raise page.error(
                reason("no_answer_near", question="like", given=as_written(like), near=near), "like"
            )
        refuse_answer(page, "like", like, tuple(known))
    return known[like]


def _read_variant(
    page: Page, says: Mapping[Key, Value], known: Mapping[str, Variant], errors: PageErrors
) -> tuple[Variant, tuple[str, ...]]:
    """The rulebook of all valid entries, and the questions whose answers are not; *errors* are filled."""
    base: Variant | None = None
    name, answers, options = "", {}, {}
    players: tuple[int, ...] = ()
    teams: tuple[int, ...] = ()
    teams_of: Mapping[int, tuple[int, ...]] = {}
    clauses: Mapping[str, str] = {}
    titles: Mapping[str, str] = {}
    presets: tuple[Preset, ...] = ()
    with errors:
        base = _likeness(page, known)
    with errors:
        name = _name(page, known)
    missing = [key for key in ("players", "teams", *QUESTIONS) if key not in says]
    with errors:
        if missing and "like" not in says:
            entry = "missing_answers" if len(missing) <= EXAMPLES else "many_missing_answers"
            raise page.error(reason(entry, missing=missing[:EXAMPLES], count=len(missing)))
    for question in (question for question in QUESTIONS if question in says):
        with errors:
            answers[question] = answer_on(page, question)
    with errors:
        players = _counts(page, "players", base.players if base else (), least=2)
    with errors:
        teams_of = _teams_of(page, base.teams_of if base else {})
        teams = tuple(sorted({*chain.from_iterable(teams_of.values())}))
        teams = teams or _counts(page, "teams", base.teams if base else (), least=0)
    with errors:
        options = options_on(page, base.options if base else {}, errors)
        if max(players, default=0) > 2:  # noqa: PLR2004 (two have no direction)
            options |= {name: kind for name, kind in OF_EVERY_PAGE.items() if name not in options}
    with errors:
        presets = tuple(_presets(page, options))
    with errors:
        clauses = _texts(page, "clauses")
    with errors:
        titles = _texts(page, "title")
    read = {*answers, *(key for key, counts in (("players", players), ("teams", teams)) if counts)}
    unread = tuple(key for key in ("players", "teams", *QUESTIONS) if key not in read and key in says)
    variant = Variant(
        name=name,
        players=players,
        teams=teams,
        answers=overlaid(base.answers if base else {}, answers),
        options=options,
        clauses={**(base.clauses if base else {}), **clauses},
        titles=titles,
        presets=presets,
        teams_of=teams_of,
    )
    return variant, unread


def _presets(page: Page, options: Mapping[str, AnswerKind]) -> Iterator[Preset]:
    """The presets of the page's own options, each with its titles."""
    if not is_written(page, "presets"):
        return
    for name in mapping_at(page, ("presets",), None):
        mapping_at(page, ("presets", name), ("title", "options"))
        given = mapping_at(page, ("presets", name, "options"), tuple(options))
        for option, answer in given.items():
            read_as(page, options[str(option)], answer, "presets", name, "options", option)
        titles = _texts(page, "presets", name, "title")
        yield Preset(str(name), titles, {str(option): answer for option, answer in given.items()})


def _counts(page: Page, key: str, inherited: tuple[int, ...], least: int) -> tuple[int, ...]:
    return _counts_at(page, least, key) if is_written(page, key) else inherited


def _counts_at(page: Page, least: int, *path: Key) -> tuple[int, ...]:
    plain = value_at(page, *path)
    read_as(page, Numbers(least, MOST_PLAYERS), plain, *path)
    return tuple(int(str(each)) for each in (plain if isinstance(plain, list) else [plain]))


def _teams_of(page: Page, inherited: Mapping[int, tuple[int, ...]]) -> Mapping[int, tuple[int, ...]]:
    """The numbers of teams by that of players, as in ``{by: players, 2: 0, 4: 2}``; else empty."""
    if not is_written(page, "teams"):
        return inherited
    plain = value_at(page, "teams")
    if not isinstance(plain, dict) or "by" not in plain:
        return {}
    if plain["by"] != "players":
        refuse_answer(page, "teams.by", plain["by"], ("players",), "teams", "by")
    return {
        int(str(read_as(page, Number(2, MOST_PLAYERS), key, "teams", key))): _counts_at(page, 0, "teams", key)
        for key in plain
        if key != "by"
    }


def _name(page: Page, known: Mapping[str, Variant]) -> str:
    plain = value_at(page, "name")
    if not isinstance(plain, str) or not plain.strip() or not plain.isprintable():
        refuse_answer(page, "name", plain, reason("values.name"))
    if plain in known:
        raise page.error(reason("name_taken", name=quoted(plain)), "name")
    return plain


def _texts(page: Page, *path: Key) -> Mapping[str, str]:
    plain = value_at(page, *path)
    if plain is None and not (len(path) == 1 and is_written(page, str(path[0]))):
        return {}
    if not isinstance(plain, dict) or not all(isinstance(text, str) for text in plain.values()):
        name = ".".join(map(str, path))
        refuse_answer(page, name, plain, reason("values.texts", example="{en: My game}"), *path)
    return {str(word): str(text) for word, text in plain.items()}


def answer_on(page: Page, name: str) -> Answer | By:
    """The answer of *page* to the question *name*."""
    plain = value_at(page, name)
    if name == "scoring":
        if plain == "passes":
            raise page.error(reason("scoring_passes"), "scoring")
        if value_at(page, "passing") == "and_out":
            raise page.error(reason("passes_score"), "scoring")
    return _answer_or_by(page, name, plain, name)


def _answer_or_by(page: Page, name: str, plain: Value, *path: Key) -> Answer | By:
    if not isinstance(plain, dict) or "by" not in plain:
        return read_as(page, QUESTIONS[name], plain, *path)
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
        given = wrong.given
        allowed: object = wrong.allowed
        if isinstance(allowed, Numbers) and isinstance(given, str):  # such as "2 to 4" instead of a list
            known = {*range(allowed.least, allowed.most + 1)}
            meant = sorted({int(each) for each in _NUMBER.findall(given)} & known)
            if len(meant) == 2:  # noqa: PLR2004 (a range has two)
                meant = [*range(meant[0], meant[1] + 1)]
            if len(meant) > 1:
                allowed = reason("values.number_list", example=as_written(meant))
        refuse_answer(page, name, given, allowed, *path, *wrong.path)


def refuse_answer(page: Page, question: str, given: object, allowed: object, *path: Key) -> Never:
    """Refuse an answer; *allowed* is a kind of answers, a reason, or a tuple of words."""
    raise page.error(page.not_possible(question, given, allowed), *(path or (question,)))


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
        bound = replace(kind, or_none=False)
        bounds = {
            str(key): int(str(read_as(page, bound, plain, "options", name, key)))
            for key, plain in allowed.items()
        }
        made = replace(bound, least=bounds.get("least", kind.least), most=bounds.get("most", kind.most))
        if made.most is not None and made.least > made.most:
            why = reason("empty_range", question=f"options.{name}", least=made.least, most=made.most)
            raise page.error(why, "options", name)
        return made
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
