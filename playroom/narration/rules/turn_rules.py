"""The rules of a turn to be read: what fits, trains and doubles, drawing, passing, special turns."""

from collections.abc import Iterator

from playroom.narration.message import Message
from playroom.narration.rules.option import number_choice
from playroom.narration.rules.rule import rule
from playroom.rules.rulebook.questions import Doubles, Drawing, FirstTurn, Joining, Passing
from playroom.rules.rulebook.variant import Rules
from playroom.rules.tile import whole_set


def turn(rules: Rules) -> Iterator[Message]:
    """What fits, and what the seat to move does."""
    yield rule("turn", _fit(rules))
    if rules.spinner:
        yield rule("turn", "middle" if rules.begins_all_arms else "spinner")
    if rules.wild:
        yield rule("turn", "wild", tiles=rules.wild)
        if rules.joining is Joining.SEVEN:
            yield rule("turn", "blank_end")
    yield rule("turn", _duty(rules))


def _fit(rules: Rules) -> str:
    if rules.has_engine:
        return "fit_trains"
    if rules.joining is Joining.SEVEN:
        return "fit_seven"
    return "fit_spinner" if rules.spinner else "fit"


def _duty(rules: Rules) -> str:
    if rules.passing is Passing.ANY_TIME:
        return "free" if rules.drawing is Drawing.ANY_TIME else "play_or_pass"
    return "play_or_draw" if rules.drawing is Drawing.ANY_TIME else "must_play"


def trains(rules: Rules) -> Iterator[Message]:
    """Where a tile may go, where there are trains (MT-5, MT-6, MT-11)."""
    if rules.has_engine:
        yield rule("trains", "reach")
        yield rule("trains", "marker")
        if rules.first_turn is FirstTurn.MANY:
            yield rule("trains", "first_turn")


def doubles(rules: Rules) -> Iterator[Message]:
    """How doubles are covered (MT-8 to MT-10)."""
    if rules.doubles is Doubles.NOT_COVERED:
        return
    yield rule("doubles", "cover")
    if rules.doubles is Doubles.SEVERAL:
        yield rule("doubles", "several")
    yield rule("doubles", "not_owed")


def drawing(rules: Rules) -> Iterator[Message]:
    """When a player draws, and what may follow."""
    left = undealt(rules)
    if rules.drawing is Drawing.NEVER or left or rules.limit is not None:
        yield rule("drawing", rules.drawing, left=left)
    if rules.drawing is Drawing.NEVER or not (left or rules.limit):
        return
    yield rule("after_draw", rules.after_draw)
    if rules.keep_matadors:
        yield rule("drawing", "keep_matadors")
    if rules.reserve:
        yield rule("drawing", "reserve", reserve=rules.reserve)
    yield rule("drawing", "hidden")


def undealt(rules: Rules) -> int:
    """The tiles that are left once all players of a table have got theirs."""
    size = rules.hand_size(rules.players) or 0
    return len(whole_set(rules.set)) - rules.has_engine - size * rules.players


def passing(rules: Rules) -> Iterator[Message]:
    """When a player passes, and what it costs."""
    can_draw = rules.drawing is not Drawing.NEVER and (undealt(rules) or rules.limit is not None)
    cannot_draw = rules.passing is Passing.IF_STUCK and not can_draw
    yield rule("passing", "if_stuck_no_draw" if cannot_draw else rules.passing)
    if rules.has_engine:
        yield rule("passing", "opens_train")


def special(rules: Rules) -> Iterator[Message]:
    """Other turns, skipped turns and turns of the direction (PP-4 to PP-6)."""
    if rules.again_on:
        yield rule("special", "again_on", sums=number_choice(rules.again_on))
    if rules.skip_on:
        yield rule("special", "skip_on", sums=number_choice(rules.skip_on))
    if rules.skip_on_equal_ends:
        yield rule("special", "skip_on_equal_ends")
    if rules.turn_round_on:
        yield rule("special", "turn_round_on", sums=number_choice(rules.turn_round_on))
    if rules.plays_both_doubles:
        yield rule("special", "both_doubles")
    if rules.again_on or rules.skip_on or rules.turn_round_on:
        yield rule("special", "sum")
    if rules.again_on and (rules.skip_on or rules.skip_on_equal_ends):
        yield rule("special", "again_first")
