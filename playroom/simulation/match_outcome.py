"""One match between bots: how it is played, and its outcome."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from msgspec.structs import replace

from playroom.rules.event import Drew, Ending, Event, Passed, Played
from playroom.rules.flow import play
from playroom.rules.match import Match, new_match
from playroom.rules.round import Round
from playroom.rules.rulebook.variant import Rules
from playroom.rules.score import round_winners
from playroom.rules.seat import Seat, Side
from playroom.rules.view import view
from playroom.table.autoplay import played_out
from playroom.table.table import Bot


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
