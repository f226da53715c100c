"""The playback of cues in time with their words, and the choice between cues and words."""

from collections.abc import Sequence
from itertools import chain
from typing import Final

from msgspec import Struct, structs
from msgspec.structs import replace

from playroom.console.ui.background import Background, Job
from playroom.console.ui.preferences import Preferences
from playroom.home.settings import sound_options
from playroom.narration.message import Message, SeatedCue
from playroom.narration.phrases.phrasebook import Verbosity
from playroom.rules.event import Event
from playroom.sound.cue import TRAITS, Cue, CueGroup, PlacedCue
from playroom.sound.output import SoundMode, SoundOutput
from playroom.voice.voice import Voice

CUE_SPACING: Final = 0.15
"""Seconds between the cues of a burst without speech."""
MOST_BACKLOG: Final = 1.5
"""The most seconds by which a cue without words may be late; later, only cues of turns are played."""


class WaitingCues(Struct, frozen=True):
    """The cues of a waiting utterance, and those without words that follow it.

    Their delays count from its start.
    """

    own: tuple[PlacedCue, ...]
    followers: tuple[PlacedCue, ...] = ()

    @property
    def all(self) -> tuple[PlacedCue, ...]:
        """The cues in their order."""
        return self.own + self.followers

    def followed_by(self, cues: Sequence[PlacedCue]) -> "WaitingCues":
        """A copy with more cues shortly after the last."""
        return replace(self, followers=(*self.followers, *_later(cues, self.all[-1].delay + CUE_SPACING)))

    @property
    def without_bell(self) -> "WaitingCues":
        """A copy without a bell among the following cues."""
        return replace(
            self, followers=tuple(each for each in self.followers if each.cue is not Cue.YOUR_TURN)
        )


class CuePlayer:
    """Plays cues through *output*: when their words begin, or at once where nothing speaks them.

    The cues of lists and refusals answer a key, and never wait.
    """

    def __init__(self, output: SoundOutput, voice: Voice, background: Background) -> None:
        self._output = output
        self._voice, self._background = voice, background
        self._waiting: dict[int, WaitingCues] = {}
        """The cues of waiting utterances, by number."""
        self._next: Job | None = None
        """The timer of the next utterance that begins."""
        self._free_at = 0.0
        """The earliest time for the next cue without words."""
        self._ducked_until = 0.0

    def play(self, cues: Sequence[PlacedCue], number: int = 0) -> None:
        """Play cues at the start of the utterance with this number, or at once if it is 0."""
        if not cues:
            return
        if all(TRAITS[each.cue].group is CueGroup.INTERFACE for each in cues):
            self._output.play(cues)
        elif number and self._voice.can_speak:
            self._waiting[number] = WaitingCues(tuple(cues))
        elif self._waiting:
            newest = list(self._waiting)[-1]
            self._waiting[newest] = self._waiting[newest].followed_by(cues)
        else:
            self._play_in_turn(cues)

    def take_over(self, covers: Sequence[int], number: int) -> None:
        """Move the cues of waiting utterances to the one that repeats them."""
        waiting = [self._waiting.pop(each) for each in covers if each in self._waiting]
        own = (_later(each.own, at * CUE_SPACING) for at, each in enumerate(waiting))
        self.play(tuple(chain.from_iterable(own)), number)
        for each in waiting:
            self.play(_from_now(each.followers))

    def acknowledge_turn(self) -> None:
        """Discard waiting bells, as the listener knows that it is their turn."""
        self._waiting = {number: cues.without_bell for number, cues in self._waiting.items()}

    def update(self) -> None:
        """Play the cues of utterances that have started, after a report of the voice."""
        if self._waiting:
            self._play_begun()
        until = self._voice.speaks_until
        if until != self._ducked_until:
            self._ducked_until = until
            self._output.duck(max(0.0, until - self._voice.now))

    def _play_begun(self) -> None:
        if self._next:
            self._next.cancel()
        if not self._voice.can_speak:
            for number in tuple(self._waiting):
                self._play_in_turn(self._waiting.pop(number).all)
            return
        begun, now = self._voice.beginnings, self._voice.now
        for each in begun:
            if each.at <= now and each.number in self._waiting:
                cues, lag = self._waiting.pop(each.number), self._lag
                followers = self._timely(cues.followers)
                self._output.play(_later((*cues.own, *followers), lag))
                if followers:
                    self._free_at = self._voice.now + lag + followers[-1].delay + CUE_SPACING
        if later := [each.at for each in begun if each.number in self._waiting]:
            self._next = self._background.later(min(later) - now, self._play_begun)
        # The cues of cancelled utterances are discarded, except those of turns after silenced ones.
        gone = self._waiting.keys() - {each.number for each in begun} - self._voice.unheard(self._waiting)
        silenced = self._voice.silenced(gone)
        for number in sorted(gone):
            cues = self._waiting.pop(number)
            if number in silenced:
                self._play_in_turn(_from_now(_of_turns(cues.followers)))

    def _play_in_turn(self, cues: Sequence[PlacedCue]) -> None:
        """Play cues shortly after the last ones without words."""
        lag = self._lag
        if timely := self._timely(cues):
            self._free_at = self._voice.now + lag + CUE_SPACING
            self._output.play(_later(timely, lag))

    @property
    def _lag(self) -> float:
        """The seconds until the next cue without words may be played."""
        return min(max(0.0, self._free_at - self._voice.now), MOST_BACKLOG)

    def _timely(self, cues: Sequence[PlacedCue]) -> Sequence[PlacedCue]:
        """The cues that are not too late."""
        return cues if self._lag < MOST_BACKLOG else _of_turns(cues)


def _later(cues: Sequence[PlacedCue], seconds: float) -> tuple[PlacedCue, ...]:
    """The cues delayed by *seconds*."""
    return tuple(structs.replace(each, delay=each.delay + seconds) for each in cues)


def _from_now(cues: Sequence[PlacedCue]) -> tuple[PlacedCue, ...]:
    """The cues without the delay of the first."""
    return _later(cues, -cues[0].delay) if cues else ()


def _of_turns(cues: Sequence[PlacedCue]) -> tuple[PlacedCue, ...]:
    """The cues of turns and results, which a listener without words must hear."""
    return tuple(each for each in cues if TRAITS[each.cue].group is CueGroup.TURN)


class CueWords:
    """Decides whether cues replace words; messages of inaudible cues are said in brief."""

    def __init__(self, preferences: Preferences, output: SoundOutput) -> None:
        self._preferences, self._output = preferences, output
        self._is_announced = False
        """Whether the listener was notified that no cue can be heard."""

    def verbosity(self, sound: SeatedCue | None, event: Event | None) -> Verbosity:
        """The verbosity of a message of *event* with this cue."""
        usual = self._preferences.verbosity
        if usual is not Verbosity.EARCONS or event is None or sound is None:
            return usual.in_words
        is_audible = sound_options(self._preferences.settings).is_audible(sound.cue)
        return usual if self._output.state.can_play and is_audible else usual.in_words

    def missing(self) -> tuple[Message, ...]:
        """The notice that cues cannot replace words; empty if it was given."""
        if self._preferences.verbosity is not Verbosity.EARCONS or self.can_play:
            self._is_announced = False
        elif not self._is_announced:
            # With sound off, no device is searched for.
            is_off = sound_options(self._preferences.settings).mode is SoundMode.OFF
            if is_off or self._output.state.is_known:
                self._is_announced = True
                return (Message("sounds.no_earcons"),)
        return ()

    @property
    def can_play(self) -> bool:
        """Whether cues can be heard."""
        options = sound_options(self._preferences.settings)
        return self._output.state.can_play and options.mode is not SoundMode.OFF and options.volume > 0
