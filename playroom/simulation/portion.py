"""What a worker does: some matches of a plan, and whatever went wrong in them, as plain values."""

from dataclasses import dataclass
from traceback import format_exception

from playroom.simulation.named import bot
from playroom.simulation.plan import Plan
from playroom.simulation.played import BotFailed, Endless, Outcome, match_played, outcome
from playroom.strict_yaml import one_line

Group = tuple[Outcome, ...]
"""The matches of one seed, one for each rotation of the bots: they have their deals in common."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What ended a portion: the seed that shows it, the bot at fault, why in one line, and the traceback.

    *bot* is empty where no bot is at fault, but the match does not end.
    """

    seed: int
    bot: str = ""
    why: str = ""
    trace: str = ""


@dataclass(frozen=True, slots=True)
class Portion:
    """The matches that were played, by seed, and the fault that ended them if there was one."""

    groups: tuple[Group, ...]
    fault: Fault | None = None


def play_portion(plan: Plan, numbers: range) -> Portion:
    """The matches with these numbers, as far as they go well."""
    groups: list[Group] = []
    for number in numbers:
        group = _group(plan, plan.seed_of(number))
        if isinstance(group, Fault):
            return Portion(tuple(groups), group)
        groups.append(group)
    return Portion(tuple(groups))


def _group(plan: Plan, seed: int) -> Group | Fault:
    group: list[Outcome] = []
    for rotation in plan.rotations:
        words = plan.seated(rotation)
        try:
            group.append(outcome(match_played(plan.rules, tuple(map(bot, words)), seed)))
        except Endless:
            return Fault(seed)
        except BotFailed as failed:
            return _fault(seed, words[failed.seat], failed)
    return tuple(group)


def _fault(seed: int, word: str, failed: BotFailed) -> Fault:
    cause = failed.__cause__
    why = one_line(f"{type(cause).__name__}: {cause}".rstrip(":. "))
    return Fault(seed, word, why, "".join(format_exception(failed)))
