"""Speech by the voice of the visitor's browser, for those without a screen reader."""

from collections.abc import Callable
from typing import Final, assert_never

from playroom.home.settings import Settings
from playroom.voice.backends.backend import BackendKind, OnSpeechEvent, SpeechEvent
from playroom.voice.sources import BROWSER_SPEECH, Source
from playroom.web.incoming import TextBegun, TextFinished, TextInterrupted, TextReport
from playroom.web.live_regions import live_regions

Say = Callable[[str, bool], int]
"""Has the page say a text; True if it is urgent. The result is its number."""

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
