"""One rulebook page read: from a file's text to the variant that it tells, or the reason why it is none."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Never

from playroom.rules.answer_kinds import Answer, AnswerKind, Flag, Number, OneOf, Word, WrongAnswer
from playroom.rules.questions import MOST_PLAYERS, QUESTIONS
from playroom.rules.variant import By, Variant, overlaid
from playroom.strict_yaml import Key, Page, Value, quoted
from playroom.table.soundness import check

PAGE_KEYS = ("name", "like", "title", "players", "teams", "options", "clauses")
"""What a page says besides its answers."""

MOST_CHOICES = 1000
"""The most answers that an option may offer in a list."""

DECIDING = tuple(name for name, kind in QUESTIONS.items() if isinstance(kind, Word | Number))
"""The questions on which other answers may depend: those that are answered by one word or number."""


def variant_on(page: Page, known: Mapping[str, Variant]) -> Variant:
    """The rulebook that *page* tells, which may be like one *known*; a PageError if it tells none."""
    says = page.value
    if not isinstance(says, dict):
        raise page.error("a rulebook is a list of questions and answers, such as like: draw.")
    for key in says:
        if key not in QUESTIONS and key not in PAGE_KEYS:
            raise page.error(
                f"unknown question {quoted(key)}. Known are {_listed((*PAGE_KEYS, *QUESTIONS))}.", key
            )
    read = _read_variant(page, says, _likeness(page, known))
    if read.name in known:
        raise page.error(
            f"there is a rulebook called {quoted(read.name)} already; give this one a name of its own.",
            "name",
        )
    check(page, read)
    return read


def entry(page: Page, key: str) -> Value:
    """What *page* says to *key*; None if it says nothing."""
    return page.value.get(key) if isinstance(page.value, dict) else None


def _likeness(page: Page, known: Mapping[str, Variant]) -> Variant | None:
    like = entry(page, "like")
    if like is None:
        return None
    if not isinstance(like, str) or like not in known:
        _refuse(page, "like", like, _listed(known))
    return known[like]


def _read_variant(page: Page, says: Mapping[Key, Value], base: Variant | None) -> Variant:
    answers = {name: _answer(page, name) for name in QUESTIONS if name in says}
    missing = [] if base else [key for key in ("players", "teams", *QUESTIONS) if key not in says]
    if missing:
        raise page.error(f"no answer to {_listed(missing)}. Answer, or say like: and a rulebook.")
    inherited = base.answers if base else {}
    return Variant(
        name=_name(page),
        players=_counts(page, "players", base.players if base else (), least=2),
        teams=_counts(page, "teams", base.teams if base else (), least=0),
        answers=overlaid(inherited, answers),
        options=_options(page, base.options if base else {}),
        clauses={**(base.clauses if base else {}), **_texts(page, "clauses")},
        titles=_texts(page, "title"),
    )


def _answer(page: Page, name: str) -> Answer | By:
    plain = entry(page, name)
    if name == "scoring":
        _check_scoring_word(page, plain)
    return _answer_or_by(page, name, plain, name)


def _check_scoring_word(page: Page, plain: Value) -> None:
    """A PageError for a scoring that `passing: and_out` decides alone."""
    if plain == "passes":
        sentence = (
            "scoring: passes is said by passing: and_out alone. Leave this line out; "
            "finish: at_once lets a target win in mid-round."
        )
        raise page.error(sentence, "scoring")
    if entry(page, "passing") == "and_out":
        raise page.error("with passing: and_out, passes score. Leave the line scoring out.", "scoring")


def _answer_or_by(page: Page, name: str, plain: Value, *path: Key) -> Answer | By:
    if isinstance(plain, dict) and "by" in plain:
        return _by(page, name, plain, *path)
    return _read_as(page, QUESTIONS[name], plain, *path)


def _by(page: Page, name: str, plain: Mapping[Key, Value], *path: Key) -> By:
    what = plain["by"]
    if what not in ("players", *DECIDING):
        _refuse(page, f"{name}.by", what, _listed(("players", *DECIDING)), *path, "by")
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
        _refuse(page, name, wrong.given, str(wrong), *path, *wrong.path)
    except ValueError as allowed:
        _refuse(page, ".".join(map(str, path)), plain, str(allowed), *path)


def _counts(page: Page, key: str, inherited: tuple[int, ...], least: int) -> tuple[int, ...]:
    plain = entry(page, key)
    if plain is None:
        return inherited
    several = plain if isinstance(plain, list) else [plain]
    kind = Number(least, MOST_PLAYERS)
    for each in several:
        _read_as(page, kind, each, key)
    if not several or len(set(map(str, several))) < len(several):
        _refuse(page, key, plain, f"one or more numbers, each once, {kind.allowed}")
    return tuple(int(str(each)) for each in several)


def _options(page: Page, inherited: Mapping[str, AnswerKind]) -> Mapping[str, AnswerKind]:
    plain = entry(page, "options")
    if plain is None:
        return inherited
    if not isinstance(plain, dict):
        raise page.error(
            "options are questions with the answers allowed, such as hand: [5, 6, 7].", "options"
        )
    return {str(name): _option(page, str(name), allowed) for name, allowed in plain.items()}


def _option(page: Page, name: str, allowed: Value) -> AnswerKind:
    if name not in QUESTIONS:
        _refuse(page, "options", name, _listed(QUESTIONS), "options", name)
    kind = QUESTIONS[name]
    if isinstance(allowed, list) and len(allowed) > MOST_CHOICES:
        sentence = f"options.{name}: {len(allowed)} answers are too many. Allowed: {MOST_CHOICES}."
        raise page.error(sentence, "options", name)
    if isinstance(allowed, list) and allowed:
        for choice in allowed:
            _read_as(page, kind, choice, "options", name)
        return OneOf(kind, tuple(allowed))
    if isinstance(allowed, dict) and isinstance(kind, Number) and allowed.keys() <= {"least", "most"}:
        return _range(page, name, kind, allowed)
    return _no_option(page, name, allowed, kind)


def _range(page: Page, name: str, kind: Number, allowed: Mapping[Key, Value]) -> Number:
    """The numbers between bounds that are answers themselves."""
    bound = replace(kind, or_none=False)
    read = {
        str(key): int(str(_read_as(page, bound, plain, "options", name, key)))
        for key, plain in allowed.items()
    }
    made = replace(bound, least=read.get("least", kind.least), most=read.get("most", kind.most))
    if made.most is not None and made.least > made.most:
        _refuse(page, f"options.{name}", made.allowed, "a least that is not above the most", "options", name)
    return made


def _no_option(page: Page, name: str, allowed: Value, kind: AnswerKind) -> Never:
    examples = "[true, false]" if isinstance(kind, Flag) else "a list of answers, or {least: 1} for numbers"
    _refuse(page, f"options.{name}", allowed, examples, "options", name)


def _name(page: Page) -> str:
    plain = entry(page, "name")
    if not isinstance(plain, str) or not plain.strip() or not plain.isprintable():
        _refuse(page, "name", plain, "a word")
    return plain


def _texts(page: Page, key: str) -> Mapping[str, str]:
    plain = entry(page, key)
    if plain is None:
        return {}
    if not isinstance(plain, dict) or not all(isinstance(text, str) for text in plain.values()):
        _refuse(page, key, plain, "words with a text each, as in {en: My game}", key)
    return {str(word): str(text) for word, text in plain.items()}


def _listed(words: Iterable[object]) -> str:
    return ", ".join(map(str, words))


def _refuse(page: Page, question: str, given: object, allowed: str, *path: Key) -> Never:
    raise page.error(
        f"{quoted(question)}: {quoted(given)} is no answer. Allowed: {allowed}.", *(path or (question,))
    )
