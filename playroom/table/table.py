"""A table: the players of a match, and listeners to its events."""

from collections.abc import Callable, Mapping
from random import Random

from msgspec.structs import replace

from playroom.rules.deal import begin
from playroom.rules.event import Event
from playroom.rules.flow import after, forced_through, play_through
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.rules.view import View, view
from playroom.table.record import Record
from playroom.table.record_parser import NotTheirTurn
from playroom.table.shuffle import shuffled

Bot = Callable[[View, Random], Move]
"""A bot: a function from a view and its own random generator to a move."""

Listener = Callable[[Record, tuple[Event, ...]], None]
"""A callback with the record after some events, and these events."""


class Table:
    """A match in progress: its record, the bots by seat, and the seed of all randomness.

    The same seed and moves give the same match: every deal and every bot's turn has its own generator.
    """

    def __init__(self, record: Record, bots: Mapping[Seat, Bot], seed: int) -> None:
        self.record = record
        self._bots = dict(bots)
        self._seed = seed
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Add a listener, called after the earlier ones."""
        self._listeners.append(listener)

    def seat(self, seat: Seat, bot: Bot) -> None:
        """Replace the player of a seat by *bot*; a move that another bot is computing still counts."""
        self._bots[seat] = bot

    def give_back(self, seat: Seat) -> None:
        """Replace the bot of a seat by a person."""
        del self._bots[seat]

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.record.match

    @property
    def is_waiting(self) -> bool:
        """Whether a requested move is pending; never at a local table."""
        return False

    @property
    def is_connected(self) -> bool:
        """Whether the table can be reached; always at a local table."""
        return True

    def deal(self) -> None:
        """Deal the next round; InvalidTable while one is being played, or after the match."""
        redealt, deal = shuffled(self.match, self._chance())
        events = (*redealt, *begin(self.match, deal))
        self._tell(events, after(self.match, events))

    def play(self, seat: Seat, move: Move) -> None:
        """Make a move for *seat*; NotTheirTurn or IllegalMove if it may not."""
        if seat != self.match.turn:
            raise NotTheirTurn(seat, self.match.turn)
        self._tell(*play_through(self.match, move))

    def rewind(self, match: Match) -> None:
        """Continue from another state of this match, without calling listeners."""
        self.record = replace(self.record, match=match)

    def make_forced_passes(self) -> None:
        """Make forced passes (G-8), for a record that ended before one."""
        passed, match = forced_through(self.match)
        if passed:
            self._tell(passed, match)

    def thought(self) -> Callable[[], Move] | None:
        """A function that computes the next bot's move, for any thread; None if no bot is to move."""
        turn = self.match.turn
        if turn is None or turn not in self._bots:
            return None
        seen, chance, bot = view(self.match, turn), self._chance(), self._bots[turn]
        return lambda: self._bots.get(turn, bot)(seen, chance)

    def _chance(self) -> Random:
        rounds = self.match.rounds
        return Random(f"{self._seed} {len(rounds)} {len(rounds[-1].log) if rounds else 0}")  # noqa: S311 (a game)

    def _tell(self, events: tuple[Event, ...], match: Match) -> None:
        """Apply *events*, which led to *match*, and the forced passes after them; then call the listeners."""
        passed, match = forced_through(match)
        self.record = replace(self.record, match=match)
        for listener in self._listeners:
            listener(self.record, (*events, *passed))
