"""The request to a backend in one call, and how far the listener has heard it."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import replace

from playroom.narration.message import Urgency
from playroom.voice.utterance import Buffer, Utterance

MOST_IN_FULL: Final = 4
"""The most utterances of which a burst has the full forms."""
MOST_IN_FULL_AGAIN: Final = 2
"""`MOST_IN_FULL` of a burst with repeated utterances."""
SLOWEST: Final = 12.0
"""Characters a second at which bots expect a text to be spoken at the slowest."""
FASTEST: Final = 100.0
"""Characters a second that no listener understands: a voice that is faster does not sound."""
SHORT: Final = 60
"""The longest sentence, in characters, that is repeated from its start, unless that failed too often."""
SHORT_RESTARTS: Final = 3
"""The most repetitions of such a sentence from its start."""
SHORT_LINE: Final = 72
"""The longest text, in characters, that goes on at no sentence which does not name its subject."""
_SENTENCES: Final = re.compile(r".+?(?:[.!?] |$)")
_FIRST_WORD: Final = re.compile(r"\w+")
_BREAKS: Final = (re.compile(r"[.!?] "), re.compile(r"[.!?,:;] "), re.compile(" "))
"""The places at which an interrupted sentence goes on: its beginning, then a clause, then any word."""
_UNENDED_LINE: Final = re.compile(r"(?<![.!?:])\n")
"""The end of a line that ends no sentence, where another follows."""
MOST_DISTURBANCES: Final = 2
"""The most repetitions of an event that other programs interrupt."""
MOST_HELP: Final = 3
"""The most repetitions of help that keys interrupt: who presses on does not need it now."""
STALE_AFTER: Final = 60.0
"""Seconds after which an event that could not be spoken is left to the history."""
FIRST_SOUND: Final = 0.1
"""The usual seconds from the call of a backend to its first audible sample."""

LONGEST_DELAY: Final = 2.0
"""Seconds that a text may take beside that."""


class Waiting(Struct, frozen=True):
    """An utterance, the time it came, and its number; 0 is an utterance that nobody asks about.

    *covers* are the numbers of events that it tells once more, *covered* those of them that were not heard;
    *is_repeat* is set after an interruption, *is_settled* once it needs no repetition, *is_rest* once its
    beginning was heard. *lead* is said before it, once for several in a row, and *follows* before what comes
    after those.
    """

    utterance: Utterance
    since: float
    number: int = 0
    covers: tuple[int, ...] = ()
    covered: tuple["Waiting", ...] = ()
    is_repeat: bool = False
    is_settled: bool = False
    is_rest: bool = False
    lead: str = ""
    follows: str = ""
    failures: int = 0
    """How often a backend has failed to take it."""
    disturbances: int = 0
    """How often something else than the player's own key has interrupted it."""
    cuts: int = 0
    """How often anything has interrupted it."""
    restarts: int = 0
    """How often it was interrupted in its first sentence, or the first that is left of it."""

    @property
    def is_alert(self) -> bool:
        """Whether the listener has to know it although newer speech may have interrupted it."""
        return self.utterance.urgency is Urgency.ALERT

    @property
    def is_aside(self) -> bool:
        """Whether it tells of something outside the match, for which the match does not wait."""
        return self.utterance.urgency is Urgency.ASIDE

    @property
    def is_last(self) -> bool:
        """Whether it is said last in its burst: a new alert, such as "Your turn", unless it is a result.

        A result keeps its place: the next round may wait behind it. An alert that is repeated keeps it too:
        newer events are said after it.
        """
        return self.is_alert and not self.is_repeat and self.utterance.buffer is not Buffer.SCORE

    @property
    def is_help(self) -> bool:
        """Whether it explains keys or the game, which can wait."""
        return self.utterance.buffer is Buffer.FOCUS and not self.is_alert

    @property
    def is_event(self) -> bool:
        """Whether it tells what has happened, so that it must be heard."""
        is_news = self.is_aside or self.utterance.urgency in (Urgency.ALERT, Urgency.EVENT)
        return (self.utterance.is_event or is_news) and not self.is_settled

    def is_repeated(self, *, all_events: bool) -> bool:
        """Whether it is repeated after an interruption; unless *all_events* are, alerts and asides, once."""
        if not all_events:
            return (self.is_alert or self.is_aside) and not (self.is_repeat or self.is_settled)
        is_left = self.is_help and self.cuts >= MOST_HELP
        return self.is_event and self.disturbances <= MOST_DISTURBANCES and not is_left

    @property
    def longest_duration(self) -> float:
        """Seconds that bots expect it to take at most."""
        return len(self.utterance.text) / SLOWEST

    def resumed(self, text: str, characters: float) -> "Waiting":
        """The unheard rest after *characters* of its form *text* were heard."""
        places = () if self.lead else _beginnings(text, self.restarts, is_whole=not self.is_rest)
        begin = max((begin for begin in places if begin <= characters), default=0)
        covered = tuple(part for each in self.covered for part in each.left_of(text, characters))
        if not begin:
            return replace(self, covered=covered, restarts=self.restarts + (characters > 0))
        rest = replace(self.utterance, text=text[begin:], short="", several=())
        return replace(self, utterance=rest, covered=covered, restarts=0, is_rest=True)

    def left_of(self, text: str, characters: float) -> tuple["Waiting", ...]:
        """The unheard rest of this utterance after *characters* of *text*, which contains it."""
        own, begin = self.utterance.text, text.find(self.utterance.text)
        if begin < 0 or characters <= begin:
            return (self,)
        return (self.resumed(own, characters - begin),) if characters < begin + len(own) else ()

    @property
    def in_full(self) -> "Waiting":
        """A copy without a short form, to repeat what was started in full in the same words."""
        if not self.utterance.short:
            return self
        return replace(self, utterance=replace(self.utterance, short=""))

    def outdated(self, lead: str, follows: str) -> "Waiting":
        """A copy that says after *lead* what has happened, its first sentence, and not what that led to."""
        first = _SENTENCES.match(self.utterance.text)
        text = first.group().strip() if first else ""
        utterance = replace(self.utterance, text=text, short="", several=())
        return replace(self, lead=lead, follows=follows, utterance=utterance)

    def repeated(self, now: float) -> "Waiting":
        """A copy that is repeated from now on."""
        return replace(self, is_repeat=True, since=now)


class SpeechRequest(Struct, frozen=True):
    """The texts that the backend is given in one call; without any parts it is a request for silence.

    It was given at *given* to the backend of this number, its sound began at *begun* (None: not yet), and it
    has ended at *until* even if the backend does not report that.
    """

    parts: tuple[Waiting, ...]
    text: str = ""
    """The parts as one text: short forms if there are many, equal neighbours once, with their number."""
    spoken: str = ""
    """The text as the backend is to pronounce it; "" if that is the same."""
    interrupts: bool = False
    backend: int = 0
    is_reported: bool = False
    """Whether that backend reports what becomes of it."""
    given: float = 0.0
    begun: float | None = None
    until: float = 0.0

    @classmethod
    def of(cls, parts: tuple[Waiting, ...], *, interrupts: bool = False) -> Self:
        """A request with the text of these parts."""
        request = cls(parts, interrupts=interrupts)
        return replace(request, text=" ".join(text for text, _ in request._pieces))

    @property
    def given_text(self) -> str:
        """The text that the backend is given, and by which it reports."""
        return self.spoken or self.text

    @property
    def braille(self) -> str:
        """The text for a braille display, then the newest part that is for braille alone."""
        only = [part.utterance.braille for part in self.parts if not part.utterance.text][-1:]
        shown = " ".join((*(parts[0].utterance.braille or text for text, parts in self._pieces), *only))
        return _UNENDED_LINE.sub(". ", shown).replace("\n", " ")

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its parts."""
        return tuple(part.number for part in self.parts if part.number)

    def settled(self, numbers: Collection[int]) -> Self:
        """A copy in which the parts of these numbers need no repetition."""
        return replace(self, parts=once_settled(self.parts, numbers))

    @property
    def heard_by(self) -> float:
        """The time by which bots take it as heard."""
        begun = self.given if self.begun is None else self.begun
        return min(self.until, begun + len(self.text) / SLOWEST + LONGEST_DELAY)

    def unheard(self, now: float, rate: float, least_rate: float) -> tuple[Waiting, ...]:
        """The parts not heard to their end by this time, at *rate*, which is 0 if only a least is known."""
        if self.begun is None:
            return self.parts
        seconds = now - self.begun
        if rate:
            return self.parts_unheard(seconds * rate)
        # A backend that reports nothing was given the text then, and makes a sound a little later.
        seconds = max(0.0, seconds - FIRST_SOUND)
        share = seconds / max(self.until - self.begun - FIRST_SOUND, 1e-9)
        return self.parts_unheard(max(share * len(self.text), seconds * least_rate))

    def parts_unheard(self, characters: float) -> tuple[Waiting, ...]:
        """The parts that do not end within *characters* of the text, in the form for repetition."""
        heard: list[Waiting] = []
        begin, begun, cut = 0, "", tuple[Waiting, ...]()
        for text, parts in self._pieces:
            if begin + len(text) > characters:
                begun, cut = text, parts
                break
            heard.extend(parts)
            begin += len(text) + 1  # the space before the next piece
        unheard = (part for part in self.parts if part not in heard)
        resumed = (part.resumed(begun, characters - begin) if part in cut else part for part in unheard)
        return tuple(resumed) if self._is_long else tuple(part.in_full for part in resumed)

    @property
    def offsets(self) -> tuple[tuple[int, int], ...]:
        """The number of each part, with the characters of the text before it."""
        lengths = accumulate((len(text) + 1 for text, _ in self._pieces), initial=0)
        pieces = zip(lengths, self._pieces, strict=False)
        return tuple((part.number, before) for before, (_, parts) in pieces for part in parts if part.number)

    @property
    def _pieces(self) -> tuple[tuple[str, tuple[Waiting, ...]], ...]:
        """The pieces of the text, each with the parts that it tells."""
        is_long = self._is_long

        def form(part: Waiting) -> tuple[str, str]:
            return part.lead, (is_long and part.utterance.short) or part.utterance.text

        pieces, last, follows = [], "", ""
        for (lead, text), row in groupby(self._audible, form):
            parts = tuple(row)
            once = told_once(text, [each.utterance for each in parts])
            before = "" if lead == last else lead or follows
            pieces.append((f"{before} {once}" if before else once, parts))
            last, follows = lead, parts[-1].follows
        return tuple(pieces)

    @property
    def _is_long(self) -> bool:
        """Whether the parts have their short forms."""
        rows = groupby(part.utterance.text for part in self._audible)
        is_again = any(part.is_repeat for part in self.parts)
        return sum(1 for _ in rows) > (MOST_IN_FULL_AGAIN if is_again else MOST_IN_FULL)

    @property
    def _audible(self) -> Iterator[Waiting]:
        """The parts that are spoken."""
        return (part for part in self.parts if part.utterance.text)


def told_once(text: str, row: Sequence[Utterance]) -> str:
    """One text for a row of utterances of this *text*: with their number, if the last has such a text."""
    return ((text, *row[-1].several)[len(row) - 1 :] or (text,))[0]


class MeasuredRate(Struct, frozen=True):
    """The texts that the backend has spoken to their end, by their length and duration."""

    characters: int = 0
    seconds: float = 0.0

    def after(self, text: str, seconds: float) -> "MeasuredRate":
        """The rate after this text was spoken in *seconds*."""
        return MeasuredRate(self.characters + len(text), self.seconds + seconds)

    @property
    def value(self) -> float:
        """Characters a second; 0 if it is not known.

        A program without a sound device may end at once; at that rate, all it was given would be heard.
        """
        return min(FASTEST, self.characters / self.seconds) if self.seconds > 0 else 0.0


def _beginnings(text: str, restarts: int, *, is_whole: bool) -> Iterator[int]:
    """The indexes at which *text* may resume after *restarts* there: at and within sentences.

    A short text that *is whole* tells of one subject, its first word: "Ends 3 and 2" alone would not say
    after whose tile.
    """
    is_short = is_whole and len(text) <= SHORT_LINE and restarts <= SHORT_RESTARTS
    first = _FIRST_WORD.match(text) if is_short else None
    subject = first.group() if first else ""
    for sentence in _SENTENCES.finditer(text):
        begin = sentence.start()
        finer = (max(0, restarts - 1) if len(sentence.group()) <= SHORT else restarts + 2) // SHORT_RESTARTS
        breaks = _BREAKS[min(finer, len(_BREAKS) - 1)].finditer(sentence.group())
        every = (begin, *(begin + found.end() for found in breaks))
        yield from (at for at in every if text.startswith(subject, at))


def numbers_of(parts: Iterable[Waiting]) -> tuple[int, ...]:
    """The numbers of the events among these."""
    return tuple(part.number for part in parts if part.number and part.is_event)


def heard_by(sounding: Iterable[SpeechRequest], waiting: tuple[Waiting, ...]) -> float:
    """The time by which bots take as heard what sounds, and what waits for its end."""
    end = max((speech.heard_by for speech in sounding), default=0.0)
    for part in waiting:
        end = max(end, part.since) + part.longest_duration
    return end + LONGEST_DELAY if waiting else end


def fresh(burst: tuple[Waiting, ...], now: float) -> tuple[Waiting, ...]:
    """The parts that are not stale, and the newest event and alert in any case."""
    kept = {part.utterance.urgency: part for part in burst}.values()
    return tuple(part for part in burst if now - part.since <= STALE_AFTER or part in kept)


def alerts_last(parts: tuple[Waiting, ...]) -> tuple[Waiting, ...]:
    """The parts as they came, but repeated help, and then new alerts, except results, last."""
    return tuple(sorted(parts, key=lambda part: (part.is_last, part.is_help and part.is_repeat, part.number)))


def except_numbers(parts: tuple[Waiting, ...], numbers: Collection[int]) -> tuple[Waiting, ...]:
    """The parts without those of these numbers."""
    return tuple(part for part in parts if part.number not in numbers)


def once_settled(parts: tuple[Waiting, ...], numbers: Collection[int]) -> tuple[Waiting, ...]:
    """The parts, without repetition of those with these numbers."""
    return tuple(
        replace(
            part,
            is_settled=part.is_settled or part.number in numbers,
            covered=except_numbers(part.covered, numbers),
        )
        for part in parts
    )


def uncovered(parts: tuple[Waiting, ...]) -> tuple[Waiting, ...]:
    """The parts, each followed by what it was to tell once more and was not heard."""
    return tuple(each for part in parts for each in (replace(part, covered=()), *part.covered))
