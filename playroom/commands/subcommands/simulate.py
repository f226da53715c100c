"""``playroom simulate``: many matches between bots, with progress messages, stopped early by Ctrl+C."""

import os
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError
from contextlib import closing, suppress
from dataclasses import dataclass
from random import SystemRandom

from playroom.bots.roster import BOTS
from playroom.commands.context import Context
from playroom.commands.program_end import FAILED, STOPPED, WRONG_COMMAND, noted_interrupts
from playroom.commands.speech_output import print_spoken, refuse, spoken_output
from playroom.commands.standard_streams import check_output
from playroom.commands.subcommand import (
    RefusedArgument,
    Subcommand,
    argument,
    at_least_one,
    refusal_of,
)
from playroom.commands.table_request import (
    SEED,
    TableRequest,
    add_table_arguments,
    requested_setup,
    setup_errors,
)
from playroom.home.files import write_atomically
from playroom.narration.message import Message
from playroom.simulation.executors import LostWorkError, MatchFaultError, losses, open_executor, tallies
from playroom.simulation.names import PROCESSES, ExecutorError, UnknownBotError, find_bot, is_executor_name
from playroom.simulation.plan import MatchFault, Plan, bots_by_seat
from playroom.simulation.report import as_csv, as_json, bot_name, report
from playroom.simulation.result import Result, Tally, result
from playroom.table.setup import agreed
from playroom.voice.terminal import ERROR

OUTPUTS = ("text", "json", "csv")

WEAKEST = ",".join(list(BOTS)[:2])
"""The bots that play where none are named."""


STEP = 10
"""The percentage of matches between progress messages."""


class SimulateRequest(TableRequest, frozen=True):
    """The table, a seed, the bots, how many matches are played and where, and the form of the result."""

    seed: int | None
    bots: tuple[str, ...]
    matches: int
    duplicate: bool
    output: str
    executor: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result so far, and the reason for an early end: Ctrl+C, lost workers, or a fault."""

    result: Result
    stopped: bool = False
    lost: Message | None = None
    fault: MatchFault | None = None


def run(context: Context, request: SimulateRequest) -> int:
    """Play the matches and print what they show; the exit code."""
    check_output()
    variant = context.shelf.variants[request.game_name]
    setup = requested_setup(request, variant)
    if why := setup_errors(variant, setup):
        return refuse(context, *why)
    if len(request.bots) > setup.players:
        blanks = {"bots": len(request.bots), "players": setup.players}
        return refuse(context, Message("simulation.too_many_bots", blanks=blanks))
    book, bots = context.book, bots_by_seat(request.bots, setup.players)
    seed = SystemRandom().randrange(2**32) if request.seed is None else request.seed
    plan = Plan(agreed(variant, setup), bots, request.matches, seed, request.duplicate)
    with spoken_output(context, ERROR, aloud=os.isatty(ERROR)) as write:

        def tell(message: Message) -> None:
            write(book.say(message))

        with noted_interrupts() as is_stopped:  # until the report of the first one
            try:
                found = attempt(plan, request.executor, tell, is_stopped)
            except ExecutorError as unavailable:
                tell(unavailable.why)
                return WRONG_COMMAND
            if found.stopped:
                tell(Message("simulation.stopped"))
            if found.lost:
                tell(found.lost)
            if found.fault:
                tell(_fault(context, found.fault))
    if request.output == "json":
        sys.stdout.write(f"{as_json(found.result, setup)}\n")
    elif request.output == "csv":
        sys.stdout.write(as_csv(found.result, setup))
    else:
        print_spoken(context, map(book.say, report(found.result, variant, setup)))
    return STOPPED if found.stopped else FAILED if found.lost or found.fault else 0


def _bots(text: str) -> tuple[str, ...]:
    """One bot or several separated by commas, from the roster or the player's own modules."""
    words = tuple(word.strip() for word in text.split(","))
    try:
        for word in words:
            find_bot(word)
    except UnknownBotError as unknown:
        raise RefusedArgument(unknown.why) from unknown
    return words


def _executor(text: str) -> str:
    if not is_executor_name(text):
        raise refusal_of("no_executor", given=text)
    return text


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
                was, percent = (each.matches * 100 // plan.matches for each in (tally, more))
                tally = more
                if was // STEP < percent // STEP:
                    blanks = {"percent": percent, "done": tally.matches, "matches": plan.matches}
                    tell(Message("simulation.progress", blanks=blanks))
                for message in losses(workers):
                    tell(message)
                if is_stopped():
                    break
    except MatchFaultError as faulty:
        return Attempt(result(plan, tally), fault=faulty.fault)
    except LostWorkError as lost:
        if not is_stopped():  # otherwise workers may have received the same Ctrl+C
            is_end_of_workers = isinstance(lost.__cause__, BrokenExecutor | CancelledError)
            why = Message("simulation.lost", blanks={"why": str(lost)})
            why = Message("simulation.workers_gone") if is_end_of_workers else why
            return Attempt(result(plan, tally), lost=why)
    return Attempt(result(plan, tally), stopped=is_stopped() and tally.matches < plan.matches)


def _fault(context: Context, fault: MatchFault) -> Message:
    """The fault and the seed that reproduces it; its traceback is written to the crash report."""
    if not fault.bot:
        return Message("simulation.endless", blanks={"seed": str(fault.seed)})
    file = context.folders.crash
    with suppress(OSError):
        write_atomically(file, fault.trace)
    blanks = {"bot": bot_name(fault.bot), "seed": str(fault.seed), "why": fault.why, "file": str(file)}
    return Message("simulation.bot_failed", blanks=blanks)


COMMAND = Subcommand(
    SimulateRequest,
    run,
    (
        SEED,
        argument(
            "--bots",
            "seats",
            {"bots": tuple(BOTS), "default": WEAKEST},
            metavar="BOT,BOT",
            type=_bots,
            default=WEAKEST,
        ),
        argument("--matches", "matches", metavar="N", type=at_least_one, default=100),
        argument("--duplicate", "duplicate", action="store_true"),
        argument("--output", "output", choices=OUTPUTS, default="text"),
        argument("--executor", "executor", metavar="WHERE", type=_executor, default=PROCESSES),
    ),
    add_table_arguments,
)
