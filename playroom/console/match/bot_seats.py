"""Who sits where at the table under way, kept with its match; the strength of a bot can always be changed."""

from collections.abc import Mapping
from functools import partial

from playroom.console.match.draft import known
from playroom.console.places.items import Item
from playroom.console.room import Room
from playroom.home.saved_match import SavedMatch
from playroom.narration.message import Blank, Message
from playroom.rules.event import Event, Seat
from playroom.table.record import Record
from playroom.table.table import Bot, Table


class BotSeats:
    """The strengths of the bots at a table, by seat, and the match that is kept with them."""

    def __init__(self, room: Room, bots: Mapping[str, Bot], saved: SavedMatch) -> None:
        """*bots* are all strengths, from the weakest to the strongest."""
        self._room, self._bots, self._saved = room, bots, saved
        self._strengths: Mapping[Seat, str] = {}
        self._is_unsaved = False

    def table(self, record: Record, strengths: Mapping[Seat, str], seed: int) -> Table:
        """A table for the match with these bots at it; each change of either is kept from now on."""
        words = tuple(self._bots)
        self._strengths = {seat: known(word, words) for seat, word in strengths.items()}
        bots = {seat: self._bots[word] for seat, word in self._strengths.items()}
        table = Table(record, bots, seed)
        table.listen(self._keep)
        return table

    def items(self, table: Table) -> tuple[Item, ...]:
        """A line for each bot's seat, in which its strength can be changed while the match goes on."""
        seats = () if table.match.winners else sorted(self._strengths)
        return tuple(self._item(table, seat) for seat in seats)

    def _item(self, table: Table, seat: Seat) -> Item:
        blanks: dict[str, Blank] = {
            "name": table.record.players[seat],
            "bot": Message(f"menus.bots.{self._strengths[seat]}"),
        }
        label = Message("menus.strength", blanks=blanks)
        return Item(f"seat {seat}", label, step=partial(self._change, table, seat))

    def _change(self, table: Table, seat: Seat, step: int) -> None:
        """Let a bot play a step stronger or weaker from its next thought on, and keep that."""
        words = tuple(self._bots)
        word = words[(words.index(self._strengths[seat]) + step) % len(words)]
        self._strengths = {**self._strengths, seat: word}
        table.seat(seat, self._bots[word])
        if not table.match.winners:
            self._keep(table.record, ())

    def _keep(self, record: Record, events: tuple[Event, ...]) -> None:
        """Keep the match before it is told; a disk that refuses is told of once, until it takes one again."""
        del events
        try:
            self._saved.save(record, self._strengths)
            if record.match.winners:
                self._saved.archive()
        except OSError as error:
            if not self._is_unsaved:
                self._room.speech.say(Message("menus.unsaved", blanks={"why": error.strerror or str(error)}))
            self._is_unsaved = True
        else:
            self._is_unsaved = False
