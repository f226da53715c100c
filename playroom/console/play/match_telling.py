"""The narration of a match for one listener: what is said of its events, and which of them were heard."""

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from playroom.console.play.match_log import (
    SCORING,
    buffer_of,
    history_lines,
    recalled,
    since_own_move,
    without_forced_turns,
)
from playroom.console.play.match_table import KeyAnswer, MatchTable
from playroom.console.ui.key_help import brief_offer
from playroom.console.ui.room import Room
from playroom.console.ui.speech import Speech
from playroom.narration.answers.table_line import table_line
from playroom.narration.cues import DetailLevel, EventSwitch, detail_level, is_announced
from playroom.narration.introduction import before_deal, first_words
from playroom.narration.message import Message, Sentences, Title, Urgency
from playroom.narration.narrate import after_round, end_context, narrate, narrated, round_context
from playroom.narration.phrases.phrasebook import Verbosity
from playroom.narration.summaries import (
    is_next_round_of_turns,
    is_summed_up,
    missed,
    played_by_bot,
    standing,
    turn_summary,
    while_away,
)
from playroom.rules.event import (
    Again,
    Dealt,
    Ended,
    Event,
    MayExtend,
    MustCover,
    Redealt,
    Scored,
    StartDraw,
    Turn,
)
from playroom.rules.match import Match
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand
from playroom.rules.view import view
from playroom.voice.utterance import Buffer

if TYPE_CHECKING:
    from collections.abc import Callable


class NarratedEvent(Struct, frozen=True):
    """An event, and the number of its utterance, 0 if it was not spoken."""

    event: Event
    number: int
    is_known: bool = False
    """Whether it answers a key, so that the listener knows it without having heard it."""
    is_result: bool = False
    """Whether it belongs to the end of a round."""
    is_held: bool = False
    """Whether its words are deferred to a summary of the moves of others."""
    is_recent: bool = True
    """Whether it came after the last move of the listener."""


class NarratedEvents:
    """The events since the last move of the listener at seat *ear*, and those before that were not heard.

    *before* are those since that move when the match is resumed.
    """

    def __init__(self, speech: Speech, ear: Seat | None, before: tuple[Event, ...]) -> None:
        self._speech, self._voice, self._cues, self._ear = speech, speech.voice, speech.cues, ear
        self._events = tuple(NarratedEvent(event, 0) for event in before)
        self._prompts: frozenset[int] = frozenset()
        """The numbers of what was said of the moves that the listener may make next."""

    def add(self, event: NarratedEvent) -> None:
        """Add a narrated event."""
        self._events = (*self._events, event)

    @property
    def held(self) -> tuple[Event, ...]:
        """The events whose words are held back."""
        return tuple(each.event for each in self._events if each.is_held)

    def tell_held(self, number: int) -> None:
        """Assign the deferred events to the utterance of this number."""
        self._events = tuple(
            replace(each, number=number, is_held=False) if each.is_held else each for each in self._events
        )

    def add_prompt(self, number: int) -> None:
        """Note that an utterance of this number tells what the listener may do, until their next move."""
        self._prompts |= {number} - {0}

    def after_move(self) -> None:
        """Note that the listener moves: only what was not heard is of interest, no deal, turn or prompt."""
        self.acknowledge_turn()
        self._voice.drop({each.number for each in self._events if isinstance(each.event, ANSWERED)} - {0})
        self._voice.drop(self._prompts)
        self._prompts = frozenset()
        unheard = self._not_heard
        self._events = tuple(
            replace(each, is_recent=False) for each in self._events if each.number in unheard
        )

    def drop_known(self) -> None:
        """Tell no more of what answered a key, whether it was heard or not."""
        self._voice.drop({each.number for each in self._events if each.is_known} - {0})

    def outdate(self) -> None:
        """Tell what was not heard as what came before the move that the listener makes now."""
        lead, follows = (self._speech.words(Message(f"events.{word}_move")) for word in ("before", "after"))
        self._voice.outdate(self._numbers, lead, follows)

    def acknowledge_turn(self) -> None:
        """Cancel announcements of the listener's turn, as they know it."""
        own_turns = {
            each.number
            for each in self._events
            if isinstance(each.event, Turn | Again | MustCover | MayExtend) and each.event.seat == self._ear
        }
        self._voice.drop(own_turns - {0})
        self._cues.acknowledge_turn()

    def clear(self) -> None:
        """Tell nothing of all this any more, nor of what was said after it, such as by the coach."""
        if numbers := self._numbers | self._prompts:
            self._voice.drop_since(min(numbers))
        self._events, self._prompts = (), frozenset()

    @property
    def missed(self) -> tuple[NarratedEvent, ...]:
        """The events since the listener's last move, and those that they have not heard to their end."""
        unheard = self._not_heard
        return tuple(
            each for each in self._events if each.number in unheard or (each.is_recent and not each.is_known)
        )

    @property
    def unheard(self) -> tuple[NarratedEvent, ...]:
        """The events that the listener has not heard to their end, or not at all yet."""
        unheard = self._not_heard
        return tuple(each for each in self._events if each.is_held or each.number in unheard)

    @property
    def are_told(self) -> bool:
        """Whether no words wait, nor sound, for any of the events."""
        return not (self.held or self._voice.unheard(self._numbers))

    @property
    def has_unheard_deal(self) -> bool:
        """Whether the listener has not heard the deal to its end."""
        return any(isinstance(each.event, Dealt) for each in self.unheard)

    @property
    def unheard_result(self) -> tuple[NarratedEvent, ...]:
        """The events of the round's result whose utterances are pending."""
        unheard = self._voice.unheard(self._numbers)
        return tuple(each for each in self._events if each.is_result and each.number in unheard)

    def repeated_result(self, number: int) -> None:
        """Assign the unheard part of the result to the utterance of this number."""
        again = self.unheard_result
        self._events = tuple(
            replace(each, number=number, is_result=False) if each in again else each for each in self._events
        )

    @property
    def _numbers(self) -> frozenset[int]:
        return frozenset(each.number for each in self._events if each.number)

    @property
    def _not_heard(self) -> frozenset[int]:
        """The numbers of what was not heard to its end, or was silenced before."""
        numbers = self._numbers
        return self._voice.unheard(numbers) | self._voice.silenced(numbers)


ANSWERED: Final = StartDraw | Redealt | Dealt | Turn | Again | MustCover | MayExtend
"""The events that a move of the listener shows to be known, or that say who may do what was done since."""


class MatchTelling:
    """The narration of a match for the listener at seat *ear*; None is a spectator."""

    def __init__(self, room: Room, table: MatchTable, ear: Seat | None) -> None:
        self._room, self._table, self._ear = room, table, ear
        self._is_new, self._is_introduced = not table.match.rounds, False
        self.after_round: Callable[[], Message | None] = lambda: Message("menus.next_round")
        self.after_match: Callable[[], Message | None] = lambda: Message("menus.match_done")
        """Which keys lead on after a round and after the match, if any do."""
        self.is_rated = False
        """Whether the match counts for a table of honour, which its first words say."""
        self.tip: Callable[[], Message | None] = lambda: None
        """What the listener may want to know after a round, if anything."""

    def start(self) -> None:
        """Begin to tell, with nothing but what has happened since the listener's last move."""
        before = since_own_move(self._table.match, self._ear)
        self.events = NarratedEvents(self._room.speech, self._ear, before)

    @property
    def title(self) -> Title:
        """The name of the game."""
        variant = self._table.record.variant
        return Title(variant.name, variant.titles)

    @property
    def line(self) -> str:
        """The table in one line, for fingers."""
        return self._line(self._table.match)

    def sum_up(self) -> None:
        """Tell what has happened since the listener's last move, or was not heard, then what waits."""
        self.tell_held()
        match, events = self._table.match, self.events.missed
        message = missed(tuple(each.event for each in events), self._ear, match.rules, end_context(match))
        way_on = filter(None, (self.way_on(match),))
        self._room.speech.reply(message, *way_on, covers=tuple(each.number for each in events))

    def tell_held(self, before: Event | None = None) -> None:
        """Tell in one sentence what others have done whose words were held back, and has led to *before*."""
        if not (held := self.events.held):
            return
        rules, ends_follow = self._table.match.rules, isinstance(before, Scored | Ended)
        message = turn_summary(held, self._ear, rules, with_ends=not ends_follow)
        say = self._room.speech.say
        self.events.tell_held(say(self._introduced(message), buffer=Buffer.TABLE) if message else 0)

    def repeat_result(self) -> bool:
        """Repeat the result of the round if it was not heard; True if so."""
        unheard = self.events.unheard_result
        if unheard:
            match, events = self._table.match, tuple(each.event for each in unheard)
            lines = (message for _, message in narrated(events, self._ear, match.rules, round_context(match)))
            numbers = tuple(each.number for each in unheard)
            self.events.repeated_result(self._room.speech.repeat(*filter(None, lines), covers=numbers))
        return bool(unheard)

    def prompt(self, message: Message, urgency: Urgency) -> None:
        """Say what the listener may do now, or what their draw led to: their next move outdates it."""
        self.events.add_prompt(self._room.speech.say(message, urgency=urgency))

    def first_words(self) -> tuple[Message, ...]:
        """The description of the match, if it has not been said yet."""
        if self._is_introduced:
            return ()
        self._is_introduced = True
        begins = first_words(self.title, self._table.match, self._ear, is_new=self._is_new)
        return (Message("online.rated_match", blanks={"begins": begins}) if self.is_rated else begins,)

    def recall(self) -> None:
        """Put what was played so far into the history, for a match of an earlier visit."""
        self._room.speech.recall(recalled(self.title, self._table.match, self._ear))

    def catch_up(self, events: tuple[Event, ...], played_for: Hand) -> None:
        """Tell in one sentence what has happened at the table while the listener was away.

        *played_for* are the tiles that a bot has played for them.
        """
        match, learnt = self._table.match, without_forced_turns(events, self._table.match.rules)
        self._room.speech.recall(history_lines(learnt, self._ear, match.rules, end_context(match)))
        if away := self.while_away(events, played_for):
            stands = () if played_for else standing(learnt, view(match, self._ear))
            message = Message("answers.missed", blanks={"told": Sentences((*away, *stands))})
            number = self._room.speech.say(message, urgency=Urgency.ALERT)
            for event in learnt:
                self.events.add(NarratedEvent(event, number))
            self.tell_way_on(match)

    def while_away(self, events: tuple[Event, ...], played_for: Hand) -> tuple[Message, ...]:
        """What has happened while the listener was away, or what a bot has played for them."""
        match, learnt = self._table.match, without_forced_turns(events, self._table.match.rules)
        if played_for:
            return (played_by_bot(learnt, self._ear, match.rules, played_for, end_context(match)),)
        return while_away(learnt, self._ear, match.rules, end_context(match))

    def tell(self, match: Match, events: tuple[Event, ...], key: KeyAnswer) -> None:
        """Tell the events that led to *match*, that of *key* as its answer, and what can be done next."""
        ends_round, is_over = any(isinstance(event, Ended) for event in events), False
        levels = self._room.settings.told
        known = round_context(
            match,
            scores_are_announced=is_announced(levels, Urgency.EVENT, EventSwitch.SCORED),
            deals_are_announced=is_announced(levels, Urgency.EVENT, EventSwitch.DEALT),
        )
        learnt = without_forced_turns(events, self._table.match.rules)
        for each, message in narrated(learnt, self._ear, match.rules, known):
            if message and self._is_held(each, message):
                # A summary tells it, after one for the round of turns before it.
                if is_next_round_of_turns(self.events.held, each):
                    self.tell_held()
                self._room.speech.sound(message, each)
                self.events.add(NarratedEvent(each, 0, is_held=True))
                continue
            if message:
                self.tell_held(each)
            is_over = is_over or isinstance(each, Ended)
            is_result = ends_round and isinstance(each, SCORING)
            self._tell(
                each, after_round(message) if message and is_over else message, key, is_result=is_result
            )
        is_dealt = any(isinstance(event, Dealt) for event in events)
        if is_dealt and (brief := brief_offer(self._room, match.rules.players)):
            self.prompt(brief, Urgency.EVENT)
        self.tell_way_on(match, self.tip() if ends_round and self._ear is not None else None)
        self.show_line(match)

    def show_line(self, match: Match) -> None:
        """Show the table in one line to fingers, if the listener wants that."""
        if self._room.settings.table_line:
            self._room.speech.show(self._line(match))

    def tell_way_on(self, match: Match, tip: Message | None = None) -> None:
        """Say which key leads on after a round or after the match, then a *tip*."""
        if told := tuple(filter(None, (self.way_on(match), tip))):
            message = Message("tips.after_round", blanks={"told": Sentences(told)}) if tip else told[0]
            self._room.speech.say(message, urgency=Urgency.HINT, buffer=Buffer.FOCUS)

    def way_on(self, match: Match) -> Message | None:
        """Which key leads on after a round or after the match, if one does; None while a round is played."""
        if match.winners:
            return self.after_match()
        return None if match.round else self.after_round()

    def _line(self, match: Match) -> str:
        return table_line(
            view(match, self._ear), self._room.book, self._room.speech.audience, self._room.display.cells
        )

    def _is_held(self, event: Event, message: Message) -> bool:
        """Whether the words for *event* are deferred to a summary."""
        if self._room.preferences.verbosity is not Verbosity.SUMMARY or message.urgency is not Urgency.EVENT:
            return False
        level = detail_level(self._room.settings.told, message.urgency, event)
        return level is DetailLevel.USUAL and is_summed_up(event, self._ear)

    def _tell(self, event: Event, message: Message | None, key: KeyAnswer, *, is_result: bool) -> None:
        number, is_answer = 0, event is key.event
        # A later key may have been answered before the move was saved; that answer stands.
        is_newest = is_answer and key.answered == self._room.speech.answered
        if message:
            number = self._room.speech.say(
                self._introduced(message),
                urgency=Urgency.ANSWER if is_newest else None,
                buffer=buffer_of(event),
                event=event,
                in_full=is_result,
            )
        elif isinstance(event, Turn) and (bell := narrate(event, self._ear, self._table.match.rules)):
            self._room.speech.sound(bell, event)
        self.events.add(NarratedEvent(event, number, is_answer, is_result))

    def _introduced(self, message: Message) -> Message:
        """The message after the introduction of the match, if it is the first; else the message alone."""
        return next((before_deal(begins, message) for begins in self.first_words()), message)
