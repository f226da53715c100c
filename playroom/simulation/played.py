"""One match between bots, from a seed to what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from playroom.rules.deal import begin
from playroom.rules.event import Drew, Ending, Event, Passed, Played, Seat, Side
from playroom.rules.flow import after, forced, play
from playroom.rules.match import Match, Round, new_match
from playroom.rules.score import round_winners
from playroom.rules.variant import Rules
from playroom.rules.view import view
from playroom.table.shuffle import shuffled
from playroom.table.table import Bot
from playroom.table.trial import MOST_EVENTS, MOST_ROUNDS


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
    match = new_match(rules)
    while not match.winners:
        if len(match.rounds) == MOST_ROUNDS:
            raise Endless
        match = _with_round(match, bots, seed)
    return match


def outcome(match: Match) -> Outcome:
    """What came of a match that is over."""
    return Outcome(match.winners, tuple(_round_outcome(match, now) for now in match.rounds))


def _with_round(match: Match, bots: Sequence[Bot], seed: int) -> Match:
    """The match after one more round. Its deal hangs on the seed and its number alone, whoever plays."""
    _, deal = shuffled(match, Random(f"{seed} {len(match.rounds)}"))  # noqa: S311 (a game)
    match = after(match, begin(match, deal))
    while now := match.round:
        if len(now.log) > MOST_EVENTS:
            raise Endless
        chance = Random(f"{seed} {len(match.rounds)} {len(now.log)}")  # noqa: S311 (a game)
        match = after(match, forced(match) or _moved(match, bots, chance))
    return match


def _moved(match: Match, bots: Sequence[Bot], chance: Random) -> tuple[Event, ...]:
    """All that comes of the move that the bot to move makes."""
    turn = match.turn
    assert turn is not None  # a round is being played
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
