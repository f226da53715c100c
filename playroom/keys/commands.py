"""The commands, and the places where each of them works; help reads this table."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class PlaceName(StrEnum):
    """The places that have keys of their own."""

    HAND = "hand"
    LAYOUT = "layout"
    """The tiles on the table, walked one by one."""
    SIDE = "side"
    """The question at which end a tile is played that fits both."""
    MENU = "menu"
    QUESTION = "question"
    """A question answered with yes or no."""
    WRITING = "writing"
    """A text to be typed, where each character stands for itself."""
    HISTORY = "history"
    """The history of what was said."""


class Command(StrEnum):
    """The commands, in the order in which help reads them."""

    NEXT = "next"
    PREVIOUS = "previous"
    FIRST = "first"
    LAST = "last"
    NEXT_PLAYABLE = "next-playable"
    PREVIOUS_PLAYABLE = "previous-playable"
    NUMBER = "number"
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
    CLEAR = "clear"
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
    SORT = "sort"
    ENDS = "ends"
    CHAIN = "chain"
    LAYOUT = "layout"
    SWEEP = "sweep"
    TURN = "turn"
    SCORES = "scores"
    FACTS = "facts"
    INFORMATION = "information"
    HINT = "hint"
    COACH = "coach"
    PAUSE = "pause"
    MISSED = "missed"
    TABLE_LINE = "table-line"
    CHAT = "chat"
    CHAT_TO = "chat-to"
    PHRASES = "phrases"
    EXTEND = "extend"
    PROOF = "proof"
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
    WHERE = "where"
    HELP = "help"
    LEAVE = "leave"
    QUIT = "quit"


_AT_HAND: Final = frozenset({PlaceName.HAND})
_IN_HISTORY: Final = frozenset({PlaceName.HISTORY})
_IN_LISTS: Final = frozenset({PlaceName.HAND, PlaceName.LAYOUT, PlaceName.MENU})
_WALKED: Final = _IN_LISTS | {PlaceName.QUESTION, PlaceName.WRITING}
ALL_PLACES: Final = frozenset(PlaceName)

COMMAND_PLACES: Final[Mapping[Command, frozenset[PlaceName]]] = {
    Command.NEXT: _WALKED,
    Command.PREVIOUS: _WALKED,
    Command.FIRST: _IN_LISTS | {PlaceName.WRITING},
    Command.LAST: _IN_LISTS | {PlaceName.WRITING},
    Command.NEXT_PLAYABLE: _AT_HAND,
    Command.PREVIOUS_PLAYABLE: _AT_HAND,
    Command.NUMBER: _AT_HAND,
    Command.PLAY: _AT_HAND,
    Command.PLAY_LEFT: _AT_HAND,
    Command.PLAY_RIGHT: _AT_HAND,
    Command.DRAW: _AT_HAND,
    Command.PASS: _AT_HAND,
    Command.LEFT: frozenset({PlaceName.SIDE}),
    Command.RIGHT: frozenset({PlaceName.SIDE}),
    Command.YES: frozenset({PlaceName.QUESTION}),
    Command.NO: frozenset({PlaceName.QUESTION}),
    Command.CHOOSE: frozenset({PlaceName.MENU, PlaceName.QUESTION, PlaceName.WRITING}),
    Command.LESS: frozenset({PlaceName.LAYOUT, PlaceName.MENU, PlaceName.WRITING}),
    Command.MORE: frozenset({PlaceName.LAYOUT, PlaceName.MENU, PlaceName.WRITING}),
    Command.ERASE: frozenset({PlaceName.WRITING}),
    Command.CLEAR: frozenset({PlaceName.WRITING}),
    Command.CANCEL: frozenset(
        {PlaceName.LAYOUT, PlaceName.SIDE, PlaceName.MENU, PlaceName.WRITING, PlaceName.HISTORY}
    ),
    Command.PREVIOUS_BUFFER: _IN_HISTORY,
    Command.NEXT_BUFFER: _IN_HISTORY,
    Command.SEARCH: _IN_HISTORY,
    Command.PREVIOUS_MATCH: _IN_HISTORY,
    Command.NEXT_MATCH: _IN_HISTORY,
    Command.COPY: _IN_HISTORY,
    Command.MUTE: _IN_HISTORY,
    Command.TRANSCRIPT: _IN_HISTORY,
    Command.HAND: _AT_HAND,
    Command.SORT: _AT_HAND,
    Command.ENDS: _AT_HAND,
    Command.CHAIN: _AT_HAND,
    Command.LAYOUT: _AT_HAND,
    Command.SWEEP: _AT_HAND,
    Command.TURN: _AT_HAND,
    Command.SCORES: _AT_HAND,
    Command.FACTS: _AT_HAND,
    Command.INFORMATION: _AT_HAND,
    Command.HINT: _AT_HAND,
    Command.COACH: _AT_HAND,
    Command.PAUSE: _AT_HAND,
    Command.MISSED: _AT_HAND,
    Command.TABLE_LINE: _AT_HAND,
    Command.CHAT: _AT_HAND,
    Command.CHAT_TO: _AT_HAND,
    Command.PHRASES: _AT_HAND,
    Command.EXTEND: _AT_HAND,
    Command.PROOF: _AT_HAND,
    Command.RULES: _AT_HAND,
    Command.MENU: frozenset({PlaceName.HAND, PlaceName.HISTORY}),
    Command.SCAN: ALL_PLACES,
    Command.TAKE: ALL_PLACES,
    Command.REPEAT: ALL_PLACES,
    Command.HUSH: ALL_PLACES,
    Command.EARLIER: ALL_PLACES,
    Command.LATER: ALL_PLACES,
    Command.OLDEST: ALL_PLACES,
    Command.NEWEST: ALL_PLACES,
    Command.HISTORY: ALL_PLACES,
    Command.MODE: ALL_PLACES,
    Command.VERBOSITY: ALL_PLACES,
    Command.PRESET: ALL_PLACES,
    Command.WHERE: ALL_PLACES,
    Command.HELP: ALL_PLACES,
    Command.LEAVE: _AT_HAND,
    Command.QUIT: ALL_PLACES,
}
"""The places where each command works."""


def command_entry(place: PlaceName, command: Command) -> str:
    """The locale entry with the name of *command* at *place*, such as "keys.hand.play-left"."""
    return f"keys.{'everywhere' if COMMAND_PLACES[command] == ALL_PLACES else place}.{command}"
