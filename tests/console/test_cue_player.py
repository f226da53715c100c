"""The cues that wait for their words."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from clock import Clock
from hand_held import ClockBackground
from list_sound import ListSound

from playroom.console.cue_player import CuePlayer
from playroom.sound.cue import Cue, PlacedCue
from playroom.voice.beginnings import Beginning

if TYPE_CHECKING:
    from playroom.voice.voice import Voice

CLACK, KNOCK = PlacedCue(Cue.PLAYED), PlacedCue(Cue.PASSED)


@dataclass
class QuietVoice:
    """A voice that is still to say the utterances of these numbers, and has begun none."""

    coming: set[int] = field(default_factory=set)
    can_speak: bool = True
    beginnings: tuple[Beginning, ...] = ()
    speaks_until: float = 0.0
    now: float = 1000.0

    def unheard(self, numbers: Collection[int]) -> frozenset[int]:
        return frozenset(self.coming & set(numbers))


def waiting(voice: QuietVoice) -> tuple[CuePlayer, ListSound]:
    """A player of cues with a clack that waits for utterance 1."""
    sound = ListSound()
    player = CuePlayer(sound, cast("Voice", voice), ClockBackground(Clock()))
    player.play([CLACK], 1)
    return player, sound


def test_a_cue_without_words_does_not_wait_for_words_that_are_dropped() -> None:
    voice = QuietVoice({1})
    player, sound = waiting(voice)
    voice.coming.clear()
    player.attend()

    player.play([KNOCK])

    assert sound.played == [(KNOCK,)]


def test_what_waits_is_played_once_nothing_can_speak() -> None:
    voice = QuietVoice({1})
    player, sound = waiting(voice)
    voice.can_speak = False

    player.attend()

    assert sound.played == [(CLACK,)]
