"""The rules of scoring to be read: one sentence for each award, or one for a composition that has a name."""

from collections.abc import Iterator

from playroom.narration.message import Blank, Message
from playroom.narration.rules.option import composition
from playroom.narration.rules.rule import rule, side_word
from playroom.rules.rulebook.award import Award, Counted, Only, Receiver, When, at
from playroom.rules.rulebook.questions import BlockedBy, Count, GoingOut, Passing, Points
from playroom.rules.rulebook.variant import Rules


def scoring(rules: Rules) -> Iterator[Message]:
    """Who scores what."""
    if rules.passing is Passing.AND_OUT:
        yield from _passes(rules)
    elif named := composition(rules.scoring):
        yield from _named(rules, named)
    else:
        yield from _composed(rules)
    yield from _bonuses(rules)
    if rules.points is Points.FIVES:
        yield rule("scoring", "fives")
    if rules.entry is not None:
        yield rule("scoring", "entry", points=rules.entry, sides=side_word(rules))
    if Count.PIPS in (rules.count, rules.blocked_count):
        yield from _double_blank(rules)


def _named(rules: Rules, named: str) -> Iterator[Message]:
    yield rule(f"scoring.{named}", side_word(rules), unit=rules.count)
    if rules.winners_leftovers and rules.teams:
        yield rule("scoring", "winners_leftovers")
    if rules.names_winner:
        yield from _blocked_winner(rules)
    else:
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
        awards = tuple(award for award in at(rules.scoring, when) if _may_be_given(rules, award))
        if when is When.BLOCKED and rules.names_winner:
            yield from _blocked_winner(rules)
        elif when is When.BLOCKED and any(each.to in (Receiver.WINNER, Receiver.FEWEST) for each in awards):
            yield _blocked(rules, "others", scores="by_awards")
        yield from (_award(rules, award) for award in awards)
        if when is When.PLAY and rules.exact and rules.target is not None:
            yield rule("scoring", "exact", target=rules.target)
        if any(award.counts is Counted.ENDS for award in awards):
            yield rule("scoring", "sum_spinner") if rules.spinner else rule("special", "sum")


def _may_be_given(rules: Rules, award: Award) -> bool:
    """Whether these rules ever give an award, such as one for blocked rounds, which somebody must win."""
    if award.counts is Counted.CARRIED:
        return rules.carries_rounds or rules.carries_pips
    if award.only is Only.OPENING_DOUBLE and not rules.opening_scores:
        return False
    if award.counts is Counted.PIGS and rules.series is None:
        return False
    nobody_wins = rules.blocked_by in (BlockedBy.NOBODY, BlockedBy.REPLAY)
    return not (award.when is When.BLOCKED and award.to is Receiver.WINNER and nobody_wins)


def _blocked(rules: Rules, named: str, *, scores: str) -> Message:
    """Who wins a blocked round, and why, unless awards say so."""
    unit, sides = rules.blocked_count, side_word(rules)
    return rule("scoring.blocked", named, unit=unit, sides=sides, scores=scores)


def _blocked_winner(rules: Rules) -> Iterator[Message]:
    """Who wins a blocked round where the game names its winner, and what comes of a tie (L-2, PA-2)."""
    unit, sides = rules.blocked_count, side_word(rules)
    yield rule("blocked_by", rules.blocked_by, unit=unit, sides=sides)
    if rules.blocked_by not in (BlockedBy.NOBODY, BlockedBy.REPLAY):
        yield rule("blocked_tie", rules.blocked_tie, sides=sides)


def _bonuses(rules: Rules) -> Iterator[Message]:
    """What a round is worth beside the hands (PA-4 to PA-8)."""
    if rules.capicua:
        blank = "yes" if rules.capicua_blank else "no"
        yield rule("bonus", "capicua", points=rules.capicua, blank=blank)
    if rules.chuchazo:
        yield rule("bonus", "chuchazo", points=rules.chuchazo)
    if rules.opening_pass:
        yield rule("bonus", "opening_pass", points=rules.opening_pass)
    if rules.all_pass:
        yield rule("bonus", "all_pass", points=rules.all_pass)
    if rules.round_bonus:
        yield rule("bonus", "round_bonus")


def _award(rules: Rules, award: Award) -> Message:
    unit = rules.blocked_count if award.when is When.BLOCKED else rules.count
    counts = "eggs" if award.counts is Counted.CARRIED and rules.carries_pips else award.counts
    receiver = Receiver.PLAYER if (award.when, award.to) == (When.OUT, Receiver.WINNER) else award.to
    blanks: dict[str, Blank] = {
        "when": rule("award.when", award.when) if award.only is Only.ANY else rule("award.only", award.only),
        "to": rule("award.to", receiver, sides=side_word(rules), moment=str(award.when)),
        "counts": rule("award.counts", counts, unit=unit, points=award.points),
        "own": int(award.less_own),
        "multiple": award.multiple_of,
        "nearest": award.nearest,
        "per": award.per,
    }
    return Message("rulebooks.award.sentence", blanks=blanks)


def _double_blank(rules: Rules) -> Iterator[Message]:
    if rules.double_blank:
        yield rule("scoring", "double_blank", points=rules.double_blank)
    if rules.lone_double_blank:
        yield rule("scoring", "lone_double_blank", points=rules.lone_double_blank)
