"""The buttons of a page: which command has one at which place, and by which name sentences call it."""

from collections.abc import Mapping
from typing import Final

from playroom.keys.commands import Command, PlaceName, command_entry

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
