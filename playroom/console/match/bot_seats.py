"""The bots at a table; the strength of each can be changed while the match goes on."""

from collections.abc import Callable, Mapping
from functools import partial

from playroom.console.match.draft import known
from playroom.console.match.saver import MatchSaver
from playroom.console.places.items import Item
from playroom.narration.message import Blank, Message
from playroom.rules.seat import Seat
from playroom.table.record import Record
from playroom.table.table import Bot, Table


class BotSeats:
    """The strength of each bot at a table, by seat, which is saved with the match."""

    def __init__(self, bots: Mapping[str, Bot], strengths: Mapping[Seat, str], saver: MatchSaver) -> None:
        """*bots* are all strengths, from the weakest to the strongest."""
        words = tuple(bots)
        self._bots, self._saver = bots, saver
        self._strengths: Mapping[Seat, str] = {seat: known(word, words) for seat, word in strengths.items()}

    @property
    def strengths(self) -> Mapping[Seat, str]:
        """The strength of each bot, by seat."""
        return self._strengths

    def table(self, record: Record, seed: int) -> Table:
        """A table for the match with these bots at it."""
        return Table(record, {seat: self._bots[word] for seat, word in self._strengths.items()}, seed)

    def save(self, record: Record, then: Callable[[], None]) -> None:
        """Save the match with the strengths of its bots, then call *then*."""
        self._saver.save(record, self._strengths, then)

    def items(self, table: Table) -> tuple[Item, ...]:
        """A line for each bot's seat, in which its strength can be changed."""
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
        """Let a bot play a step stronger or weaker from its next thought on, and save that."""
        words = tuple(self._bots)
        word = words[(words.index(self._strengths[seat]) + step) % len(words)]
        self._strengths = {**self._strengths, seat: word}
        table.seat(seat, self._bots[word])
        if not table.match.winners:
            self._saver.save(table.record, self._strengths)
