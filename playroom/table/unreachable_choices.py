"""The choices of a page that no table allows, and its clauses without a rule.

A page that fails here can be played, so this is asked by ``playroom check``, and not at every start.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from playroom.rules.legal import Objection
from playroom.rules.rulebook.answer_kinds import AnswerKind, Number, OneOf
from playroom.rules.rulebook.fault import DealFault, InvalidTable, TableFault
from playroom.rules.rulebook.questions import QUESTIONS
from playroom.rules.rulebook.variant import Variant, rules
from playroom.strict_yaml import Page, PageError, as_written, nearest_word, quoted, reason
from playroom.table.inconsistencies import tables_of_seats
from playroom.table.page import checked_variant
from playroom.table.page_entries import value_at

CLAUSE_KEYS = (*QUESTIONS, *Objection, *TableFault, *DealFault, "starter", "again", "skipped", "round_over")
"""The keys of clauses: questions, refusals, and reasons for a turn."""

MOST_TRIED = 100
"""The longest range of which all numbers are tried; of a longer one, the ends are."""


def every_error(
    page: Page, errors: Sequence[PageError], known: Mapping[str, Variant]
) -> tuple[Variant | None, tuple[PageError, ...]]:
    """The rulebook on a page with *errors* in its text, None if it is invalid, and all errors by line."""
    variant, more = checked_variant(page, known)
    lines = {error.line for error in errors}
    others = (*more, *unreachable_choices(page, variant))
    found = (*errors, *(error for error in others if error.line not in lines))
    return variant, tuple(sorted(found, key=lambda error: error.line))


def unreachable_choices(page: Page, variant: Variant | None) -> Iterator[PageError]:
    """The errors of choices that no table allows, and of clauses without a rule."""
    if variant and _fits(variant, {}):
        said = value_at(page, "options")
        for name, kind in variant.options.items():
            if isinstance(said, dict) and name in said:
                others = [each for each in variant.options.items() if each[0] != name]
                beside = [{other: chosen} for other, kinds in others for chosen in _choices(kinds)]
                for choice in _choices(kind):
                    if not any(_fits(variant, {name: choice, **more}) for more in ({}, *beside)):
                        why = reason("useless_choice", question=name, given=as_written(choice))
                        yield page.error(why, "options", name)
    said = value_at(page, "clauses")
    for key in said if isinstance(said, dict) else ():
        if key not in CLAUSE_KEYS:
            near = nearest_word(key, CLAUSE_KEYS)
            why = reason("unknown_clause_near" if near else "unknown_clause", given=quoted(key), near=near)
            yield page.error(why, "clauses", key)


def _fits(variant: Variant, options: Mapping[str, object]) -> bool:
    """Whether some table can be set up with these choices."""
    for players, teams in tables_of_seats(variant):
        with suppress(InvalidTable):
            rules(variant, players, teams, options)
            return True
    return False


def _choices(kind: AnswerKind) -> tuple[object, ...]:
    """The answers that players can choose; of a long range its ends."""
    if isinstance(kind, OneOf):
        return kind.choices
    if not isinstance(kind, Number):
        return ()
    if kind.most is None:
        return (kind.least,)
    every = range(kind.least, kind.most + 1)
    return tuple(every) if len(every) <= MOST_TRIED else (kind.least, kind.most)
