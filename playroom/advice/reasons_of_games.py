"""Reasons for plays in games with scoring ends, wild tiles or trains."""

from playroom.advice.outlook import Outlook
from playroom.advice.reasons_of_plays import FEW
from playroom.advice.statement import about_number, about_seat, statement
from playroom.bots.placement import PlayOutcome, joining_tiles
from playroom.bots.threat import max_gain
from playroom.bots.train_runs import own_run
from playroom.narration.message import Message
from playroom.rules.event import Ending
from playroom.rules.layout import Trains
from playroom.rules.seat import Seat
from playroom.rules.tile import DOUBLE_BLANK


def wins_match(seen: Outlook) -> Message | None:
    """That the target is reached at once (AF-9)."""
    wins = seen.ending is Ending.TARGET and seen.outcome is not None and seen.outcome.may_score
    return statement("wins_match") if wins else None


def scores_at_once(seen: Outlook) -> Message | None:
    """The points that it scores at once (AF-7)."""
    if seen.outcome is None or seen.outcome.gain <= 0:
        return None
    return statement("scores", points=seen.outcome.points)


def denies(seen: Outlook) -> Message | None:
    """That no hidden tile scores for the next opponent, or few do, where more would after another play."""
    seat = seen.next_opponent
    if seat is None or seen.outcome is None or not seen.outcome.may_score:
        return None
    scoring = _scoring(seen, seen.outcome, seat)
    others = [_scoring(seen, each, seat) for each in seen.alternatives]
    if not others or scoring > FEW or scoring >= min(others):
        return None
    return statement("few_score", scoring=scoring) if scoring else about_seat("cannot_score", seat)


def blank_counts(seen: Outlook) -> Message | None:
    """That the 0-0 is played, which counts more than its pips (MT-13)."""
    is_blank = seen.outcome is not None and seen.outcome.tile == DOUBLE_BLANK
    return (
        statement("blank_counts", points=seen.rules.double_blank)
        if is_blank and seen.rules.double_blank
        else None
    )


def only_matadors(seen: Outlook) -> Message | None:
    """That only tiles that fit anywhere join the new end, and some are hidden (MA-4)."""
    left = (each for each in seen.numbers if _takes_only_wild(seen, each))
    return about_number("only_matadors", (each for each in left if seen.hidden(each)))


def matador_needed(seen: Outlook) -> Message | None:
    """That nothing else joins the end where a tile goes that fits anywhere."""
    if seen.outcome is None or seen.outcome.tile not in seen.rules.wild:
        return None
    ends = seen.view.layout.open_ends
    number = next((each.number for each in ends if each.end == seen.outcome.play.end), None)
    needed = number is not None and _takes_only_wild(seen, number)
    return statement("matador_needed") if needed else None


def keeps_matadors(seen: Outlook) -> Message | None:
    """That tiles stay that fit anywhere, one of which might have been played."""
    wild = frozenset(seen.rules.wild)
    kept = wild.intersection(seen.view.hand)
    plays_one = seen.outcome is not None and seen.outcome.tile in wild
    if plays_one or kept.isdisjoint(each.tile for each in seen.alternatives):
        return None
    return statement("keeps_matadors", kept=len(kept))


def closes_train(seen: Outlook) -> Message | None:
    """That the own train is closed to the others then."""
    return statement("closes_train") if seen.closes_train else None


def can_cover(seen: Outlook) -> Message | None:
    """That the double can be covered with a kept tile (MT-8)."""
    outcome = seen.outcome
    covers = outcome is not None and outcome.must_be_covered and outcome.is_covered
    return statement("can_cover") if covers else None


def covers(seen: Outlook) -> Message | None:
    """That it covers a double that another play would leave (MT-10)."""
    owed = seen.view.owed
    if not owed or seen.outcome is None or seen.outcome.play.end != owed[0]:
        return None
    return statement("covers") if any(each.play.end != owed[0] for each in seen.alternatives) else None


def keeps_run(seen: Outlook) -> Message | None:
    """That several tiles stay that can be laid on the own train, one after the other."""
    layout = seen.match.now.layout
    if seen.outcome is None or not isinstance(layout, Trains):
        return None
    run = _run(seen, seen.outcome)
    if run < FEW or not any(_run(seen, each) < run for each in seen.alternatives):
        return None
    return statement("keeps_run", kept=run)


def _run(seen: Outlook, outcome: PlayOutcome) -> int:
    """The number of kept tiles that can be laid on the own train, one after the other."""
    return len(own_run(outcome.layout, seen.seat, outcome.kept))


def _scoring(seen: Outlook, outcome: PlayOutcome, seat: Seat) -> int:
    """The number of hidden tiles that would score at once for *seat*."""
    return sum(max_gain(outcome.match, seat, tile) > 0 for tile in seen.belief.unseen)


def _takes_only_wild(seen: Outlook, number: int) -> bool:
    """Whether nothing but tiles that fit anywhere joins *number*."""
    return joining_tiles(seen.rules, number) == frozenset(seen.rules.wild)
