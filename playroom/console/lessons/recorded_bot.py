"""A bot that plays as it is written in a record, as long as the others do."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from playroom.rules.event import Drew, Event, Passed, Played
from playroom.rules.match import Match
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.view import View, seen
from playroom.table.table import Bot


@dataclass(frozen=True, slots=True)
class RecordedBot:
    """Makes the moves of its seat in the round of *recorded*; where others play otherwise, *bot* does."""

    recorded: Match
    bot: Bot

    def __call__(self, view: View, chance: Random) -> Move:
        """The move for a view."""
        log = tuple(seen(event, view.seat) for event in self.recorded.rounds[0].log)
        follows = view.round_number == 1 and log[: len(view.log)] == view.log
        move = next(_moves(log[len(view.log) :]), None) if follows else None
        return move or self.bot(view, chance)


def _moves(events: tuple[Event, ...]) -> Iterator[Move]:
    for event in events:
        match event:
            case Played():
                yield Play(event.tile, event.end)
            case Drew():
                yield Draw()
            case Passed():
                yield Pass()
            case _:
                pass
