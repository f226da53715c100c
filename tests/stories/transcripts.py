"""One match as its first player is told it, at every length, by voice and by fingers, in every language.

Run as a program, it writes the texts anew: review them as texts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from statistics import mean

from support.languages import CODES

from playroom.console.terminal.screen import wrapped_lines
from playroom.narration.answers.table_line import table_line
from playroom.narration.narrate import narrate
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience, Verbosity
from playroom.rules.deal import begin
from playroom.rules.event import Drew, Event, Passed, Played, PlayerOut, Skipped
from playroom.rules.flow import after, forced, play
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.variant import rules
from playroom.rules.view import seen, view
from playroom.table.shelf import OURS, shelf
from playroom.table.shuffle import shuffled

HERE = Path(__file__).parent / "transcripts"
DISPLAYS = (20, 40)
TO = Audience(("Ada", "Ben", "Cleo"), 0)
WORDED = tuple(length for length in Verbosity if length.in_words is length)
"""The lengths at which a match can be followed by its words alone."""
MOVES = (Played, Drew, Passed, PlayerOut, Skipped)


@dataclass(frozen=True, slots=True)
class Transcript:
    """One listener's way: a language and a length, and the cells of a display, 0 for a voice."""

    language: str
    length: Verbosity
    cells: int = 0

    @property
    def file(self) -> Path:
        """Where it is written down."""
        way = f"braille-{self.cells}" if self.cells else "voice"
        return HERE / f"{self.language}-{self.length}-{way}.txt"

    def __str__(self) -> str:
        return self.file.stem


EVERY_WAY = tuple(
    Transcript(language, length, cells) for language in CODES for length in WORDED for cells in (0, *DISPLAYS)
)

REVIEWED = (
    Transcript("en", Verbosity.NORMAL),
    Transcript("fr", Verbosity.FULL),
    Transcript("en", Verbosity.BRIEF, 20),
)
"""The ways that are written down, to be reviewed as texts."""


def text(way: Transcript) -> str:
    """The whole match as it is told this way, a line for each line that is heard or read."""
    return "".join(f"{line}\n" for line in _lines(way))


def characters(way: Transcript) -> float:
    """How many characters a move takes, on average."""
    return mean(len(told) for _, event, told in _told(way) if isinstance(event, MOVES))


def _lines(way: Transcript) -> Iterator[str]:
    book = phrasebook(way.language)
    for match, event, told in _told(way):
        yield from wrapped_lines(told, way.cells) if way.cells else [told]
        if way.cells and isinstance(event, MOVES):
            yield table_line(view(match, TO.ear), book, TO, way.cells)


def _told(way: Transcript) -> Iterator[tuple[Match, Event, str]]:
    """The match after each event that is told, the event, and the words."""
    book = phrasebook(way.language)
    for match, event in _steps():
        if told := narrate(seen(event, TO.ear), TO.ear, match.rules):
            yield match, event, book.say(told, TO, way.length)


@cache
def _steps() -> tuple[tuple[Match, Event], ...]:
    return tuple(_match())


def _match() -> Iterator[tuple[Match, Event]]:
    """A match of three at the draw game, and each of its events, the match being after it."""
    chance = Random(3)
    match = new_match(rules(shelf([OURS]).variants["draw"], 3, 0, {"target": 30, "after_draw": "may_play"}))
    while not match.winners:
        if match.round:
            events = forced(match) or play(match, chance.choice(legal_moves(position(match))))
        else:
            told, deal = shuffled(match, chance)
            events = (*told, *begin(match, deal))
        for event in events:
            match = after(match, (event,))
            yield match, event


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for way in REVIEWED:
        way.file.write_text(text(way), encoding="utf-8")


if __name__ == "__main__":
    main()
