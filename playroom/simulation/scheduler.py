"""Portions submitted to an executor, and their results added up."""

from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager
from itertools import islice

from playroom.simulation.match_outcome import MatchFault, Portion, play_portion
from playroom.simulation.plan import Plan
from playroom.simulation.result import Result, result
from playroom.simulation.tally import Tally, group_tally
from playroom.strict_yaml import one_line

AHEAD = 1000
"""Portions that are submitted before others have come back: more than any cluster has workers."""

POLL_INTERVAL = 0.2
"""Seconds after which a tally is given, though no portion has come back, so that the caller can stop."""


class MatchFaultError(Exception):
    """A fault has ended the matches."""

    def __init__(self, fault: MatchFault) -> None:
        super().__init__(fault)
        self.fault = fault


class LostWorkError(Exception):
    """An executor has not brought its work back, and why."""


def run_simulation(plan: Plan, executor: Executor) -> Result:
    """The statistics of all matches of a plan; a MatchFaultError or LostWorkError if they end early."""
    *_, every = tallies(plan, executor)
    return result(plan, every)


def tallies(plan: Plan, executor: Executor) -> Generator[Tally, None, None]:
    """The tally so far, again and again until all matches are in it.

    A MatchFaultError or LostWorkError is raised after the tally of the matches that were played before. The
    rest is cancelled by the end of the executor, and not here: on Python 3.11, a pool that breaks meanwhile
    prints a traceback if its futures were cancelled from outside.
    """
    portions, tally = plan.portions(), Tally()
    yield tally
    waiting = _submitted(executor, plan, islice(portions, AHEAD))
    while waiting:
        done, waiting = wait(waiting, POLL_INTERVAL, FIRST_COMPLETED)
        waiting |= _submitted(executor, plan, islice(portions, len(done)))
        for portion in map(_brought_back, done):
            tally = sum((group_tally(plan, group) for group in portion.groups), tally)
            yield tally
            if portion.fault:
                raise MatchFaultError(portion.fault)
        yield tally


def _submitted(executor: Executor, plan: Plan, portions: Iterable[range]) -> set[Future[Portion]]:
    with _lost_work():
        return {executor.submit(play_portion, plan, numbers) for numbers in portions}


def _brought_back(future: Future[Portion]) -> Portion:
    with _lost_work():
        return future.result()


@contextmanager
def _lost_work() -> Iterator[None]:
    """Turn any error of an executor into a LostWorkError: each library has errors of its own."""
    try:
        yield
    except Exception as error:
        raise LostWorkError(one_line(f"{type(error).__name__}: {error}".rstrip(":. "))) from error
