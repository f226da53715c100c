"""Inconsistent answers of a page, which make tables invalid that it allows."""

from collections.abc import Collection, Iterator, Mapping

from playroom.rules.rulebook.answer_kinds import Answer, Number, OneOf
from playroom.rules.rulebook.award import NAMED, Award
from playroom.rules.rulebook.fault import InvalidTable, TableFault
from playroom.rules.rulebook.variant import MATCH_ENDS, By, Variant, resolved_answers, rules
from playroom.strict_yaml import Page, PageError, Reason, as_written, reason

CLASHES: Mapping[TableFault, tuple[str, ...]] = {
    TableFault.MOST_PLAYERS: ("players", "set", "most_players"),
    TableFault.HAND_TOO_LARGE: ("hand", "set", "players"),
    TableFault.NO_END: ("target", "limit", "deals"),
    TableFault.TWO_ENDS: ("target", "limit", "deals"),
    TableFault.LIMIT_NEEDS_LOWEST: ("limit", "best"),
    TableFault.AT_ONCE_NEEDS_HIGHEST: ("finish", "best", "target"),
    TableFault.DOUBLE_NEEDS_HIGHEST_DOUBLE: ("opening", "starter"),
    TableFault.PLAYS_ON_NEEDS_AND_OUT: ("going_out", "passing"),
    TableFault.FIVES_COUNT_PIPS: ("points", "count"),
    TableFault.ROUNDS_BEYOND_ENGINES: ("rounds", "set"),
    TableFault.TRAINS_END_BY_ROUNDS: ("shape", "target", "limit", "deals"),
    TableFault.TRAINS_DRAW_ALL: ("shape", "drawing", "reserve"),
    TableFault.TRAINS_GO_OUT: ("shape", "going_out"),
    TableFault.PIGS_NEED_SERIES: ("series", "scoring"),
    TableFault.NEVER_SCORES: ("scoring", "points"),
    TableFault.NEVER_EXACT: ("exact", "target", "scoring"),
    TableFault.LOVE_NEEDS_ONE_WINNER: ("love", "target", "scoring"),
    TableFault.ENTRY_TOO_HIGH: ("entry", "set"),
    TableFault.ASIDE_NOT_DEALT: ("aside", "set", "shape"),
    TableFault.REDEALS_OFTEN: ("redeal_doubles", "redeal_number", "hand"),
    TableFault.AND_OUT_KEEPS_NOTHING: ("passing", "after_draw", "drawing"),
    TableFault.TRAINS_PASS_IF_STUCK: ("shape", "passing"),
    TableFault.TRAINS_JOIN_EQUAL: ("shape", "joining", "wild"),
    TableFault.TRAINS_COVER_DOUBLES: ("shape", "doubles"),
}
"""The conflicting questions of each invalid combination."""


def inconsistencies(page: Page, variant: Variant) -> Iterator[PageError]:
    """The errors of the page's answers that make allowed tables invalid, without repetition."""
    if incomplete := [*incomplete_answers(page, variant)]:
        yield from incomplete
        return
    tables = tables_of_seats(variant)
    if not tables:
        yield _error(page, reason("no_teams"), "teams", "players")
    clashes: dict[str, PageError] = {}
    for players, teams in reversed(tables):
        try:
            rules(variant, players, teams)
        except InvalidTable as refused:
            questions = CLASHES[TableFault(refused.fault)]
            given = {**resolved_answers(variant.answers, players), **refused.facts}
            clashing = [name for name in questions if given[name] is not None]
            if len(clashing) < 2:  # noqa: PLR2004 (a clash is between two)
                clashing = [*questions]
            first, *others = (_as_written(name, given[name]) for name in clashing)
            facts = {name: fact for name, fact in refused.facts.items() if isinstance(fact, int)}
            allowed = reason(f"clashes.{refused.fault}", **facts)
            why = reason("clash", fault=refused.fault, first=first, others=", ".join(others), allowed=allowed)
            clashes[str(refused.fault)] = _error(page, why, *questions)
    yield from clashes.values()


def incomplete_answers(page: Page, variant: Variant, unread: Collection[str] = ()) -> Iterator[PageError]:
    """The errors of answers that depend on themselves, or lack a case.

    What depends on the answers to the questions *unread*, which are wrong, is not known.
    """
    known = [name for name in variant.answers if not _decided_by(variant, name) & {*unread}]
    for name in known:
        for what in _asked_by(variant.answers[name]):
            if name in _decided_by(variant, what):
                entry = "depends_on_itself" if what == name else "depends_in_circle"
                yield _error(page, reason(entry, question=name, what=what), name, what)
    circular = {
        name
        for name, answer in variant.answers.items()
        if any(name in _decided_by(variant, what) for what in _asked_by(answer))
    }
    for name in known:
        decided_by = _decided_by(variant, name)
        if decided_by & circular or not decided_by <= {"players", *variant.answers}:
            continue
        for answer in _tables_within(variant.answers[name]):
            what = answer.what
            if isinstance(variant.options.get(what), Number):
                yield _error(page, reason("depends_on_many", question=name, what=what), name, "options")
            elif missing := [value for value in _possible(variant, what) if value not in answer.answers]:
                given = as_written("none" if missing[0] is None else missing[0])
                why = reason("no_answer_for", question=name, what=what, given=given)
                yield _error(page, why, name, "options", what)


def tables_of_seats(variant: Variant) -> list[tuple[int, int]]:
    """Every allowed pair of a number of players and of teams."""
    return [
        (players, teams)
        for players, teams in variant.tables
        if not teams or (players % teams == 0 and players > teams)
    ]


def _asked_by(answer: Answer | By) -> tuple[str, ...]:
    """The questions on which an answer depends directly, in order."""
    return tuple(dict.fromkeys(each.what for each in _tables_within(answer)))


def _decided_by(variant: Variant, question: str) -> set[str]:
    """The question, and all on which its answer depends, also indirectly."""
    found: set[str] = set()
    new = {question}
    while new:
        found |= new
        new = {what for name in new for what in _asked_by(variant.answers.get(name))} - found
    return found


def _tables_within(answer: Answer | By) -> Iterator[By]:
    """The dependent answer, and those nested in it."""
    if isinstance(answer, By):
        yield answer
        for each in answer.answers.values():
            yield from _tables_within(each)


def _possible(variant: Variant, question: str) -> list[object]:
    """Every answer that *question* may have at some table."""
    if question == "players":
        return list(variant.players)
    kind = variant.options.get(question)
    chosen = [kind.read(choice) for choice in kind.choices] if isinstance(kind, OneOf) else []
    others = [end for end in MATCH_ENDS if end != question and end in variant.options]
    replaced = [None] if question in MATCH_ENDS and others else []
    return [*_possible_of(variant, variant.answers[question]), *chosen, *replaced]


def _possible_of(variant: Variant, answer: Answer | By) -> list[object]:
    if not isinstance(answer, By):
        return [answer]
    above = _possible(variant, answer.what)
    given = (each for value, each in answer.answers.items() if value in above)
    return [possible for each in given for possible in _possible_of(variant, each)]


def _as_written(question: str, answer: object) -> str:
    """A question with its answer as a page writes it; awards without a name are not written out."""
    if isinstance(answer, tuple) and answer and isinstance(answer[0], Award):
        named = [name for name, awards in NAMED.items() if awards == answer]
        return ": ".join((question, *named))
    if isinstance(answer, tuple):
        return f"{question}: [{', '.join(map(str, answer))}]"
    return f"{question}: {'none' if answer is None else str(answer).lower()}"


def _error(page: Page, why: Reason, *questions: str) -> PageError:
    """The error at the first of the *questions* that the page itself answers."""
    answered = page.value if isinstance(page.value, dict) else {}
    return page.error(why, *[each for each in questions if each in answered][:1])
