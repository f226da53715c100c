"""What the messages of a page do in a console, and how its visit ends."""

from enum import StrEnum
from typing import Final, assert_never

from playroom.console.console import Console
from playroom.console.local.cover import Cover
from playroom.console.play.table import TablePlace
from playroom.keys.commands import Command
from playroom.voice.utterance import Buffer
from playroom.web.incoming import (
    ButtonCommand,
    Incoming,
    KeyPress,
    LineTouch,
    PageHello,
    PlaceCommand,
    TextBegun,
    TextFinished,
    TextInterrupted,
    TextLine,
    TileChoice,
    VoiceMissing,
)


class StayEnding(StrEnum):
    """Why a stay has ended; the entry of its sentence."""

    LEFT = "left"
    ABANDONED = "abandoned"
    ABANDONED_IN_MATCH = "abandoned_in_match"
    STOPPED = "stopped"
    STOPPED_IN_MATCH = "stopped_in_match"
    FAILED = "failed"
    FAILED_UNSAVED = "failed_unsaved"


IN_MATCH: Final = {
    StayEnding.ABANDONED: StayEnding.ABANDONED_IN_MATCH,
    StayEnding.STOPPED: StayEnding.STOPPED_IN_MATCH,
}
"""What such an ending is in a match, which is saved."""


def act(console: Console, message: Incoming, now: float) -> None:
    """Do what a message asks for, at a time in seconds; a button whose table is not open does nothing."""
    match message:
        case KeyPress(key):
            console.press(key, now)
        case TextLine(text):
            console.write(text)
        case ButtonCommand(command):
            _obey(console, command)
        case PlaceCommand(command):
            console.obey(command, now)
        case TileChoice(tile):
            _play(console, tile)
        case LineTouch() | VoiceMissing() | PageHello() | TextBegun() | TextFinished() | TextInterrupted():
            pass  # they are for the visit, not for its console
        case _:
            assert_never(message)


def transcript(console: Console) -> str:
    """All that the history of a console keeps, a line for each text; no lists and typed letters."""
    lines = console.room.voice.history.after(0)
    return "".join(f"{line.text}\n" for line in lines if line.buffer is not Buffer.FOCUS)


def open_table(console: Console) -> TablePlace | None:
    """The table at which the visitor sits; None without one, or while no hand is open."""
    places = tuple(console.room.places)
    if any(isinstance(each, Cover) for each in places):
        return None
    return next((each for each in reversed(places) if isinstance(each, TablePlace)), None)


def _obey(console: Console, command: Command) -> None:
    if table := open_table(console):
        _go_to(console, table)
        table.obey(command)


def _play(console: Console, notation: str) -> None:
    """Play a tile of the hand, if it is still there."""
    table = open_table(console)
    hand = [str(tile) for tile in table.view.hand] if table else []
    if table and notation in hand:
        _go_to(console, table)
        table.choose(hand.index(notation))


def _go_to(console: Console, table: TablePlace) -> None:
    """Close what is open above the table, as a button of the table works wherever one is."""
    console.room.voice.key()
    console.room.places.drop_to(table)
