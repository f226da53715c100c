"""The choice between cues and words, for a listener who prefers cues."""

from playroom.console.ui.preferences import Preferences
from playroom.home.settings import sound_options
from playroom.narration.message import Message, SeatedCue
from playroom.narration.phrases.phrasebook import Verbosity
from playroom.rules.event import Event
from playroom.sound.output import SoundMode, SoundOutput


class CueWords:
    """Decides whether cues replace words; messages of inaudible cues are said in brief."""

    def __init__(self, preferences: Preferences, output: SoundOutput) -> None:
        self._preferences, self._output = preferences, output
        self._is_announced = False
        """Whether the listener was notified that no cue can be heard."""

    def verbosity(self, sound: SeatedCue | None, event: Event | None) -> Verbosity:
        """The verbosity of a message of *event* with this cue."""
        usual = self._preferences.verbosity
        can_be_cue = usual is Verbosity.EARCONS and event and sound and self._is_heard(sound)
        return usual if can_be_cue else usual.in_words

    def missing(self) -> tuple[Message, ...]:
        """The notice that cues cannot replace words; empty if it was given."""
        if self._preferences.verbosity is not Verbosity.EARCONS or self.can_play:
            self._is_announced = False
        elif self._is_known and not self._is_announced:
            self._is_announced = True
            return (Message("sounds.no_earcons"),)
        return ()

    def _is_heard(self, sound: SeatedCue) -> bool:
        options = sound_options(self._preferences.settings)
        return self._output.state.can_play and options.is_audible(sound.cue)

    @property
    def can_play(self) -> bool:
        """Whether cues can be heard."""
        options = sound_options(self._preferences.settings)
        return self._output.state.can_play and options.mode is not SoundMode.OFF and options.volume > 0

    @property
    def _is_known(self) -> bool:
        """Whether it is known that no cue can be heard; with sound off, no device is searched for."""
        is_off = sound_options(self._preferences.settings).mode is SoundMode.OFF
        return is_off or self._output.state.is_known
