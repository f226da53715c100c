"""Work handed to an executor, portion by portion, and what comes of it gathered."""

from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager
from itertools import islice

from playroom.simulation.plan import Plan
from playroom.simulation.portion import Fault, Portion, play_portion
from playroom.simulation.result import Result, result
from playroom.simulation.tally import Tally, counted
from playroom.strict_yaml import one_line

AHEAD = 1000
"""Portions that are handed out before others have come back: more than any cluster has workers."""

BREATH = 0.2
"""Seconds after which whoever waits is asked whether to go on."""


class Faulty(Exception):  # noqa: N818 (what the matches are)
    """Matches that were ended by a fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


class Lost(Exception):  # noqa: N818 (what the work is)
    """Work that an executor did not bring back, and why."""


def simulated(plan: Plan, executor: Executor) -> Result:
    """What all matches of a plan show; Faulty or Lost if they do not go well."""
    *_, every = tallies(plan, executor)
    return result(plan, every)


def tallies(plan: Plan, executor: Executor) -> Generator[Tally, None, None]:
    """What has come in so far, again and again until all has; who stops listening stops the work.

    Faulty or Lost if it does not go well, once what was played till then is told.
    """
    portions, tally = plan.portions(), Tally()
    yield tally
    waiting = _handed_out(executor, plan, islice(portions, AHEAD))
    try:
        while waiting:
            done, waiting = wait(waiting, BREATH, FIRST_COMPLETED)
            waiting |= _handed_out(executor, plan, islice(portions, len(done)))
            for portion in map(_brought_back, done):
                tally = sum((counted(plan, group) for group in portion.groups), tally)
                yield tally
                _check(portion)
            yield tally
    except Lost:
        waiting = set()  # a broken executor gives its work up itself, and is not to be disturbed at that
        raise
    finally:
        for future in waiting:
            future.cancel()


def _handed_out(executor: Executor, plan: Plan, portions: Iterable[range]) -> set[Future[Portion]]:
    with _or_lost():
        return {executor.submit(play_portion, plan, numbers) for numbers in portions}


def _brought_back(future: Future[Portion]) -> Portion:
    with _or_lost():
        return future.result()


@contextmanager
def _or_lost() -> Iterator[None]:
    """Takes whatever error an executor has: every kind of it has its own."""
    try:
        yield
    except Exception as error:
        raise Lost(one_line(f"{type(error).__name__}: {error}".rstrip(":. "))) from error


def _check(portion: Portion) -> None:
    if portion.fault:
        raise Faulty(portion.fault)
