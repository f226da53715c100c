"""The groups in which help and menus list commands, the most used first; with Back, at most nine lines."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from playroom.keys.commands import Command


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
        Command.TABLE_LINE,
    ),
    CommandGroup.TILES: (
        *(Command.NEXT_PLAYABLE, Command.PREVIOUS_PLAYABLE, Command.PLAY_LEFT, Command.PLAY_RIGHT),
        *(Command.NUMBER, Command.SORT, Command.LAYOUT, Command.SWEEP),
    ),
    CommandGroup.ADVICE: (
        *(Command.HINT, Command.WHAT_IF, Command.UNDO, Command.REDO, Command.RULES, Command.INFORMATION),
        *(Command.COACH, Command.RETRY, Command.OPEN_HANDS, Command.NEXT_SEAT),
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
        *(Command.CHAT, Command.CHAT_TO, Command.PHRASES, Command.EXTEND, Command.PROOF, Command.REQUESTS),
    ),
    CommandGroup.SAID: (
        *(Command.REPEAT, Command.MISSED, Command.HUSH, Command.EARLIER, Command.LATER, Command.HISTORY),
        *(Command.OLDEST, Command.NEWEST, Command.MUTE),
    ),
    CommandGroup.ROOM: (
        *(Command.VERBOSITY, Command.MODE, Command.CANCEL, Command.LEAVE, Command.PRESET),
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
