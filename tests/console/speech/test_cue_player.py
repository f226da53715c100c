"""The cues that wait for their words."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from support.console.hand_held import ClockBackground
from support.sound.list_sound import ListSound
from support.time.clock import Clock

from playroom.console.ui.cues import CuePlayer
from playroom.sound.cue import Cue, PlacedCue
from playroom.voice.hearing import Beginning

if TYPE_CHECKING:
    from playroom.voice.voice import Voice

CLACK, KNOCK, BELL = PlacedCue(Cue.PLAYED), PlacedCue(Cue.PASSED), PlacedCue(Cue.YOUR_TURN)


@dataclass
class QuietVoice:
    """A voice that is still to say the utterances of these numbers, and has begun none."""

    coming: set[int] = field(default_factory=set)
    lost: set[int] = field(default_factory=set)
    can_speak: bool = True
    beginnings: tuple[Beginning, ...] = ()
    speaks_until: float = 0.0
    now: float = 1000.0

    def unheard(self, numbers: Collection[int]) -> frozenset[int]:
        return frozenset(self.coming & set(numbers))

    def silenced(self, numbers: Collection[int]) -> frozenset[int]:
        return frozenset(self.lost & set(numbers))


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
    player.update()

    player.play([KNOCK])

    assert sound.played == [(KNOCK,)]


def test_what_waits_is_played_once_nothing_can_speak() -> None:
    voice = QuietVoice({1})
    player, sound = waiting(voice)
    voice.can_speak = False

    player.update()

    assert sound.played == [(CLACK,)]


def heard(sound: ListSound) -> list[tuple[Cue, float]]:
    """The cues and their delays, in the order in which they are heard."""
    cues = [(each.cue, round(each.delay, 2)) for burst in sound.played for each in burst]
    return sorted(cues, key=lambda cue: cue[1])


def test_the_bell_behind_silenced_words_is_played_and_other_cues_are_not() -> None:
    voice = QuietVoice({1})
    player, sound = waiting(voice)
    player.play([KNOCK])
    player.play([BELL])
    voice.coming, voice.lost = set(), {1}

    player.update()

    assert heard(sound) == [(Cue.YOUR_TURN, 0)]


def test_the_bell_behind_words_that_are_out_of_date_is_not_played() -> None:
    voice = QuietVoice({1})
    player, sound = waiting(voice)
    player.play([BELL])
    voice.coming.clear()

    player.update()

    assert sound.played == []


def test_cues_come_in_the_order_of_their_events_although_the_voice_is_fast() -> None:
    voice = QuietVoice({1, 2})
    player, sound = waiting(voice)
    player.play([KNOCK])
    player.play([KNOCK])
    player.play([PlacedCue(Cue.DOUBLE)], 2)
    voice.beginnings = (Beginning(1, voice.now), Beginning(2, voice.now))

    player.update()

    assert heard(sound) == [(Cue.PLAYED, 0), (Cue.PASSED, 0.15), (Cue.PASSED, 0.3), (Cue.DOUBLE, 0.45)]


def test_the_cues_of_a_flood_are_dropped_and_the_bell_is_played() -> None:
    voice = QuietVoice(can_speak=False)
    player, sound = waiting(voice)

    for _ in range(50):
        player.play([KNOCK])
    player.play([BELL])

    assert heard(sound)[-1] == (Cue.YOUR_TURN, 1.5)
