"""Whether the answers of a page go together, so that every table that it allows can be set up."""

from collections.abc import Iterator, Mapping
from itertools import product

from playroom.rules.answer_kinds import Answer, Number, OneOf
from playroom.rules.variant import By, InvalidTable, TableFault, Variant, rules, settled
from playroom.strict_yaml import Page, PageError

CLASHES: Mapping[TableFault, tuple[tuple[str, ...], str]] = {
    TableFault.MOST_PLAYERS: (("players", "set", "most_players"), "{most} at most"),
    TableFault.HAND_TOO_LARGE: (("hand", "set", "players"), "{nearest} at most"),
    TableFault.NO_END: (("target", "limit", "deals"), "a number for one of the three, or single_round: true"),
    TableFault.TWO_ENDS: (
        ("target", "limit", "deals"),
        "a number for one of the three, and none for the others",
    ),
    TableFault.LIMIT_NEEDS_LOWEST: (("limit", "best"), "best: lowest, or limit: none"),
    TableFault.TARGET_NEEDS_HIGHEST: (("target", "best"), "best: highest, or target: none"),
    TableFault.DOUBLE_NEEDS_HIGHEST_DOUBLE: (
        ("opening", "starter"),
        "starter: highest_double, or opening: any",
    ),
    TableFault.PLAYS_ON_NEEDS_AND_OUT: (
        ("going_out", "passing"),
        "passing: and_out, or going_out: ends_round, whole_team",
    ),
    TableFault.ROUNDS_BEYOND_ENGINES: (("rounds", "set"), "as many rounds as the set has doubles, or none"),
    TableFault.TRAINS_END_BY_ROUNDS: (("shape", "target", "limit", "deals"), "none for each of the others"),
    TableFault.TRAINS_DRAW_ALL: (("shape", "drawing", "reserve"), "drawing: if_stuck and reserve: 0"),
    TableFault.TRAINS_GO_OUT: (("shape", "going_out"), "going_out: ends_round"),
    TableFault.AND_OUT_KEEPS_NOTHING: (
        ("passing", "after_draw", "drawing"),
        "after_draw: must_play, until_playable, wait, or drawing: never",
    ),
    TableFault.TRAINS_PASS_IF_STUCK: (("shape", "passing"), "passing: if_stuck"),
    TableFault.TRAINS_JOIN_EQUAL: (("shape", "joining", "wild"), "joining: equal and wild: []"),
    TableFault.TRAINS_COVER_DOUBLES: (
        ("shape", "doubles"),
        "doubles: one, several with shape: trains, and not_covered without",
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
    """An answer that depends on something has one for each value of it, and does not depend on itself."""
    for each in _tables_within(answer):
        if _goes_in_a_circle(variant, name, each.what):
            sentence = f"{name}: it depends on {each.what}, which depends on {name} again."
            raise _error(page, sentence, name, each.what)
        _check_complete(page, variant, name, each)


def _check_complete(page: Page, variant: Variant, name: str, answer: By) -> None:
    what = answer.what
    if isinstance(variant.options.get(what), Number):
        sentence = (
            f"{name}: it depends on {what}, whose answers are too many. Allowed: a list under options.{what}."
        )
        raise _error(page, sentence, name, "options")
    for value in _possible(variant, what):
        if value not in answer.answers:
            given = "none" if value is None else value
            raise _error(page, f"{name}: no answer for {what} {given}.", name, "options", what)


def _tables_within(answer: Answer | By) -> Iterator[By]:
    """The table that *answer* is, and those within it."""
    if isinstance(answer, By):
        yield answer
        for each in answer.answers.values():
            yield from _tables_within(each)


def _goes_in_a_circle(variant: Variant, name: str, what: str, *passed: str) -> bool:
    """Whether *name*, by way of *what*, depends on something that depends on itself."""
    if what == name or what in passed:
        return True
    return any(
        _goes_in_a_circle(variant, name, each.what, what, *passed)
        for each in _tables_within(variant.answers.get(what))
    )


def _possible(variant: Variant, question: str) -> list[object]:
    """Every answer that *question* may have at some table."""
    if question == "players":
        return list(variant.players)
    kind = variant.options.get(question)
    chosen = [kind.read(choice) for choice in kind.choices] if isinstance(kind, OneOf) else []
    return [*_possible_of(variant, variant.answers[question]), *chosen]


def _possible_of(variant: Variant, answer: Answer | By) -> list[object]:
    if not isinstance(answer, By):
        return [answer]
    above = _possible(variant, answer.what)
    given = (each for value, each in answer.answers.items() if value in above)
    return [possible for each in given for possible in _possible_of(variant, each)]


def _check_table(page: Page, variant: Variant, players: int, teams: int) -> None:
    try:
        rules(variant, players, teams)
    except InvalidTable as refused:
        raise _clash(page, settled(variant.answers, players), refused) from None


def _clash(page: Page, answers: Mapping[str, Answer], refused: InvalidTable) -> PageError:
    """The refusal of answers that do not go together, with each of them as it stands."""
    questions, allowed = CLASHES[TableFault(refused.fault)]
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
