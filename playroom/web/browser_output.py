"""A browser as the screen, the loudspeaker and the voice of its visitor.

Lines, cues and texts are frames for the page. It speaks through its live regions, which the screen reader of
the visitor reads, or by the voice of the browser, for those without a screen reader.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import count
from math import inf
from typing import Final, assert_never

from msgspec.structs import asdict

from playroom.home.settings import Settings
from playroom.narration.message import Message, answer
from playroom.sound.cue import TRAITS, Cue, PlacedCue
from playroom.sound.cue_sounds import OUR_SOUNDS
from playroom.sound.output import SoundMode, SoundOptions, SoundState, source_gain, source_position
from playroom.sound.sound_engine import DEPTHS
from playroom.voice.backends.backend import BackendKind, OnSpeechEvent, SpeechEvent
from playroom.voice.sources import BROWSER_SPEECH, Source
from playroom.web.incoming import TextBegun, TextFinished, TextInterrupted, TextReport
from playroom.web.page_outbox import Frame


class BrowserDisplay:
    """Sends lines and requests to the page. The clipboard is that of the visitor."""

    cells = 0
    """The page is no line of a braille display: the screen reader wraps what it shows there."""

    shows_first_line = False

    draws_table = True

    def __init__(self, send: Callable[[Frame], object]) -> None:
        self._send = send
        self.title = ""
        """The title of the page as it was named last."""

    def fit(self, cells: int) -> None:
        """The page has no columns."""

    def show(self, text: str) -> None:
        """Add a line to what can be read again."""
        self._send({"line": text})

    def name_window(self, title: str) -> None:
        """Set the title of the page."""
        self.title = title
        self._send({"title": title})

    def report_focus(self, *, wanted: bool) -> None:
        """A browser silences its pages itself."""

    def clear(self) -> None:
        """Leave nothing to read of what was written."""
        self._send({"clear": True})

    def copy(self, text: str) -> Message:
        """Ask the browser to copy a text."""
        self._send({"copy": text})
        return answer("web.link_copied" if text.startswith("https://") else "web.copied")

    def show_code(self, address: str) -> Message:
        """Copy a link: the page shows its QR code beside it."""
        return self.copy(address)


SOUND_FILES: Final = frozenset(file.name for file in OUR_SOUNDS.glob("*.wav"))
"""The names of the files that the page asks for."""

_STATE: Final = SoundState("Web Audio", "browser")


class BrowserSound:
    """The sound output of one visitor: their options decide here what is heard."""

    def __init__(
        self, send: Callable[[Frame], object], options: SoundOptions, clock: Callable[[], float]
    ) -> None:
        self._send, self._options, self._clock = send, options, clock
        self._variants: defaultdict[Cue, count[int]] = defaultdict(count)
        self._began: defaultdict[tuple[Cue, float, bool], float] = defaultdict(lambda: -inf)

    @property
    def state(self) -> SoundState:
        """The browser can play sounds, as far as one knows."""
        return _STATE

    def play(self, cues: Sequence[PlacedCue]) -> None:
        """Play cues, each after its own delay, but those that have just begun at their place."""
        heard: list[Frame] = []
        mode = self._options.mode
        for placed in cues:
            traits = TRAITS[placed.cue]
            key, at = (placed.cue, placed.angle, placed.is_own), self._clock() + placed.delay
            if not self._options.is_audible(placed.cue) or at - self._began[key] < traits.gap:
                continue
            self._began[key] = at
            number = next(self._variants[placed.cue]) % traits.variants + 1
            heard.append(
                {
                    "file": f"{placed.cue}-{number}.wav",
                    **asdict(source_position(placed, mode)),
                    "is_binaural": mode is SoundMode.HEADPHONES,
                    "gain": source_gain(placed, self._options),
                    "pitch": placed.pitch,
                    "delay": placed.delay,
                    "ducks": traits.ducks,
                    "ends_by_key": traits.ends_by_key,
                }
            )
        if heard:
            self._send({"cues": heard})

    def stop(self) -> None:
        """Stop the cues that any key stops."""
        self._send({"stop": True})

    def duck(self, seconds: float) -> None:
        """Play softer for this many seconds of speech at most."""
        gain = 10 ** (-DEPTHS[self._options.ducking] / 20)
        if self._options.mode is not SoundMode.OFF and gain < 1:
            self._send({"duck": seconds, "gain": gain})

    def apply(self, options: SoundOptions) -> None:
        """Apply new options to the cues that follow."""
        self._options = options

    def restart(self) -> None:
        """The browser keeps its device itself."""

    def devices(self) -> tuple[str, ...]:
        """A page is not shown the devices of its visitor."""
        return ()

    def close(self) -> None:
        """The page falls silent by itself."""


Say = Callable[[str, bool], int]
"""Has the page say a text; True if it is urgent. The result is its number."""


class LiveRegions:
    """The regions of one page: the urgent ones interrupt, the polite ones wait. It never blocks.

    A key silences most screen readers, and none says when it has ended: that is estimated.
    """

    name, kind = "browser", BackendKind.SCREEN_READER
    has_braille = outlives_us = reports_end = False

    def __init__(self, say: Say, hush: Callable[[], object]) -> None:
        self._say, self._hush = say, hush

    def speak(self, text: str, *, interrupt: bool) -> None:
        """Say *text* urgently if it interrupts, else after what is said already."""
        self._say(text, interrupt)

    def braille(self, text: str) -> None:
        """The screen reader has the display, and shows there what it says."""

    def silence(self) -> None:
        """Empty the regions: what the screen reader has taken, it says to its end."""
        self._hush()

    def close(self) -> None:
        """There is nothing to release."""


def live_regions(say: Say, hush: Callable[[], object]) -> Source:
    """The only source of speech for a visitor."""
    return Source("browser", lambda _on_event: LiveRegions(say, hush))


MOST_KEPT: Final = 50
"""The texts of which a report is waited for; a page that is gone reports nothing."""

USUAL_WORDS: Final = 175
"""The words a minute of a browser's voice at the rate 1."""


class BrowserSpeech:
    """The voice of one page, which reports by the number of a text what has become of it. It never blocks."""

    name, kind = BROWSER_SPEECH, BackendKind.SYNTHESISER
    has_braille = outlives_us = False
    reports_end = True

    def __init__(self, say: Say, hush: Callable[[], object], on_event: OnSpeechEvent) -> None:
        self._say, self._hush, self._on_event = say, hush, on_event
        self._texts: dict[int, str] = {}

    def speak(self, text: str, *, interrupt: bool) -> None:
        """Say *text* in the place of what is said, or after it."""
        self._texts[self._say(text, interrupt)] = text
        if len(self._texts) > MOST_KEPT:
            del self._texts[next(iter(self._texts))]

    def report(self, event: SpeechEvent, number: int) -> None:
        """Take what the page says of a text; nothing of one that is not waited for."""
        if (text := self._texts.get(number)) is None:
            return
        if event is not SpeechEvent.BEGUN:
            del self._texts[number]
        self._on_event(event, text)

    def braille(self, text: str) -> None:
        """A voice has no display."""

    def silence(self) -> None:
        """Stop the voice."""
        self._hush()

    def close(self) -> None:
        """Stop the voice: another one may speak from now on."""
        self._hush()


class VisitorSpeech:
    """What can speak for a visitor: the live regions of the page, or the voice of the browser.

    *say* has the page say a text, *hush* has it fall silent.
    """

    def __init__(self, say: Say, hush: Callable[[], object]) -> None:
        self._say, self._hush = say, hush
        self._in_use: BrowserSpeech | None = None
        self._has_voice = True
        """Whether the browser has a voice, as far as the page has said."""

    def sources(self, settings: Settings) -> tuple[Source, ...]:
        """The only source of the visitor, by the settings; without a voice, it is the live regions."""
        if self._uses_voice(settings):
            return (Source(BROWSER_SPEECH, self._build),)
        return (live_regions(self._say, self._hush),)

    def frame(self, settings: Settings) -> dict[str, float] | None:
        """How the page speaks: by its own voice at a rate, 1 the usual; None by its live regions."""
        if not self._uses_voice(settings):
            return None
        return {"rate": round(settings.rate / USUAL_WORDS, 2) if settings.rate else 1.0}

    def set_voice(self, *, has_voice: bool) -> bool:
        """Take whether the browser has a voice; True if that is news."""
        before, self._has_voice = self._has_voice, has_voice
        return before != has_voice

    def report(self, report: TextReport) -> None:
        """Take what the page says of a text."""
        if voice := self._in_use:
            match report:
                case TextBegun(number):
                    voice.report(SpeechEvent.BEGUN, number)
                case TextFinished(number):
                    voice.report(SpeechEvent.FINISHED, number)
                case TextInterrupted(number):
                    voice.report(SpeechEvent.INTERRUPTED, number)
                case _:
                    assert_never(report)

    def _uses_voice(self, settings: Settings) -> bool:
        return self._has_voice and settings.speaker == BROWSER_SPEECH

    def _build(self, on_event: OnSpeechEvent) -> BrowserSpeech:
        self._in_use = BrowserSpeech(self._say, self._hush, on_event)
        return self._in_use
