"""The hall: the first list, and the ways from it to a table and back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from playroom.console.match.bot_seats import BotSeats
from playroom.console.match.draft import Draft, for_seats
from playroom.console.match.hints import Adviser
from playroom.console.match.session import MatchSession
from playroom.console.match.transcript_writer import TranscriptWriter
from playroom.console.menus.match_setup import NewMatch
from playroom.console.menus.settings import Preferences
from playroom.console.menus.system_report import Report
from playroom.console.places.history import open_history, transcribe
from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.places.questions import YesOrNo
from playroom.console.places.table import COMMANDS, TableExits, TablePlace
from playroom.console.room import Room
from playroom.home.saved import SavedMatch
from playroom.keys.commands import Command, Place, entry
from playroom.narration.message import Blank, Message, Title
from playroom.narration.phrasebook import NOBODY
from playroom.narration.rulebook import Section, rulebook, title
from playroom.rules.variant import Variant
from playroom.strict_yaml import PageError
from playroom.table.reading import RuleBroken
from playroom.table.record import Record
from playroom.table.setup import agreed, first_setup, new_record
from playroom.table.table import Bot

NOT_KEPT = ""
"""What stands for the strength of a bot of which nothing was kept."""


@dataclass(frozen=True, slots=True)
class House:
    """What the hall is furnished with; *bots* by the word for their strength, *languages* by their codes."""

    variants: Mapping[str, Variant]
    bots: Mapping[str, Bot]
    languages: Mapping[str, str]
    saved: SavedMatch
    transcripts: Path
    seed: Callable[[], int]
    report: Report
    adviser: Adviser


class Hall:
    """The first list of the room."""

    def __init__(self, room: Room, house: House) -> None:
        self._room, self._house = room, house
        self._playing: MatchSession | None = None
        self._seating = BotSeats(room, house.bots, house.saved)
        self._listing = ListPlace(room, Message("menus.title"), self._items, back=room.close)

    def enter(self, *, silent: bool = False) -> None:
        """Open the first list; say nothing of it if something else follows at once."""
        self._room.open(self._listing, silent=silent)

    def begin(self, draft: Draft) -> None:
        """Begin a match, and open its table; one that was kept is laid among the past ones."""
        variant = self._house.variants[draft.setup.game]
        record = new_record(variant, draft.setup, draft.players)
        self._house.saved.put_by()
        self._sit_down(record, draft.seated)

    def stop(self) -> None:
        """Let nobody move any more."""
        if self._playing:
            self._playing.stop()

    def _items(self) -> tuple[Item, ...]:
        go_on = (Item("continue", Message("menus.continue"), choose=self.go_on),)
        return (
            *(go_on if self._house.saved.exists() else ()),
            Item("new", Message("menus.new"), choose=self._set_up),
            Item("rules", Message("menus.rules"), choose=self._list_games),
            Item("settings", Message("menus.settings"), choose=self._list_settings),
            Item("leave", Message("menus.leave"), choose=self._room.close),
        )

    def _set_up(self) -> None:
        house = self._house
        setting = NewMatch(self._room, house.variants, tuple(house.bots), self._begin_from_list)
        self._room.open(setting.listing)

    def _begin_from_list(self, draft: Draft) -> None:
        """Begin what was set up in the list; a kept match could not be gone on with, so that is asked."""
        if self._house.saved.exists():
            question = Message("menus.replace_match")
            self._room.open(YesOrNo(self._room, question, partial(self._replace_list, draft)))
        else:
            self._replace_list(draft)

    def _replace_list(self, draft: Draft) -> None:
        self._room.drop()
        self.begin(draft)

    def _list_settings(self) -> None:
        self._room.open(Preferences(self._room, self._house.languages, self._house.report).listing)

    def go_on(self, strengths: Sequence[str] = ()) -> None:
        """Go on with the match that was kept, its bots as strong as they were, or in turn as *strengths*.

        A match that cannot be read is set aside, and that is said.
        """
        try:
            record = self._house.saved.load(self._house.variants)
        except (PageError, RuleBroken) as error:
            aside = self._house.saved.set_aside()
            blanks: dict[str, Blank] = {"why": str(error), "file": str(aside)}
            self._listing.tell_item(Message("menus.unreadable", blanks=blanks))
            return
        seated = self._house.saved.seats() or dict.fromkeys(range(1, len(record.players)), NOT_KEPT)
        if strengths:
            seated = dict(zip(sorted(seated), for_seats(strengths, len(seated)), strict=True))
        self._sit_down(record, seated)

    def _sit_down(self, record: Record, seated: Mapping[int, str]) -> None:
        persons = [seat for seat in range(len(record.players)) if seat not in seated]
        table = self._seating.table(record, seated, self._house.seed())
        self._room.transcript = TranscriptWriter(self._room, self._house.transcripts, record.variant.name)
        self._playing = MatchSession(self._room, table, persons[0] if persons else None)
        exits = TableExits(self._table_menu, self._list_rules_of_table, self._stand_up)
        here = TablePlace(self._room, self._playing, exits, self._house.adviser)
        self._room.open(here, silent=True)
        self._playing.begin()
        if record.match.round:
            here.tell()

    def _stand_up(self) -> None:
        self.stop()
        self._room.audience = NOBODY
        if self._room.transcript:
            self._room.transcript.end()
        self._room.transcript = None
        self._listing.turn_to("continue")
        self._room.back()

    def _list_games(self) -> None:
        items = tuple(
            Item(variant.name, _title(variant), choose=partial(self._list_rules, variant))
            for variant in self._house.variants.values()
        )
        self._room.open(ListPlace(self._room, Message("menus.rules_title"), lambda: items))

    def _list_rules_of_table(self, table: TablePlace) -> None:
        playing = table.playing
        self._list_sections(playing.title, rulebook(playing.variant, playing.table.match.rules))

    def _list_rules(self, variant: Variant) -> None:
        self._list_sections(title(variant), rulebook(variant, agreed(variant, first_setup(variant))))

    def _list_sections(self, game: Title, sections: tuple[Section, ...]) -> None:
        items = tuple(
            Item(section.heading.entry, section.heading, choose=partial(self._list_paragraphs, section))
            for section in sections
        )
        told = Message("menus.table_title", blanks={"game": game})
        self._room.open(ListPlace(self._room, told, lambda: items))

    def _list_paragraphs(self, section: Section) -> None:
        items = tuple(Item(str(number), told) for number, told in enumerate(section.paragraphs))
        told = Message("menus.heading", blanks={"heading": section.heading})
        self._room.open(ListPlace(self._room, told, lambda: items, sentences=True))

    def _table_menu(self, table: TablePlace) -> None:
        self._room.open(ListPlace(self._room, Message("menus.table"), partial(self._table_items, table)))

    def _table_items(self, table: TablePlace) -> tuple[Item, ...]:
        room = self._room
        return (
            *(self._command(table, command) for command in COMMANDS if command is not Command.MENU),
            *self._seating.items(table.playing.table),
            Item(
                "history",
                room.named(Place.HAND, Command.HISTORY),
                choose=partial(self._leave_menu, open_history),
            ),
            Item(
                "transcript",
                Message(entry(Place.HISTORY, Command.TRANSCRIPT)),
                choose=partial(self._leave_menu, transcribe),
            ),
            Item("settings", Message("menus.settings"), choose=self._list_settings),
        )

    def _leave_menu(self, command: Callable[[Room], None]) -> None:
        self._room.drop()
        command(self._room)

    def _command(self, table: TablePlace, command: Command) -> Item:
        return Item(
            command, self._room.named(Place.HAND, command), choose=partial(self._obey, table, command)
        )

    def _obey(self, table: TablePlace, command: Command) -> None:
        self._room.drop()
        table.obey(command)


def _title(variant: Variant) -> Message:
    return Message("menus.game_title", blanks={"game": title(variant)})
