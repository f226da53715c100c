"""A list in which a game and what its page leaves open are chosen."""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping
from functools import partial
from typing import Final

from playroom.console.play.game_character import game_character
from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item, TypedNumber
from playroom.console.ui.room import Room
from playroom.narration.message import Blank, Message, Series, Title, game_title
from playroom.narration.refusal import table_refused
from playroom.narration.rules.option import answered_question
from playroom.rules.rulebook.fault import InvalidTable
from playroom.rules.rulebook.variant import Variant
from playroom.table.likely_length import LARGEST_TARGET, likely_rounds
from playroom.table.setup import (
    Setup,
    agreed,
    answered,
    current_answer,
    first_setup,
    preset_of,
    questions,
    stepped,
    takes_numbers,
    with_next_preset,
)

COUNTS: Final = ("players", "teams")
"""The questions of how many play, whose seats follow."""

PRESET: Final = "preset"
"""The item of the page's presets, which says itself what differs."""


LONG_MATCH: Final = 20
"""The rounds from which on a match is long, where totals are reset."""

SHORT_TARGET: Final = 3
"""The target that is offered instead."""


class GameChoices(ListPlace):
    """A list in which the game and its options are changed item by item."""

    def __init__(
        self,
        room: Room,
        title: Message,
        variants: Mapping[str, Variant],
        games: Collection[str] = (),
    ) -> None:
        """*games* are those that can be chosen; none are all."""
        self._variants = variants
        self._offered = [name for name in variants if not games or name in games]
        super().__init__(room, title)
        self._answers = self._answered_questions()

    @property
    @abstractmethod
    def setup(self) -> Setup:
        """The game and its table as they stand."""

    @abstractmethod
    def take(self, setup: Setup) -> None:
        """Change to another game or table."""

    @property
    def variant(self) -> Variant | None:
        """The rulebook that is chosen; None if it is not known here."""
        return self._variants.get(self.setup.game)

    def game_items(self, seats: Iterable[Item] = ()) -> tuple[Item, ...]:
        """The game, and what its page leaves open: first how many play, with their *seats*."""
        variant, setup, games = self.variant, self.setup, self._offered

        def change_game(step: int) -> None:
            at = games.index(setup.game) if setup.game in games else -1
            self.take(first_setup(self._variants[games[(at + step) % len(games)]]))

        label = game_message(setup.game, self._variants)
        game = Item("game", label, choose=self._list_games, step=change_game)
        if variant is None:
            return (game, *seats)

        def change_preset(step: int) -> None:
            self.take(with_next_preset(variant, setup, step))

        preset = Item(PRESET, preset_message(variant, setup), step=change_preset) if variant.presets else None
        left_out = ("direction",) if setup.players == 2 else ()  # noqa: PLR2004 (two play by turns in any direction)
        answers = answered_questions(variant, setup)

        def option(question: str) -> Item:
            def step_answer(step: int) -> Message | None:
                stepped_to, why = stepped(variant, self.setup, question, step)
                self.take(stepped_to)
                return table_refused(why, variant) if why else None

            def set_number(number: int) -> Message | None:
                """Take a number that was typed, or say why it cannot be."""
                try:
                    wanted = answered(variant, self.setup, question, number)
                    agreed(variant, wanted)
                except InvalidTable as why:
                    return table_refused(why, variant)
                self.take(wanted)
                return None

            number = TypedNumber(set_number) if takes_numbers(variant, question) else None
            return Item(question, answers[question], step=step_answer, number=number)

        options = {each: option(each) for each in questions(variant) if each not in left_out}
        counts = [options.pop(each) for each in COUNTS if each in options]
        return (game, *((preset,) if preset else ()), *counts, *seats, *options.values())

    def _item(self) -> Message:
        """The item in focus, then the other answers that have changed with it."""
        before, self._answers = self._answers, self._answered_questions()
        item, here = super()._item(), self._menu.item.key
        changed = tuple(
            message
            for name, message in self._answers.items()
            if here not in (name, PRESET) and before.get(name, message) != message
        )
        return (
            Message("menus.with_changes", blanks={"item": item, "changes": Series(changed)})
            if changed
            else item
        )

    def _answered_questions(self) -> Mapping[str, Message]:
        return answered_questions(self.variant, self.setup) if self.variant else {}

    def _list_games(self) -> None:
        """Open the list of all games, at the one that is chosen."""

        def take(name: str) -> None:
            """Go back with a game; the one that is chosen already keeps its options."""
            if name != self.setup.game:
                self.take(first_setup(self._variants[name]))
            self.room.places.drop()
            self.tell_item()

        items = tuple(
            Item(name, game_character(self._variants[name]), choose=partial(take, name))
            for name in self._offered
        )
        games = ListPlace(self.room, Message("menus.which_game"), lambda: items)
        games.turn_to(self.setup.game)
        self.room.places.open(games)


def game_message(name: str, variants: Mapping[str, Variant]) -> Message:
    """The line with the game that is chosen."""
    return Message("menus.game", blanks={"game": game_title(name, variants)})


def preset_message(variant: Variant, setup: Setup) -> Message:
    """The preset that is played, and how it differs from the first one."""
    preset, first = preset_of(variant, setup), variant.presets[0]
    blanks: dict[str, Blank] = {"first": Title(first.name, first.titles)}
    if preset is None:
        return Message("menus.own_preset", blanks=blanks)
    every = {**preset.options, **setup.options}
    differences = tuple(answered_question(name, given) for name, given in every.items())
    entry = "menus.first_preset" if preset is first else "menus.preset"
    named: dict[str, Blank] = {
        "preset": Title(preset.name, preset.titles),
        "differences": Series(differences),
    }
    return Message(entry, blanks={**blanks, **named})


def answered_questions(variant: Variant, setup: Setup) -> Mapping[str, Message]:
    """The choices for a table of this game, each with its present answer."""
    table = agreed(variant, setup)
    rounds = (table.last_deal if "rounds" in variant.options else None) or 0

    def current(question: str) -> object:
        """The answer as it stands; of several hand sizes, the one that will be dealt."""
        given = current_answer(variant, setup, question)
        is_sizes = question == "hand" and isinstance(given, tuple)
        return table.hand_size(setup.players) if is_sizes else given

    answers = {name: answered_question(name, current(name), rounds) for name in questions(variant)}
    if table.love and "target" in answers:
        # With the rounds that it is likely to take; of a long match, those of a shorter one too.
        target, sides = table.target or 0, table.sides
        length = likely_rounds(sides, target)
        blanks: dict[str, Blank] = {
            "answer": answers["target"],
            "rounds": length,
            "is_more": "yes" if target > LARGEST_TARGET else "no",
            "shorter": SHORT_TARGET if length > LONG_MATCH else 0,
            "fewer": likely_rounds(sides, SHORT_TARGET),
        }
        answers["target"] = Message("menus.target_with_length", blanks=blanks)
    return answers
