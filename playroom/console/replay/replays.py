"""Replays of matches, exercises from their mistakes, and new matches from them."""

from collections.abc import Callable
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from playroom.console.play.draft import usual
from playroom.console.play.games import Games
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.home.match_notes import BranchPoint, MatchNotes, keeps_hands_closed, possible_people
from playroom.home.saved_match import SavedMatch
from playroom.narration.message import Message, answer
from playroom.rules.seat import Seat
from playroom.table.record import Record


class Replay(Struct, frozen=True):
    """A record with its notes, and the name of its file; it is heard from the seat of *ear*.

    *is_saved* is false for a record from elsewhere, which may have no notes.
    """

    record: Record
    notes: MatchNotes
    file: str
    ear: Seat | None
    is_saved: bool = True

    @property
    def keeps_hands_closed(self) -> bool:
        """Whether nobody's hand may be shown: several people may play the match, which is not over."""
        return keeps_hands_closed(self.people, self.record.match.winners)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of the people who may have played at this keyboard."""
        if not self.is_saved:
            return self.notes.own
        return possible_people(self.notes, len(self.record.players))


def replay_of(record: Record, notes: MatchNotes, file: str, *, is_saved: bool = True) -> Replay:
    """The replay for the person who has played; if that is not known, for the first seat without a bot.

    While all hands stay closed, it is for a spectator.
    """
    replay = Replay(record, notes, file, None, is_saved)
    people = possible_people(notes, len(record.players))
    return replay if replay.keeps_hands_closed else replace(replay, ear=next(iter(people), None))


SitDown = Callable[[SavedMatch, Record, MatchNotes], None]
"""Opens the table of a match."""


class Replays:
    """Opens replays and exercises; *sit_down* opens the table of a branch, *list_settings* the settings."""

    def __init__(
        self, room: Room, games: Games, sit_down: SitDown, list_settings: Callable[[], None]
    ) -> None:
        self._room, self._games = room, games
        self._sit_down, self._list_settings = sit_down, list_settings

    def open(self, replay: Replay) -> None:
        """Open a match at its first deal; or say that nothing was dealt in it."""
        if not self._is_begun(replay):
            return
        from playroom.console.replay.replay_place import ReplayPlace  # noqa: PLC0415 (the menu is there before)

        self._room.places.open(ReplayPlace(self._room, replay, self, self._games.adviser))

    def retry(self, replay: Replay) -> None:
        """Look for the mistakes of who hears the replay, unless hands stay closed."""
        if replay.keeps_hands_closed:
            self._room.speech.answer(answer("replay.not_yet"))
        elif self._is_begun(replay):
            from playroom.console.replay.exercises import ExerciseList  # noqa: PLC0415 (the menu is there before)

            exercises = ExerciseList(self._room, replay, self._games.adviser, self._list_settings)
            self._room.places.open(exercises)
            exercises.look()

    def items(self, replay: Callable[[], Replay], before: Callable[[], None]) -> tuple[Item, ...]:
        """The lines that lead from a table into its match; *before* is called when one is chosen."""

        def leave(then: Callable[[Replay], None]) -> None:
            before()
            then(replay())

        return (
            Item("replay", Message("replay.open"), choose=partial(leave, self.open)),
            Item("retry", Message("replay.retry"), choose=partial(leave, self.retry)),
        )

    def _is_begun(self, replay: Replay) -> bool:
        if not replay.record.match.rounds:
            self._room.speech.answer(answer("replay.nothing_dealt"))
        return bool(replay.record.match.rounds)

    def branch(self, replay: Replay, events: int) -> None:
        """Play on where a replay stands, as a match of its own against bots."""
        own = replay.ear or 0
        word = usual(tuple(self._games.bots))
        others = (seat for seat in range(len(replay.record.players)) if seat != own)
        notes = MatchNotes(
            bots={seat: replay.notes.bots.get(seat, word) for seat in others},
            own=(own,),
            begun=self._games.now(),
            practice=True,
            branched_from=BranchPoint(replay.file, events),
        )
        self._room.speech.say(Message("replay.branched"))
        self._sit_down(self._games.matches.create(), replay.record, notes)
