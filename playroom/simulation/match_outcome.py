"""One match between bots: how it is played, and its outcome."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from traceback import format_exception

from msgspec.structs import replace

from playroom.rules.event import Drew, Ending, Event, Passed, Played
from playroom.rules.flow import play
from playroom.rules.match import Match, new_match
from playroom.rules.round import Round
from playroom.rules.rulebook.variant import Rules
from playroom.rules.score import round_winners
from playroom.rules.seat import Seat, Side
from playroom.rules.view import view
from playroom.simulation.names import find_bot
from playroom.simulation.plan import Plan
from playroom.strict_yaml import one_line
from playroom.table.table import Bot
from playroom.table.trial import played_out


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """The outcome of a round for the *sides* that were in it; *points* are of every side of the table.

    *moves* is the number of plays, draws and passes, forced passes included.
    """

    sides: tuple[Side, ...]
    winners: tuple[Side, ...]
    points: tuple[int, ...]
    ending: Ending
    moves: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a match: its winners, several if they share the win, and its rounds."""

    winners: tuple[Side, ...]
    rounds: tuple[RoundOutcome, ...]


class EndlessMatchError(Exception):
    """A match that does not end within the limits."""


class BotError(Exception):
    """The bot in a seat has raised an error or made an illegal move, which is the cause."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat


def play_match(rules: Rules, bots: Sequence[Bot], seed: int) -> Match:
    """The match of these bots, one for each seat, from a seed; an EndlessMatchError or BotError."""

    def chance(match: Match) -> Random:
        """The deal depends on the seed and the number of the round only, not on the bots."""
        return Random(f"{seed} {len(match.rounds)}")  # noqa: S311 (a game)

    match = played_out(new_match(rules), chance, partial(_moved, bots, seed))
    if not match.winners:
        raise EndlessMatchError
    return match


def outcome_of(match: Match) -> Outcome:
    """The outcome of a match that is over."""
    return Outcome(match.winners, tuple(_round_outcome(match, now) for now in match.rounds))


def _moved(bots: Sequence[Bot], seed: int, match: Match) -> tuple[Event, ...]:
    """The events of the move that the bot to move makes."""
    turn = match.turn
    assert turn is not None  # a round is being played
    chance = Random(f"{seed} {len(match.rounds)} {len(match.now.log)}")  # noqa: S311 (a game)
    try:
        return play(match, bots[turn](view(match, turn), chance))
    except Exception as error:
        raise BotError(turn) from error


def _round_outcome(match: Match, now: Round) -> RoundOutcome:
    """The outcome of a round for the sides that were in it; some may have left the match since."""
    rules, ending = match.rules, now.ending
    assert ending is not None  # the match is over
    sides = tuple(sorted({rules.side(seat) for seat in now.seats}))
    winners = round_winners(replace(match, sides_in=sides), now)
    moves = sum(isinstance(event, Played | Drew | Passed) for event in now.log)
    return RoundOutcome(sides, winners, now.scores, ending, moves)


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
