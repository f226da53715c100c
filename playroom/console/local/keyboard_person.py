"""Several people at one keyboard: what each does not know yet of their match, and who has the keyboard."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct, field

from playroom.console.play.log import without_forced_turns
from playroom.console.play.session import MatchSession
from playroom.console.play.table import TablePlace
from playroom.rules.event import Event
from playroom.rules.log.rewind import Progress, progress
from playroom.rules.match import Match
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.view import seen
from playroom.voice.history import History


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
