"""Several people at one keyboard: the hand of each is covered while it passes from one to the next."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial

from playroom.console.match.bot_seats import BotSeats
from playroom.console.match.key_answer import Then
from playroom.console.match.keyboard_holder import KeyboardHolder
from playroom.console.match.log import without_forced_turns
from playroom.console.match.recall import HistoryLine, history_lines, recalled
from playroom.console.match.session import MatchSession
from playroom.console.places.cover import Cover, CoverChoices
from playroom.console.places.items import Item
from playroom.console.places.table import TablePlace
from playroom.console.places.yes_or_no import YesOrNo
from playroom.console.room import Room
from playroom.narration.catch_up import missed
from playroom.narration.introduction import introduction
from playroom.narration.message import Message, Title
from playroom.narration.phrasebook import Audience
from playroom.rules.event import Event
from playroom.rules.seat import Seat
from playroom.rules.variant import Rules
from playroom.rules.view import seen
from playroom.table.record import Record
from playroom.table.table import Table
from playroom.voice.history import History
from playroom.voice.utterance import Buffer, Utterance


@dataclass(slots=True)
class KeyboardPerson:
    """A person's place at the table, their history, and what they saw but were not told of yet."""

    place: TablePlace
    history: History = field(default_factory=History)
    untold: tuple[Event, ...] = ()
    has_sat: bool = False
    knows_end: bool = False
    """Whether they have heard how the match has ended."""
    known: tuple[Seat, ...] = ()
    """The seats of the people who played themselves, as far as this person knows."""

    @property
    def session(self) -> MatchSession:
        """What this person hears of the match."""
        return self.place.session


class SharedKeyboard:
    """Lets people play one after the other, each with a place, a history and settings of their own.

    *public* is the history of what everybody may know; *sit* makes the place of a person.
    """

    def __init__(self, room: Room, table: Table, seats: BotSeats, sit: Callable[[Seat], TablePlace]) -> None:
        self._room, self._table, self._seats = room, table, seats
        self._book, self._room_history, self._below = room.book, room.voice.history, room.places.current
        self.public = History()
        self._then: Then | None = None
        self._holder = KeyboardHolder()
        self._told = seats.seating.present
        """The seats of the people who played themselves when that was said to everybody last."""
        self._is_waiting = False
        """Whether the keyboard passes on once the person who has it is back at the table."""
        table.listen(self._note)
        self._people = {seat: self._person(sit(seat)) for seat in seats.seating.people}
        seats.changed = self._follow_seats
        room.share(self.end)

    def begin(self, then: Then, *, with_warning: bool) -> None:
        """Cover the hand of the first person, asking for headphones *with_warning*.

        *then* is called once they were told of the match.
        """
        self._then = then
        variant, match = self._table.record.variant, self._table.match
        game = Title(variant.name, variant.titles)
        begins = introduction(game, match.rules, None)
        self._publish(recalled(game, match, None) if match.rounds else ((begins, Buffer.TABLE),))
        self._cover(with_warning=with_warning)

    def end(self) -> None:
        """Leave nothing of anybody's hand to hear or to read; the room goes on as it was before."""
        self._room.bot_pace.cancel()
        self._room.hand_over("", self._room_history)

    def _person(self, place: TablePlace) -> KeyboardPerson:
        place.session.give_up_keyboard()
        place.session.listen(self._look_who_is_due)
        place.came_back = self._come_back
        place.exits = replace(place.exits, again=partial(self._go_on, place.exits.again))
        place.session.telling.after_match = self._after_match
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

    def _note(self, record: Record, events: tuple[Event, ...]) -> None:
        """Keep what happened for those who do not hear it, and what everybody may know of it."""
        for seat, person in self._people.items():
            if person is not self._open:
                person.untold += _learnt(events, seat, record.match.rules)
        public = _learnt(events, None, record.match.rules)
        self._publish(history_lines(public, None, record.match.rules))

    def _publish(self, lines: Iterable[HistoryLine]) -> None:
        everybody = Audience(self._table.record.players, None)
        for message, buffer in lines:
            text = self._book.say(message, everybody)
            self.public.record(Utterance(text, message.urgency, buffer), self._room.voice.now)

    def _look_who_is_due(self, record: Record, events: tuple[Event, ...]) -> None:
        """Let the keyboard pass on once its holder has heard what has happened."""
        del record, events
        if self._due != self._holder.seat:
            self._room.bot_pace.later(self._pass_on)

    def _pass_on(self) -> None:
        """Cover the hand if the keyboard is due elsewhere, unless its holder is in a list of theirs."""
        if self._due == self._holder.seat:
            return
        self._is_waiting = not (self._open and self._room.places.current is self._open.place)
        if not self._is_waiting:
            self._cover()

    def _come_back(self) -> None:
        """Do what waited for the holder to be back at the table; somebody who has gone is not waited for."""
        if self._holder.seat not in self._seats.seating.present:
            self._pass_on()
        elif self._is_waiting:
            self._is_waiting = False
            self._room.bot_pace.later(self._pass_on)

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

    def _go_on(self, play_again: Callable[[], None]) -> None:
        """Pass the keyboard on until everybody has heard how the match has ended, then play again."""
        seat = self._next_to_hear
        play_again() if seat is None else self._cover(to=seat)

    def _after_match(self) -> Message:
        """Which keys lead on after the match for the person who has just heard how it has ended."""
        if self._open:
            self._open.knows_end = True
        seat = self._next_to_hear
        if seat is None:
            return Message("menus.match_done")
        return Message("hotseat.match_done", blanks={"name": self._name(seat)})

    def _cover(
        self, news: tuple[Message, ...] = (), *, to: Seat | None = None, with_warning: bool = False
    ) -> None:
        """Leave nothing to hear or to read of the hand that was open; tell the *news*, and who is next."""
        if leaving := self._open:
            leaving.untold = leaving.session.give_up_keyboard()
        self._holder, self._is_waiting = KeyboardHolder(self._due if to is None else to), False
        if self._below:
            self._room.places.drop_to(self._below)
        name = self._name(self._due)
        self._room.hand_over(name, self.public)
        self._room.speech.talk_to(Audience(self._table.record.players, None))
        choices = CoverChoices(self._uncover, self._others, self._ask_to_leave)
        first = (*news, *((Message("hotseat.headphones"),) if with_warning else ()))
        self._room.places.open(Cover(self._room, name, choices, first))

    def _uncover(self) -> None:
        """Open the hand of the person who is due, and tell them what has happened since they played."""
        self._holder = replace(self._holder, is_covered=False)
        person = self._people[self._due]
        self._room.places.drop()
        self._room.hand_over(self._name(self._due), person.history)
        person.session.take_keyboard()
        self._room.places.open(person.place, silent=True)
        self._room.name_window(person.session.window)
        self._catch_up(person)
        then, self._then = self._then, None
        person.session.begin(then)
        if self._table.match.winners:
            person.session.telling.tell_way_on(self._table.match)
        person.place.scan()

    def _catch_up(self, person: KeyboardPerson) -> None:
        """Tell what happened while others had the keyboard, each event once, and keep it in the history."""
        session, match, untold = person.session, self._table.match, person.untold
        if person.has_sat:
            self._room.speech.recall(history_lines(untold, session.ear, match.rules))
        else:
            session.telling.recall()
        news, person.known = self._news(person.known, session.ear), self._seats.seating.present
        person.untold, person.has_sat = (), True
        if untold:
            told = missed(untold, session.ear, match.rules)
            self._room.speech.reply(*session.telling.first_words(), *news, told)
        elif match.round:
            person.place.tell(*news)

    def _others(self) -> tuple[Item, ...]:
        """A bot for the person who is due, and the people who were away."""
        present, seating = self._seats.seating.present, self._seats.seating
        away = (seat for seat in seating.people if seat not in present)
        go = partial(self._seats.seat_bot, self._table, self._due, self._seats.usual)
        if self._table.match.winners:
            return ()
        gone = (self._item("away", self._due, go),) if len(present) > 1 else ()
        return (
            *gone,
            *(self._item("back", seat, partial(self._seats.give_back, self._table, seat)) for seat in away),
        )

    def _item(self, entry: str, seat: Seat, choose: Callable[[], None]) -> Item:
        label = Message(f"hotseat.{entry}", blanks={"name": self._name(seat)})
        return Item(f"{entry} {seat}", label, choose=choose)

    def _follow_seats(self) -> None:
        """Let a bot play from now on, or the person who is back; under a cover, name who is due then."""
        if self._open:
            self._open.known = self._seats.seating.present
            self._open.session.restart_turns()
            self._look_who_is_due(self._table.record, ())
        else:
            self._cover(self._news(self._told))
        self._told = self._seats.seating.present

    def _ask_to_leave(self) -> None:
        place = self._people[self._due].place
        if place.session.is_over:
            place.exits.leave()
        else:
            self._room.places.open(YesOrNo(self._room, Message("menus.leave_match"), place.exits.leave))


def _learnt(events: tuple[Event, ...], seat: Seat | None, rules: Rules) -> tuple[Event, ...]:
    """What the listener in this seat learns of the events."""
    return tuple(without_forced_turns([seen(event, seat) for event in events], rules))
