"""The turns that nobody has to take with a key: those of bots, and draws without a choice."""

from collections.abc import Callable
from functools import partial

from playroom.console.background import Job
from playroom.console.match.match_table import MatchTable
from playroom.console.match.told_events import ToldEvents
from playroom.console.room import Room
from playroom.rules.legal import legal_moves
from playroom.rules.move import Draw, Move
from playroom.rules.seat import Seat
from playroom.rules.view import view


class BotTurns:
    """Has the bots at a table think in the background and move at the pace of the listener at seat *ear*."""

    _job: Job | None = None

    def __init__(self, room: Room, table: MatchTable, ear: Seat | None, told: ToldEvents) -> None:
        self._room, self._table, self._ear, self._told = room, table, ear, told
        room.bot_pace.go_on()

    def begin(self) -> None:
        """Let the bots move if it is their turn, and they do not yet."""
        if self._job is None:
            self._wait()

    def give_way(self) -> None:
        """Let the listener move, whose move ends a pause and comes before a draw by itself."""
        self._room.bot_pace.go_on()
        if self._table.match.turn == self._ear:
            self.stop()

    def stop(self) -> None:
        """Let nobody move any more."""
        if self._job:
            self._job.cancel()
        self._job = None

    def _wait(self) -> None:
        """Let the next bot think after the pace; nothing if it is not a bot's turn."""
        thought, self._job = self._table.thought(), None
        if thought:
            self._job = self._room.bot_pace.later(partial(self._ask, thought))
        elif self._is_forced_draw:
            self._job = self._room.bot_pace.later(self._draw)

    def _ask(self, thought: Callable[[], Move]) -> None:
        self._job = self._room.background.run(thought, self._move, in_turn=True)

    def _move(self, move: Move) -> None:
        if self._room.bot_pace.is_paused:
            self._job = self._room.bot_pace.later(partial(self._move, move))
            return
        turn = self._table.match.turn
        assert turn is not None  # bots alone move until it is the listener's turn
        self._table.play(turn, move)
        self._wait()

    def _draw(self) -> None:
        """Draw for the listener, who can do nothing else."""
        assert self._ear is not None  # the seat to move is the listener's
        self._told.after_move()
        self._table.play(self._ear, Draw())
        self._wait()

    @property
    def _is_forced_draw(self) -> bool:
        """Whether the listener can do nothing but draw, and wants that to happen by itself."""
        is_to_move = self._ear is not None and self._table.match.turn == self._ear
        if not (self._room.settings.draws and is_to_move) or self._table.is_waiting:
            return False
        return tuple(legal_moves(view(self._table.match, self._ear).position)) == (Draw(),)
