"""The first match of a player, which teaches: its deal and its bot, from a record."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from playroom.console.lessons.lesson_steps import first_match_steps
from playroom.console.lessons.recorded_bot import RecordedBot
from playroom.console.lessons.tutor import Tutor
from playroom.console.play.bot_seats import BotSeats
from playroom.console.play.games import Games
from playroom.console.play.table import TablePlace
from playroom.home.match_notes import LessonNotes
from playroom.rules.rulebook.variant import Variant
from playroom.strict_yaml import read
from playroom.table.record import Record
from playroom.table.record_parser import record
from playroom.table.table import Table
from playroom.table.timeline import Timeline

RECORD_PAGE: Final = Path(__file__).with_name("first-match.domino.yaml")

FIRST_GAME: Final = "dominos"
"""The game of the first match."""
BOT_SEAT: Final = 1
STRENGTH: Final = "novice"
"""The strength of the bot where nothing is written for it."""


def first_deal(variants: Mapping[str, Variant]) -> Record:
    """The match as it begins: its tiles are dealt, and nobody has moved."""
    recorded = _recorded_match(variants)
    return replace(recorded, match=Timeline(recorded.match).state(0))


def first_match_tutor(place: TablePlace, table: Table, seats: BotSeats, games: Games) -> Tutor:
    """What teaches at the first match, and lets its bot play as it is written."""
    table.seat(BOT_SEAT, RecordedBot(_recorded_match(games.variants).match, games.bots[STRENGTH]))

    def save(lesson: LessonNotes | None) -> None:
        seats.note_lesson(lesson)
        if not table.match.winners:
            seats.save(table.record)

    return Tutor(place, first_match_steps(), seats.notes.lesson or LessonNotes(), save, partial(save, None))


def _recorded_match(variants: Mapping[str, Variant]) -> Record:
    """The first match to the end of its round, as it goes if the player does what the tutor says."""
    return record(read(RECORD_PAGE), variants)
