"""The groups of commands: each command is in one, and none is too long to be listened to."""

from collections import Counter

import pytest

from playroom.keys.commands import COMMAND_PLACES, GROUPS, Command, CommandGroup, PlaceName, grouped

MOST_LINES = 9
BACK = 1


def test_every_command_is_in_one_group() -> None:
    assert Counter(command for several in GROUPS.values() for command in several) == Counter(Command)


@pytest.mark.parametrize("place", PlaceName)
def test_no_group_has_more_than_nine_lines_at_a_place(place: PlaceName) -> None:
    commands = [command for command in Command if place in COMMAND_PLACES[command]]

    sizes = {group: len(several) for group, several in grouped(commands).items()}

    assert sum(sizes.values()) == len(commands)
    assert not {group: size for group, size in sizes.items() if size + BACK > MOST_LINES}


def test_what_is_used_most_comes_first() -> None:
    assert next(iter(GROUPS)) is CommandGroup.MAIN
    assert GROUPS[CommandGroup.MAIN][0] is Command.PLAY
    assert GROUPS[CommandGroup.SAID][0] is Command.REPEAT
    assert GROUPS[CommandGroup.TABLE][0] is Command.ENDS
