"""One match between bots, from a seed to what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from playroom.rules.event import Drew, Ending, Event, Passed, Played, Seat, Side
from playroom.rules.flow import play
from playroom.rules.match import Match, Round, new_match
from playroom.rules.score import round_winners
from playroom.rules.variant import Rules
from playroom.rules.view import view
from playroom.table.table import Bot
from playroom.table.unheard import played_out


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """What came of a round for the *sides* that were in it; points for every side of the table.

    *moves* are all plays, draws and passes, those passes too that are made by themselves.
    """

    sides: tuple[Side, ...]
    winners: tuple[Side, ...]
    points: tuple[int, ...]
    ending: Ending
    moves: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a match: who won it, several where they share the win, and its rounds."""

    winners: tuple[Side, ...]
    rounds: tuple[RoundOutcome, ...]


class Endless(Exception):  # noqa: N818 (what it is, in one word)
    """A match that is taken for one without end."""


class BotFailed(Exception):  # noqa: N818 (what happened, in two words)
    """A bot that raised an error, or made a move that is not allowed: its seat; the cause tells which."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat


def match_played(rules: Rules, bots: Sequence[Bot], seed: int) -> Match:
    """The match that these bots, one for each seat, make of this seed; Endless or BotFailed."""

    def chance(match: Match) -> Random:
        """A deal hangs on the seed and the number of its round alone, whoever plays."""
        return Random(f"{seed} {len(match.rounds)}")  # noqa: S311 (a game)

    match = played_out(new_match(rules), chance, partial(_moved, bots, seed))
    if not match.winners:
        raise Endless
    return match


def outcome(match: Match) -> Outcome:
    """What came of a match that is over."""
    return Outcome(match.winners, tuple(_round_outcome(match, now) for now in match.rounds))


def _moved(bots: Sequence[Bot], seed: int, match: Match) -> tuple[Event, ...]:
    """All that comes of the move that the bot to move makes."""
    turn = match.turn
    assert turn is not None  # a round is being played
    chance = Random(f"{seed} {len(match.rounds)} {len(match.now.log)}")  # noqa: S311 (a game)
    try:
        return play(match, bots[turn](view(match, turn), chance))
    except Exception as error:
        raise BotFailed(turn) from error


def _round_outcome(match: Match, now: Round) -> RoundOutcome:
    """What came of a round, seen by those who were in it: some may have left the match since."""
    rules, ending = match.rules, now.ending
    assert ending is not None  # the match is over
    sides = tuple(sorted({rules.side(seat) for seat in now.seats}))
    winners = round_winners(replace(match, sides_in=sides), now)
    moves = sum(isinstance(event, Played | Drew | Passed) for event in now.log)
    return RoundOutcome(sides, winners, now.scores, ending, moves)
