"""``playroom simulate``: many matches between bots, told about as they go, ended early by Ctrl+C."""

import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from random import SystemRandom

from playroom.exits import FAILED, STOPPED, WRONG_COMMAND
from playroom.home.files import write_whole
from playroom.narration.message import Message
from playroom.rules.variant import Variant
from playroom.simulation.data import as_csv, as_json
from playroom.simulation.executors import Unavailable, opened
from playroom.simulation.plan import Plan, seats_of
from playroom.simulation.portion import Fault
from playroom.simulation.report import bot_told, report
from playroom.simulation.result import Result, result
from playroom.simulation.simulated import Faulty, Lost, tallies
from playroom.simulation.tally import Tally
from playroom.table.setup import Setup, agreed
from playroom.visit import Visit
from playroom.voice.terminal import ERROR

STEP = 10
"""Per cent after which it is told how far the matches are."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What there is, and what ended it early: Ctrl+C, the loss of workers, or a fault."""

    result: Result
    stopped: bool = False
    lost: Message | None = None
    fault: Fault | None = None


def simulate(visit: Visit, asked: Namespace, variant: Variant, setup: Setup) -> int:
    """Play what the command line asks for, and tell what it shows; the exit code."""
    book = visit.book(visit.settings)
    with visit.telling(ERROR, aloud=os.isatty(ERROR)) as tell:

        def tell_message(message: Message) -> None:
            tell(book.say(message))

        try:
            found = attempted(_plan(asked, variant, setup), asked.executor, tell_message)
        except Unavailable as unavailable:
            tell_message(unavailable.why)
            return WRONG_COMMAND
        for message in _end(visit, found):
            tell_message(message)
    _print(visit, asked.output, found.result, variant, setup)
    return STOPPED if found.stopped else FAILED if found.lost or found.fault else 0


def attempted(plan: Plan, executor: str, tell: Callable[[Message], None]) -> Attempt:
    """What the matches of a plan show, played by the executor of that name; Unavailable if it cannot be had.

    It is told that they begin, and how far they are at every ten per cent.
    """
    tally = Tally()
    with _stopping() as is_stopped:
        try:
            with opened(executor) as workers, closing(tallies(plan, workers)) as every:
                tell(Message("simulation.begun", blanks={"matches": plan.matches}))
                for more in every:
                    _tell_progress(tell, tally, more, plan.matches)
                    tally = more
                    if is_stopped():
                        break
        except Faulty as faulty:
            return Attempt(result(plan, tally), fault=faulty.fault)
        except Lost as lost:
            if not is_stopped():  # else workers may have heard the same Ctrl+C
                return Attempt(result(plan, tally), lost=_lost(lost))
        return Attempt(result(plan, tally), stopped=is_stopped() and tally.matches < plan.matches)


def _plan(asked: Namespace, variant: Variant, setup: Setup) -> Plan:
    """What is to be played."""
    bots = seats_of(asked.bots, setup.players)
    seed = SystemRandom().randrange(2**32) if asked.seed is None else asked.seed
    return Plan(agreed(variant, setup), bots, asked.matches, seed, asked.duplicate)


def _tell_progress(tell: Callable[[Message], None], before: Tally, now: Tally, matches: int) -> None:
    was, percent = (tally.matches * 100 // matches for tally in (before, now))
    if was // STEP < percent // STEP:
        blanks = {"percent": percent, "done": now.matches, "matches": matches}
        tell(Message("simulation.progress", blanks=blanks))


def _end(visit: Visit, found: Attempt) -> Iterator[Message]:
    """What ended the matches early, in one sentence; nothing if all were played."""
    if found.stopped:
        yield Message("simulation.stopped")
    if found.lost:
        yield found.lost
    if found.fault:
        yield _fault(visit, found.fault)


def _lost(lost: Lost) -> Message:
    """Why the matches could not go on."""
    if isinstance(lost.__cause__, BrokenExecutor | CancelledError):
        return Message("simulation.workers_gone")
    return Message("simulation.lost", blanks={"why": str(lost)})


def _fault(visit: Visit, fault: Fault) -> Message:
    """The fault by the seed that shows it; its traceback is written down for volunteers."""
    if not fault.bot:
        return Message("simulation.endless", blanks={"seed": str(fault.seed)})
    file = visit.folders.crash
    with suppress(OSError):
        write_whole(file, fault.trace)
    blanks = {"bot": bot_told(fault.bot), "seed": str(fault.seed), "why": fault.why, "file": str(file)}
    return Message("simulation.bot_failed", blanks=blanks)


def _print(visit: Visit, output: str, found: Result, variant: Variant, setup: Setup) -> None:
    if output == "json":
        sys.stdout.write(f"{as_json(found, setup)}\n")
    elif output == "csv":
        sys.stdout.write(as_csv(found, setup))
    else:
        visit.tell(map(visit.book(visit.settings).say, report(found, variant, setup)))


@contextmanager
def _stopping() -> Iterator[Callable[[], bool]]:
    """Tells whether Ctrl+C was pressed meanwhile; pressed again, it ends the program as it ever does."""
    pressed: list[int] = []
    before = signal.getsignal(signal.SIGINT)

    def stop(number: int, _frame: object) -> None:
        pressed.append(number)
        signal.signal(signal.SIGINT, before)

    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, stop)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)
