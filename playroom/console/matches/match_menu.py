"""The menu of one match of the list."""

from collections.abc import Callable
from dataclasses import dataclass

from playroom.console.matches.catalogue import Catalogue, Done
from playroom.console.matches.match_export import ask_for_path
from playroom.console.ui.items import Item
from playroom.console.ui.list import ListPlace
from playroom.console.ui.questions import TextEntry
from playroom.console.ui.room import Room
from playroom.console.ui.yes_or_no import YesOrNo
from playroom.home.match_index import MatchEntry
from playroom.home.match_notes import keeps_hands_closed
from playroom.home.saved_match import SavedMatch
from playroom.narration.message import Message, answer


@dataclass(frozen=True, slots=True)
class MatchActions:
    """The tools of a match's menu: *catalogue* changes it, *suggested* is the file that it is exported to.

    *resume* goes on with it, *replay* goes through it again, *retry* makes exercises of its mistakes. *back*
    closes what is open above the list, and gives what says it there.
    """

    catalogue: Catalogue
    suggested: Callable[[MatchEntry], str]
    resume: Callable[[SavedMatch], None]
    replay: Callable[[SavedMatch], None]
    retry: Callable[[SavedMatch], None]
    back: Callable[[str], Done]


class MatchMenu(ListPlace):
    """The ways into a match and the changes of it, after which one is in the list of matches again."""

    def __init__(self, room: Room, entry: MatchEntry, line: Message, actions: MatchActions) -> None:
        self._entry, self._line, self._actions = entry, line, actions
        super().__init__(room, Message("matches.match_title", blanks={"match": line}), self._entries)

    def _entries(self) -> tuple[Item, ...]:
        is_whole = not self._entry.why
        can_go_on = is_whole and self._actions.catalogue.is_unfinished(self._entry)
        return (
            *((self._own_item("continue", self._open(self._actions.resume)),) if can_go_on else ()),
            *(self._whole_items() if is_whole else ()),
            *(self._export_items() if self.room.reaches_machine else ()),
            *((self._own_item("archive", self._ask_to_archive),) if can_go_on else ()),
            self._own_item("delete", self._ask_to_delete),
        )

    def _export_items(self) -> tuple[Item, ...]:
        return (Item("export", Message("matches.export"), choose=self._export),)

    def _whole_items(self) -> tuple[Item, ...]:
        """The actions on a record that can be read."""
        return (
            Item("replay", Message("replay.open"), choose=self._open(self._actions.replay)),
            Item("retry", Message("replay.retry"), choose=self._open(self._actions.retry)),
            self._own_item("rename", self._ask_title),
        )

    def _own_item(self, name: str, act: Callable[[], None]) -> Item:
        """A line that does something with the match unless another program plays it."""

        def choose() -> None:
            if self._actions.catalogue.is_elsewhere(self._entry):
                self.tell_item(answer("menus.open_elsewhere"))
            else:
                act()

        return Item(name, Message(f"matches.{name}"), choose=choose)

    def _open(self, way: Callable[[SavedMatch], None]) -> Callable[[], None]:
        return lambda: way(self._actions.catalogue.saved(self._entry))

    def _export(self) -> None:
        if keeps_hands_closed(self._entry.people, self._entry.winners):
            self.tell_item(answer("replay.not_yet"))
            return
        file = self._actions.catalogue.saved(self._entry).file
        ask_for_path(self.room, file, self._actions.suggested(self._entry), self.tell_item)

    def _ask_title(self) -> None:
        prompt = Message("matches.write_title")
        self.room.places.open(TextEntry(self.room, prompt, self._entry.title, self._rename))

    def _rename(self, title: str) -> None:
        self._actions.catalogue.rename(self._entry, title, self._actions.back("renamed"))

    def _ask_to_archive(self) -> None:
        question = Message("menus.put_away_sure", blanks={"match": self._line})
        self.room.places.open(YesOrNo(self.room, question, self._archive))

    def _archive(self) -> None:
        self._actions.catalogue.archive(self._entry, self._actions.back("archived"))

    def _ask_to_delete(self) -> None:
        question = Message("matches.delete_sure", blanks={"match": self._line})
        self.room.places.open(YesOrNo(self.room, question, self._delete))

    def _delete(self) -> None:
        self._actions.catalogue.delete(self._entry, self._actions.back("deleted"))
