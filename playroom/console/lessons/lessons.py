"""The lessons: the first match of a player, which is recorded, and the first round of further games."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from msgspec.structs import replace

from playroom.console.lessons.lesson_steps import first_match_steps, lesson_steps
from playroom.console.lessons.tutor import Tutor
from playroom.console.play.bot_seats import BotSeats
from playroom.console.play.draft import NAMES
from playroom.console.play.games import Games
from playroom.console.play.table import TablePlace
from playroom.home.match_notes import LessonNotes
from playroom.narration.message import Message, Title
from playroom.rules.event import Chosen
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.rewind import chosen_move
from playroom.rules.rulebook.variant import Variant
from playroom.rules.view import View, seen
from playroom.strict_yaml import read
from playroom.table.record import Record
from playroom.table.record_parser import record
from playroom.table.setup import Setup, new_record
from playroom.table.table import Bot, Table
from playroom.table.timeline import Timeline

RECORD_PAGE: Final = Path(__file__).with_name("first-match.domino.yaml")

FIRST_GAME: Final = "dominos"
"""The game of the first match."""
BOT_SEAT: Final = 1
STRENGTH: Final = "novice"
"""The strength of the bot where nothing is written for it."""

TABLES: Final[Mapping[str, Setup]] = {
    "all-fives": Setup("all-fives", 2),
    "mexican-train": Setup("mexican-train", 2),
    "partners": Setup("partners", 4, 2),
}
"""The games that have a lesson of their own, and the table at which it is taught."""


def lesson_deal(variants: Mapping[str, Variant], game: str, seed: int) -> Record:
    """The match of a lesson as it begins: its tiles are dealt, and nobody has moved."""
    if game == FIRST_GAME:
        recorded = _recorded_match(variants)
        return replace(recorded, match=Timeline(recorded.match).state(0))
    setup = TABLES[game]
    table = Table(new_record(variants[game], setup, NAMES[: setup.players]), {}, seed)
    table.deal()
    return table.record


def lesson_line(variant: Variant) -> Message:
    """The line of a list for the lesson on a game: its title, and what is taught."""
    return Message(f"lessons.lines.{variant.name}", blanks={"game": Title(variant.name, variant.titles)})


def lesson_tutor(place: TablePlace, table: Table, seats: BotSeats, games: Games) -> Tutor:
    """What teaches at the match of a lesson; in the first match the bot plays as it is written."""

    def save(lesson: LessonNotes | None) -> None:
        seats.note_lesson(lesson)
        if not table.match.winners:
            seats.save(table.record)

    game, noted = table.record.game, seats.notes.lesson or LessonNotes()
    if game == FIRST_GAME:
        table.seat(BOT_SEAT, RecordedBot(_recorded_match(games.variants).match, games.bots[STRENGTH]))
        return Tutor(place, first_match_steps(), noted, save, partial(save, None))
    steps = lesson_steps(Path(__file__).with_name(f"{game}.yaml"))
    return Tutor(place, steps, noted, save, partial(save, None), f"lessons.welcomes.{game}")


def _recorded_match(variants: Mapping[str, Variant]) -> Record:
    """The first match to the end of its round, as it goes if the player does what the tutor says."""
    return record(read(RECORD_PAGE), variants)


@dataclass(frozen=True, slots=True)
class RecordedBot:
    """Makes the moves of its seat in the round of *recorded*; where others play otherwise, *bot* does."""

    recorded: Match
    bot: Bot

    def __call__(self, view: View, chance: Random) -> Move:
        """The move for a view."""
        log = tuple(seen(event, view.seat) for event in self.recorded.rounds[0].log)
        follows = view.round_number == 1 and log[: len(view.log)] == view.log
        rest = log[len(view.log) :] if follows else ()
        chosen = next((event for event in rest if isinstance(event, Chosen)), None)
        return chosen_move(chosen, view.rules) if chosen else self.bot(view, chance)
