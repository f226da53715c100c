"""The keys that play a game, as they are bound for the listener."""

from collections.abc import Iterator

from playroom.console.ui.items import Item
from playroom.console.ui.key_hint import key_hint
from playroom.console.ui.room import Room
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import Command, PlaceName
from playroom.rules.rulebook.questions import AfterDraw, Drawing, FirstTurn, Passing, Shape
from playroom.rules.rulebook.variant import Rules


def game_keys(room: Room, rules: Rules) -> tuple[Item, ...]:
    """A line for each command that this game needs, with its keys; with two keys, how they are used."""
    if room.settings.keys == KeyProfile.SWITCH:
        return (Item("switch", key_hint(room, PlaceName.HAND)),)
    bound = (each for each in _commands(rules) if room.keymap.keys(PlaceName.HAND, each))
    return tuple(Item(command, room.speech.named(PlaceName.HAND, command)) for command in bound)


def _commands(rules: Rules) -> Iterator[Command]:
    """The commands that a player of this game needs, the most needed first."""
    yield from (Command.NEXT, Command.PREVIOUS, Command.NEXT_PLAYABLE, Command.PLAY)
    if rules.shape is Shape.LINE:
        yield from (Command.PLAY_LEFT, Command.PLAY_RIGHT)
    if rules.drawing is not Drawing.NEVER:
        yield Command.DRAW
    if _passes_by_choice(rules):
        yield Command.PASS
    yield from (Command.ENDS, Command.CHAIN, Command.HAND, Command.TURN, Command.SCORES)
    yield from (Command.FACTS, Command.WHAT_IF, Command.HINT, Command.RULES, Command.HELP)


def _passes_by_choice(rules: Rules) -> bool:
    """Whether a player may pass, keep a drawn tile or stop where there is something else to do."""
    keeps = rules.drawing is not Drawing.NEVER and rules.after_draw is AfterDraw.MAY_PLAY
    return rules.passing is Passing.ANY_TIME or keeps or rules.first_turn is FirstTurn.MANY
