"""The narrated events of a match, and which of them were heard."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from playroom.console.ui.cue_player import CuePlayer
from playroom.rules.event import Again, Dealt, Drew, Ended, Event, MayExtend, MustCover, Passed, Played, Turn
from playroom.rules.seat import Seat
from playroom.voice.voice import Voice


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

    def __init__(self, voice: Voice, cues: CuePlayer, ear: Seat | None, before: tuple[Event, ...]) -> None:
        self._voice, self._cues, self._ear = voice, cues, ear
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
        self._voice.drop({each.number for each in self._events if isinstance(each.event, Dealt)} - {0})
        self._voice.drop(self._prompts)
        self._prompts = frozenset()
        unheard = self._unheard | self._silenced
        self._events = tuple(
            replace(each, is_recent=False) for each in self._events if each.number in unheard
        )

    def acknowledge_turn(self) -> None:
        """Cancel announcements of the listener's turn, as they know it."""
        numbers = {each.number for each in self._events if self._is_own_turn(each.event)}
        self._voice.drop(numbers - {0})
        self._cues.acknowledge_turn()

    def clear(self) -> None:
        """Tell nothing of all this any more, nor of what was said after it, such as by the coach."""
        if numbers := self._numbers | self._prompts:
            self._voice.drop_since(min(numbers))
        self._events, self._prompts = (), frozenset()

    @property
    def missed(self) -> tuple[NarratedEvent, ...]:
        """The events since the listener's last move, and those that they have not heard to their end."""
        unheard = self._unheard | self._silenced
        return tuple(
            each for each in self._events if each.number in unheard or (each.is_recent and not each.is_known)
        )

    @property
    def unheard(self) -> tuple[NarratedEvent, ...]:
        """The events that the listener has not heard to their end, or not at all yet."""
        unheard = self._unheard | self._silenced
        return tuple(each for each in self._events if each.is_held or each.number in unheard)

    @property
    def has_unheard_deal(self) -> bool:
        """Whether the listener has not heard the deal to its end."""
        return any(isinstance(each.event, Dealt) for each in self.unheard)

    @property
    def unheard_result(self) -> tuple[NarratedEvent, ...]:
        """The events of the round's result whose utterances are pending."""
        unheard = self._unheard
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
    def _unheard(self) -> frozenset[int]:
        return self._voice.unheard(self._numbers)

    @property
    def _silenced(self) -> frozenset[int]:
        return self._voice.silenced(self._numbers)

    def _is_own_turn(self, event: Event) -> bool:
        return isinstance(event, Turn | Again | MustCover | MayExtend) and event.seat == self._ear


MOVES: Final = Played | Drew | Passed


def moves_of_others(events: Iterable[Event], ear: Seat | None) -> int:
    """The number of moves that others have made."""
    return sum(isinstance(event, MOVES) and event.seat != ear for event in events)


def catch_up_events(events: Sequence[Event], ear: Seat | None) -> tuple[Event, ...]:
    """The last tile played or drawn, with all that followed it.

    Before it come the listener's own last one, and how rounds ended and began.
    """
    seats = {at: event.seat for at, event in enumerate(events) if isinstance(event, Played | Drew)}
    last = max(seats, default=0)
    own = max((at for at, seat in seats.items() if seat == ear), default=-1)
    return (*_before(events[:last], own), *events[last:])


def _before(events: Iterable[Event], own: int) -> Iterator[Event]:
    is_between = False
    for at, event in enumerate(events):
        is_between = isinstance(event, Ended | Dealt) or (is_between and not isinstance(event, MOVES))
        if at == own or (is_between and not isinstance(event, Turn)):
            yield event
