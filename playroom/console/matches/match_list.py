"""A list of matches, the newest first, the line of each, and its menu."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from msgspec.structs import replace

from playroom.console.matches.catalogue import Catalogue, Done
from playroom.console.matches.match_transfer import ask_for_path
from playroom.console.play.games import Games
from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.questions import YesOrNo
from playroom.console.ui.room import Room
from playroom.console.ui.text_entry import TextEntry
from playroom.console.ui.write_queue import WriteOutcome
from playroom.home.match_index import MatchEntry
from playroom.home.match_notes import keeps_hands_closed
from playroom.home.saved_match import SavedMatch
from playroom.home.transcript import transcript_file
from playroom.narration.message import Blank, Message, Series, Urgency, answer, game_title
from playroom.rules.rulebook.variant import Variant

SEVERAL: Final = 2
"""The matches from which on a list has a line that deletes all of them."""


@dataclass(frozen=True, slots=True)
class MatchListParts:
    """The surroundings of a list of matches: *resume*, *replay* and *retry* open a match."""

    room: Room
    games: Games
    catalogue: Catalogue
    resume: Callable[[SavedMatch], None]
    replay: Callable[[SavedMatch], None]
    retry: Callable[[SavedMatch], None]


class MatchList(ListPlace):
    """The matches of a catalogue; the last one that was deleted can be brought back.

    *shows* is whether a match stands in the list, *more* gives the lines below the matches.
    """

    def __init__(
        self,
        parts: MatchListParts,
        title: Message,
        *,
        shows: Callable[[MatchEntry], bool],
        more: Callable[[], tuple[Item, ...]],
        back: Callable[[], None],
    ) -> None:
        self._parts, self._games, self._catalogue = parts, parts.games, parts.catalogue
        self._shows, self._more = shows, more
        self._listed: tuple[MatchEntry, ...] | None = None
        self.is_outdated = False
        """Whether other matches stand in the list since it was made."""
        self._matches: tuple[Item, ...] = ()
        super().__init__(parts.room, title, back=back)
        self.turn_to_newest()

    @property
    def is_empty(self) -> bool:
        """Whether there is no match in the list."""
        return not self._matches

    def turn_to_newest(self) -> None:
        """Put the focus on the first match."""
        if items := self._match_items():
            self.turn_to(items[0].key)

    def choices(self) -> tuple[Item, ...]:
        """The items for the scanner, with their whole lines."""
        return tuple(replace(item, label=self.whole(item)) for item in super().choices())

    def whole(self, item: Item) -> Message:
        """All that is said of an item: of a match the whole line, and whether it is open elsewhere."""
        entry = self._catalogue.entry(item.key)
        if entry is None:
            return item.label
        line = self._line(entry)
        is_elsewhere = self._catalogue.is_elsewhere(entry)
        return Message("matches.elsewhere", blanks={"match": line}) if is_elsewhere else line

    def text(self, entry: MatchEntry) -> str:
        """The words by which a match is found: its title and game, players and date."""
        when = time_begun(entry, self._games.now())
        named = map(self.room.speech.words, (match_name(entry, self._games.variants), month_name(when)))
        return " ".join((*named, *entry.players, str(when.day), str(when.year))).casefold()

    def tell_outcome(self, entry: str, outcome: WriteOutcome) -> None:
        """Say what was done to a match, or why that was not possible, and the item in focus."""
        message = answer("matches.unchanged", why=outcome.why) if outcome.why else answer(f"matches.{entry}")
        place = self.room.places.current
        if isinstance(place, MatchList):
            place.tell_item(message)
        else:
            self.room.speech.say(message, urgency=Urgency.EVENT)

    def items(self) -> tuple[Item, ...]:
        """What can be brought back, the matches, and the lines about all of them."""
        catalogue, matches = self._catalogue, self._match_items()
        items: list[Item] = []
        if catalogue.dropped:
            label = Message("matches.restore", blanks={"match": self._line(catalogue.dropped[-1])})
            restore = partial(catalogue.restore, partial(self.tell_outcome, "restored"))
            items.append(Item("restore", label, choose=restore))
        if catalogue.unread:
            reading = Message("matches.reading_line", blanks={"count": catalogue.unread})
            items.append(Item("reading", reading))
        elif not matches:
            items.append(Item("empty", Message("matches.empty")))
        items.extend(matches)
        if len(matches) >= SEVERAL and not catalogue.unread:
            label = Message("matches.delete_these", blanks={"count": len(matches)})
            items.append(Item("delete", label, choose=self._ask_to_delete))
        return (*items, *self._more(), Item("back", Message("menus.back"), choose=self._back))

    def _ask_to_delete(self) -> None:
        """Ask whether to delete all matches of the list, but those that another program plays."""
        self._match_items()
        shown = (entry for entry in self._listed or () if self._shows(entry))
        entries = tuple(entry for entry in shown if not self._catalogue.is_elsewhere(entry))

        def delete() -> None:
            *others, last = entries
            for entry in others:
                self._catalogue.delete(entry, lambda _: None)
            self._catalogue.delete(last, partial(self.tell_outcome, "deleted"))

        question = Message("matches.delete_these_sure", blanks={"count": len(entries)})
        self.room.places.open(YesOrNo(self.room, question, delete))

    def _match_items(self) -> tuple[Item, ...]:
        """A line for each match, made anew when there are others; its label is what letters lead to."""
        entries = self._catalogue.entries
        if entries is not self._listed or self.is_outdated:
            self.is_outdated = False
            self._listed = entries

            def item(entry: MatchEntry) -> Item:
                def open_menu() -> None:
                    self.room.places.open(MatchMenu(self, self._parts, entry, self._line(entry)))

                return Item(entry.name, match_name(entry, self._games.variants), choose=open_menu)

            self._matches = tuple(item(entry) for entry in entries if self._shows(entry))
        return self._matches

    def _item(self) -> Message:
        """The item in focus as it is said: of a match the whole line, and whether it is open elsewhere."""
        if self._catalogue.entry(self._menu.item.key) is None:
            return super()._item()
        line = self.whole(self._menu.item)
        return self.room.speech.placed(line, self._menu.focus, len(self._menu.items))

    def _line(self, entry: MatchEntry) -> Message:
        return match_line(entry, self._games.variants, self._games.now())

    def suggested_file(self, entry: MatchEntry) -> str:
        """The file that a match is exported to unless the player names another one."""
        when, folder = time_begun(entry, self._games.now()), self._games.transcripts
        return str(transcript_file(folder, entry.title or entry.game, when).with_suffix(".domino.yaml"))

    def back_after(self, entry: str) -> Done:
        """Close what is open above the list; what says there what was done."""
        self.room.places.drop_to(self)
        return partial(self.tell_outcome, entry)


class MatchMenu(ListPlace):
    """The ways into a match of *matches* and the changes of it, after which one is in that list again."""

    def __init__(self, matches: MatchList, parts: MatchListParts, entry: MatchEntry, line: Message) -> None:
        self._matches, self._parts, self._catalogue = matches, parts, parts.catalogue
        self._entry, self._line = entry, line
        super().__init__(matches.room, Message("matches.match_title", blanks={"match": line}))

    def items(self) -> tuple[Item, ...]:
        """The ways into the match, as far as it can be read, and its changes."""
        room, catalogue, entry, back_after = self.room, self._catalogue, self._entry, self._matches.back_after
        is_whole = not entry.why
        can_go_on = is_whole and catalogue.is_unfinished(entry)

        def opened(way: Callable[[SavedMatch], None]) -> Callable[[], None]:
            return lambda: way(catalogue.saved(entry))

        def ask_title() -> None:
            prompt = Message("matches.write_title")
            room.places.open(TextEntry(room, prompt, entry.title, rename))

        def rename(title: str) -> None:
            catalogue.rename(entry, title, back_after("renamed"))

        def question(text: str, change: Callable[[MatchEntry, Done], None], done: str) -> Callable[[], None]:
            sure = Message(text, blanks={"match": self._line})
            place = YesOrNo(room, sure, lambda: change(entry, back_after(done)))
            return lambda: room.places.open(place)

        def export() -> None:
            if keeps_hands_closed(entry.people, entry.winners):
                self.tell_item(answer("replay.not_yet"))
                return
            file = catalogue.saved(entry).file
            ask_for_path(room, file, self._matches.suggested_file(entry), self.tell_item)

        archive = question("menus.put_away_sure", catalogue.archive, "archived")
        delete = question("matches.delete_sure", catalogue.delete, "deleted")
        whole = (
            Item("replay", Message("replay.open"), choose=opened(self._parts.replay)),
            Item("retry", Message("replay.retry"), choose=opened(self._parts.retry)),
            self._own_item("rename", ask_title),
        )
        exporting = Item("export", Message("matches.export"), choose=export)
        return (
            *((self._own_item("continue", opened(self._parts.resume)),) if can_go_on else ()),
            *(whole if is_whole else ()),
            *((exporting,) if room.reaches_machine else ()),
            *((self._own_item("archive", archive),) if can_go_on else ()),
            self._own_item("delete", delete),
        )

    def _own_item(self, name: str, act: Callable[[], None]) -> Item:
        """A line that does something with the match unless another program plays it."""

        def choose() -> None:
            if self._catalogue.is_elsewhere(self._entry):
                self.tell_item(answer("menus.open_elsewhere"))
            else:
                act()

        return Item(name, Message(f"matches.{name}"), choose=choose)


MOST_NAMED: Final = 3
"""The most other players who are named."""


def match_line(entry: MatchEntry, variants: Mapping[str, Variant], now: datetime) -> Message:
    """The line of a match; its date is relative to *now*."""
    if entry.why:
        return Message("matches.damaged", blanks={"why": entry.why})
    own = entry.people[0] if len(entry.people) == 1 else None
    # The other players, or all if it is not known which the listener was; how many, if they are many.
    named = tuple(name for seat, name in enumerate(entry.players) if seat != own)
    players = Message("matches.players" if own is None else "matches.with", blanks={"players": named})
    if len(named) > MOST_NAMED:
        many = "matches.many" if own is None else "matches.with_many"
        players = Message(many, blanks={"count": len(named)})
    parts = (
        match_name(entry, variants),
        players,
        _result(entry, own) if entry.winners else Message("matches.unfinished"),
        Message("matches.rounds" if entry.winners else "matches.round", blanks={"count": entry.rounds}),
        *((Message("matches.practice"),) if entry.practice else ()),
        date_message(time_begun(entry, now), now),
    )
    return Message("matches.line", blanks={"parts": Series(parts)})


def match_name(entry: MatchEntry, variants: Mapping[str, Variant]) -> Message:
    """The name of a match: its title if it has one, or that it is a lesson, and its game; else its file."""
    if entry.why:
        return Message("matches.file", blanks={"file": entry.name})
    blanks: dict[str, Blank] = {"game": game_title(entry.game, variants)}
    if entry.title:
        return Message("matches.titled", blanks={"title": entry.title, **blanks})
    if entry.lesson:
        return Message("matches.lesson", blanks=blanks)
    return Message("menus.game_title", blanks=blanks)


def time_begun(entry: MatchEntry, now: datetime) -> datetime:
    """The time at which a match was begun, in the time zone of *now*."""
    return datetime.fromtimestamp(entry.when, now.tzinfo)


def month_name(when: datetime) -> Message:
    """The name of a month."""
    return Message(f"matches.months.month_{when.month}")


def date_message(when: datetime, now: datetime) -> Message:
    """A date and a time of the day; the year is left out where it is the present one."""
    hour: dict[str, Blank] = {"hour": when.hour, "minute": f"{when:%M}"}
    time: dict[str, Blank] = {"time": Message("matches.time", blanks=hour)}
    if when.date() == now.date():
        return Message("matches.today", blanks=time)
    if when.date() == now.date() - timedelta(days=1):
        return Message("matches.yesterday", blanks=time)
    date: dict[str, Blank] = {"day": when.day, "month": month_name(when), "year": str(when.year)}
    return Message("matches.this_year" if when.year == now.year else "matches.date", blanks=date | time)


def _result(entry: MatchEntry, own: int | None) -> Message:
    """The winner, and the points; *own* is the seat of the one person at this keyboard."""
    winners = tuple(
        name for name, side in zip(entry.players, entry.sides, strict=True) if side in entry.winners
    )
    blanks: dict[str, Blank] = {
        "who": winners,
        "count": len(winners),
        "points": entry.totals[entry.winners[0]],
    }
    others = [total for side, total in enumerate(entry.totals) if side not in entry.winners]
    if len(entry.totals) == 2 and others:  # noqa: PLR2004 (two sides)
        blanks["other"] = others[0]
    who = "you" if own is not None and entry.sides[own] in entry.winners else "they"
    score = "to" if "other" in blanks else "with"
    return Message(f"matches.won.{who}_{score}", blanks=blanks)
