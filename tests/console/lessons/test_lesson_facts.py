"""What a tutor says of a choice between two ends is computed from the hand."""

from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from playroom.console.lessons.lesson_steps import Fact, fits_both, lesson_facts
from playroom.console.play.moves import EndQuestion
from playroom.rules.deal import begin
from playroom.rules.flow import after, play
from playroom.rules.layout import LEFT, RIGHT, End
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.move import Play
from playroom.rules.tile import Tile
from playroom.rules.view import view
from playroom.table.setup import Setup, new_record
from playroom.table.shelf import OURS, shelf
from playroom.table.shuffle import shuffled

if TYPE_CHECKING:
    from playroom.console.play.table import TablePlace
    from playroom.console.ui.room import Room

DOMINOS = shelf([OURS]).variants["dominos"]


def fitting(match: Match, seat: int, tile: Tile, end: End) -> int:
    """How many tiles of the hand fit one of the ends once the tile is played."""
    later = after(match, play(match, Play(tile, end)))
    numbers = {each.number for each in later.now.layout.open_ends}
    return sum(not {each.high, each.low}.isdisjoint(numbers) for each in later.now.hands[seat])


def test_the_right_end_is_named_where_more_tiles_fit_after_it() -> None:
    found = {True: 0, False: 0}
    for seed in range(5):
        chance = Random(seed)
        match = new_record(DOMINOS, Setup("dominos", 2), ("Ada", "Ben")).match
        match = after(match, begin(match, shuffled(match, chance)[1]))
        while match.round and (seat := match.turn) is not None:
            seen = view(match, seat)
            for tile in (each for each in seen.hand if fits_both(seen, each)):
                question = EndQuestion(cast("Room", None), seen, tile, lambda _: None)
                facts = lesson_facts(cast("TablePlace", SimpleNamespace(view=seen)), question, scans=False)
                is_right = fitting(match, seat, tile, RIGHT) > fitting(match, seat, tile, LEFT)
                assert (Fact.RIGHT_KEEPS_MORE in facts) is is_right
                found[is_right] += 1
            match = after(match, play(match, chance.choice(legal_moves(position(match)))))

    assert all(found.values())
