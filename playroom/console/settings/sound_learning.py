"""The lists by which the sounds are learnt: each cue with its meaning, and each seat where it is heard."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from playroom.console.ui.items import Item
from playroom.console.ui.list import ListPlace
from playroom.console.ui.room import Room
from playroom.narration.message import Blank, Message, Players
from playroom.narration.sound_words import cue_direction, cue_meaning, cue_name
from playroom.sound.cue import Cue, PlacedCue, end_notes, placed_cue

LESSONS: Final[Mapping[str, tuple[Cue, ...]]] = {
    "turns": (Cue.YOUR_TURN, Cue.AGAIN, Cue.SKIPPED, Cue.TURNED_ROUND, Cue.TO_COVER, Cue.OUT),
    "tiles": (
        *(Cue.PLAYED, Cue.DOUBLE, Cue.SPINNER, Cue.DRAWN, Cue.PASSED),
        *(Cue.TRAIN_OPENED, Cue.TRAIN_CLOSED, Cue.END_NOTE),
    ),
    "rounds": (
        *(Cue.DEAL, Cue.SCORED, Cue.BLOCKED, Cue.ROUND_OVER),
        *(Cue.ROUND_WON, Cue.ROUND_LOST, Cue.MATCH_WON, Cue.MATCH_LOST),
    ),
    "lists": (Cue.IMPOSSIBLE, Cue.LIST_END, Cue.CURSOR, Cue.CHAT, Cue.JOINED, Cue.LEFT),
}
"""All cues, in lists of nine lines at most with Back."""

LOW_AND_HIGH: Final = end_notes((0, 6), delay=0.0)
"""The notes of a blank end at the left and of a six at the right."""


def lessons_menu(room: Room) -> ListPlace:
    """The groups of cues, each of which opens a list."""
    items = tuple(Item(name, _lesson(name), choose=partial(_open_lesson, room, name)) for name in LESSONS)
    return ListPlace(room, Message("sounds.learn_title"), lambda: items)


def _lesson(name: str) -> Message:
    return Message(f"sounds.lessons.{name}")


def _open_lesson(room: Room, name: str) -> None:
    title = Message("sounds.lesson_title", blanks={"lesson": _lesson(name)})
    room.places.open(ListPlace(room, title, lambda: tuple(_cue_item(room, cue) for cue in LESSONS[name])))


def _cue_item(room: Room, cue: Cue) -> Item:
    """A cue, heard in focus and on Enter; Left and Right turn it off and on."""
    play = partial(room.sound.play, LOW_AND_HIGH if cue is Cue.END_NOTE else (PlacedCue(cue),))
    entry = "sounds.cue_off" if cue in room.settings.silent else "sounds.cue"
    label = Message(entry, blanks={"meaning": cue_meaning(cue), "sound": cue_name(cue)})
    return Item(cue, label, step=lambda _: _switch(room, cue), focused=play)


def _switch(room: Room, cue: Cue) -> None:
    now = room.settings.silent
    room.change_settings(silent=[each for each in now if each != cue] if cue in now else [*now, str(cue)])


def seat_walk(room: Room, players: int) -> ListPlace:
    """The seats of the table, clockwise from the listener's own, or those of a table of that size."""
    names, ear = (room.speech.audience.names, room.speech.audience.ear) if room.is_at_table else ((), 0)
    count, first = len(names) or players, ear or 0
    items = tuple(_seat_item(room, (first + after) % count, count, ear) for after in range(count))
    return ListPlace(room, Message("sounds.seats_title"), lambda: items)


def _seat_item(room: Room, seat: int, players: int, ear: int | None) -> Item:
    """A seat with the direction that it is heard from, and a clack from there."""
    placed = placed_cue(Cue.PLAYED, seat, players, ear)
    play = partial(room.sound.play, (placed,))
    where = Message("sounds.directions.own") if placed.is_own else cue_direction(placed.angle)
    blanks: dict[str, Blank] = {"where": where, "seat": seat + 1}
    if room.is_at_table or placed.is_own:
        named = Message("sounds.seat_named", blanks={**blanks, "who": _player(room, seat)})
    else:
        named = Message("sounds.seat", blanks=blanks)
    return Item(str(seat), named, focused=play)


def _player(room: Room, seat: int) -> Blank:
    return Players((seat,), opens=True) if room.is_at_table else Message("sounds.own_seat")
