"""The outcome of a legal play: the layout and the hand after it, its points, and what others may do then.

Where trains are laid, also the longest run that a hand can lay, and the tiles that are not part of it.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from playroom.bots.belief import Belief
from playroom.rules.event import Event, Played
from playroom.rules.flow import event_of
from playroom.rules.layout import Layout, OpenEnd, Trains, train
from playroom.rules.legal import (
    Position,
    joining_doubles,
    joining_tiles,
    legal_moves,
    playable_tiles,
    plays,
    position,
)
from playroom.rules.match import Match
from playroom.rules.move import Move, Play
from playroom.rules.round import ThisTurn
from playroom.rules.rulebook.award import HIDDEN_COUNTS, When
from playroom.rules.rulebook.questions import Best, Count
from playroom.rules.rulebook.variant import Rules
from playroom.rules.score import points_of_play, worth_of_last
from playroom.rules.seat import Seat
from playroom.rules.tile import DOUBLE_BLANK, Hand, Tile, without
from playroom.rules.turn_order import another_turn, skips_next
from playroom.rules.view import View, with_unknown


@dataclass(frozen=True)
class PlayOutcome:
    """A legal play of the seat of *view*."""

    view: View
    play: Play

    @property
    def tile(self) -> Tile:
        """The tile that is laid."""
        return self.play.tile

    @cached_property
    def event(self) -> Played:
        """The play as an event."""
        event = event_of(self._before, self.play)
        assert isinstance(event, Played)  # a play is nothing else
        return event

    @cached_property
    def match(self) -> Match:
        """The match after it, without any consequence; the hidden tiles are unknown."""
        return self._before.after(self.event)

    @property
    def layout(self) -> Layout:
        """The tiles on the table after it."""
        return self.match.now.layout

    @cached_property
    def kept(self) -> Hand:
        """The tiles that stay in the hand."""
        return without(self.view.hand, self.tile)

    @cached_property
    def next_position(self) -> Position:
        """The position of the seat if it could move again at once, with nothing to cover."""
        return replace(self.view.position, hand=self.kept, layout=self.layout, this_turn=ThisTurn(), owed=())

    @cached_property
    def ends(self) -> tuple[OpenEnd, ...]:
        """The ends that its player may join then."""
        return self.next_position.reach

    @property
    def weight(self) -> int:
        """The points of the tile in a hand at the end of the round; 0 if all tiles count alike."""
        return weight(self.view.rules, self.tile)

    @cached_property
    def mobility(self) -> int:
        """How many of the tiles that are kept could be played next."""
        return len(playable_tiles(self.next_position).intersection(self.kept))

    @property
    def covered(self) -> int:
        """For how many of the open numbers there is a tile among those kept."""
        return sum([not tiles.isdisjoint(self.kept) for tiles in self.tiles_at_ends])

    @property
    def tiles_at_ends(self) -> Collection[frozenset[Tile]]:
        """The tiles of the set that its player may lay at each of the open numbers then."""
        joining = joining_doubles if self.next_position.takes_doubles_alone else joining_tiles
        return tuple(joining(self.view.rules, number) for number in {each.number for each in self.ends})

    @property
    def numbers(self) -> int:
        """How many numbers the tiles that are kept have."""
        return len({number for tile in self.kept for number in (tile.low, tile.high)})

    @property
    def plays_again(self) -> bool:
        """Whether it gives another turn (PP-4)."""
        return another_turn(self.view.rules, self.event.ends)

    @property
    def skips(self) -> bool:
        """Whether the next player loses a turn by it (PP-5)."""
        return skips_next(self.view.rules, self.event.ends)

    @cached_property
    def points(self) -> int:
        """The points that it scores at once for its side (AF-7); 0 if they depend on hidden tiles."""
        return points_at_once(self.match, self.event)

    @property
    def gain(self) -> int:
        """The points that it scores at once, as something good: negative where low totals are good."""
        return gain(self.view.rules, self.points)

    @cached_property
    def last_worth(self) -> int:
        """The points for going out next with the only tile that is kept, if the ends stay; else 0 (PA-4)."""
        if len(self.kept) != 1 or not self.mobility:
            return 0
        return worth_of_last(self.view.rules, self.kept[0], fits_both=self.last_fits_both)

    @property
    def last_fits_both(self) -> bool:
        """Whether a single tile is kept, and fits both ends of the line."""
        if len(self.kept) != 1 or len(self.ends) != 2:  # noqa: PLR2004 (a line)
            return False
        (tile,) = self.kept
        return {each.number for each in self.ends} == {tile.low, tile.high}

    @property
    def may_score(self) -> bool:
        """Whether a tile can score at once in this game."""
        return may_score_at_once(self.view.rules)

    @property
    def followers(self) -> tuple[Seat, ...]:
        """The other seats still in, in the order of turns."""
        view, own, players = self.view, self.event.seat, self.view.rules.players
        others = ((own + view.step * ahead) % players for ahead in range(1, players))
        return tuple(seat for seat in others if seat in view.seats and seat not in view.out)

    def position_of(self, seat: Seat) -> Position:
        """The position of another *seat* after it, without its hand, if that seat moves next."""
        owed = () if self.is_covered else self.event.owed
        this_turn = ThisTurn(began_owing=bool(owed))
        return replace(self.next_position, seat=seat, hand=(), this_turn=this_turn, owed=owed)

    @property
    def must_be_covered(self) -> bool:
        """Whether it is a double that the next tile has to cover (MT-8)."""
        return isinstance(self.layout, Trains) and self.play.end in self.event.owed

    @cached_property
    def is_covered(self) -> bool:
        """Whether a tile that is kept covers the oldest double owed then; True if there is none."""
        owed = replace(self.next_position, owed=self.event.owed)
        return not self.event.owed or not playable_tiles(owed).isdisjoint(self.kept)

    @cached_property
    def _before(self) -> Match:
        return with_unknown(self.view)


def play_outcomes(view: View) -> tuple[PlayOutcome, ...]:
    """All legal plays."""
    return tuple(PlayOutcome(view, move) for move in legal_moves(view.position) if isinstance(move, Play))


def weight(rules: Rules, tile: Tile) -> int:
    """The points of *tile* in a hand at the end of a round; 0 if all tiles count alike."""
    if rules.count is not Count.PIPS:
        return 0
    return tile.pips + (rules.double_blank if tile == DOUBLE_BLANK else 0)


def gain(rules: Rules, points: int) -> int:
    """Points as something good: negative where low totals are good."""
    return points if rules.best is Best.HIGHEST else -points


def points_at_once(match: Match, event: Event) -> int:
    """The points that a played tile scores at once for its side (AF-7); 0 if they depend on hidden tiles."""
    if not isinstance(event, Played) or not may_score_at_once(match.rules):
        return 0
    return points_of_play(match, event)[match.rules.side(event.seat)]


def may_score_at_once(rules: Rules) -> bool:
    """Whether a tile can score at once, and what it scores never depends on hidden tiles."""
    awards = [award for award in rules.awards if award.when in (When.PLAY, When.LAST_TILE, When.LAST_IN)]
    return bool(awards) and not any(award.counts in HIDDEN_COUNTS for award in awards)


def expected_gain(known: Belief, outcome: PlayOutcome) -> float:
    """The expected points that the next player gains at once; negative for a partner.

    The player plays the best tile held; whether each is held is taken as independent of the others.
    """
    seat = next(iter(outcome.followers), None)
    if seat is None:
        return 0.0
    most_by_tile = {tile: max_gain(outcome.match, seat, tile) for tile in known.may_hold(seat)}
    scoring = ((most, likely_held(known, seat, tile)) for tile, most in most_by_tile.items() if most > 0)
    gains = sorted(scoring, reverse=True)
    expected, none_better = 0.0, 1.0
    for most, likely in gains:
        expected += none_better * likely * most
        none_better *= 1 - likely
    rules = outcome.view.rules
    return -expected if rules.side(seat) == rules.side(outcome.event.seat) else expected


def likely_held(known: Belief, seat: Seat, tile: Tile) -> float:
    """The estimated probability that *seat* holds *tile*."""
    groups = (group for group in known.groups.get(seat, ()) if tile in group.may_be)
    return min(1.0, sum(group.count / len(group.may_be) for group in groups))


def max_gain(match: Match, seat: Seat, tile: Tile) -> int:
    """The most that *seat* could gain at once if it were to move and held *tile*; 0 at least."""
    hands = tuple((tile, tile) if each == seat else hand for each, hand in enumerate(match.now.hands))
    faced = match.with_last(replace(match.now, turn=seat, hands=hands))
    happened = [event_of(faced, play) for play in plays(position(faced), tile)]
    gains = [gain(faced.rules, points_at_once(faced.after(event), event)) for event in happened]
    return max(gains, default=0)


MOST_STEPS = 300
"""How many tiles are tried for a run: enough for any hand but the largest."""


def longest_run(hand: Collection[Tile], number: int) -> tuple[Tile, ...]:
    """The longest run that *hand* can lay from *number* on; of a large hand, a long one."""
    steps = MOST_STEPS

    def run_from(rest: frozenset[Tile], number: int) -> tuple[Tile, ...]:
        nonlocal steps
        best: tuple[Tile, ...] = ()
        for tile in sorted(each for each in rest if each.has(number)):
            if steps <= 0:
                break
            steps -= 1
            best = max(best, (tile, *run_from(rest - {tile}, tile.other(number))), key=len)
        return best

    return run_from(frozenset(hand), number)


def own_run(layout: Layout, seat: Seat, hand: Collection[Tile]) -> tuple[Tile, ...]:
    """The longest run that *hand* can lay on the train of *seat*; none where no trains are laid."""
    if not isinstance(layout, Trains):
        return ()
    own = next(each for each in layout.open_ends if each.end == train(seat))
    return longest_run(hand, own.number)


def strays(view: View, move: Move) -> int:
    """How many of the tiles kept after *move* are not in that run; 0 where no trains are laid."""
    assert view.seat is not None  # a spectator does not move
    if not isinstance(view.layout, Trains):
        return 0
    outcome = PlayOutcome(view, move) if isinstance(move, Play) else None
    layout, kept = (outcome.layout, outcome.kept) if outcome else (view.layout, view.hand)
    return len(kept) - len(own_run(layout, view.seat, kept))
