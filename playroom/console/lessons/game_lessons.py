"""Further lessons, each at the first round of a game: what it has of its own, step by step."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

from playroom.console.lessons.lesson_steps import lesson_steps
from playroom.console.lessons.tutor import Tutor
from playroom.console.play.bot_seats import BotSeats
from playroom.console.play.draft import NAMES
from playroom.console.play.table import TablePlace
from playroom.home.match_notes import LessonNotes
from playroom.rules.rulebook.variant import Variant
from playroom.table.record import Record
from playroom.table.setup import Setup, new_record
from playroom.table.table import Table

TABLES: Final[Mapping[str, Setup]] = {
    "all-fives": Setup("all-fives", 2),
    "mexican-train": Setup("mexican-train", 2),
    "partners": Setup("partners", 4, 2),
}
"""The games that have a lesson of their own, and the table at which it is taught."""


def game_deal(variants: Mapping[str, Variant], game: str, seed: int) -> Record:
    """The match of a lesson as it begins: its tiles are dealt, and nobody has moved."""
    setup = TABLES[game]
    table = Table(new_record(variants[game], setup, NAMES[: setup.players]), {}, seed)
    table.deal()
    return table.record


def game_tutor(place: TablePlace, table: Table, seats: BotSeats) -> Tutor:
    """What teaches at the match of a lesson."""

    def save(lesson: LessonNotes | None) -> None:
        seats.note_lesson(lesson)
        if not table.match.winners:
            seats.save(table.record)

    page = Path(__file__).with_name(f"{table.record.game}.yaml")
    noted = seats.notes.lesson or LessonNotes()
    welcome = f"lessons.welcomes.{table.record.game}"
    return Tutor(place, lesson_steps(page), noted, save, partial(save, None), welcome)
