"""The turns that nobody has to take with a key: those of bots, and draws without a choice."""

from functools import partial

from playroom.console.play.match_table import MatchTable
from playroom.console.play.narrated_events import NarratedEvents
from playroom.console.ui.background import Job
from playroom.console.ui.room import Room
from playroom.rules.legal import legal_moves
from playroom.rules.move import Draw, Move
from playroom.rules.seat import Seat
from playroom.rules.view import view


class BotTurns:
    """Has the bots at a table think in the background and move at the pace of the listener at seat *ear*."""

    _jobs: tuple[Job, ...] = ()
    """The jobs that lead to the next move."""
    _found: Move | None = None
    """The move of the bot that is to move, once it has found it."""
    _is_due = False
    """Whether the next bot may move as soon as it has found its move."""

    def __init__(
        self, room: Room, table: MatchTable, ear: Seat | None, narrated_events: NarratedEvents
    ) -> None:
        self._room, self._table, self._ear, self._narrated = room, table, ear, narrated_events
        room.bot_pace.go_on()

    def begin(self) -> None:
        """Start the bots if it is their turn and they are idle."""
        if not self._jobs:
            self._wait()

    def give_way(self) -> None:
        """Stop the bots for a move of the listener, which ends a pause and precedes automatic draws."""
        self._room.bot_pace.go_on()
        if self._table.match.turn == self._ear:
            self.stop()

    def stop(self) -> None:
        """Stop all moves."""
        for job in self._jobs:
            job.cancel()
        self._jobs = ()

    def _wait(self) -> None:
        """Start the next bot's thinking while the last move is spoken; do nothing on another turn."""
        thought, self._jobs = self._table.thought(), ()
        room, self._found, self._is_due = self._room, None, False
        if thought:
            thinking = room.background.run(thought, self._find, in_turn=True)
            self._jobs = (thinking, room.bot_pace.later(self._fall_due))
        elif self._is_forced_draw:
            self._jobs = (room.bot_pace.later(self._draw),)

    def _find(self, move: Move) -> None:
        self._found = move
        if self._is_due:
            self._move(move)

    def _fall_due(self) -> None:
        self._is_due = True
        if self._found:
            self._move(self._found)

    def _move(self, move: Move) -> None:
        """Make the move of the bot, unless the bots were stopped while it was late."""
        if self._room.bot_pace.is_stopped:
            self._jobs = (self._room.bot_pace.later(partial(self._move, move)),)
            return
        turn = self._table.match.turn
        assert turn is not None  # bots alone move until it is the listener's turn
        self._table.play(turn, move)
        self._wait()

    def _draw(self) -> None:
        """Draw for the listener, who can do nothing else."""
        assert self._ear is not None  # the seat to move is the listener's
        self._narrated.after_move()
        self._table.play(self._ear, Draw())
        self._wait()

    @property
    def _is_forced_draw(self) -> bool:
        """Whether the listener can do nothing but draw, and wants that to happen by itself."""
        is_to_move = self._ear is not None and self._table.match.turn == self._ear
        if not (self._room.settings.draws and is_to_move) or self._table.is_waiting:
            return False
        return tuple(legal_moves(view(self._table.match, self._ear).position)) == (Draw(),)
