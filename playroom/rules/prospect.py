"""The results of a tile if it were played now, as far as its player may know."""

from msgspec import Struct
from msgspec.structs import replace

from playroom.rules.event import Again, Event, MayExtend, MustCover, Played, Skipped
from playroom.rules.flow import event_of
from playroom.rules.legal import plays
from playroom.rules.match import Match
from playroom.rules.move import Play
from playroom.rules.rulebook.award import Award, Counted
from playroom.rules.score import awards_of_play, points_of_play
from playroom.rules.stand_in import with_unknown
from playroom.rules.tile import Tile
from playroom.rules.turn_order import turn_after_play
from playroom.rules.view import View

HIDDEN = frozenset({Counted.OTHERS, Counted.ALL})
"""The counts of awards that depend on hidden hands."""


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
    """The results of each legal play of *tile*, in the turn of the seat of *view*, now or hypothetically."""
    position = view.position
    match = with_unknown(replace(view, turn=view.seat, this_turn=position.this_turn))
    return tuple(_prospect(match, play) for play in plays(position, tile))


def _prospect(match: Match, play: Play) -> Prospect:
    played = event_of(match, play)
    assert isinstance(played, Played)  # the move is a play
    after = match.after(played)
    return Prospect(play, played, _points(after, played), _then(after, played))


def _points(match: Match, played: Played) -> int | None:
    """The points of a play for its side; None if they depend on hidden hands."""
    if any(map(_is_hidden, awards_of_play(match, played))):
        return None
    return points_of_play(match, played)[match.rules.side(played.seat)]


def _is_hidden(award: Award) -> bool:
    return award.counts in HIDDEN


def _then(match: Match, played: Played) -> Event | None:
    """The effect of a play on turns; None if the hand is empty, which may end the round."""
    follows = turn_after_play(match, played) if played.left else None
    return follows if isinstance(follows, Again | MustCover | MayExtend | Skipped) else None
