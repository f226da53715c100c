"""The work of one worker: some matches of a plan, and what ended them early, as plain values."""

from dataclasses import dataclass
from traceback import format_exception

from playroom.simulation.match_outcome import BotError, EndlessMatchError, Outcome, outcome_of, play_match
from playroom.simulation.names import find_bot
from playroom.simulation.plan import Plan
from playroom.strict_yaml import one_line

Group = tuple[Outcome, ...]
"""The matches of one seed, one for each rotation of the bots, all with the same deals."""


@dataclass(frozen=True, slots=True)
class MatchFault:
    """A portion's failure: the seed that reproduces it, the bot, the error in one line, the traceback.

    *bot* is empty if a match does not end.
    """

    seed: int
    bot: str = ""
    why: str = ""
    trace: str = ""


@dataclass(frozen=True, slots=True)
class Portion:
    """The matches that were played, by seed, and the fault that ended them, if any."""

    groups: tuple[Group, ...]
    fault: MatchFault | None = None


def play_portion(plan: Plan, numbers: range) -> Portion:
    """The matches with these numbers, up to the first fault."""
    groups: list[Group] = []
    for number in numbers:
        group = _group(plan, plan.seed_of(number))
        if isinstance(group, MatchFault):
            return Portion(tuple(groups), group)
        groups.append(group)
    return Portion(tuple(groups))


def _group(plan: Plan, seed: int) -> Group | MatchFault:
    group: list[Outcome] = []
    for rotation in plan.rotations:
        words = plan.seated(rotation)
        try:
            group.append(outcome_of(play_match(plan.rules, tuple(map(find_bot, words)), seed)))
        except EndlessMatchError:
            return MatchFault(seed)
        except BotError as failed:
            return _fault(seed, words[failed.seat], failed)
    return tuple(group)


def _fault(seed: int, word: str, failed: BotError) -> MatchFault:
    cause = failed.__cause__
    why = one_line(f"{type(cause).__name__}: {cause}".rstrip(":. "))
    return MatchFault(seed, word, why, "".join(format_exception(failed)))
