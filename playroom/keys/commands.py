"""The commands, the places where each of them works, their groups and buttons; help reads these tables."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final


class PlaceName(StrEnum):
    """The places that have keys of their own."""

    HAND = "hand"
    LAYOUT = "layout"
    """The layout, tile by tile."""
    SIDE = "side"
    """The question at which end a tile is played that fits both."""
    MENU = "menu"
    QUESTION = "question"
    """A question answered with yes or no."""
    WRITING = "writing"
    """A text to be typed, where each character stands for itself."""
    HISTORY = "history"
    """The history of what was said."""
    REPLAY = "replay"
    """A replay of a match."""


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
    ERASE_NEXT = "erase-next"
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
    BRANCH = "branch"
    NEXT_ROUND = "next-round"
    PREVIOUS_ROUND = "previous-round"
    NEXT_PASS = "next-pass"  # noqa: S105 (a move of the game, no password)
    PREVIOUS_PASS = "previous-pass"  # noqa: S105 (a move of the game, no password)
    NEXT_SCORE = "next-score"
    PREVIOUS_SCORE = "previous-score"
    TURNING_POINT = "turning-point"
    OPEN_HANDS = "open-hands"
    NEXT_SEAT = "next-seat"
    RETRY = "retry"
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
    ODDS = "odds"
    WHAT_IF = "what-if"
    UNDO = "undo"
    REDO = "redo"
    COACH = "coach"
    PAUSE = "pause"
    MISSED = "missed"
    TABLE_LINE = "table-line"
    CHAT = "chat"
    CHAT_TO = "chat-to"
    PHRASES = "phrases"
    EXTEND = "extend"
    PROOF = "proof"
    REQUESTS = "requests"
    REPORT = "report"
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
    VIEW = "view"
    PREVIOUS_VIEW = "previous-view"
    NEXT_VIEW = "next-view"
    VOLUME_GROUP = "volume-group"
    SOFTER = "softer"
    LOUDER = "louder"
    MODE = "mode"
    VERBOSITY = "verbosity"
    LONGER = "longer"
    PRESET = "preset"
    WHERE = "where"
    HELP = "help"
    LEARN_KEYS = "learn-keys"
    CLUB = "club"
    INVITATION = "invitation"
    STEP = "step"
    TIPS = "tips"
    LEAVE = "leave"
    QUIT = "quit"


_AT_HAND: Final = frozenset({PlaceName.HAND})
_IN_HISTORY: Final = frozenset({PlaceName.HISTORY})
_IN_REPLAY: Final = frozenset({PlaceName.REPLAY})
_AT_TABLE: Final = _AT_HAND | _IN_REPLAY
_IN_LISTS: Final = _AT_TABLE | {PlaceName.LAYOUT, PlaceName.MENU}
_WALKED: Final = _IN_LISTS | {PlaceName.SIDE, PlaceName.QUESTION, PlaceName.WRITING}
ALL_PLACES: Final = frozenset(PlaceName)

COMMAND_PLACES: Final[Mapping[Command, frozenset[PlaceName]]] = {
    Command.NEXT: _WALKED,
    Command.PREVIOUS: _WALKED,
    Command.FIRST: _IN_LISTS | {PlaceName.WRITING},
    Command.LAST: _IN_LISTS | {PlaceName.WRITING},
    Command.NEXT_PLAYABLE: _AT_HAND | {PlaceName.LAYOUT},
    Command.PREVIOUS_PLAYABLE: _AT_HAND | {PlaceName.LAYOUT},
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
    Command.CHOOSE: frozenset({PlaceName.SIDE, PlaceName.MENU, PlaceName.QUESTION, PlaceName.WRITING}),
    Command.LESS: frozenset({PlaceName.LAYOUT, PlaceName.MENU, PlaceName.WRITING}),
    Command.MORE: frozenset({PlaceName.LAYOUT, PlaceName.MENU, PlaceName.WRITING}),
    Command.ERASE: frozenset({PlaceName.WRITING}),
    Command.ERASE_NEXT: frozenset({PlaceName.WRITING}),
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
    Command.BRANCH: _IN_REPLAY,
    Command.NEXT_ROUND: _IN_REPLAY,
    Command.PREVIOUS_ROUND: _IN_REPLAY,
    Command.NEXT_PASS: _IN_REPLAY,
    Command.PREVIOUS_PASS: _IN_REPLAY,
    Command.NEXT_SCORE: _IN_REPLAY,
    Command.PREVIOUS_SCORE: _IN_REPLAY,
    Command.TURNING_POINT: _IN_REPLAY,
    Command.OPEN_HANDS: _IN_REPLAY,
    Command.NEXT_SEAT: _IN_REPLAY,
    Command.RETRY: _IN_REPLAY,
    Command.HAND: _AT_TABLE,
    Command.SORT: _AT_HAND,
    Command.ENDS: _AT_TABLE,
    Command.CHAIN: _AT_TABLE,
    Command.LAYOUT: _AT_TABLE,
    Command.SWEEP: _AT_TABLE,
    Command.TURN: _AT_TABLE,
    Command.SCORES: _AT_TABLE,
    Command.FACTS: _AT_TABLE,
    Command.INFORMATION: _AT_TABLE,
    Command.HINT: _AT_TABLE,
    Command.ODDS: _AT_TABLE,
    Command.WHAT_IF: _AT_HAND,
    Command.UNDO: _AT_HAND,
    Command.REDO: _AT_HAND,
    Command.COACH: _AT_HAND,
    Command.PAUSE: _AT_HAND,
    Command.MISSED: _AT_HAND,
    Command.TABLE_LINE: _AT_TABLE,
    Command.CHAT: _AT_HAND,
    Command.CHAT_TO: _AT_HAND,
    Command.PHRASES: _AT_HAND,
    Command.EXTEND: _AT_HAND,
    Command.PROOF: _AT_HAND,
    Command.REQUESTS: _AT_HAND,
    Command.REPORT: _AT_HAND,
    Command.RULES: _AT_TABLE,
    Command.MENU: _AT_TABLE | _IN_HISTORY,
    Command.SCAN: ALL_PLACES,
    Command.TAKE: ALL_PLACES,
    Command.REPEAT: ALL_PLACES,
    Command.HUSH: ALL_PLACES,
    Command.EARLIER: ALL_PLACES,
    Command.LATER: ALL_PLACES,
    Command.OLDEST: ALL_PLACES,
    Command.NEWEST: ALL_PLACES,
    Command.HISTORY: ALL_PLACES,
    Command.VIEW: ALL_PLACES,
    Command.PREVIOUS_VIEW: ALL_PLACES,
    Command.NEXT_VIEW: ALL_PLACES,
    Command.VOLUME_GROUP: ALL_PLACES,
    Command.SOFTER: ALL_PLACES,
    Command.LOUDER: ALL_PLACES,
    Command.MODE: ALL_PLACES,
    Command.VERBOSITY: ALL_PLACES,
    Command.LONGER: _AT_TABLE,
    Command.PRESET: ALL_PLACES,
    Command.WHERE: ALL_PLACES,
    Command.HELP: ALL_PLACES,
    Command.LEARN_KEYS: ALL_PLACES,
    Command.CLUB: ALL_PLACES,
    Command.INVITATION: ALL_PLACES,
    Command.STEP: _AT_HAND,
    Command.TIPS: _AT_HAND,
    Command.LEAVE: _AT_TABLE,
    Command.QUIT: ALL_PLACES,
}
"""The places where each command works."""

OPTIONAL: Final = frozenset(
    {
        *(Command.VIEW, Command.PREVIOUS_VIEW, Command.NEXT_VIEW),
        *(Command.VOLUME_GROUP, Command.SOFTER, Command.LOUDER),
    }
)
"""The commands that have keys in some profiles alone; the settings and the history do the same."""


OTHERWISE_IN_REPLAY: Final = frozenset(
    {
        *(Command.NEXT, Command.PREVIOUS, Command.FIRST, Command.LAST, Command.HAND),
        *(Command.HINT, Command.ODDS, Command.MENU, Command.LEAVE),
    }
)
"""The commands of the table that have another name in a replay."""


def command_entry(place: PlaceName, command: Command) -> str:
    """The locale entry with the name of *command* at *place*, such as "keys.hand.play-left"."""
    places = COMMAND_PLACES[command]
    if places == ALL_PLACES:
        return f"keys.everywhere.{command}"
    if place is PlaceName.REPLAY and PlaceName.HAND in places and command not in OTHERWISE_IN_REPLAY:
        return f"keys.{PlaceName.HAND}.{command}"
    return f"keys.{place}.{command}"


class CommandGroup(StrEnum):
    """A group of commands, in the order in which help lists them."""

    MAIN = "main"
    ERASING = "erasing"
    FINDING = "finding"
    TABLE = "table"
    TILES = "tiles"
    ADVICE = "advice"
    HELP = "help"
    PEOPLE = "people"
    SAID = "said"
    ROOM = "room"
    VOLUMES = "volumes"


GROUPS: Final[Mapping[CommandGroup, tuple[Command, ...]]] = {
    CommandGroup.MAIN: (
        *(Command.PLAY, Command.CHOOSE, Command.YES, Command.NO, Command.LEFT, Command.RIGHT),
        *(Command.NEXT, Command.PREVIOUS, Command.DRAW, Command.PASS),
        *(Command.MORE, Command.LESS, Command.FIRST, Command.LAST, Command.NEXT_BUFFER),
        *(Command.PREVIOUS_BUFFER, Command.SEARCH, Command.NEXT_MATCH, Command.PREVIOUS_MATCH, Command.COPY),
        *(Command.TRANSCRIPT, Command.PAUSE, Command.BRANCH, Command.NEXT_ROUND, Command.PREVIOUS_ROUND),
    ),
    CommandGroup.ERASING: (Command.ERASE, Command.ERASE_NEXT, Command.CLEAR),
    CommandGroup.FINDING: (
        *(Command.NEXT_PASS, Command.PREVIOUS_PASS, Command.NEXT_SCORE, Command.PREVIOUS_SCORE),
        Command.TURNING_POINT,
    ),
    CommandGroup.TABLE: (
        *(Command.ENDS, Command.TURN, Command.SCORES, Command.HAND, Command.CHAIN, Command.FACTS),
        *(Command.INFORMATION, Command.TABLE_LINE),
    ),
    CommandGroup.TILES: (
        *(Command.NEXT_PLAYABLE, Command.PREVIOUS_PLAYABLE, Command.PLAY_LEFT, Command.PLAY_RIGHT),
        *(Command.NUMBER, Command.SORT, Command.LAYOUT, Command.SWEEP),
    ),
    CommandGroup.ADVICE: (
        *(Command.HINT, Command.ODDS, Command.WHAT_IF, Command.UNDO, Command.REDO, Command.RULES),
        *(Command.COACH, Command.PROOF, Command.RETRY, Command.OPEN_HANDS, Command.NEXT_SEAT),
    ),
    CommandGroup.HELP: (
        Command.MENU,
        Command.HELP,
        Command.WHERE,
        Command.LEARN_KEYS,
        Command.STEP,
        Command.TIPS,
    ),
    CommandGroup.PEOPLE: (
        *(Command.CHAT, Command.CHAT_TO, Command.PHRASES, Command.EXTEND, Command.REQUESTS, Command.REPORT),
        *(Command.CLUB, Command.INVITATION),
    ),
    CommandGroup.SAID: (
        *(Command.REPEAT, Command.MISSED, Command.HUSH, Command.EARLIER, Command.LATER, Command.HISTORY),
        *(Command.OLDEST, Command.NEWEST, Command.MUTE),
    ),
    CommandGroup.ROOM: (
        *(Command.VERBOSITY, Command.LONGER, Command.MODE, Command.CANCEL, Command.LEAVE, Command.PRESET),
        *(Command.SCAN, Command.TAKE, Command.QUIT),
    ),
    CommandGroup.VOLUMES: (
        *(Command.VOLUME_GROUP, Command.SOFTER, Command.LOUDER),
        *(Command.VIEW, Command.PREVIOUS_VIEW, Command.NEXT_VIEW),
    ),
}
"""The commands of each group, what is used most first."""


def grouped(commands: Iterable[Command]) -> Mapping[CommandGroup, tuple[Command, ...]]:
    """Some commands by their groups; a group without any of them is left out."""
    wanted = frozenset(commands)
    found = {group: tuple(each for each in several if each in wanted) for group, several in GROUPS.items()}
    return {group: several for group, several in found.items() if several}


PLACE_BUTTONS: Final[Mapping[PlaceName | None, tuple[Command, ...]]] = {
    PlaceName.HAND: (Command.PREVIOUS, Command.NEXT, Command.PLAY, Command.HELP),
    PlaceName.LAYOUT: (
        *(Command.PREVIOUS, Command.NEXT, Command.LESS, Command.MORE, Command.CANCEL, Command.HELP),
    ),
    PlaceName.SIDE: (Command.PREVIOUS, Command.NEXT, Command.CHOOSE, Command.CANCEL, Command.HELP),
    PlaceName.MENU: (Command.PREVIOUS, Command.NEXT, Command.CHOOSE, Command.CANCEL, Command.HELP),
    PlaceName.QUESTION: (Command.PREVIOUS, Command.NEXT, Command.CHOOSE, Command.HELP),
    PlaceName.WRITING: (Command.CHOOSE, Command.CANCEL),
    PlaceName.HISTORY: (
        *(Command.EARLIER, Command.LATER, Command.PREVIOUS_BUFFER, Command.NEXT_BUFFER),
        *(Command.CANCEL, Command.MENU),
    ),
    PlaceName.REPLAY: (Command.HELP,),
    None: (Command.CANCEL,),
}
"""The commands of each place that have a button; help lists all others, and runs them."""

VALUE_BUTTONS: Final = (Command.LESS, Command.MORE)
"""The commands that have a button beside the line in focus if it has a value."""

TABLE_BUTTONS: Final = frozenset(
    {
        *(Command.DRAW, Command.PASS, Command.HINT, Command.ENDS),
        *(Command.TURN, Command.UNDO, Command.CHAT, Command.MENU),
        *(Command.PLAY, Command.COACH, Command.LEAVE),
    }
)
"""The commands of the table that have a button with it."""

_LABELS: Final[Mapping[Command, str]] = {
    Command.HELP: "web.page.more",
    Command.PLAY: "keys.menu.choose",
    Command.CHAT: "web.page.chat",
}
"""The labels of buttons that do more than the name of their command says."""


def button_entry(place: PlaceName, command: Command) -> str:
    """The locale entry with the label of the button for a command."""
    if place is PlaceName.HAND and command is Command.LEAVE:
        return "menus.back_to_hall"
    if place is PlaceName.HAND and command in TABLE_BUTTONS and command not in _LABELS:
        return f"keys.choices.{command}"
    return _LABELS.get(command) or command_entry(place, command)


def has_button(place: PlaceName, command: Command) -> bool:
    """Whether a command has a button of its own at a place; those of values stand at the line in focus."""
    if place is PlaceName.HAND and command in TABLE_BUTTONS:
        return True
    return command in PLACE_BUTTONS.get(place, ()) or (place is PlaceName.MENU and command in VALUE_BUTTONS)
