"""The list in which a match is set up."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from playroom.console.match.draft import PERSON, Draft, draft, plain_draft
from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.places.questions import TextEntry
from playroom.console.room import Room
from playroom.narration.message import Blank, Message, Series, Title
from playroom.narration.option import choice_told
from playroom.narration.refusal import table_refused
from playroom.rules.variant import InvalidTable, Variant
from playroom.table.setup import agreed, answered, current_answer, first_setup, questions, stepped


class MatchSetup(ListPlace):
    """The draft of a match, changed item by item."""

    def __init__(
        self,
        room: Room,
        variants: Mapping[str, Variant],
        bots: Sequence[str],
        start: Callable[[Draft], None],
    ) -> None:
        self._variants, self._bots, self._start = variants, bots, start
        self.draft = draft(room.settings.table, variants, bots)
        super().__init__(room, Message("menus.new_match"), self._entries)
        self._told = self._answers()

    @property
    def variant(self) -> Variant:
        """The rulebook that is chosen."""
        return self._variants[self.draft.setup.game]

    def _entries(self) -> tuple[Item, ...]:
        """Start, the game, what its page leaves open, and the seats."""
        return (
            Item("start", Message("menus.start"), choose=self._begin),
            Item("game", Message("menus.game", blanks={"game": self._game_title()}), step=self._change_game),
            *map(self._question, questions(self.variant)),
            *map(self._seat, range(self.draft.setup.players)),
        )

    def _item(self) -> Message:
        """The item in focus, then the other answers that have changed with it."""
        before, self._told = self._told, self._answers()
        item, here = super()._item(), self._menu.item.key
        changed = tuple(
            told for name, told in self._told.items() if name != here and before.get(name, told) != told
        )
        return (
            Message("menus.with_changes", blanks={"item": item, "changes": Series(changed)})
            if changed
            else item
        )

    def _answers(self) -> Mapping[str, Message]:
        """What can be chosen for the table, with its present answer."""
        return {name: choice_told(name, self._answer(name)) for name in questions(self.variant)}

    def _game_title(self) -> Title:
        return Title(self.variant.name, self.variant.titles)

    def _begin(self) -> None:
        self.room.settle(table=plain_draft(self.draft))
        self._start(self.draft)

    def _question(self, question: str) -> Item:
        return Item(
            question,
            choice_told(question, self._answer(question)),
            step=lambda step: self._step_answer(question, step),
            number=lambda number: self._set(question, number),
        )

    def _answer(self, question: str) -> object:
        """The answer as it stands; of several hand sizes, the one that will be dealt."""
        setup = self.draft.setup
        given = current_answer(self.variant, setup, question)
        is_sizes = question == "hand" and isinstance(given, tuple)
        return agreed(self.variant, setup).hand_size(setup.players) if is_sizes else given

    def _seat(self, seat: int) -> Item:
        bot = self.draft.bots[seat]
        entry = self._seat_entry(bot)
        blanks: dict[str, Blank] = {
            "seat": seat + 1,
            "name": self.draft.names[seat],
            "bot": Message(f"menus.bots.{bot or 'person'}"),
        }
        return Item(
            f"seat {seat}",
            Message(entry, blanks=blanks),
            choose=lambda: self._write_name(seat),
            step=lambda step: self._change_bot(seat, step),
        )

    def _seat_entry(self, bot: str) -> str:
        """The entry for a seat: one person at the table is the listener."""
        if bot != PERSON:
            return "menus.seat_bot"
        people = self.draft.setup.players - len(self.draft.seated)
        return "menus.seat_you" if people == 1 else "menus.seat_person"

    def _change_game(self, step: int) -> None:
        games = list(self._variants)
        at = (games.index(self.draft.setup.game) + step) % len(games)
        self.draft = replace(self.draft, setup=first_setup(self._variants[games[at]]))

    def _step_answer(self, question: str, step: int) -> Message | None:
        setup, why = stepped(self.variant, self.draft.setup, question, step)
        self.draft = replace(self.draft, setup=setup)
        return table_refused(why, self.variant) if why else None

    def _set(self, question: str, number: int) -> Message | None:
        """Take a number that was typed, or the nearest that is possible, and say why."""
        try:
            wanted = answered(self.variant, self.draft.setup, question, number)
            agreed(self.variant, wanted)
        except InvalidTable as why:
            return table_refused(why, self.variant)
        self.draft = replace(self.draft, setup=wanted)
        return None

    def _change_bot(self, seat: int, step: int) -> None:
        sorts = (PERSON, *self._bots)
        at = sorts.index(self.draft.bots[seat]) + step
        self.draft = self.draft.with_bot(seat, sorts[at % len(sorts)])

    def _write_name(self, seat: int) -> None:
        prompt = Message("menus.write_name", blanks={"seat": seat + 1})
        self.room.places.open(TextEntry(self.room, prompt, self.draft.names[seat], partial(self._name, seat)))

    def _name(self, seat: int, name: str) -> None:
        others = {*self.draft.names[:seat], *self.draft.names[seat + 1 :]}
        if not name or name in others:
            entry = "menus.name_taken" if name else "menus.name_empty"
            self.tell_item(Message(entry, blanks={"name": name}))
        else:
            self.draft = self.draft.named(seat, name)
            self.tell_item()
