"""The answers to questions at the table."""

from collections.abc import Callable

from playroom.console.play.adviser import Adviser
from playroom.console.play.coach import RoundCoach
from playroom.console.play.hints import Hints
from playroom.console.play.match_mode import TableLimits
from playroom.console.play.session import MatchSession
from playroom.console.ui.place import AskingPlace
from playroom.console.ui.room import Room
from playroom.keys.commands import Command
from playroom.narration.answers.answer import ends, no_tile, what_if, whose_turn
from playroom.narration.answers.information import at_a_glance, facts, game_information
from playroom.narration.answers.table_rows import placed_row, rows
from playroom.narration.message import Message, answer
from playroom.narration.preferences import HandOrder, in_order
from playroom.rules.tile import Tile
from playroom.rules.view import View


class TableAnswers:
    """Answers to the listener of a match: how it stands, what is known, and what they might do."""

    def __init__(self, room: Room, session: MatchSession, limits: TableLimits, adviser: Adviser) -> None:
        self._room, self._session, self._limits = room, session, limits
        self._hints = Hints(session, adviser)
        self._coach = RoundCoach(session, adviser.coach)
        self._asked: tuple[Command | None, int] = (None, 0)
        """The last command, and how many times it was given before that without another one between."""

    @property
    def view(self) -> View:
        """What the listener may know now, with the hand in their order."""
        return in_order(self._session.view, HandOrder(self._room.settings.hand_order))

    def expect(self, command: Command) -> None:
        """Take note of the command that comes next: one that is repeated has further answers."""
        if command is not Command.HINT:
            self._hints.forget()
        last, times = self._asked
        self._asked = command, times + 1 if command is last else 0

    def drop_advice(self) -> None:
        """Cancel pending advice, as the listener has moved in the match."""
        self._hints.drop()
        self._coach.forget()

    def situation(self) -> tuple[Message, ...]:
        """The state of the table; in a match, first its introduction."""
        return (
            *self._standstill(),
            *self._session.telling.first_words(),
            *(() if self.view.ending else (ends(self.view),)),
            *self._turn(),
        )

    def tell(self, question: Callable[[View], Message | tuple[Message, ...]]) -> None:
        """Answer a question about the table."""
        messages = question(self.view)
        self._room.speech.reply(*(messages if isinstance(messages, tuple) else (messages,)))

    def tell_turn(self) -> None:
        """Tell why nobody moves if so, whose turn it is, the time left, and last what waits."""
        turn = (*self._standstill(), *self._turn(), *self._time_left())
        self._room.speech.reply(*turn, *(self._open_question() or self.way_on()))

    def tell_rows(self) -> None:
        """Tell the tiles on the table; asked again, the next row of them, round and round."""
        every = rows(self.view)
        count = len(every) if self._room.settings.position else 1
        self._tell_next(tuple(placed_row(row, at, count) for at, row in enumerate(every, 1)))

    def tell_facts(self) -> None:
        """Tell who passed on what; asked again, how many tiles of each number lie open."""
        self._tell_next(facts(self.view))

    def tell_game(self) -> None:
        """Tell all that is to be known of the game."""
        self._room.speech.reply(*game_information(self.view, self._session.telling.title))

    def tell_line(self) -> None:
        """Tell the table in one line for fingers, and the same facts for ears."""
        self._room.speech.reply(*at_a_glance(self.view), braille=self._session.telling.line)

    def advise(self) -> None:
        """Tell a hint; asked again, its rate, then what is to be said of the last own move."""
        if self._limits.gives_hints:
            self._hints.ask()
        else:
            self._room.speech.reply(answer("online.no_hints"))

    def tell_prospects(self, tile: Tile | None) -> None:
        """Tell what a tile of the hand would do wherever it fits, or why it does not fit."""
        messages = what_if(self.view, tile) if tile else (no_tile(self.view),)
        self._room.speech.reply(*messages)

    def ask_coach(self) -> None:
        """Tell where the last round was decided, once that is found out."""
        self._coach.ask()

    def _tell_next(self, every: tuple[Message, ...]) -> None:
        """Tell the first of these; at each further press of the key the next one, round and round."""
        self._room.speech.reply(every[self._asked[1] % len(every)])

    def _turn(self) -> tuple[Message, ...]:
        """Whose turn it is, and whether that player is away."""
        turn = self.view.turn
        absence = None if turn is None else self._limits.absence(turn)
        return (whose_turn(self.view), *filter(None, (absence,)))

    def _time_left(self) -> tuple[Message, ...]:
        """The thinking time that the player to move has left, if it is limited."""
        turn = self.view.turn
        seconds = None if turn is None else self._limits.seconds_left(turn)
        return () if seconds is None else (answer("online.time_left", seconds=seconds),)

    def way_on(self) -> tuple[Message, ...]:
        """Which key leads on after a round or after the match, if one does."""
        return tuple(filter(None, (self._session.telling.way_on(self._session.table.match),)))

    def _open_question(self) -> tuple[Message, ...]:
        """The question that waits above the table, if one does."""
        place = self._room.places.current
        return (
            (answer("menus.question_waits", question=place.question),)
            if isinstance(place, AskingPlace)
            else ()
        )

    def _standstill(self) -> tuple[Message, ...]:
        """Why nobody moves, if the connection is lost or there is a pause."""
        if not self._session.table.is_connected:
            return (answer("online.no_connection"),)
        if self._limits.is_paused:
            return (answer("online.refused.paused"),)
        waits_for_bot = self.view.turn is not None and not self.view.is_to_move
        return (answer("menus.is_paused"),) if waits_for_bot and self._room.bot_pace.is_paused else ()
