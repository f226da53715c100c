"""The results of a tile if it were played now, as far as its player may know."""

from msgspec import Struct
from msgspec.structs import replace

from playroom.rules.event import Again, Event, MayExtend, MustCover, Played, Skipped
from playroom.rules.flow import event_of
from playroom.rules.legal import distinct_plays
from playroom.rules.move import Play
from playroom.rules.rulebook.award import HIDDEN_COUNTS
from playroom.rules.score import awards_of_play, points_of_play
from playroom.rules.tile import Tile
from playroom.rules.turn_order import turn_after_play
from playroom.rules.view import View, with_unknown


class Prospect(Struct, frozen=True):
    """The results of a legal play.

    *played* is its event; *points* are the immediate points of its side, None if they depend on hidden hands;
    *then* is the event that continues the turn or skips a player, None if the next player follows.
    """

    play: Play
    played: Played
    points: int | None
    then: Event | None


def prospects(view: View, tile: Tile) -> tuple[Prospect, ...]:
    """The results of each legal play of *tile*, in the turn of the seat of *view*, now or hypothetically.

    Equivalent plays are one, as in menus and hints.
    """
    position = view.position
    match = with_unknown(replace(view, turn=view.seat, this_turn=position.this_turn))
    found = []
    for play in distinct_plays(position, tile):
        played = event_of(match, play)
        assert isinstance(played, Played)  # the move is a play
        after = match.after(played)
        is_hidden = any(award.counts in HIDDEN_COUNTS for award in awards_of_play(after, played))
        points = None if is_hidden else points_of_play(after, played)[match.rules.side(played.seat)]
        follows = turn_after_play(after, played) if played.left else None  # an empty hand may end the round
        then = follows if isinstance(follows, Again | MustCover | MayExtend | Skipped) else None
        found.append(Prospect(play, played, points, then))
    return tuple(found)
