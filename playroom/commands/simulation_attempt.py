"""The matches of a simulation played as far as possible, with progress messages."""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError
from contextlib import closing
from dataclasses import dataclass

from playroom.narration.message import Message
from playroom.simulation.executors import losses, open_executor
from playroom.simulation.plan import Plan
from playroom.simulation.portion import MatchFault
from playroom.simulation.result import Result, result
from playroom.simulation.scheduler import LostWorkError, MatchFaultError, tallies
from playroom.simulation.tally import Tally

STEP = 10
"""The percentage of matches between progress messages."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result so far, and the reason for an early end: Ctrl+C, lost workers, or a fault."""

    result: Result
    stopped: bool = False
    lost: Message | None = None
    fault: MatchFault | None = None


def attempt(
    plan: Plan, executor: str, tell: Callable[[Message], None], is_stopped: Callable[[], bool]
) -> Attempt:
    """The matches of a plan, played by the executor of that name; an ExecutorError if it cannot be opened.

    *tell* gets a message at the beginning and one at every ten per cent; *is_stopped* says whether Ctrl+C was
    pressed.
    """
    tally = Tally()
    try:
        with open_executor(executor, tell) as workers, closing(tallies(plan, workers)) as every:
            tell(Message("simulation.begun", blanks={"matches": plan.matches}))
            for more in every:
                _tell_progress(tell, tally, more, plan.matches)
                tally = more
                for message in losses(workers):
                    tell(message)
                if is_stopped():
                    break
    except MatchFaultError as faulty:
        return Attempt(result(plan, tally), fault=faulty.fault)
    except LostWorkError as lost:
        if not is_stopped():  # otherwise workers may have received the same Ctrl+C
            return Attempt(result(plan, tally), lost=_lost(lost))
    return Attempt(result(plan, tally), stopped=is_stopped() and tally.matches < plan.matches)


def _tell_progress(tell: Callable[[Message], None], before: Tally, now: Tally, matches: int) -> None:
    was, percent = (tally.matches * 100 // matches for tally in (before, now))
    if was // STEP < percent // STEP:
        blanks = {"percent": percent, "done": now.matches, "matches": matches}
        tell(Message("simulation.progress", blanks=blanks))


def _lost(lost: LostWorkError) -> Message:
    """Why no more matches could be played."""
    if isinstance(lost.__cause__, BrokenExecutor | CancelledError):
        return Message("simulation.workers_gone")
    return Message("simulation.lost", blanks={"why": str(lost)})
