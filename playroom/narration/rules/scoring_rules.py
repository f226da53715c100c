"""The rules of scoring to be read: one sentence for each award, or one for a composition that has a name."""

from collections.abc import Iterator

from playroom.narration.message import Blank, Message
from playroom.narration.rules.option import composition
from playroom.narration.rules.rule import rule, side_word
from playroom.rules.rulebook.award import Award, Counted, Receiver, When, at
from playroom.rules.rulebook.questions import Count, GoingOut, Passing, Points
from playroom.rules.rulebook.variant import Rules


def scoring(rules: Rules) -> Iterator[Message]:
    """Who scores what."""
    if rules.passing is Passing.AND_OUT:
        yield from _passes(rules)
    elif named := composition(rules.scoring):
        yield from _named(rules, named)
    else:
        yield from _composed(rules)
    if rules.points is Points.FIVES:
        yield rule("scoring", "fives")
    if Count.PIPS in (rules.count, rules.blocked_count):
        yield from _double_blank(rules)


def _named(rules: Rules, named: str) -> Iterator[Message]:
    yield rule(f"scoring.{named}", side_word(rules), unit=rules.count)
    if rules.winners_leftovers and rules.teams:
        yield rule("scoring", "winners_leftovers")
    yield _blocked(rules, named, scores="all")


def _passes(rules: Rules) -> Iterator[Message]:
    yield rule("scoring.passes", side_word(rules), unit=rules.count)
    if rules.first_pass_doubles:
        yield rule("scoring", "first_pass_doubles")
    yield rule("scoring", "last_in", unit=rules.count)
    if rules.going_out is GoingOut.ENDS_ROUND:
        yield rule("scoring", "going_out", unit=rules.count)


def _composed(rules: Rules) -> Iterator[Message]:
    """Each award in a sentence, with what its words rest on."""
    for when in When:
        awards = at(rules.scoring, when)
        if when is When.BLOCKED and any(award.to in (Receiver.WINNER, Receiver.FEWEST) for award in awards):
            yield _blocked(rules, "others", scores="by_awards")
        yield from (_award(rules, award) for award in awards)
        if any(award.counts is Counted.ENDS for award in awards):
            yield rule("scoring", "sum_spinner") if rules.spinner else rule("special", "sum")


def _blocked(rules: Rules, named: str, *, scores: str) -> Message:
    """Who wins a blocked round, and why, unless awards say so."""
    unit, sides = rules.blocked_count, side_word(rules)
    return rule("scoring.blocked", named, unit=unit, sides=sides, scores=scores)


def _award(rules: Rules, award: Award) -> Message:
    unit = rules.blocked_count if award.when is When.BLOCKED else rules.count
    receiver = Receiver.PLAYER if (award.when, award.to) == (When.OUT, Receiver.WINNER) else award.to
    blanks: dict[str, Blank] = {
        "when": rule("award.when", award.when),
        "to": rule("award.to", receiver, sides=side_word(rules), moment=str(award.when)),
        "counts": rule("award.counts", award.counts, unit=unit, points=award.points),
        "own": int(award.less_own),
        "multiple": award.multiple_of,
        "nearest": award.nearest,
    }
    return Message("rulebooks.award.sentence", blanks=blanks)


def _double_blank(rules: Rules) -> Iterator[Message]:
    if rules.double_blank:
        yield rule("scoring", "double_blank", points=rules.double_blank)
    if rules.lone_double_blank:
        yield rule("scoring", "lone_double_blank", points=rules.lone_double_blank)
