"""Plays the cues of what is said, each with its words."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from playroom.console.background import Background, Job
from playroom.sound.cue import TRAITS, CueGroup, PlacedCue
from playroom.sound.output import SoundOutput
from playroom.voice.voice import Voice

CUE_SPACING: Final = 0.15
"""Seconds between the cues of a burst that nothing speaks."""


class CuePlayer:
    """Plays cues through *output*: when their words begin, or at once where nothing speaks them.

    The cues of lists and refusals answer a key, and never wait.
    """

    def __init__(self, output: SoundOutput, voice: Voice, background: Background) -> None:
        self._output = output
        self._voice, self._background = voice, background
        self._waiting: dict[int, tuple[PlacedCue, ...]] = {}
        """The cues of utterances that have not begun, by their numbers."""
        self._jobs: tuple[Job, ...] = ()
        self._free_at = 0.0
        """When the next cue without words may be played."""
        self._ducked_until = 0.0

    def play(self, cues: Sequence[PlacedCue], number: int = 0) -> None:
        """Play the cues of the utterance of this number with its words, 0 if there are none to wait for."""
        if not cues:
            return
        if all(TRAITS[each.cue].group is CueGroup.INTERFACE for each in cues):
            self._output.play(cues)
        elif number and self._voice.can_speak:
            self._waiting[number] = tuple(cues)
        elif self._waiting:
            self._follow(cues)
        else:
            self._play_in_turn(cues)

    def take_over(self, covers: Sequence[int], number: int) -> None:
        """Play the cues of utterances that have not begun with the one that tells them again."""
        waiting = [self._waiting.pop(each) for each in covers if each in self._waiting]
        self.play([cue for at, cues in enumerate(waiting) for cue in _later(cues, at * CUE_SPACING)], number)

    def attend(self) -> None:
        """Play the cues of what has begun: the voice has reported something."""
        if self._waiting:
            self._play_begun()
        self._duck()

    def _follow(self, cues: Sequence[PlacedCue]) -> None:
        """Play cues without words of their own a little after those of the newest words that wait."""
        number, before = list(self._waiting.items())[-1]
        self._waiting[number] = (*before, *_later(cues, before[-1].delay + CUE_SPACING))

    def _play_begun(self) -> None:
        for job in self._jobs:
            job.cancel()
        if not self._voice.can_speak:
            for number in tuple(self._waiting):
                self._play_in_turn(self._waiting.pop(number))
            return
        begun, now = self._voice.beginnings, self._voice.now
        for each in begun:
            if each.at <= now and each.number in self._waiting:
                self._begin(each.number)
        self._jobs = tuple(
            self._background.later(each.at - now, partial(self._begin, each.number))
            for each in begun
            if each.number in self._waiting
        )
        self._forget({each.number for each in begun})

    def _begin(self, number: int) -> None:
        self._output.play(self._waiting.pop(number))

    def _forget(self, begun: set[int]) -> None:
        """Forget the cues of what will not be said any more."""
        coming = begun | self._voice.unheard(self._waiting)
        self._waiting = {number: cues for number, cues in self._waiting.items() if number in coming}

    def _play_in_turn(self, cues: Sequence[PlacedCue]) -> None:
        """Play cues a little after those that were played last in this way."""
        now = self._voice.now
        start = max(now, self._free_at)
        self._free_at = start + CUE_SPACING
        self._output.play(_later(cues, start - now))

    def _duck(self) -> None:
        """Play softer for as long as words are spoken."""
        until = self._voice.speaks_until
        if until != self._ducked_until:
            self._ducked_until = until
            self._output.duck(max(0.0, until - self._voice.now))


def _later(cues: Sequence[PlacedCue], seconds: float) -> tuple[PlacedCue, ...]:
    """The cues, so many seconds later."""
    return tuple(replace(each, delay=each.delay + seconds) for each in cues)
