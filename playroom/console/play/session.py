"""A match of one listener: moves by them and by bots, saves, and narration."""

from collections.abc import Callable
from functools import partial
from typing import Final

from playroom.console.play.match_log import is_own
from playroom.console.play.match_table import KeyAnswer, MatchTable, PendingKey, Then
from playroom.console.play.match_telling import MatchTelling, NarratedEvents
from playroom.console.ui.background import Job, Result
from playroom.console.ui.room import Room
from playroom.narration.message import Message, Urgency
from playroom.narration.phrases.phrasebook import NOBODY, Audience
from playroom.rules.event import Again, Event, MayExtend, MustCover, Turn
from playroom.rules.legal import legal_moves
from playroom.rules.move import Draw, Move
from playroom.rules.rewind import last_decision
from playroom.rules.rulebook.variant import Variant
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand
from playroom.rules.view import View, seen, view
from playroom.table.record import Record
from playroom.table.table import Listener

Save = Callable[[Record, Callable[[], None]], None]
"""Saves a match, and then calls a function."""

LATE_ANSWER: Final = 2.0
"""Seconds after which a listener hears that the table has not answered their key."""


class MatchSession:
    """One listener at a table: *ear* is their seat, None for a spectator.

    *own* is their last move here, with what they knew when they made it.
    Events are narrated once *save* has saved them, at once where nothing is saved here, unless another person
    has the keyboard.
    """

    def __init__(
        self,
        room: Room,
        table: MatchTable,
        ear: Seat | None,
        save: Save = lambda _, then: then(),
    ) -> None:
        self.room = room
        self.table = table
        self.ear = ear
        self._save = save
        self._listeners: list[Listener] = []
        self._pending: PendingKey | None = None
        self._late: Job | None = None
        """The job that says, after a while, that the table has not answered."""
        self._waiting_utterance: tuple[int, ...] = ()
        """The number of the utterance that said so."""
        self._question: Job | None = None
        self._is_held = self._was_paused = False
        """Whether the match waits, and whether the listener had paused the bots before."""
        self._late_telling: list[Callable[[], None]] = []
        """The narration of what was saved meanwhile."""
        self._rewinds = 0
        """The number of jumps to other states of the match; events before the last one are not narrated."""
        self.own: tuple[View, Move] | None = None
        self._viewed: tuple[object, View] | None = None
        """The last match that was looked at, and its view: each key looks several times at the same one."""
        self.telling = MatchTelling(room, table, ear)
        table.listen(self._apply)
        self.take_keyboard()

    def take_keyboard(self) -> None:
        """Narrate events to this listener from now on."""
        room, table, ear = self.room, self.table, self.ear
        self.has_keyboard = True
        self.telling.start()
        self._turns = BotTurns(room, table, ear, self.telling.events)
        self._talk()

    def _talk(self) -> None:
        audience = Audience(self.table.record.players, self.ear)
        self.room.speech.talk_to(audience, lambda: self.view.hand if self.table.match.rounds else ())

    def give_up_keyboard(self) -> tuple[Event, ...]:
        """Tell the listener nothing more for now; the events that they have not heard to their end."""
        unheard = tuple(each.event for each in self.telling.events.unheard)
        self.stop()
        self.has_keyboard = False
        return unheard

    @property
    def view(self) -> View:
        """The listener's view now."""
        match = self.table.match
        if self._viewed is None or self._viewed[0] is not match:
            self._viewed = match, view(match, self.ear)
        return self._viewed[1]

    @property
    def variant(self) -> Variant:
        """The rulebook that is played by."""
        return self.table.record.variant

    @property
    def window(self) -> Message:
        """The title of the window: the game, and those who play besides the listener."""
        players = self.table.record.players
        others = tuple(name for seat, name in enumerate(players) if seat != self.ear)
        return Message("menus.window_table", blanks={"game": self.telling.title, "others": others})

    @property
    def is_over(self) -> bool:
        """Whether the match has been won."""
        return bool(self.table.match.winners)

    @property
    def own_turns(self) -> int:
        """The number of the listener's turns in the match so far; a turn that goes on counts again."""
        events = (event for each in self.table.match.rounds for event in each.log)
        own = Turn | Again | MustCover | MayExtend
        return sum(isinstance(event, own) and event.seat == self.ear for event in events)

    def begin(self, then: Then | None = None) -> None:
        """Deal and call *then* after its narration, or continue the match."""
        self._pending = PendingKey(then or (lambda _: None), self.room.speech.answered)
        if self.table.match.round:
            self.table.make_forced_passes()
        if not self.table.match.round and not self.is_over:
            self.telling.events.clear()
            self.table.deal()
        self._expect_answer()
        self._turns.begin()

    def update(self) -> None:
        """Go on where a match stands that is played elsewhere."""
        self._turns.begin()

    def catch_up(self, events: tuple[Event, ...], played_for: Hand) -> None:
        """Tell in one sentence what has happened at the table while the listener was away.

        *played_for* are the tiles that a bot has played for them.
        """
        if any(is_own(event, self.ear) for event in events):
            self._finish_key()
        self.telling.catch_up(events, played_for)
        self._turns.begin()

    def refuse(self, why: Message) -> None:
        """Say why the table does not do what the listener asked for."""
        self._finish_key()
        self.room.speech.say(why, urgency=Urgency.ALERT)

    def listen(self, listener: Listener) -> None:
        """Call *listener* with all events after their narration."""
        self._listeners.append(listener)

    def play(self, seat: Seat, move: Move, then: Then) -> None:
        """Make the listener's own move, and call *then* after its narration.

        NotTheirTurn or IllegalMove if they may not.
        """
        self._turns.give_way()
        self._pending = PendingKey(then, self.room.speech.answered, (self.view, move))
        self.telling.events.after_move()
        self.telling.events.outdate()
        try:
            self.table.play(seat, move)
        finally:
            self._expect_answer()

    def _expect_answer(self) -> None:
        """Forget the key if the table has answered, else say so if it does not soon."""

        def tell_waiting() -> None:
            waiting = Message("online.waiting", urgency=Urgency.EVENT)
            self._waiting_utterance = (self.room.speech.say(waiting),)

        if self.table.is_waiting:
            self._late = self.room.background.later(LATE_ANSWER, tell_waiting)
        else:
            self._finish_key()

    def _finish_key(self) -> None:
        """Wait for an answer no more, and say no more that the listener waits for it."""
        self._pending = None
        if self._late:
            self._late.cancel()
            self.room.voice.drop(self._waiting_utterance)
        self._late, self._waiting_utterance = None, ()

    def restart_turns(self) -> None:
        """Restart the bots after a change of seats."""
        self._turns.stop()
        self._turns.begin()

    def hold(self) -> None:
        """Stop the bots and the narration until `release`, while the listener tries something else."""
        self._is_held, self._was_paused = True, self.room.bot_pace.is_paused
        self._turns.stop()
        if self._question:
            self._question.cancel()

    def release(self) -> None:
        """Go on where the match was held, with the narration of what was saved since."""
        self._is_held = False
        self._talk()
        if self._was_paused:
            self.room.bot_pace.pause()
        late, self._late_telling = self._late_telling, []
        for tell in late:
            tell()
        self._turns.begin()

    def stop(self) -> None:
        """Stop all moves and the narration."""
        self._turns.stop()
        self._finish_key()
        if self._question:
            self._question.cancel()
        self.telling.events.clear()

    def leave(self) -> None:
        """Stop, and leave the table: its hand is no secret any more, its transcript ends."""
        self.stop()
        room = self.room
        room.speech.talk_to(NOBODY)
        room.name_window(Message("menus.window"))
        if room.transcript:
            room.transcript.end()
        room.transcript = None

    def follow_rewind(self) -> None:
        """Discard pending narration, as the match has jumped to another state."""
        self._rewinds += 1
        own = last_decision(self.table.match, self.ear)
        self.own = (view(own.before, self.ear), own.move) if own else None

    def go_on_elsewhere(self, tell: Callable[[], None]) -> None:
        """Continue after a jump of the match to another state; call *tell* once that is saved."""
        self.stop()
        self.follow_rewind()
        self.take_keyboard()
        record = self.table.record

        def tell_elsewhere() -> None:
            tell()
            self.telling.show_line(record.match)
            for listener in self._listeners:
                listener(record, ())

        self._save(record, tell_elsewhere)
        self._turns.begin()

    def think(
        self, question: Callable[[], Result], tell: Callable[[Result], None], *, in_turn: bool = True
    ) -> None:
        """Find the answer to a question in the background, and *tell* it; an earlier question is dropped.

        Unless *in_turn*, it does not wait for the thoughts of bots.
        """
        if self._question:
            self._question.cancel()
        self._question = self.room.background.run(question, tell, in_turn=in_turn)

    def answers_key(self, event: Event) -> bool:
        """Whether *event* is what the key does that the table has not answered yet."""
        return is_own(event, self.ear)

    def _apply(self, record: Record, events: tuple[Event, ...]) -> None:
        """Save the events, then narrate them; nothing while another person has the keyboard."""
        if not self.has_keyboard:
            return
        learnt = tuple(seen(event, self.ear) for event in events)
        answer = next(filter(self.answers_key, learnt), None) if self._pending else None
        pending = PendingKey(lambda _: None, self.room.speech.answered)
        if self._pending and answer:
            pending = self._pending
            self.own = pending.own or self.own
            self._finish_key()
        key = KeyAnswer(answer, pending.answered)
        self._save(record, partial(self._tell, self._rewinds, record, learnt, key, pending.then))
        self._turns.begin()

    def _tell(
        self, rewinds: int, record: Record, events: tuple[Event, ...], key: KeyAnswer, then: Then
    ) -> None:
        """Tell the events, that of *key* as its answer, and what can be done next.

        Events undone before their save are not narrated.
        """
        if rewinds != self._rewinds:
            return
        if self._is_held:
            self._late_telling.append(partial(self._tell, rewinds, record, events, key, then))
            return
        self.telling.tell(record.match, events, key)
        for listener in self._listeners:
            listener(record, events)
        then(view(record.match, self.ear))  # the match may have gone on since


class BotTurns:
    """Has the bots at a table think in the background and move at the pace of the listener at seat *ear*."""

    _jobs: tuple[Job, ...] = ()
    """The jobs that lead to the next move."""

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
        """Start the next bot's thinking while the last move is spoken; do nothing on another turn.

        The bot moves once it has found its move and the last one was heard.
        """
        thought, room = self._table.thought(), self._room
        found: Move | None = None
        is_due = False

        def find(move: Move) -> None:
            nonlocal found
            found = move
            if is_due:
                self._move(move)

        def fall_due() -> None:
            nonlocal is_due
            is_due = True
            if found:
                self._move(found)

        def draw() -> None:
            """Draw for the listener, who can do nothing else."""
            assert self._ear is not None  # the seat to move is the listener's
            self._narrated.after_move()
            self._table.play(self._ear, Draw())
            self._wait()

        self._jobs = ()
        if thought:
            thinking = room.background.run(thought, find, in_turn=True)
            self._jobs = (thinking, room.bot_pace.later(fall_due))
        elif self._is_forced_draw:
            self._jobs = (room.bot_pace.later(draw),)

    def _move(self, move: Move) -> None:
        """Make the move of the bot, unless the bots were stopped while it was late."""
        if self._room.bot_pace.is_stopped:
            self._jobs = (self._room.bot_pace.later(partial(self._move, move)),)
            return
        turn = self._table.match.turn
        assert turn is not None  # bots alone move until it is the listener's turn
        self._table.play(turn, move)
        self._wait()

    @property
    def _is_forced_draw(self) -> bool:
        """Whether the listener can do nothing but draw, and wants that to happen by itself."""
        is_to_move = self._ear is not None and self._table.match.turn == self._ear
        if not (self._room.settings.draws and is_to_move) or self._table.is_waiting:
            return False
        return tuple(legal_moves(view(self._table.match, self._ear).position)) == (Draw(),)
