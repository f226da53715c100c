"""A list as a place: its items are walked through, chosen and changed, and searched with those behind."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from playroom.console.ui.places import Item, ListFocus, ListItem, Place, TypedNumber
from playroom.console.ui.room import Room
from playroom.console.ui.text_entry import TextEntry
from playroom.keys.commands import Command, CommandGroup, PlaceName, grouped
from playroom.narration.message import Message, SeatedCue, Urgency, answer
from playroom.sound.cue import Cue
from playroom.voice.history import folded
from playroom.voice.utterance import Buffer


def list_title(line: Message | str) -> Message:
    """The title of the list that a line opens: what the line says."""
    return Message("menus.heading", blanks={"heading": line})


class ListPlace:
    """A spoken list; its items are computed again after each key that may have changed them."""

    bindings = PlaceName.MENU

    def __init__(
        self,
        room: Room,
        title: Message,
        items: Callable[[], Iterable[Item]] = tuple,
        *,
        back: Callable[[], None] | None = None,
        sentences: bool = False,
    ) -> None:
        """A list called *title*; *back* is what Escape does, *sentences* that its items end in full stops.

        A list that does not say itself how it is left has a last line for that.
        """
        self.room, self.title, self._given_items = room, title, items
        self._back = back or room.places.back
        self._way_back = () if back else (Item("back", Message("menus.back"), choose=room.places.back),)
        self._menu = ListFocus(self._items())
        self._sentences = sentences
        self._digits = ""

    def tell(self) -> None:
        """Say the title and the item in focus."""
        self.tell_item(self.title)

    def tell_after(self, news: Message) -> None:
        """Say *news* and the item in focus."""
        self.tell_item(news)

    def obey(self, command: Command) -> None:
        """Walk, choose, change a value, or go back."""
        self._digits = ""
        match command:
            case Command.NEXT:
                self._walk(1)
            case Command.PREVIOUS:
                self._walk(-1)
            case Command.FIRST:
                self._jump(self._menu.at(0))
            case Command.LAST:
                self._jump(self._menu.at(len(self._menu.items)))
            case Command.LESS:
                self._step(-1)
            case Command.MORE:
                self._step(1)
            case Command.CHOOSE:
                self._choose()
            case _:
                self._back()

    def typed(self, key: str) -> bool:
        """A digit is typed into an item with a number; a letter goes to the next item that begins with it."""
        digit = self.room.keymap.digit(key)
        if digit is not None and self._menu.item.number:
            self._type_digit(str(digit), self._menu.item.number)
            return True
        if len(key) != 1 or not key.isalnum():
            return False
        found = self._menu.on_letter([self.room.speech.words(item.label) for item in self._menu.items], key)
        if found is None:
            self.room.speech.answer(answer("menus.no_such_item", letter=key))
        else:
            self._jump(found)
        return True

    @property
    def content(self) -> ListFocus:
        """The items and the one in focus, as they were said last."""
        return self._menu

    @property
    def hand_keys(self) -> Mapping[Command, Sequence[str]]:
        """The commands of the hand that work in the list too, with their keys here."""
        return {}

    def items(self) -> Iterable[Item]:
        """The items as they stand; a kind of list that has its own overrides this."""
        return self._given_items()

    def choices(self) -> tuple[Item, ...]:
        """The items for the scanner; an item with a value opens a list of what can be done with it."""
        return tuple(replace(item, choose=partial(self._take, item.key)) for item in self._items())

    def whole(self, item: Item) -> Message:
        """All that is said of an item, without its place in the list."""
        return item.label

    def renew(self) -> None:
        """Compute the items again; the focus stays on its line."""
        self._menu = self._menu.renewed(self._items())

    def turn_to(self, key: str) -> None:
        """Put the focus on the item of this key, if there is one."""
        self._menu = self._menu.renewed(self._items()).on(key)

    def _type_digit(self, digit: str, number: TypedNumber) -> None:
        """Add a digit to the number being typed; if that is refused, start a new number, but not with 0.

        Up to the greatest, a number that is too small may go on; any other that is refused is forgotten.
        """
        most = number.most
        typed = self._digits + digit
        refused, goes_on = number.take(int(typed)), 0 < 10 * int(typed) <= most
        if refused and self._digits and digit != "0" and not goes_on:
            typed = digit
            refused, goes_on = number.take(int(typed)), 0 < 10 * int(typed) <= most
        is_forgotten = refused and most and not goes_on
        self._digits = "" if is_forgotten else typed
        self.tell_item(answer("menus.digits_begun", digits=typed) if refused and goes_on else refused)

    def _items(self) -> tuple[Item, ...]:
        return (*self.items(), *self._way_back)

    def _take(self, key: str) -> None:
        """Choose an item for the scanner, or list what can be done with its value."""

        def tell_about() -> None:
            self.tell_item(self._menu.item.about)

        def changes() -> Iterator[Item]:
            yield Item("more", Message("keys.menu.more"), choose=partial(self._step, 1))
            yield Item("less", Message("keys.menu.less"), choose=partial(self._step, -1))
            if chosen := self._menu.item.choose or self._menu.item.focused:
                yield Item("choose", Message("keys.menu.choose"), choose=chosen)
            if self._menu.item.about:
                yield Item("about", Message("menus.about"), choose=tell_about)

        self.turn_to(key)
        if self._menu.item.step:
            self.room.places.open(ListPlace(self.room, Message("menus.change"), changes))
        else:
            self._choose()

    def _walk(self, step: int) -> None:
        """Go to the next line or the one before, and say it; where there is none, that this is the end."""
        if self._menu.moved(step).focus == self._menu.focus:
            self.renew()  # there may be more lines by now
        menu = self._menu.moved(step)
        if menu.focus != self._menu.focus:
            self._jump(menu)
        else:
            entry = "menus.list_end" if step > 0 else "menus.list_start"
            self.room.speech.answer(replace(answer(entry), sound=SeatedCue(Cue.LIST_END)))

    def _jump(self, menu: ListFocus) -> None:
        """Go there and say the item, also where the focus was there already."""
        self._menu = menu
        self.tell_item(cue=Cue.CURSOR)

    def tell_item(self, before: Message | None = None, cue: Cue | None = None) -> None:
        """Say *before*, then the item in focus with its present value, with its sample or else *cue*."""
        self.renew()
        if self.room.places.current is self:
            self.room.scanner.focus(self, self._menu.item.key)
        item, sample = self._item(), self._menu.item.focused
        sounding = replace(item, sound=SeatedCue(cue)) if cue and not sample else item
        if before:
            self.room.answer_with_focus((before,), (sounding,))
        else:
            self.room.speech.answer(sounding)
        if sample:
            sample()

    def tell_done(self, message: Message) -> None:
        """Say what has been done, and the item in focus if the player is still in the list."""
        if self.room.places.current is self:
            self.tell_item(message)
        else:
            self.room.speech.say(message, urgency=Urgency.EVENT)

    def _item(self) -> Message:
        """The item in focus as it is said."""
        label, place, count = self._menu.item.label, self._menu.focus, len(self._menu.items)
        return label if self._sentences else self.room.speech.placed(label, place, count)

    def _choose(self) -> None:
        """Choose the item in focus; of one that has only a value, say it, and once how it is changed."""
        item = self._menu.item
        if item.choose:
            item.choose()
            return
        self.tell_item(item.about)
        if item.step and not self.room.has_said_changing:
            self.room.has_said_changing = True
            digits = "yes" if item.number else "no"
            self.room.speech.say(
                Message("menus.value_changes", urgency=Urgency.HINT, blanks={"digits": digits}),
                buffer=Buffer.FOCUS,
            )

    def _step(self, step: int) -> None:
        if self._menu.item.step is None:
            self.tell_item(answer("menus.only_chosen" if self._menu.item.choose else "menus.no_value"))
            return
        place = self.room.places.current
        message = self._menu.item.step(step)
        # A question that the step has opened says where one is.
        if self.room.places.current is place:
            self.tell_item(message)


class HelpList(ListPlace):
    """The keys of a place; it is never open twice, nor below the history."""


class TableMenu(ListPlace):
    """The menu of a table, by which a lesson knows it from other lists."""


def group_item(room: Room, group: CommandGroup, items: Sequence[Item]) -> Item:
    """The item of a group of commands, which opens *items*."""
    return list_item(room, group, Message(f"keys.groups.{group}"), lambda: tuple(items))


def list_item(room: Room, key: str, name: Message, items: Callable[[], tuple[Item, ...]]) -> Item:
    """The item that opens a list of the same name."""
    title = list_title(name)
    return ListItem(key, name, choose=lambda: room.places.open(ListPlace(room, title, items)), inside=items)


def command_menu(
    room: Room, title: Message, place: Place, at: PlaceName, commands: Iterable[Command]
) -> ListPlace:
    """The commands of *place* by groups; one that is chosen closes the menu, and runs there."""

    def item(command: Command) -> Item:
        def choose() -> None:
            room.places.drop_to(place)
            place.obey(command)

        return Item(command, room.speech.named(at, command), choose=choose)

    groups = tuple(
        group_item(room, group, [*map(item, several)]) for group, several in grouped(commands).items()
    )
    return ListPlace(room, title, lambda: groups)


def line_items(lines: Iterable[Message]) -> tuple[Item, ...]:
    """The items of lines that are only read."""
    return tuple(Item(str(number), line) for number, line in enumerate(lines))


class WaitList(ListPlace):
    """Receives the keys during the operation, so that they do not reach the place below."""

    def __init__(self, room: Room, message: Message, give_up: Callable[[], None]) -> None:
        """*message* describes the operation; *give_up* closes this list."""
        items = (
            Item("wait", Message("online.wait"), choose=self.tell),
            Item("give_up", Message("online.give_up"), choose=give_up),
        )
        super().__init__(room, message, lambda: items, back=give_up)

    def tell(self) -> None:
        """Say what is waited for."""
        self.room.speech.answer(self.title)


Lines = Callable[[], tuple[Item, ...]]
"""The lines of a list as they stand."""


def search_item(room: Room, lines: Lines) -> Item:
    """The line that asks for words, and lists the lines with all of them, each with its list."""

    def find(text: str) -> None:
        """List what is found, or say that nothing is; without words, that the list shows all."""
        wanted = folded(text).split()

        def has(label: Message) -> bool:
            words = folded(room.speech.words(label))
            return all(word in words for word in wanted)

        def is_of_list(hit: Item) -> bool:
            """Whether only the name of the list has the words, not what the line says itself."""
            own = hit.label.blanks.get("item") if hit.label.entry == "menus.found_in" else None
            return isinstance(own, Message) and not has(own)

        def found() -> tuple[Item, ...]:
            hits = (each for each in _every_line(lines(), None) if has(each.label))
            # What only the name of its list has comes last: "braille" is first of all the braille lines.
            return tuple(sorted(hits, key=is_of_list))

        place = room.places.current
        if not wanted and isinstance(place, ListPlace):
            place.tell_item(answer("menus.all_again"))
        elif found():
            title = Message("menus.found", blanks={"words": text})
            room.places.open(ListPlace(room, title, found))
        elif isinstance(place, ListPlace):
            place.tell_item(answer("menus.none_found", words=text))

    ask = TextEntry(room, Message("menus.write_search"), "", find)
    return Item("search", Message("menus.search"), choose=lambda: room.places.open(ask))


def _every_line(lines: tuple[Item, ...], heading: Item | None) -> Iterator[Item]:
    """The lines that do something, of a list and of those that open from it, each with its list."""
    for item in lines:
        if heading is None:
            yield item
        elif item.key != "back":
            blanks = {"item": item.label, "list": heading.label}
            yield replace(
                item, key=f"{heading.key} {item.key}", label=Message("menus.found_in", blanks=blanks)
            )
        if isinstance(item, ListItem):
            yield from _every_line(item.inside(), item)
