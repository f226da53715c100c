"""The matches on this machine, which the menu begins and continues."""

from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Protocol

from playroom.console.play.draft import NAMES, Draft, seating_of
from playroom.console.play.games import Games
from playroom.console.replay.replays import Replays
from playroom.console.ui.room import Room
from playroom.home.match_notes import CompanionNotes, DayNotes, LessonNotes, MatchNotes
from playroom.home.removed_matches import remove_trials
from playroom.home.saved_match import SavedMatch
from playroom.narration.preferences import FirstTime
from playroom.table.record import Record
from playroom.table.setup import new_record

if TYPE_CHECKING:  # the menu is there before any match
    from playroom.console.local.companion import CompanionMatch
    from playroom.console.local.local_match import LocalMatch


class MatchHome(Protocol):
    """The menu that matches on this machine are opened from."""

    replays: Replays

    def list_settings(self) -> None:
        """Open the list of settings."""

    def open_day(self) -> None:
        """Open the list of the deal of the day."""

    def come_back(self) -> None:
        """Return from a match, to the line that continues it."""

    def resume(self, saved: SavedMatch) -> None:
        """Continue a saved match."""


class LocalMatches:
    """The matches on this machine, of which one at most is under way."""

    def __init__(self, room: Room, games: Games, home: MatchHome) -> None:
        self.room, self.games, self.home = room, games, home
        self.left: list[Record] = []
        """The matches that were left in this visit, as they stood: the history has all of them."""
        self.has_warned = False
        """Whether people at one keyboard were asked for headphones."""
        self._current: LocalMatch | CompanionMatch | None = None

    def begin(self, draft: Draft) -> None:
        """Begin a match and open its table; other matches stay, but those that were only tried."""
        variant = self.games.variants[draft.setup.game]
        record = new_record(variant, draft.setup, draft.players)
        seating = seating_of(draft.seated, len(draft.players))
        notes = MatchNotes(seating.bots, seating.people, self.games.now())
        tidy = partial(remove_trials, self.games.matches, self.games.variants, self.games.now())
        self.room.writes.add(tidy, lambda _: None)
        self.sit_down(self.games.matches.create(), record, notes)

    def accompany(self, draft: Draft, *, hints: bool) -> None:
        """Begin a match at a table of wood, whose people sit clockwise, the listener first."""
        variant = self.games.variants[draft.setup.game]
        record = new_record(variant, draft.setup, draft.players)
        notes = MatchNotes(own=(0,), begun=self.games.now(), companion=CompanionNotes(hints))
        self.room.change_settings(companions=list(draft.players))
        self.sit_down(self.games.matches.create(), record, notes)

    def begin_day(self, day: date, *, is_practice: bool) -> None:
        """Begin a match with the deal of a day; the first try of the day is no practice."""
        from playroom.table.deal_of_day import DAY_STRENGTH, PLAYER, day_record  # noqa: PLC0415 (the menu is there before)

        record = day_record(day, self.games.variants, NAMES)
        bots = dict.fromkeys(range(1, len(record.players)), DAY_STRENGTH)
        notes = MatchNotes(
            bots, (PLAYER,), self.games.now(), practice=is_practice, day=DayNotes(day.isoformat())
        )
        self.sit_down(self.games.matches.create(), record, notes)

    def learn(self, game: str = "") -> None:
        """Begin the lesson on a game, or continue it; the match that teaches the keys if no game is named."""
        from playroom.console.lessons.lessons import FIRST_GAME, STRENGTH, lesson_deal  # noqa: PLC0415 (lessons are loaded when they are opened)
        from playroom.console.play.tips import new_to  # noqa: PLC0415 (likewise)

        game = game or FIRST_GAME
        kept = (each for each in self.games.matches.newest_first() if each.notes().lesson is not None)
        if begun := next((saved for saved in kept if saved.game() == game), None):
            self.home.resume(begun)
            return
        if game == FIRST_GAME:
            new_to(self.room, [FirstTime.KEYS, FirstTime.WAYS])  # the tutor names them
        record = lesson_deal(self.games.variants, game, self.games.seed())
        bots = dict.fromkeys(range(1, len(record.players)), STRENGTH)
        notes = MatchNotes(bots, (0,), self.games.now(), lesson=LessonNotes())
        self.sit_down(self.games.matches.create(), record, notes)

    def sit_down(self, saved: SavedMatch, record: Record, notes: MatchNotes) -> None:
        """Open the table of a match with these notes."""
        if notes.companion:
            from playroom.console.local.companion import CompanionMatch  # noqa: PLC0415 (other matches do without)

            self._current = CompanionMatch(self, saved, record, notes)
        else:
            from playroom.console.local.local_match import LocalMatch  # noqa: PLC0415 (the menu is there before any)

            self._current = LocalMatch(self, saved, record, notes)
        self._current.open()

    def finish(self) -> None:
        """Save what is not saved yet of the match, and unlock it for other programs."""
        self.room.clear_away()
        if self._current:
            self._current.close()
        self._current = None

    @property
    def under_way(self) -> str:
        """The name of the file of the match at whose table the player is; "" without one."""
        return self._current.saver.file_name if self._current else ""

    @property
    def is_writing(self) -> bool:
        """Whether a state of the match is not saved yet."""
        return self._current is not None and self._current.saver.is_writing

    def write_now(self) -> None:
        """Try at once to save again what could not be saved."""
        if self._current:
            self._current.saver.write_now()

    def save_pending(self) -> bool:
        """Write pending changes of the current match; True if there is one and it is saved."""
        return self._current is not None and self._current.saver.finish()

    def drop_unplayed(self) -> None:
        """Remove a match that was started in this visit without a move by a person."""
        if self._current:
            self._current.drop_unplayed()
