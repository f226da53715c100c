"""Every command that a key can stand for, and where it works; help is read from this table."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Place(StrEnum):
    """Where the keys go: each place has keys of its own."""

    HAND = "hand"
    SIDE = "side"
    """The question to which end a tile goes that fits both."""
    MENU = "menu"
    QUESTION = "question"
    """A question answered with yes or no."""
    WRITING = "writing"
    """A line of text, where every character stands for itself."""
    HISTORY = "history"
    """What was said, to be read again."""


class Command(StrEnum):
    """What a key can stand for, in the order in which help reads it."""

    NEXT = "next"
    PREVIOUS = "previous"
    FIRST = "first"
    LAST = "last"
    NEXT_PLAYABLE = "next-playable"
    PREVIOUS_PLAYABLE = "previous-playable"
    PLAY = "play"
    PLAY_LEFT = "play-left"
    PLAY_RIGHT = "play-right"
    DRAW = "draw"
    PASS = "pass"  # noqa: S105 (a move of the game, no password)
    LEFT = "left-end"
    RIGHT = "right-end"
    YES = "answer-yes"
    NO = "answer-no"
    CHOOSE = "choose"
    LESS = "less"
    MORE = "more"
    ERASE = "erase"
    CANCEL = "cancel"
    PREVIOUS_BUFFER = "previous-buffer"
    NEXT_BUFFER = "next-buffer"
    SEARCH = "search"
    PREVIOUS_MATCH = "previous-match"
    NEXT_MATCH = "next-match"
    COPY = "copy"
    MUTE = "mute"
    TRANSCRIPT = "transcript"
    HAND = "hand"
    ENDS = "ends"
    CHAIN = "chain"
    TURN = "turn"
    SCORES = "scores"
    INFORMATION = "information"
    HINT = "hint"
    COACH = "coach"
    MISSED = "missed"
    TABLE_LINE = "table-line"
    RULES = "rules"
    MENU = "menu"
    SCAN = "scan"
    TAKE = "take"
    REPEAT = "repeat"
    HUSH = "hush"
    EARLIER = "earlier"
    LATER = "later"
    OLDEST = "oldest"
    NEWEST = "newest"
    HISTORY = "history"
    MODE = "mode"
    VERBOSITY = "verbosity"
    PRESET = "preset"
    HELP = "help"
    LEAVE = "leave"
    QUIT = "quit"


_AT_HAND: Final = frozenset({Place.HAND})
_IN_HISTORY: Final = frozenset({Place.HISTORY})
_IN_LISTS: Final = frozenset({Place.HAND, Place.MENU})
_WALKED: Final = _IN_LISTS | {Place.QUESTION, Place.WRITING}
EVERYWHERE: Final = frozenset(Place)

PLACES: Final[Mapping[Command, frozenset[Place]]] = {
    Command.NEXT: _WALKED,
    Command.PREVIOUS: _WALKED,
    Command.FIRST: _IN_LISTS,
    Command.LAST: _IN_LISTS,
    Command.NEXT_PLAYABLE: _AT_HAND,
    Command.PREVIOUS_PLAYABLE: _AT_HAND,
    Command.PLAY: _AT_HAND,
    Command.PLAY_LEFT: _AT_HAND,
    Command.PLAY_RIGHT: _AT_HAND,
    Command.DRAW: _AT_HAND,
    Command.PASS: _AT_HAND,
    Command.LEFT: frozenset({Place.SIDE}),
    Command.RIGHT: frozenset({Place.SIDE}),
    Command.YES: frozenset({Place.QUESTION}),
    Command.NO: frozenset({Place.QUESTION}),
    Command.CHOOSE: frozenset({Place.MENU, Place.QUESTION, Place.WRITING}),
    Command.LESS: frozenset({Place.MENU}),
    Command.MORE: frozenset({Place.MENU}),
    Command.ERASE: frozenset({Place.WRITING}),
    Command.CANCEL: frozenset({Place.SIDE, Place.MENU, Place.WRITING, Place.HISTORY}),
    Command.PREVIOUS_BUFFER: _IN_HISTORY,
    Command.NEXT_BUFFER: _IN_HISTORY,
    Command.SEARCH: _IN_HISTORY,
    Command.PREVIOUS_MATCH: _IN_HISTORY,
    Command.NEXT_MATCH: _IN_HISTORY,
    Command.COPY: _IN_HISTORY,
    Command.MUTE: _IN_HISTORY,
    Command.TRANSCRIPT: _IN_HISTORY,
    Command.HAND: _AT_HAND,
    Command.ENDS: _AT_HAND,
    Command.CHAIN: _AT_HAND,
    Command.TURN: _AT_HAND,
    Command.SCORES: _AT_HAND,
    Command.INFORMATION: _AT_HAND,
    Command.HINT: _AT_HAND,
    Command.COACH: _AT_HAND,
    Command.MISSED: _AT_HAND,
    Command.TABLE_LINE: _AT_HAND,
    Command.RULES: _AT_HAND,
    Command.MENU: frozenset({Place.HAND, Place.HISTORY}),
    Command.SCAN: EVERYWHERE,
    Command.TAKE: EVERYWHERE,
    Command.REPEAT: EVERYWHERE,
    Command.HUSH: EVERYWHERE,
    Command.EARLIER: EVERYWHERE,
    Command.LATER: EVERYWHERE,
    Command.OLDEST: EVERYWHERE,
    Command.NEWEST: EVERYWHERE,
    Command.HISTORY: EVERYWHERE,
    Command.MODE: EVERYWHERE,
    Command.VERBOSITY: EVERYWHERE,
    Command.PRESET: EVERYWHERE,
    Command.HELP: EVERYWHERE,
    Command.LEAVE: _AT_HAND,
    Command.QUIT: EVERYWHERE,
}
"""Where each command works."""


def entry(place: Place, command: Command) -> str:
    """The locales' entry that names *command* at *place*: "keys.hand.play-left", "keys.everywhere.repeat"."""
    return f"keys.{'everywhere' if PLACES[command] == EVERYWHERE else place}.{command}"
