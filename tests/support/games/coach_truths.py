"""What the coach says of a round, held against a search of its own through the open hands."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from playroom.bots.coach import decisions
from playroom.narration.answers.ends import move_message
from playroom.narration.message import Message
from playroom.rules.flow import after, play
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.rewind import Decision
from playroom.rules.score import round_winners
from playroom.rules.seat import Seat, Side
from support.games.plain_search import PlainSearch

MOST = 300
"""How many positions are looked at for one answer."""


class CoachedRound:
    """A round that is over, and what the coach said of it to the listener at seat *ear*."""

    def __init__(self, match: Match, ear: Seat | None, message: Message) -> None:
        self.match, self.ear, self.message = match, ear, message
        self._sides = match.rules.sides_of(match.now.seats)
        self._searches = {side: PlainSearch(side, self._sides, MOST) for side in self._sides}

    @cached_property
    def decisions(self) -> Sequence[Decision]:
        """All decisions that the coach speaks of, in order."""
        return [each for each in decisions(self.match) if each.side in self._about]

    @property
    def _about(self) -> set[Side]:
        """The side of the listener; for a spectator, all that did not win alone."""
        if self.ear is not None:
            return {self.match.rules.side(self.ear)}
        winners = round_winners(self.match.rules, self.match.now)
        return {*self._sides} - ({*winners} if len(winners) == 1 else set())

    @property
    def named(self) -> list[int]:
        """The places of the decisions that the message may name: passes in a row look alike."""
        blanks = self.message.blanks
        return [
            at
            for at, each in enumerate(self.decisions)
            if blanks["who"].seats == (each.seat,)  # type: ignore[union-attr] # a blank of players
            and blanks["held"] == len(each.before.now.hands[each.seat])
            and blanks["made"] in (self.told(each, each.move), self.told(each, each.move, "coach.done"))
        ]

    def better(self, at: int) -> Move | None:
        """The better move that the message names, if it could be made there."""
        decision = self.decisions[at]
        moves = legal_moves(position(decision.before))
        said = (
            each for each in moves if self.told(decision, each, "coach.done") == self.message.blanks["better"]
        )
        return next(said, None)

    def told(self, decision: Decision, move: Move, entries: str = "coach") -> Message:
        """A move that might have been made there, as the coach names it."""
        return move_message(entries, move, self.ear, drew=decision.before.now.this_turn.drew)

    def could_win(self, at: int) -> bool:
        """Whether the side that made the decision at that place had a winning move."""
        decision = self.decisions[at]
        return self._searches[decision.side].wins(decision.before)

    def wins_by(self, at: int, move: Move) -> bool:
        """Whether it would win by this move."""
        decision = self.decisions[at]
        return self._searches[decision.side].wins(after(decision.before, play(decision.before, move)))

    def kept_win(self, at: int) -> bool:
        """Whether the move that it made kept the win."""
        return self.wins_by(at, self.decisions[at].move)

    @property
    def lately(self) -> range:
        """The places of the last decisions, as many as the message counts."""
        choices = self.message.blanks["choices"]
        assert isinstance(choices, int)
        return range(len(self.decisions) - choices, len(self.decisions))

    def is_last(self, at: int) -> bool:
        """Whether none of those who made the later decisions could win then."""
        return not any(map(self.could_win, range(at + 1, len(self.decisions))))


def given_away(said: CoachedRound, at: int) -> bool:
    better = said.better(at)
    return better is not None and said.wins_by(at, better) and not said.kept_win(at) and said.is_last(at)


def undone(said: CoachedRound, at: int) -> bool:
    return said.kept_win(at) and said.is_last(at)


def won(said: CoachedRound, at: int) -> bool:
    is_first = not at or not said.kept_win(at - 1)
    return is_first and all(map(said.kept_win, range(at, len(said.decisions))))


def lost(said: CoachedRound) -> bool:
    return len(said.lately) == len(said.decisions) and not any(map(said.could_win, said.lately))


COACH_TRUTHS: Mapping[str, Callable[[CoachedRound], bool]] = {
    "given_away": lambda told: any(given_away(told, at) for at in told.named),
    "undone": lambda told: any(undone(told, at) for at in told.named),
    "lost": lost,
    "won": lambda told: any(won(told, at) for at in told.named),
    "won_late": lambda told: not told.kept_win(len(told.decisions) - 1),
    "no_choice": lambda told: not told.decisions,
}
"""What is so with all hands open, for each entry of the phrasebook; here no clock cuts an answer short."""
