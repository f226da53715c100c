"""Whether the answers of a page go together, so that every table that it allows can be set up."""

from collections.abc import Mapping
from itertools import product

from playroom.rules.question import Answer, Number, OneOf
from playroom.rules.variant import By, Fault, Refused, Variant, rules, settled
from playroom.strict_yaml import Page, PageError

CLASHES: Mapping[Fault, tuple[tuple[str, ...], str]] = {
    Fault.MOST_PLAYERS: (("players", "set", "most_players"), "{most} at most"),
    Fault.HAND_TOO_LARGE: (("hand", "set", "players"), "{nearest} at most"),
    Fault.NO_END: (("target", "limit", "deals"), "a number for one of the three, or single_round: true"),
    Fault.TWO_ENDS: (("target", "limit", "deals"), "a number for one of the three, and none for the others"),
    Fault.LIMIT_NEEDS_LOWEST: (("limit", "best"), "best: lowest, or limit: none"),
    Fault.TARGET_NEEDS_HIGHEST: (("target", "best"), "best: highest, or target: none"),
    Fault.DOUBLE_NEEDS_HIGHEST_DOUBLE: (
        ("opening", "starter"),
        "starter: highest_double, or opening: any",
    ),
    Fault.PLAYS_ON_NEEDS_AND_OUT: (
        ("going_out", "passing"),
        "passing: and_out, or going_out: ends_round, whole_team",
    ),
    Fault.PASSES_NEED_AND_OUT: (
        ("scoring", "passing"),
        "scoring: passes and passing: and_out together, or neither",
    ),
}
"""For each combination that makes no game: the questions whose answers clash, and what is allowed."""


def check(page: Page, variant: Variant) -> None:
    """A PageError if a table that the page allows cannot be set up with the page's own answers."""
    for name, answer in variant.answers.items():
        if isinstance(answer, By):
            _check_by(page, variant, name, answer)
    tables = [
        (players, teams)
        for players, teams in product(variant.players, variant.teams)
        if not teams or (players % teams == 0 and players > teams)
    ]
    if not tables:
        raise _error(page, "no number of players goes with these teams.", "teams", "players")
    for players, teams in tables:
        _check_table(page, variant, players, teams)


def _check_by(page: Page, variant: Variant, name: str, answer: By) -> None:
    """An answer that hangs on something has one for whatever that can be, and does not hang on itself."""
    what = answer.what
    if _goes_in_a_circle(variant, name):
        raise _error(page, f"{name}: it hangs on {what}, which hangs on {name} again.", name, what)
    if isinstance(variant.options.get(what), Number):
        sentence = (
            f"{name}: it hangs on {what}, whose answers are too many. Allowed: a list under options.{what}."
        )
        raise _error(page, sentence, name, "options")
    for value in _possible(variant, what):
        if value not in answer.answers:
            given = "none" if value is None else value
            raise _error(page, f"{name}: no answer for {what} {given}.", name, "options", what)


def _goes_in_a_circle(variant: Variant, name: str) -> bool:
    passed: list[str] = []
    while name not in passed:
        passed.append(name)
        answer = variant.answers.get(name)
        if not isinstance(answer, By):
            return False
        name = answer.what
    return True


def _possible(variant: Variant, question: str) -> list[object]:
    """Every answer that *question* may have at some table."""
    if question == "players":
        return list(variant.players)
    answer, kind = variant.answers[question], variant.options.get(question)
    chosen = [kind.read(choice) for choice in kind.choices] if isinstance(kind, OneOf) else []
    if not isinstance(answer, By):
        return [answer, *chosen]
    above = _possible(variant, answer.what)
    return [*(given for value, given in answer.answers.items() if value in above), *chosen]


def _check_table(page: Page, variant: Variant, players: int, teams: int) -> None:
    try:
        rules(variant, players, teams)
    except Refused as refused:
        raise _clash(page, settled(variant.answers, players), refused) from None


def _clash(page: Page, answers: Mapping[str, Answer], refused: Refused) -> PageError:
    """The refusal of answers that do not go together, with each of them as it stands."""
    questions, allowed = CLASHES[Fault(refused.fault)]
    given = {**answers, **refused.facts}
    clashing = [name for name in questions if given[name] is not None] or questions
    first, *others = (f"{name}: {_written(given[name])}" for name in clashing)
    sentence = f"{first} is no answer with {', '.join(others)}. Allowed: {allowed.format_map(refused.facts)}."
    return _error(page, sentence, *questions)


def _written(answer: object) -> str:
    """An answer as a page writes it."""
    return "none" if answer is None else str(answer).lower()


def _error(page: Page, sentence: str, *questions: str) -> PageError:
    """The refusal, at the first of the *questions* that the page answers itself."""
    answered = page.value if isinstance(page.value, dict) else {}
    return page.error(sentence, *[each for each in questions if each in answered][:1])
