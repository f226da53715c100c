"""The lists of rules: the games, the sections of a rulebook, its paragraphs with examples, and its keys."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from re import findall
from typing import TYPE_CHECKING

from msgspec import Struct

from playroom.console.play.games import Adviser
from playroom.console.ui.key_help import key_hint
from playroom.console.ui.list import ListPlace, list_title
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.console.ui.text_entry import TextEntry
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import Command, PlaceName
from playroom.narration.message import Message, answer
from playroom.narration.rules.rulebook import Section, rulebook, title
from playroom.rules.rulebook.questions import AfterDraw, Drawing, FirstTurn, Passing, Shape
from playroom.rules.rulebook.variant import Rules, Variant
from playroom.table.setup import agreed, first_setup
from playroom.voice.history import folded

if TYPE_CHECKING:
    from playroom.console.play.session import MatchSession
    from playroom.console.rulebook.shown_examples import ShownExample


class Trials(Struct, frozen=True):
    """What is needed to try an example: who gives advice at its table, and what opens the settings.

    *interrupted* is the match from which the rules were opened; it waits while an example is tried.
    """

    adviser: Adviser
    list_settings: Callable[[], None]
    interrupted: "MatchSession | None" = None
    learn: Callable[[str], None] | None = None
    """Begins the lesson on a game; None where no lesson can begin."""


def games_menu(room: Room, variants: Mapping[str, Variant], trials: Trials) -> ListPlace:
    """The games; each opens its rules as they are at its first table, with examples that can be tried."""
    from playroom.console.play.game_character import game_character  # noqa: PLC0415 (rules can be opened)

    def open_game(variant: Variant) -> None:
        rules = agreed(variant, first_setup(variant))
        RulesReader(room, variant, rules, {}, trials, is_at_table=False).open()

    items = tuple(
        Item(variant.name, game_character(variant), choose=partial(open_game, variant))
        for variant in variants.values()
    )
    return ListPlace(room, Message("menus.rules_title"), lambda: items)


def list_rules(session: "MatchSession", trials: Trials | None = None) -> None:
    """Open the rules of a match; without *trials*, examples cannot be tried there."""
    record = session.table.record
    RulesReader(session.room, record.variant, record.match.rules, record.options, trials).open()


class RulesReader(Struct, frozen=True):
    """The rules of one table, with these *options*; without *trials*, examples cannot be tried here."""

    room: Room
    variant: Variant
    rules: Rules
    options: Mapping[str, object]
    trials: Trials | None = None
    is_at_table: bool = True

    def open(self) -> None:
        """Open the list of sections, with the length of this game if it is known, and its lesson if any."""
        from playroom.console.lessons.lessons import TABLES  # noqa: PLC0415 (rules can be opened)
        from playroom.console.play.game_character import length_and_luck  # noqa: PLC0415 (rules can be opened)

        room, variant = self.room, self.variant

        def open_keys() -> None:
            """List the keys that play this game, as they are bound for the listener."""
            items = game_keys(room, self.rules)
            heading = list_title(Message("menus.rules_keys"))
            room.places.open(ListPlace(room, heading, lambda: items))

        def search() -> None:
            room.places.open(TextEntry(room, Message("menus.rules_search_prompt"), "", self._find))

        items = [
            Item(section.heading.entry, section.heading, choose=partial(self._open_section, section))
            for section in self._sections()
        ]
        if not self.is_at_table and (length := length_and_luck(variant, room.settings)):
            items.append(Item("length", length))
        if self.trials and self.trials.learn and variant.name in TABLES:
            learn = partial(self.trials.learn, variant.name)
            items.append(Item("learn", Message("menus.learn"), choose=learn))
        items.append(Item("keys", Message("menus.rules_keys"), choose=open_keys))
        items.append(Item("search", Message("menus.rules_search"), choose=search))
        title_of_list = Message("menus.table_title", blanks={"game": title(variant)})
        room.places.open(ListPlace(room, title_of_list, lambda: tuple(items)))

    def _sections(self) -> tuple[Section, ...]:
        return rulebook(self.variant, self.rules, is_at_table=self.is_at_table)

    def _open_section(self, section: Section, at: str = "") -> None:
        """Open a section, with the line of the key *at* in focus."""
        items = tuple(self._lines(section))
        has_examples = any(item.choose for item in items)
        entry = "menus.rules_section" if has_examples and self.trials else "menus.heading"
        heading = Message(entry, blanks={"heading": section.heading})
        place = ListPlace(self.room, heading, lambda: items, sentences=True)
        place.turn_to(at)
        self.room.places.open(place)

    def _lines(self, section: Section) -> Iterator[Item]:
        """The paragraphs of a section, each followed by its examples."""
        from playroom.console.rulebook.shown_examples import shown_examples  # noqa: PLC0415 (rules can be opened)

        def try_out(example: "ShownExample") -> None:
            """Open the position of an example to try it, or say where that is possible."""
            from playroom.console.rulebook.example_trial import ExampleTrial  # noqa: PLC0415 (likewise)

            if self.trials is None:
                self.room.speech.answer(answer("examples.try_elsewhere"))
            elif not example.has_moves:
                self.room.speech.answer(answer("examples.nothing_to_try"))
            else:
                ExampleTrial(self.room, self.variant, example.played, self.trials).open()

        folder = self.room.storage.rulebooks
        for number, paragraph in enumerate(section.paragraphs):
            yield Item(str(number), paragraph)
            found = shown_examples(folder, self.room.book, self.variant, self.rules, self.options, paragraph)
            for place, example in enumerate(found):
                yield Item(f"{number} {place}", example.label, choose=partial(try_out, example))

    def _find(self, words: str) -> None:
        """List the paragraphs and examples with all these words, or words that begin so."""
        wanted = folded(words).split()
        if not wanted:
            self.room.speech.answer(answer("menus.all_again"))
            return
        found = []
        for section in self._sections():
            for line in self._lines(section):
                has = findall(r"[\w-]+", folded(self.room.speech.words(line.label)))
                if all(any(word.startswith(each) for word in has) for each in wanted):
                    blanks = {"heading": section.heading, "line": line.label}
                    label = Message("menus.rules_found_line", blanks=blanks)
                    open_it = partial(self._open_section, section, line.key)
                    found.append(Item(f"{section.heading.entry} {line.key}", label, choose=open_it))
        if not found:
            self.room.speech.answer(answer("menus.rules_not_found", words=words))
            return
        heading = Message("menus.rules_found", blanks={"words": words, "count": len(found)})
        self.room.places.open(ListPlace(self.room, heading, lambda: tuple(found), sentences=True))


def game_keys(room: Room, rules: Rules) -> tuple[Item, ...]:
    """A line for each command that this game needs, with its keys; with two keys, how they are used."""
    if room.settings.keys == KeyProfile.SWITCH:
        return (Item("switch", key_hint(room, PlaceName.HAND)),)
    draws = rules.drawing is not Drawing.NEVER
    # To pass by choice is to keep a drawn tile too, or to stop where there is something else to do.
    keeps = draws and rules.after_draw is AfterDraw.MAY_PLAY
    passes = rules.passing is Passing.ANY_TIME or keeps or rules.first_turn is FirstTurn.MANY
    needed = (
        *(Command.NEXT, Command.PREVIOUS, Command.NEXT_PLAYABLE, Command.PLAY),
        *((Command.PLAY_LEFT, Command.PLAY_RIGHT) if rules.shape is Shape.LINE else ()),
        *((Command.DRAW,) if draws else ()),
        *((Command.PASS,) if passes else ()),
        *(Command.ENDS, Command.CHAIN, Command.HAND, Command.TURN, Command.SCORES),
        *(Command.FACTS, Command.WHAT_IF, Command.HINT, Command.RULES, Command.HELP),
    )
    bound = (each for each in needed if room.keymap.keys(PlaceName.HAND, each))
    return tuple(Item(command, room.speech.named(PlaceName.HAND, command)) for command in bound)
