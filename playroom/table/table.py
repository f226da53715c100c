"""Seats around a match, and those who listen."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from playroom.rules.deal import begin
from playroom.rules.event import Event
from playroom.rules.flow import after, forced, play
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.rules.view import View, view
from playroom.table.record import Record
from playroom.table.record_parser import NotTheirTurn
from playroom.table.shuffle import shuffled

Bot = Callable[[View, Random], Move]
"""A player that thinks for itself: from a view, and a source of chance of its own, to a move."""

Listener = Callable[[Record, tuple[Event, ...]], None]
"""Who is told what happened, with the record as it stands after it."""


class Table:
    """A match under way: its record, the bots by seat, and the seed from which all chance comes.

    The same seed gives the same match: every deal and every thought has a source of chance of its own.
    """

    def __init__(self, record: Record, bots: Mapping[Seat, Bot], seed: int) -> None:
        self.record = record
        self._bots = dict(bots)
        self._seed = seed
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Tell *listener* from now on, after those who came before."""
        self._listeners.append(listener)

    def seat(self, seat: Seat, bot: Bot) -> None:
        """Let *bot* sit there in the place of another; what the other has begun to think still counts."""
        self._bots[seat] = bot

    def give_back(self, seat: Seat) -> None:
        """Let a person play there again in the place of a bot."""
        del self._bots[seat]

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.record.match

    @property
    def is_waiting(self) -> bool:
        """Whether a move has been asked for that is not made yet; never, at a table that is here."""
        return False

    @property
    def is_connected(self) -> bool:
        """Whether the table can be reached; always, at a table that is here."""
        return True

    def deal(self) -> None:
        """Deal the next round; InvalidTable while one is being played, or after the match."""
        redealt, deal = shuffled(self.match, self._chance())
        self._tell((*redealt, *begin(self.match, deal)))

    def play(self, seat: Seat, move: Move) -> None:
        """Make a move for *seat*; NotTheirTurn or IllegalMove if it may not."""
        if seat != self.match.turn:
            raise NotTheirTurn(seat, self.match.turn)
        self._tell(play(self.match, move))

    def rewind(self, match: Match) -> None:
        """Go on from another state of this match; nobody is told."""
        self.record = replace(self.record, match=match)

    def settle(self) -> None:
        """Make the passes that go by themselves (G-8), as after a record that stopped before one."""
        if passed := forced(self.match):
            self._tell(passed)

    def thought(self) -> Callable[[], Move] | None:
        """What finds the next bot's move, to be called anywhere; None if no bot is to move."""
        turn = self.match.turn
        if turn is None or turn not in self._bots:
            return None
        seen, chance, bot = view(self.match, turn), self._chance(), self._bots[turn]
        return lambda: self._bots.get(turn, bot)(seen, chance)

    def _chance(self) -> Random:
        rounds = self.match.rounds
        return Random(f"{self._seed} {len(rounds)} {len(rounds[-1].log) if rounds else 0}")  # noqa: S311 (a game)

    def _tell(self, events: tuple[Event, ...]) -> None:
        """Take in *events* and the passes that follow by themselves, then tell all listeners."""
        match = after(self.match, events)
        passed = forced(match)
        self.record = replace(self.record, match=after(match, passed))
        for listener in self._listeners:
            listener(self.record, (*events, *passed))
