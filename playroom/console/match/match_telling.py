"""What one listener is told of a match."""

from playroom.console.match.absence import moves_of_others, worth_telling
from playroom.console.match.key_answer import KeyAnswer
from playroom.console.match.log import since_own_move, without_forced_turns
from playroom.console.match.match_table import MatchTable
from playroom.console.match.recall import SCORING, buffer_of, history_lines, recalled
from playroom.console.match.told_events import ToldEvent, ToldEvents
from playroom.console.room import Room
from playroom.narration.catch_up import missed
from playroom.narration.introduction import before_deal, first_words
from playroom.narration.message import Blank, Message, Sentences, Title, Urgency
from playroom.narration.narrate import after_round, narrate
from playroom.narration.table_line import table_line
from playroom.rules.event import Ended, Event
from playroom.rules.layout import Cross
from playroom.rules.match import Match
from playroom.rules.seat import Seat
from playroom.rules.tile import Tile
from playroom.rules.view import view
from playroom.voice.utterance import Buffer


class MatchTelling:
    """What the listener at seat *ear* is told of a match; None is somebody who watches."""

    def __init__(self, room: Room, table: MatchTable, ear: Seat | None) -> None:
        self._room, self._table, self._ear = room, table, ear
        self._is_new, self._is_introduced = not table.match.rounds, False
        self.after_round = _next_round
        self.after_match = _match_done
        """Which keys lead on after a round and after the match, if any do."""

    def start(self) -> None:
        """Begin to tell, with nothing but what has happened since the listener's last move."""
        before = since_own_move(self._table.match, self._ear)
        self.events = ToldEvents(self._room.voice, self._room.cues, self._ear, before)

    @property
    def title(self) -> Title:
        """What the game is called."""
        variant = self._table.record.variant
        return Title(variant.name, variant.titles)

    @property
    def line(self) -> str:
        """The table in one line, for fingers."""
        return self._line(self._table.match)

    def sum_up(self) -> None:
        """Tell what has happened since the listener's last move, or was not heard to its end."""
        events = self.events.missed
        told = missed(tuple(each.event for each in events), self._ear, self._table.match.rules)
        self._room.speech.reply(told, covers=tuple(each.number for each in events))

    def repeat_result(self) -> bool:
        """Whether the end of the round was not heard; it is told again."""
        unheard = self.events.unheard_result
        if unheard:
            told = (narrate(each.event, self._ear, self._table.match.rules) for each in unheard)
            numbers = tuple(each.number for each in unheard)
            self.events.repeated_result(self._room.speech.repeat(*filter(None, told), covers=numbers))
        return bool(unheard)

    def prompt(self, told: Message, urgency: Urgency) -> None:
        """Say what the listener may do now, or what their draw led to: their next move settles it."""
        self.events.add_prompt(self._room.speech.say(told, urgency=urgency))

    def first_words(self) -> tuple[Message, ...]:
        """What the match is, if that has not been said yet."""
        if self._is_introduced:
            return ()
        self._is_introduced = True
        return (first_words(self.title, self._table.match, self._ear, is_new=self._is_new),)

    def recall(self) -> None:
        """Put what was played so far into the history, for a match of an earlier visit."""
        self._room.speech.recall(recalled(self.title, self._table.match, self._ear))

    def catch_up(self, events: tuple[Event, ...]) -> None:
        """Tell in one sentence what has happened at the table while the listener was away."""
        rules = self._table.match.rules
        learnt = tuple(without_forced_turns(events, rules))
        told = history_lines(learnt, self._ear, rules)
        self._room.speech.recall(told)
        if told:
            lines = history_lines(worth_telling(learnt, self._ear), self._ear, rules)
            blanks: dict[str, Blank] = {
                "moves": moves_of_others(learnt, self._ear),
                "told": Sentences(tuple(line for line, _ in lines)),
            }
            number = self._room.speech.say(Message("online.while_away", blanks=blanks), urgency=Urgency.ALERT)
            for event in learnt:
                self.events.add(ToldEvent(event, number))
            self.tell_way_on(self._table.match)

    def tell(self, match: Match, events: tuple[Event, ...], key: KeyAnswer) -> None:
        """Tell the events that led to *match*, that of *key* as its answer, and what can be done next."""
        ends_round, is_over = any(isinstance(event, Ended) for event in events), False
        for each in without_forced_turns(events, match.rules):
            is_over = is_over or isinstance(each, Ended)
            told = narrate(each, self._ear, match.rules, _spinner(match))
            is_result = ends_round and isinstance(each, SCORING)
            self._tell(each, after_round(told) if told and is_over else told, key, is_result=is_result)
        self.tell_way_on(match)
        if self._room.settings.table_line:
            self._room.speech.show(self._line(match))

    def tell_way_on(self, match: Match) -> None:
        """Say which key leads on after a round or after the match."""
        told = self.after_match() if match.winners else None if match.round else self.after_round()
        if told:
            self._room.speech.say(told, urgency=Urgency.HINT, buffer=Buffer.FOCUS)

    def _line(self, match: Match) -> str:
        return table_line(
            view(match, self._ear), self._room.book, self._room.speech.audience, self._room.settings.braille
        )

    def _tell(self, event: Event, told: Message | None, key: KeyAnswer, *, is_result: bool) -> None:
        number, is_answer = 0, event is key.event
        # A later key may have been answered before the move was saved; that answer stands.
        is_newest = is_answer and key.answered == self._room.speech.answered
        if told:
            number = self._room.speech.say(
                self._introduced(told),
                urgency=Urgency.ANSWER if is_newest else None,
                buffer=buffer_of(event),
                event=event,
                in_full=is_result,
            )
        self.events.add(ToldEvent(event, number, is_answer, is_result))

    def _introduced(self, told: Message) -> Message:
        """The first thing that is told of a match, after what the match is; later *told* alone."""
        return next((before_deal(begins, told) for begins in self.first_words()), told)


def _spinner(match: Match) -> Tile | None:
    """The tile that lies as the spinner of the round, if there is one."""
    layout = match.rounds[-1].layout
    return layout.spinner.tile if isinstance(layout, Cross) and layout.spinner else None


def _next_round() -> Message | None:
    return Message("menus.next_round")


def _match_done() -> Message | None:
    return Message("menus.match_done")
