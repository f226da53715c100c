"""Answers about the table: at once, and those of the adviser, which are thought about in the background."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from playroom.console.play.games import Adviser
from playroom.console.play.match_mode import TableLimits
from playroom.console.play.session import MatchSession
from playroom.console.ui.background import Job, Result
from playroom.console.ui.places import AskingPlace
from playroom.console.ui.room import Room
from playroom.keys.commands import Command
from playroom.narration.answers.answer import ends, no_tile, what_if, whose_turn
from playroom.narration.answers.information import at_a_glance, facts, game_information
from playroom.narration.answers.table_rows import placed_row, rows
from playroom.narration.message import Message, Urgency, answer
from playroom.narration.phrases.phrasebook import Audience
from playroom.narration.preferences import HandOrder
from playroom.narration.refusal import not_your_turn
from playroom.rules.legal import distinct_moves
from playroom.rules.match import Match
from playroom.rules.rewind import progress
from playroom.rules.tile import Hand, Tile
from playroom.rules.view import View
from playroom.voice.utterance import Buffer


class TableAnswers:
    """Answers to the listener of a match: how it stands, what is known, and what they might do."""

    def __init__(self, room: Room, session: MatchSession, limits: TableLimits, adviser: Adviser) -> None:
        self._room, self._session, self._limits = room, session, limits
        self._hints = Hints(session, adviser)
        self._coach = RoundCoach(session, adviser)
        self._adviser, self._odds = adviser, Thoughts(session)
        self._asked: tuple[Command | None, int] = (None, 0)
        """The last command, and how many times it was given before that without another one between."""

    @property
    def view(self) -> View:
        """What the listener may know now, with the hand in their order."""
        seen = self._session.view
        match HandOrder(self._room.preferences.settings.hand_order):
            case HandOrder.DEALT:
                return seen
            case HandOrder.NUMBER:
                hand = sorted(seen.hand, key=lambda tile: (-tile.high, -tile.low))
            case HandOrder.PLAYABLE:
                fits = seen.position.is_playable
                hand = sorted(seen.hand, key=lambda tile: not fits(tile))
        return replace(seen, hand=tuple(hand))

    def expect(self, command: Command) -> None:
        """Take note of the command that comes next: one that is repeated has further answers."""
        if command is not Command.HINT:
            self._hints.forget()
        last, times = self._asked
        self._asked = command, times + 1 if command is last else 0

    def drop_advice(self) -> None:
        """Cancel pending advice, as the listener has moved in the match."""
        self._hints.drop()
        self._odds.drop()
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
        """Tell why nobody moves if so, whose turn it is, the time left if it is limited, and what waits."""
        turn, place = self.view.turn, self._room.places.current
        told = [*self._standstill(), *self._turn()]
        if turn is not None and (seconds := self._limits.seconds_left(turn)) is not None:
            told.append(answer("online.time_left", seconds=seconds))
        if isinstance(place, AskingPlace):
            told.append(answer("menus.question_waits", question=place.question))
        else:
            told.extend(self.way_on())
        self._room.speech.reply(*told)

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

    @property
    def advised(self) -> Message | None:
        """The move that a hint has named in this position; None without one."""
        return self._hints.advised

    def tell_odds(self, hands: Sequence[Hand] = ()) -> None:
        """Tell what is likely of the players; asked again, of the ends, then where the tiles are.

        With all *hands*, beside what was true.
        """
        seen, times = self._session.view, self._asked[1]
        if not self._limits.gives_odds:
            self._room.speech.reply(answer("odds.none"))
        elif seen.turn is None or seen.seat is None:
            self._room.speech.reply(whose_turn(seen) if seen.turn is None else no_tile(seen))
        else:
            self._odds.begin(
                partial(self._adviser.odds, seen, hands),
                lambda told: self._room.speech.reply(told[times % len(told)]),
            )

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

    def way_on(self) -> tuple[Message, ...]:
        """Which key leads on after a round or after the match, if one does."""
        return tuple(filter(None, (self._session.telling.way_on(self._session.table.match),)))

    def _standstill(self) -> tuple[Message, ...]:
        """Why nobody moves, if the connection is lost or there is a pause."""
        if not self._session.table.is_connected:
            return (answer("online.no_connection"),)
        if self._limits.is_paused:
            return (answer("online.refused.paused"),)
        waits_for_bot = self.view.turn is not None and not self.view.is_to_move
        return (answer("menus.is_paused"),) if waits_for_bot and self._room.bot_pace.is_paused else ()


Advice = Callable[[], tuple[Message, ...]]
"""Finds a message for the listener."""


class Hints:
    """Hints and reviews for the listener at one table, found in the background."""

    def __init__(self, session: MatchSession, adviser: Adviser) -> None:
        self._session, self._adviser = session, adviser
        self._asked_at: object = None
        self._pressed = 0
        self._advised: tuple[object, Message | None] = (None, None)
        """The position of the last hint, and the move that it named."""
        self._thoughts = Thoughts(session)

    def forget(self) -> None:
        """Make the next press the first one again."""
        self._asked_at = None

    def drop(self) -> None:
        """Say nothing of what is being thought about, as the listener is elsewhere in the match."""
        self.forget()
        self._thoughts.drop()

    @property
    def advised(self) -> Message | None:
        """The move that a hint has named in this position; None without one."""
        position, move = self._advised
        return move if position == progress(self._session.table.match) else None

    def ask(self) -> None:
        """Say the first advice, or why there is none; at each further press the next, round and round."""
        seen = self._session.view
        stage = seen.round_number, seen.is_to_move, len(seen.hand)
        self._pressed = self._pressed + 1 if stage == self._asked_at else 0
        self._asked_at = stage
        session, own = self._session, self._session.own
        hints: Sequence[Advice] = ()
        reviews: Sequence[Advice] = ()
        if seen.is_to_move:  # a hint, and the same with its rate
            hints = [partial(self._adviser.hint, seen, rated=rated) for rated in (False, True)]
        if own is not None:  # of the listener's last move, and the same with its rate
            reviews = [partial(self._adviser.review, *own, rated=rated) for rated in (False, True)]
        elif hints:
            reviews = (lambda: (answer("answers.no_move_to_review"),),)
        if every := (*hints, *reviews):
            self._thoughts.begin(
                every[self._pressed % len(every)],
                self._tell,
                lambda: session.own is own,
                in_turn=not hints or len(distinct_moves(seen.position)) > 1,
            )
        else:
            session.room.speech.reply(not_your_turn(seen))

    def _tell(self, advice: tuple[Message, ...]) -> None:
        """Say a hint or a review, and note the move that a hint names."""
        move = advice[0].blanks.get("move") if advice[0].entry == "reasons.hint" else None
        if isinstance(move, Message):
            self._advised = progress(self._session.table.match), move
        self._session.room.speech.reply(*advice)


class RoundCoach:
    """The coach of the listener at one table, who speaks when asked."""

    _job: Job | None = None
    """The job that examines it."""

    def __init__(self, session: MatchSession, adviser: Adviser) -> None:
        self._session, self._adviser = session, adviser
        self._looked_at: Match | None = None
        """The match whose last round the coach examines."""
        self._next: Match | None = None
        """The match whose round ended meanwhile, and is examined next."""

    def forget(self) -> None:
        """Say nothing of what is being looked at."""
        if self._job:
            self._job.cancel()
        self._job = self._looked_at = self._next = None

    def ask(self) -> None:
        """Have the last round looked at, and say that; or why there is nothing to look at."""
        room = self._session.room
        match = self._session.table.match
        if match.round:
            room.speech.reply(answer("coach.not_yet"))
        else:
            room.speech.reply(answer("coach.still_looking" if self._looked_at else "coach.looking"))
            self._look(match)

    def _look(self, match: Match) -> None:
        """Look at the last round of a match, at once or after the one that the coach is looking at."""
        if self._looked_at:
            is_another = len(match.rounds) != len(self._looked_at.rounds)
            self._next = match if is_another else None
            return
        self._looked_at = match
        audience = self._session.room.speech.audience
        self._job = self._session.room.background.run(
            partial(self._adviser.coach, match, self._session.ear), partial(self._tell, audience)
        )

    def _tell(self, audience: Audience, message: Message | None) -> None:
        """Tell what was found, or look at the round that was asked about meanwhile."""
        self._looked_at, following, self._next = None, self._next, None
        room = self._session.room
        if room.speech.audience is not audience:
            return
        if following:
            self._look(following)
        else:
            room.speech.say(message or Message("coach.too_late"), urgency=Urgency.ANSWER, buffer=Buffer.SCORE)


LONG: Final = 0.3
"""Seconds of silence after which the listener hears that an answer is being thought about."""


class Thoughts:
    """The thoughts for the listener at one table; a new question takes the place of the last."""

    def __init__(self, session: MatchSession) -> None:
        self._session = session
        self._number = 0
        """The number of the newest thought, which grows once it is found."""
        self._has_said_so = False
        """Whether it was said that an answer is being thought about, and none was found since."""

    def begin(
        self,
        question: Callable[[], Result],
        tell: Callable[[Result], None],
        is_wanted: Callable[[], bool] = lambda: True,
        *,
        in_turn: bool = True,
    ) -> None:
        """Find the answer and *tell* it, if the listener is still there and it *is_wanted*.

        Unless *in_turn*, it does not wait for the thoughts of bots.
        """
        self._number += 1
        room, number = self._session.room, self._number
        place = room.places.current

        def tell_thinking() -> None:
            is_here = number == self._number and room.places.current is place
            if is_here and is_wanted() and not self._has_said_so:
                self._has_said_so = True
                room.speech.reply(answer("answers.thinking"))

        def end(found: Result) -> None:
            if number != self._number:
                return
            self.drop()
            if room.places.current is place and is_wanted():
                tell(found)

        room.background.later(LONG, tell_thinking)
        self._session.think(question, end, in_turn=in_turn)

    def drop(self) -> None:
        """Say nothing of what is being thought about."""
        self._number += 1
        self._has_said_so = False
