"""The certain results of a move, which follow from the rules for every deal of the hidden tiles."""

from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from playroom.bots.belief import Belief, belief
from playroom.bots.placement import PlayOutcome, play_outcomes
from playroom.rules import score
from playroom.rules.event import Again, Ended, Ending, Event, Played, Skipped, TrainClosed, Turn
from playroom.rules.flow import after, play
from playroom.rules.legal import Position, joining_tiles, position
from playroom.rules.match import Match
from playroom.rules.move import Move, Play
from playroom.rules.rulebook.questions import Joining, Passing
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.tile import DOUBLE_BLANK, Hand, Tile
from playroom.rules.view import View, with_hands


@dataclass(frozen=True)
class Outlook:
    """A *move* of the seat to move, and its certain results."""

    view: View
    move: Move
    belief: Belief
    events: tuple[Event, ...]
    match: Match
    """The match after it; each other seat holds all its possible tiles, so what it cannot do is certain."""

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.view.rules

    @property
    def seat(self) -> Seat:
        """The seat that moves."""
        assert self.view.seat is not None  # an outlook is made for a seat alone
        return self.view.seat

    @property
    def hand(self) -> Hand:
        """The hand after the move."""
        return self.match.now.hands[self.seat]

    @property
    def ending(self) -> Ending | None:
        """The ending of the round by the move, if it is certain."""
        return next((event.ending for event in self.events if isinstance(event, Ended)), None)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The new numbers at ends that others may join: one, or all when opening."""
        played = next((event for event in self.events if isinstance(event, Played)), None)
        if played is None:
            return ()
        put = (each for each in played.ends if played.new_end in (None, each.end))
        return tuple(dict.fromkeys(each.number for each in put if each.is_open))

    @property
    def plays_again(self) -> bool:
        """Whether the same seat has another turn."""
        return any(isinstance(event, Again) for event in self.events)

    @property
    def closes_train(self) -> bool:
        """Whether the own train is closed (MT-7)."""
        return any(isinstance(event, TrainClosed) for event in self.events)

    @property
    def skipped(self) -> Seat | None:
        """The seat whose turn is skipped, if any."""
        return next((event.seat for event in self.events if isinstance(event, Skipped)), None)

    @property
    def follower(self) -> Seat | None:
        """The next seat; None if the turn continues, or the round is over."""
        return next((event.seat for event in self.events if isinstance(event, Turn)), None)

    @property
    def faced_by_follower(self) -> Position:
        """The position of the next seat if it held all its possible tiles."""
        return position(self.match)

    @property
    def next_opponent(self) -> Seat | None:
        """The same seat, if it holds tiles and is on another side."""
        seat = self.follower
        return seat if seat is not None and seat in self.others and self.is_against(seat) else None

    @cached_property
    def others(self) -> tuple[Seat, ...]:
        """The other seats that hold tiles and are still in, in the direction of play."""
        _, *others = self.rules.seats_in_order(self.seat)
        holding = (seat for seat in others if self.view.counts[seat])
        return tuple(seat for seat in holding if seat in self.view.seats and seat not in self.view.out)

    @property
    def partners(self) -> tuple[Seat, ...]:
        """Those of them on the same side."""
        return tuple(seat for seat in self.others if not self.is_against(seat))

    def is_against(self, seat: Seat) -> bool:
        """Whether *seat* is on another side."""
        return self.rules.side(seat) != self.rules.side(self.seat)

    def shown(self, seat: Seat) -> Hand:
        """The tiles that *seat* has played in this round."""
        return tuple(
            event.tile for event in self.view.log if isinstance(event, Played) and event.seat == seat
        )

    def hidden(self, number: int) -> int:
        """The number of hidden tiles that join *number*."""
        return len(joining_tiles(self.rules, number).intersection(self.belief.unseen))

    def lacks(self, seat: Seat, number: int) -> bool:
        """Whether another *seat* certainly holds no tile that joins *number*."""
        return joining_tiles(self.rules, number).isdisjoint(self.belief.may_hold(seat))

    @property
    def joins_equal(self) -> bool:
        """Whether the tiles that join a number are just those that have it."""
        return self.rules.joining is Joining.EQUAL and not self.rules.wild

    @cached_property
    def outcome(self) -> PlayOutcome | None:
        """The play; None for another move."""
        return PlayOutcome(self.view, self.move) if isinstance(self.move, Play) else None

    @cached_property
    def alternatives(self) -> tuple[PlayOutcome, ...]:
        """The other legal plays."""
        return tuple(each for each in play_outcomes(self.view) if each.play != self.move)

    @property
    def holds_least(self) -> bool:
        """Whether one's own side certainly holds least, wherever the hidden tiles lie."""
        if self.rules.passing is Passing.AND_OUT:
            return False
        hands = {seat: self._worst(seat) for seat in self.others}
        now = self.match.now
        now = replace(now, hands=tuple(hands.get(seat, held) for seat, held in enumerate(now.hands)))
        left = score.left_over(self.rules, replace(now, ending=Ending.BLOCKED))
        own = self.rules.side(self.seat)
        return all(left[own] < left[side] for side in self.view.sides_in if side != own)

    def _worst(self, seat: Seat) -> Hand:
        """The lightest possible hand of an opponent, or the heaviest of a partner."""
        count, rules = self.view.counts[seat], self.rules
        blank = rules.double_blank + (rules.lone_double_blank if count == 1 else 0)

        def pips(tile: Tile) -> int:
            """The pips that the tile counts in a hand of as many tiles."""
            return tile.pips + (blank if tile == DOUBLE_BLANK else 0)

        may_be = sorted(self.belief.may_hold(seat), key=pips)
        return tuple(may_be[:count] if self.is_against(seat) else may_be[-count:])


def outlook(view: View, move: Move) -> Outlook:
    """The certain results of *move* of the seat to move."""
    known = belief(view)
    hands = [
        view.hand if seat == view.seat else tuple(known.may_hold(seat)) if count else ()
        for seat, count in enumerate(view.counts)
    ]
    match = with_hands(view, hands, known.unseen[: view.boneyard])
    events = play(match, move)
    return Outlook(view, move, known, events, after(match, events))
