"""The list in which a match is set up."""

from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec.structs import replace

from playroom.console.play.draft import NAMES, PERSON, Draft, draft, plain_draft
from playroom.console.play.game_choices import GameChoices
from playroom.console.presets.preset_changes import PresetChanges, save_item
from playroom.console.presets.table_preset import table_of_draft
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.console.ui.text_entry import TextEntry
from playroom.narration.message import Blank, Message
from playroom.rules.rulebook.variant import Variant
from playroom.table.setup import Setup, agreed, first_setup


class MatchSetup(GameChoices):
    """The draft of a match, changed item by item."""

    def __init__(  # noqa: PLR0913 (what a table is set up from)
        self,
        room: Room,
        variants: Mapping[str, Variant],
        bots: Sequence[str],
        start: Callable[[Draft], None],
        *,
        is_shared: bool = False,
        accompany: Callable[[Draft], None] | None = None,
        games: Collection[str] = (),
    ) -> None:
        """*start* is called with the draft; *is_shared* is whether the table is open to others.

        *accompany* follows a match of these people at a table of wood. *games* are those that a club plays,
        none are all.
        """
        self._bots, self._start, self._is_shared, self._accompany = bots, start, is_shared, accompany
        self.draft = draft(room.settings.table, variants, bots)
        self._named: set[int] = set()
        """The seats of people whose names were typed here, even if one is a usual one."""
        # Elsewhere no invite can be written.
        shared = "menus.new_table" if room.reaches_machine else "menus.new_table_elsewhere"
        title = Message(shared if is_shared else "menus.new_match")
        super().__init__(room, title, variants, games)
        if self._offered and self.setup.game not in self._offered:
            self.take(first_setup(variants[self._offered[0]]))

    @property
    def setup(self) -> Setup:
        """The game and its table as they stand."""
        return self.draft.setup

    def take(self, setup: Setup) -> None:
        """Change to another game or table."""
        self.draft = replace(self.draft, setup=setup)

    def name_host(self, name: str) -> None:
        """Give the first seat to the listener, by the name that they have chosen."""
        self.draft = self.draft.for_people([name])
        self._named.add(0)

    def items(self) -> tuple[Item, ...]:
        """Start, the game with its seats and options; unless it is shared, wood and a preset."""
        accompany = self._accompany
        changes = PresetChanges(self.room, self.tell_done, self.turn_to)
        save = save_item(changes, lambda: table_of_draft(self.draft))

        def begin_at_wood() -> None:
            """Begin at a table of wood; seats that nobody has named have the names of the last one."""
            self.room.places.drop()
            last = self.room.settings.companions[: self.setup.players]
            is_named = self._named or self.draft.players != NAMES[: self.setup.players]
            assert accompany
            accompany(self.draft if is_named else self.draft.for_people(last))

        return (
            Item("start", Message("menus.open" if self._is_shared else "menus.start"), choose=self._begin),
            *self.game_items(map(self._seat, range(self.draft.setup.players))),
            *((Item("wood", Message("companion.start"), choose=begin_at_wood),) if accompany else ()),
            *(() if self._is_shared else (save,)),
        )

    def _begin(self) -> None:
        """Start, once all of several people at this keyboard have a name."""
        people = [seat for seat in range(self.setup.players) if self.draft.bots[seat] == PERSON]
        default = (seat for seat in people if self.draft.names[seat] == NAMES[seat])
        nameless = (seat for seat in default if seat not in self._named)
        seat = None if self._is_shared or len(people) == 1 else next(nameless, None)
        if seat is not None:
            self._write_name(seat, "", begins=True)
            return
        self.room.change_settings(table=plain_draft(self.draft))
        self.room.places.drop()
        # Where people meet, a name that nobody has chosen is asked for.
        is_nameless = self._is_shared and self.draft.names[0] == NAMES[0] and 0 not in self._named
        self._start(self.draft.named(0, "") if is_nameless else self.draft)

    def _seat(self, seat: int) -> Item:
        """A seat and its team: one person at the table is the listener, whose default name is not theirs."""
        bot, name = self.draft.bots[seat], self.draft.names[seat]

        def change_bot(step: int) -> None:
            sorts = (PERSON, *self._bots)
            self.draft = self.draft.with_bot(seat, sorts[(sorts.index(bot) + step) % len(sorts)])

        if bot != PERSON:
            entry = "seat_bot"
        elif self.draft.setup.players - len(self.draft.seated) > 1:
            entry = "seat_person"
        else:
            entry = "seat_you" if name != NAMES[seat] or seat in self._named else "seat_you_nameless"
        sort = Message(f"menus.bots.{bot or 'person'}")
        table = self.variant and agreed(self.variant, self.setup)
        place: Blank = seat + 1
        if table and table.teams:
            place = Message("menus.seat_in_team", blanks={"seat": place, "team": table.side(seat) + 1})
        blanks: dict[str, Blank] = {"seat": place, "name": name, "bot": sort}
        return Item(
            *(f"seat {seat}", Message(f"menus.{entry}", blanks=blanks)),
            choose=lambda: self._write_name(seat, name),
            step=change_bot,
        )

    def _write_name(self, seat: int, now: str, *, begins: bool = False) -> None:
        """Ask for the name of a player; the match *begins* then, unless the name cannot be taken."""

        def take(name: str) -> None:
            others = {*self.draft.names[:seat], *self.draft.names[seat + 1 :]}
            if not name or name in others:
                entry = "menus.name_taken" if name else "menus.name_empty"
                self.tell_item(Message(entry, blanks={"name": name}))
                return
            self.draft = self.draft.named(seat, name)
            self._named.add(seat)
            self.tell_item()
            if begins:
                self._begin()

        prompt = Message("menus.write_name", blanks={"seat": seat + 1})
        self.room.places.open(TextEntry(self.room, prompt, now, take))
