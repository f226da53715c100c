"""The list of the unfinished matches."""

from collections.abc import Callable, Mapping
from functools import partial

from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.places.yes_or_no import YesOrNo
from playroom.console.room import Room
from playroom.home.saved_match import SavedMatch, SavedMatches
from playroom.narration.file_errors import system_error_told
from playroom.narration.message import Message, Title, answer
from playroom.rules.variant import Variant


class MatchesMenu(ListPlace):
    """Each match to be resumed, the newest first, then each to be put with the past ones."""

    def __init__(
        self,
        room: Room,
        matches: SavedMatches,
        variants: Mapping[str, Variant],
        resume: Callable[[SavedMatch], None],
    ) -> None:
        self._matches, self._variants, self._resume = matches, variants, resume
        self._found = self._read()
        super().__init__(room, Message("menus.matches_title"), self._match_items)

    def _read(self) -> tuple[tuple[SavedMatch, Message], ...]:
        return tuple((saved, _label(saved, self._variants)) for saved in self._matches.newest_first())

    def _match_items(self) -> tuple[Item, ...]:
        return (
            *(Item(f"resume {saved.file.name}", label, choose=partial(self._go_on, saved))
              for saved, label in self._found),
            *(Item(f"archive {saved.file.name}", _put_away(label), choose=partial(self._ask, saved, label))
              for saved, label in self._found),
        )  # fmt: skip

    def _go_on(self, saved: SavedMatch) -> None:
        self.room.places.drop()
        self._resume(saved)

    def _ask(self, saved: SavedMatch, label: Message) -> None:
        question = Message("menus.put_away_sure", blanks={"match": label})
        self.room.places.open(YesOrNo(self.room, question, partial(self._archive, saved)))

    def _archive(self, saved: SavedMatch) -> None:
        """Put a match with the past ones, unless it is being played."""
        if not saved.open():
            self.tell_item(answer("menus.open_elsewhere"))
            return
        try:
            saved.archive()
        except OSError as error:
            self.tell_item(answer("menus.not_archived", why=system_error_told(error)))
        else:
            self._found = self._read()
            self.tell_item()
        finally:
            saved.close()


def _put_away(label: Message) -> Message:
    return Message("menus.put_away", blanks={"match": label})


def _label(saved: SavedMatch, variants: Mapping[str, Variant]) -> Message:
    """What a match is: its game, its round and the other players; its file if it cannot be read."""
    heading = saved.heading()
    if heading is None:
        return Message("menus.broken_match", blanks={"file": saved.file.name})
    variant = variants.get(heading.game)
    others = tuple(heading.players[seat] for seat in saved.seats() if seat < len(heading.players))
    return Message(
        "menus.kept_match",
        blanks={
            "game": Title(variant.name, variant.titles) if variant else heading.game,
            "round": heading.rounds,
            "others": others or heading.players,
        },
    )
