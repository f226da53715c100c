"""A match as one listener plays it: the table, and what is told of each event."""

from collections.abc import Callable
from functools import partial
from typing import Final

from playroom.console.background import Job, Result
from playroom.console.match.bot_turns import BotTurns
from playroom.console.match.key_answer import KeyAnswer, PendingKey, Then
from playroom.console.match.log import is_own, since_own_move, without_forced_turns
from playroom.console.match.match_table import MatchTable
from playroom.console.match.recall import SCORING, buffer_of, history_lines, recalled
from playroom.console.match.told_events import ToldEvent, ToldEvents
from playroom.console.room import Room
from playroom.narration.catch_up import missed
from playroom.narration.introduction import before_deal, first_words
from playroom.narration.message import Blank, Message, Sentences, Title, Urgency
from playroom.narration.narrate import after_round, narrate
from playroom.narration.phrasebook import Audience
from playroom.narration.table_line import table_line
from playroom.rules.event import (
    Again,
    Drew,
    Ended,
    Event,
    MayExtend,
    MustCover,
    Passed,
    Played,
    Turn,
)
from playroom.rules.layout import Cross
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile
from playroom.rules.variant import Variant
from playroom.rules.view import View, seen, view
from playroom.table.record import Record
from playroom.table.table import Listener
from playroom.voice.utterance import Buffer

Save = Callable[[Record, Callable[[], None]], None]
"""What saves a match, and then calls a function."""

LATE_ANSWER: Final = 2.0
"""Seconds after which a listener hears that the table has not answered their key."""


class MatchSession:
    """One listener at a table: *ear* is their seat, None for somebody who watches.

    *own* is their last move here, with what they knew when they made it.
    Events are told once *save* has saved them, unless somebody else is at the keyboard.
    """

    def __init__(self, room: Room, table: MatchTable, ear: Seat | None, save: Save) -> None:
        self.room = room
        self.table = table
        self.ear = ear
        self._save = save
        self._listeners: list[Listener] = []
        self._pending: PendingKey | None = None
        self._late: Job | None = None
        """What says that the table does not answer."""
        self._unsaid: Message | None = first_words(self.title, table.match, ear)
        """What the match is, until that is said."""
        self._question: Job | None = None
        self.own: tuple[View, Move] | None = None
        self.after_match: Callable[[], Message] = _match_done
        """Which keys lead on after the match."""
        table.listen(self._take_in)
        self.take_keyboard()

    def take_keyboard(self) -> None:
        """Let the listener hear what happens from now on."""
        room, table, ear = self.room, self.table, self.ear
        self.has_keyboard = True
        self.told = ToldEvents(room.voice, room.cues, ear, since_own_move(table.match, ear))
        self._turns = BotTurns(room, table, ear, self.told)
        room.speech.talk_to(Audience(table.record.players, ear), self._hand)

    def _hand(self) -> Hand:
        """The tiles of the listener, if they have been dealt some."""
        return self.view.hand if self.table.match.rounds else ()

    def give_up_keyboard(self) -> tuple[Event, ...]:
        """Tell the listener nothing more for now; the events that they have not heard to their end."""
        unheard = tuple(each.event for each in self.told.unheard)
        self.stop()
        self.has_keyboard = False
        return unheard

    @property
    def view(self) -> View:
        """What the listener may know now."""
        return view(self.table.match, self.ear)

    @property
    def variant(self) -> Variant:
        """The rulebook that is played by."""
        return self.table.record.variant

    @property
    def title(self) -> Title:
        """What the game is called."""
        return Title(self.variant.name, self.variant.titles)

    @property
    def window(self) -> Message:
        """The title of the window: the game, and those who play besides the listener."""
        players = self.table.record.players
        others = tuple(name for seat, name in enumerate(players) if seat != self.ear)
        return Message("menus.window_table", blanks={"game": self.title, "others": others})

    @property
    def line(self) -> str:
        """The table in one line, for fingers."""
        return self._line(self.view)

    @property
    def is_over(self) -> bool:
        """Whether the match has been won."""
        return bool(self.table.match.winners)

    def sum_up(self) -> None:
        """Tell what has happened since the listener's last move, or was not heard to its end."""
        events = self.told.missed
        told = missed(tuple(each.event for each in events), self.ear, self.table.match.rules)
        self.room.speech.reply(told, covers=tuple(each.number for each in events))

    def repeat_result(self) -> bool:
        """Whether the end of the round was not heard; it is told again."""
        unheard = self.told.unheard_result
        if unheard:
            told = (narrate(each.event, self.ear, self.table.match.rules) for each in unheard)
            numbers = tuple(each.number for each in unheard)
            self.told.repeated_result(self.room.speech.repeat(*filter(None, told), covers=numbers))
        return bool(unheard)

    def prompt(self, told: Message, urgency: Urgency) -> None:
        """Say what the listener may do now, or what their draw led to: their next move settles it."""
        self.told.add_prompt(self.room.speech.say(told, urgency=urgency))

    def first_words(self) -> tuple[Message, ...]:
        """What the match is, if that has not been said yet."""
        begins, self._unsaid = self._unsaid, None
        return (begins,) if begins else ()

    @property
    def own_turns(self) -> int:
        """How many turns the listener has had in the match so far, those that went on counted anew."""
        events = (event for each in self.table.match.rounds for event in each.log)
        own = Turn | Again | MustCover | MayExtend
        return sum(isinstance(event, own) and event.seat == self.ear for event in events)

    def recall(self) -> None:
        """Put what was played so far into the history, for a match of an earlier visit."""
        self.room.speech.recall(recalled(self.title, self.table.match, self.ear))

    def begin(self, then: Then | None = None) -> None:
        """Deal and call *then* once that has been told, or go on where the match stood."""
        self._pending = PendingKey(then or _nothing, self.room.speech.answered)
        if self.table.match.round:
            self.table.settle()
        if not self.table.match.round and not self.is_over:
            self.told.clear()
            self.table.deal()
        self._expect_answer()
        self._turns.begin()

    def attend(self) -> None:
        """Go on where a match stands that is played elsewhere."""
        self._turns.begin()

    def catch_up(self, events: tuple[Event, ...]) -> None:
        """Tell in one sentence what has happened at the table while the listener was away."""
        own = any(is_own(event, self.ear) for event in events)
        if own:
            self._settle_key()
        rules = self.table.match.rules
        learnt = tuple(without_forced_turns(events, rules))
        told = history_lines(learnt, self.ear, rules)
        self.room.speech.recall(told)
        if told:
            moves = [at for at, event in enumerate(learnt) if isinstance(event, Played | Drew | Passed)]
            last = history_lines(learnt[max(moves, default=-1) :], self.ear, rules)
            blanks: dict[str, Blank] = {
                "moves": len(moves),
                "told": Sentences(tuple(line for line, _ in last)),
            }
            number = self.room.speech.say(Message("online.while_away", blanks=blanks), urgency=Urgency.ALERT)
            for event in learnt:
                self.told.add(ToldEvent(event, number))
        self._turns.begin()

    def refuse(self, why: Message) -> None:
        """Say why the table does not do what the listener asked for."""
        self._settle_key()
        self.room.speech.say(why, urgency=Urgency.ALERT)

    def listen(self, listener: Listener) -> None:
        """Call *listener* with all events once they have been told."""
        self._listeners.append(listener)

    def play(self, seat: Seat, move: Move, then: Then) -> None:
        """Make the listener's own move, and call *then* once it has been told.

        NotTheirTurn or IllegalMove if they may not.
        """
        self._turns.give_way()
        self._pending = PendingKey(then, self.room.speech.answered, (self.view, move))
        self.told.after_move()
        try:
            self.table.play(seat, move)
        finally:
            self._expect_answer()

    def _expect_answer(self) -> None:
        """Forget the key if the table has answered, else say so if it does not soon."""
        if self.table.is_waiting:
            late = Message("online.waiting", urgency=Urgency.EVENT)
            self._late = self.room.background.later(LATE_ANSWER, partial(self.room.speech.say, late))
        else:
            self._settle_key()

    def _settle_key(self) -> None:
        """Wait for an answer no more."""
        self._pending = None
        if self._late:
            self._late.cancel()
        self._late = None

    def restart_turns(self) -> None:
        """Let the next one move who is a bot now, and nobody who is one no more."""
        self._turns.stop()
        self._turns.begin()

    def stop(self) -> None:
        """Let nobody move any more, and tell nothing more of the match."""
        self._turns.stop()
        self._settle_key()
        if self._question:
            self._question.cancel()
        self.told.clear()

    def think(self, question: Callable[[], Result], tell: Callable[[Result], None]) -> None:
        """Find the answer to a question in the background, and *tell* it; an earlier question is dropped."""
        if self._question:
            self._question.cancel()
        self._question = self.room.background.run(question, tell, in_turn=True)

    def _take_in(self, record: Record, events: tuple[Event, ...]) -> None:
        """Save what has happened, then tell it; nothing while somebody else is at the keyboard."""
        if not self.has_keyboard:
            return
        learnt = tuple(seen(event, self.ear) for event in events)
        answer = next((event for event in learnt if is_own(event, self.ear)), None) if self._pending else None
        pending = PendingKey(_nothing, self.room.speech.answered)
        if self._pending and answer:
            pending = self._pending
            self.own = pending.own or self.own
            self._settle_key()
        key = KeyAnswer(answer, pending.answered)
        self._save(record, partial(self._tell_all, record, learnt, key, pending.then))
        self._turns.begin()

    def _tell_all(self, record: Record, events: tuple[Event, ...], key: KeyAnswer, then: Then) -> None:
        """Tell the events, that of *key* as its answer, and what can be done next."""
        ends_round, is_over = any(isinstance(event, Ended) for event in events), False
        for each in without_forced_turns(events, record.match.rules):
            is_over = is_over or isinstance(each, Ended)
            told = narrate(each, self.ear, record.match.rules, _spinner(record.match))
            is_result = ends_round and isinstance(each, SCORING)
            self._tell(each, after_round(told) if told and is_over else told, key, is_result=is_result)
        self.tell_way_on(record.match)
        known = view(record.match, self.ear)  # the match may have gone on since
        if self.room.settings.table_line:
            self.room.speech.show(self._line(known))
        for listener in self._listeners:
            listener(record, events)
        then(known)

    def tell_way_on(self, match: Match) -> None:
        """Say which key leads on after a round or after the match."""
        if match.winners:
            self.room.speech.say(self.after_match(), urgency=Urgency.HINT, buffer=Buffer.FOCUS)
        elif not match.round:
            self.room.speech.say(Message("menus.next_round", urgency=Urgency.HINT), buffer=Buffer.FOCUS)

    def _line(self, known: View) -> str:
        return table_line(known, self.room.book, self.room.speech.audience, self.room.settings.braille)

    def _tell(self, event: Event, told: Message | None, key: KeyAnswer, *, is_result: bool) -> None:
        number, is_answer = 0, event is key.event
        # A later key may have been answered before the move was saved; that answer stands.
        is_newest = is_answer and key.answered == self.room.speech.answered
        if told:
            number = self.room.speech.say(
                self._introduced(told),
                urgency=Urgency.ANSWER if is_newest else None,
                buffer=buffer_of(event),
                event=event,
                in_full=is_result,
            )
        self.told.add(ToldEvent(event, number, is_answer, is_result))

    def _introduced(self, told: Message) -> Message:
        """The first thing that is told of a match, after what the match is; later *told* alone."""
        return next((before_deal(begins, told) for begins in self.first_words()), told)


def _spinner(match: Match) -> Tile | None:
    """The tile that lies as the spinner of the round, if there is one."""
    layout = match.rounds[-1].layout
    return layout.spinner.tile if isinstance(layout, Cross) and layout.spinner else None


def _nothing(_known: View) -> None:
    pass


def _match_done() -> Message:
    return Message("menus.match_done")
