"""The bots at a table; who plays in each seat can be changed while the match goes on."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from playroom.console.play.draft import PERSON, Seating, known, saved_seating, usual
from playroom.console.play.match_files import MatchSaver
from playroom.console.ui.places import Item
from playroom.home.match_notes import LessonNotes, MatchNotes
from playroom.narration.message import Blank, Message, answer
from playroom.rules.seat import Seat
from playroom.table.record import Record
from playroom.table.table import Bot, Table


class BotSeats:
    """The strength of each bot at a table, by seat, which is saved in the notes of the match.

    *changed* is called when a bot takes the seat of a person, or gives it back.
    """

    def __init__(self, bots: Mapping[str, Bot], notes: MatchNotes, players: int, saver: MatchSaver) -> None:
        """*bots* are all strengths, from the weakest to the strongest."""
        words, seating = tuple(bots), saved_seating(notes, players)
        self._bots, self._notes, self._saver = bots, notes, saver
        strengths = {seat: known(word, words) for seat, word in seating.bots.items()}
        self.seating = replace(seating, bots=strengths)
        self.changed: Callable[[], None] = lambda: None

    @property
    def notes(self) -> MatchNotes:
        """The notes on the match besides its record."""
        return replace(self._notes, bots=self.seating.bots, own=self.seating.people)

    def mark_practice(self) -> None:
        """Note that a player may know more of the match from now on than they could see."""
        self._notes = replace(self._notes, practice=True)

    def note_lesson(self, lesson: LessonNotes | None) -> None:
        """Note how far the lesson is; None if it is over."""
        self._notes = replace(self._notes, lesson=lesson)

    @property
    def usual(self) -> str:
        """The strength of a bot that nobody has chosen."""
        return usual(tuple(self._bots))

    def table(self, record: Record, seed: int) -> Table:
        """A table for the match with these bots at it."""
        return Table(record, {seat: self._bots[word] for seat, word in self.seating.bots.items()}, seed)

    def save(self, record: Record, then: Callable[[], None] = lambda: None) -> None:
        """Save the match with its notes, then call *then*."""
        self._saver.save(record, self.notes, then)

    @property
    def title(self) -> str:
        """The entry for what the list of seats is called."""
        return "hotseat.players" if self.seating.is_shared else "menus.bots_title"

    def items(self, table: Table) -> tuple[Item, ...]:
        """A line for each bot's seat, in which its strength can be changed; of several people, theirs too."""
        people = self.seating.people if self.seating.is_shared else ()
        seats = () if table.match.winners else sorted({*self.seating.bots, *people})

        def item(seat: Seat) -> Item:
            now = self.seating.bots.get(seat, PERSON)

            def step(by: int) -> Message | None:
                """Seat the next: the weakest to the strongest bot, then the person of the seat if any."""
                is_persons = self.seating.is_shared and seat in self.seating.people
                words = (*((PERSON,) if is_persons else ()), *self._bots)
                word = words[(words.index(now) + by) % len(words)]
                if self.seating.present == (seat,) and is_persons:
                    return answer("hotseat.somebody_stays")
                if word == PERSON:
                    self.give_back(table, seat)
                else:
                    self.seat_bot(table, seat, word)
                return None

            sort = Message(f"menus.bots.{now or 'person'}")
            blanks: dict[str, Blank] = {"name": table.record.players[seat], "bot": sort}
            return Item(f"seat {seat}", Message("menus.strength", blanks=blanks), step=step)

        return tuple(map(item, seats))

    def seat_bot(self, table: Table, seat: Seat, strength: str) -> None:
        """Replace the player of a seat by a bot, and save that."""
        table.seat(seat, self._bots[strength])
        self._take_over(table, self.seating.with_bot(seat, strength))

    def give_back(self, table: Table, seat: Seat) -> None:
        """Replace the bot of a seat by the person who is back, and save that."""
        table.give_back(seat)
        self._take_over(table, self.seating.given_back(seat))

    def _take_over(self, table: Table, seating: Seating) -> None:
        has_moved, self.seating = self.seating.present != seating.present, seating
        if not table.match.winners:
            self._saver.save(table.record, self.notes)
        if has_moved:
            self.changed()
