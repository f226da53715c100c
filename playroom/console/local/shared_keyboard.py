"""Several people at one keyboard: the hand of each is covered while it passes from one to the next."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from playroom.console.local.cover import Cover, CoverChoices
from playroom.console.local.undo_history import UndoHistory
from playroom.console.play.bot_seats import BotSeats
from playroom.console.play.match_log import (
    HistoryLine,
    PublicHistory,
    history_lines,
    recalled,
    without_forced_turns,
)
from playroom.console.play.match_table import Then
from playroom.console.play.session import MatchSession
from playroom.console.play.table import TablePlace
from playroom.console.ui.places import Item
from playroom.console.ui.questions import YesOrNo
from playroom.console.ui.room import Room
from playroom.narration.introduction import introduction
from playroom.narration.message import Message, Title
from playroom.narration.narrate import end_context, round_context
from playroom.narration.phrases.phrasebook import Audience
from playroom.narration.summaries import made_again, missed, taken_back, undo_wanted
from playroom.rules.event import Event
from playroom.rules.match import Match
from playroom.rules.rewind import Progress, events_between, progress
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.view import seen, view
from playroom.table.record import Record
from playroom.table.table import Table
from playroom.voice.history import History
from playroom.voice.utterance import Buffer


class UnheardEvent(NamedTuple):
    """An event that a person has not heard, and the progress of the match after it."""

    event: Event
    reached: Progress


class KeyboardPerson(Struct):
    """A person's place at the table, their history, and the visible events that they have not heard."""

    place: TablePlace
    history: History = field(default_factory=History)
    unheard: tuple[UnheardEvent, ...] = ()
    has_sat: bool = False
    knows_end: bool = False
    """Whether they have heard how the match has ended."""
    was_away: bool = False
    """Whether a bot played for them when some of these events happened."""
    known: tuple[Seat, ...] = ()
    """The seats of the people who played themselves, as far as this person knows."""

    @property
    def session(self) -> MatchSession:
        """The narration of the match to this person."""
        return self.place.session

    def keep(self, events: Sequence[Event], match: Match) -> None:
        """Store the events that have led to *match* until they are narrated."""
        reached, seat = progress(match), self.session.ear
        self.unheard += tuple(UnheardEvent(each, reached) for each in learnt(events, seat, match.rules))

    def give_up_keyboard(self) -> None:
        """Release the keyboard; unheard events are narrated later."""
        reached = progress(self.session.table.match)
        self.unheard = tuple(UnheardEvent(each, reached) for each in self.session.give_up_keyboard())

    def follow_rewind(self, earlier: Match) -> None:
        """Discard unheard events that were undone."""
        reached = progress(earlier)
        self.unheard = tuple(each for each in self.unheard if each.reached <= reached)
        self.knows_end = False
        self.place.follow_rewind()


def learnt(events: Sequence[Event], seat: Seat | None, rules: Rules) -> tuple[Event, ...]:
    """The events as the listener in this seat learns them."""
    return tuple(without_forced_turns([seen(event, seat) for event in events], rules))


class KeyboardHolder(Struct, frozen=True):
    """The seat of the person at the keyboard; while it *is_covered*, their hand is not open yet."""

    seat: Seat | None = None
    is_covered: bool = True

    def due(self, present: tuple[Seat, ...], turn: Seat | None) -> Seat:
        """The person among those *present* who needs the keyboard: the one to move, or who has it.

        The next person does where both are bots, or the round is over and nobody has it.
        """
        if turn in present:
            return turn
        if self.seat in present:
            return self.seat
        last = -1 if self.seat is None else self.seat
        return min(present, key=lambda seat: (seat < last, seat))


class SharedKeyboard:
    """Lets people play one after the other, each with a place, a history and settings of their own.

    *sit* makes the place of a person.
    """

    def __init__(
        self,
        room: Room,
        table: Table,
        seats: BotSeats,
        undo_history: UndoHistory,
        sit: Callable[[Seat], TablePlace],
    ) -> None:
        self._room, self._table, self._seats, self._undo_history = room, table, seats, undo_history
        self._room_history, self._below = room.voice.history, room.places.current
        self._public = PublicHistory(room.book, table.record.players)
        self._then: Then | None = None
        self._holder = KeyboardHolder()
        self._announced = seats.seating.present
        """The seats of the people who played themselves when that was said to everybody last."""
        self._is_waiting = False
        """Whether the keyboard passes on once the person who has it is back at the table."""

        def note(record: Record, events: tuple[Event, ...]) -> None:
            """Keep what happened for those who do not hear it, and what everybody may know of it."""
            self._keep(events)
            public = learnt(events, None, record.match.rules)
            self._publish(history_lines(public, None, record.match.rules, round_context(record.match)))

        def follow_seats() -> None:
            """Replace a person by a bot or back; under a cover, name the next person."""
            if self._open:
                self._open.known = seats.seating.present
                self._open.session.restart_turns()
                self._look_who_is_due(table.record, ())
            else:
                self._cover(self._news(self._announced))
            self._announced = seats.seating.present

        table.listen(note)
        self._people = {seat: self._person(sit(seat)) for seat in seats.seating.people}
        seats.changed = follow_seats
        room.share(self.end)

    def begin(self, then: Then, *, with_warning: bool) -> None:
        """Deal a new match, and cover the hand of the first person due, asking for headphones *with_warning*.

        *then* is called after the narration of the match.
        """
        self._then = then
        variant, match = self._table.record.variant, self._table.match
        game = Title(variant.name, variant.titles)
        begins = introduction(game, match.rules, None)
        self._publish(recalled(game, match, None) if match.rounds else ((begins, Buffer.TABLE),))
        if not match.rounds:
            self._table.deal()
            self._seats.save(self._table.record, lambda: None)
        self._cover(with_warning=with_warning)

    @property
    def public(self) -> History:
        """The history of what everybody may know, in the words of the room."""
        return self._public.first

    def end(self) -> None:
        """Leave nothing of anybody's hand to hear or to read; the room goes on as it was before."""
        self._room.bot_pace.cancel()
        self._room.hand_over("", lambda _: self._room_history)

    def _person(self, place: TablePlace) -> KeyboardPerson:
        def come_back() -> None:
            """Run the tasks that waited for the holder to return to the table; absent people are skipped."""
            if self._holder.seat not in self._seats.seating.present:
                self._pass_on()
            elif self._is_waiting:
                self._is_waiting = False
                self._room.bot_pace.later(self._pass_on, once_heard=True)

        def after_match() -> Message:
            """Which keys lead on after the match for the person who has just heard how it has ended."""
            if self._open:
                self._open.knows_end = True
            seat = self._next_to_hear
            if seat is None:
                return Message("menus.match_done")
            return Message("hotseat.match_done", blanks={"name": self._name(seat)})

        place.session.give_up_keyboard()
        place.session.listen(self._look_who_is_due)
        place.came_back = come_back
        place.session.telling.after_match = after_match
        return KeyboardPerson(place, known=self._seats.seating.present)

    @property
    def _due(self) -> Seat:
        return self._holder.due(self._seats.seating.present, self._table.match.turn)

    @property
    def _open(self) -> KeyboardPerson | None:
        """The person whose hand is open."""
        return (
            None if self._holder.seat is None or self._holder.is_covered else self._people[self._holder.seat]
        )

    def _name(self, seat: Seat) -> str:
        return self._table.record.players[seat]

    def _keep(self, events: tuple[Event, ...]) -> None:
        """Keep what happened for those whose hand is covered."""
        for seat, person in self._people.items():
            if person is not self._open:
                person.keep(events, self._table.match)
                person.was_away |= seat not in self._seats.seating.present

    def _publish(self, lines: Iterable[HistoryLine]) -> None:
        self._public.publish(lines, self._room.voice.now)

    def _look_who_is_due(self, record: Record, events: tuple[Event, ...]) -> None:
        """Pass the keyboard on once its holder has heard the events."""
        del record, events
        if self._due != self._holder.seat:
            self._room.bot_pace.later(self._pass_on, once_heard=True)

    def _pass_on(self) -> None:
        """Cover the hand if another person needs the keyboard, unless its holder has a list open."""
        if self._due == self._holder.seat:
            return
        self._is_waiting = not (self._open and self._room.places.current is self._open.place)
        if not self._is_waiting:
            self._cover()

    def _news(self, known: tuple[Seat, ...], ear: Seat | None = None) -> tuple[Message, ...]:
        """For whom besides *ear* a bot plays now, and who plays again, since these were *known* to play."""
        changed = sorted(({*known} ^ {*self._seats.seating.present}) - {ear})
        return tuple(
            Message(f"hotseat.{'bot_plays' if seat in known else 'plays'}", blanks={"name": self._name(seat)})
            for seat in changed
        )

    @property
    def _next_to_hear(self) -> Seat | None:
        """The next person besides the holder who has not heard how the match has ended."""
        holder = self._holder.seat or 0
        waiting = (seat for seat in self._seats.seating.present if not self._people[seat].knows_end)
        return min(waiting, key=lambda seat: (seat <= holder, seat), default=None)

    def pass_result_on(self) -> bool:
        """Pass the keyboard on to who has not heard how the match has ended; False if everybody has."""
        seat = self._next_to_hear
        if seat is not None:
            self._cover(to=seat)
        return seat is not None

    def _cover(
        self, news: tuple[Message, ...] = (), *, to: Seat | None = None, with_warning: bool = False
    ) -> None:
        """Leave nothing to hear or to read of the hand that was open; tell the *news*, and who is next."""
        self._hide(KeyboardHolder(self._due if to is None else to))
        first = (*news, *((Message("hotseat.headphones"),) if with_warning else ()))
        self._show_cover(self._name(self._due), first)

    def _show_cover(self, name: str, first: tuple[Message, ...], *, is_silent: bool = False) -> None:
        """Hand the keyboard over to the person of this name, whose hand is covered."""
        self._room.hand_over(name, self._public.in_words_of)
        self._room.speech.talk_to(Audience(self._table.record.players, None))

        def leave() -> None:
            self._people[self._due].place.leave()

        choices = CoverChoices(self._uncover, self._others, leave)
        self._room.places.open(Cover(self._room, name, choices, first), silent=is_silent)

    def _hide(self, holder: KeyboardHolder) -> None:
        """Take the keyboard from the person whose hand was open, and give it to *holder*."""
        if leaving := self._open:
            leaving.give_up_keyboard()
        self._room.bot_pace.cancel()
        self._holder, self._is_waiting = holder, False
        if self._below:
            self._room.places.drop_to(self._below)

    def _uncover(self) -> None:
        """Open the hand of the person who is due, and tell them what has happened since they played."""
        self._holder = replace(self._holder, is_covered=False)
        person = self._people[self._due]
        self._room.places.drop()
        self._room.hand_over(self._name(self._due), lambda _: person.history)
        person.session.take_keyboard()
        self._room.places.open(person.place, silent=True)
        self._room.name_window(person.session.window)
        # What happened while others had the keyboard is told once, and kept in the history.
        session, match = person.session, self._table.match
        unheard = tuple(each.event for each in person.unheard)
        if person.has_sat:
            self._room.speech.recall(history_lines(unheard, session.ear, match.rules, round_context(match)))
        else:
            session.telling.recall()
        news, person.known = self._news(person.known, session.ear), self._seats.seating.present
        was_away = person.was_away
        person.unheard, person.has_sat, person.was_away = (), True, False
        if unheard:
            message = missed(unheard, session.ear, match.rules, end_context(match), was_away=was_away)
            self._room.speech.reply(*session.telling.first_words(), *news, message)
        elif match.round:
            person.place.tell(*news)
        if self._table.match.round:
            person.session.begin()
        if then := self._then:
            then(person.session.view)
            self._then = None
        if self._table.match.winners:
            person.session.telling.tell_way_on(self._table.match)
        person.place.scan()

    def undo(self, place: TablePlace) -> None:
        """Take the last decision of the person at *place* back, if all others who play agree."""
        seat = self._holder.seat
        earlier = self._undo_history.earlier(place)
        if earlier is None or seat is None:
            return

        def take_back() -> None:
            """Return to the earlier state of the match, and announce it to all."""
            events = self._undo_history.take_back(earlier)
            for person in self._people.values():
                person.follow_rewind(earlier)
            message = taken_back(events, view(earlier, None))
            self._publish([(message, Buffer.TABLE)])
            self._seats.save(self._table.record, partial(self._cover, (message,)))

        others = [each for each in self._seats.seating.present if each != seat]
        wanted = events_between(earlier, self._table.match)
        self._ask_others(others, partial(undo_wanted, wanted, seat), take_back)

    def _ask_others(
        self, others: Sequence[Seat], question: Callable[[str], Message], agreed: Callable[[], None]
    ) -> None:
        """Have each of the *others* asked under a cover; once they have all agreed, call *agreed*."""
        if not others:
            agreed()
            return
        name = self._name(others[0])
        self._hide(KeyboardHolder(others[0]))
        self._show_cover(name, (), is_silent=True)
        refused = partial(self._cover, (Message("undo.disagrees", blanks={"name": name}),))
        ask_next = partial(self._ask_others, others[1:], question, agreed)
        self._room.places.open(YesOrNo(self._room, question(name), ask_next, refused))

    def redo(self, place: TablePlace) -> None:
        """Redo the last undone decision, which the others hear like any move.

        While another person is due, the key is theirs: the one for yes, pressed a moment before their cover.
        """
        if self._due != self._holder.seat:
            self._pass_on()
        elif events := self._undo_history.redo(place):
            self._publish([(made_again(events, view(self._table.match, None)), Buffer.TABLE)])
            self._keep(events)

    def _others(self) -> tuple[Item, ...]:
        """A bot for the person who is due, and the people who were away."""
        seats, table, due = self._seats, self._table, self._due
        present, people = seats.seating.present, seats.seating.people
        if table.match.winners:
            return ()

        def item(entry: str, seat: Seat, choose: Callable[[], None]) -> Item:
            label = Message(f"hotseat.{entry}", blanks={"name": self._name(seat)})
            return Item(f"{entry} {seat}", label, choose=choose)

        gone = item("away", due, partial(seats.seat_bot, table, due, seats.usual))
        away = (seat for seat in people if seat not in present)
        back = (item("back", seat, partial(seats.give_back, table, seat)) for seat in away)
        return (*((gone,) if len(present) > 1 else ()), *back)
