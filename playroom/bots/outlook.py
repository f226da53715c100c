"""What is certain of a move before it is made: what follows from it by the rules, whoever holds what."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from playroom.bots.belief import Belief, belief
from playroom.bots.laying import Laying, layings
from playroom.rules import score
from playroom.rules.chain import Chain
from playroom.rules.event import Again, Ended, Ending, Event, Played, Seat, Skipped, Turn
from playroom.rules.flow import after, play
from playroom.rules.match import Match, Round
from playroom.rules.move import Move, Play
from playroom.rules.question import Scoring
from playroom.rules.tile import Hand
from playroom.rules.view import View


@dataclass(frozen=True)
class Outlook:
    """A *move* of the seat to move, and what surely follows from it."""

    view: View
    move: Move
    belief: Belief
    events: tuple[Event, ...]
    match: Match
    """The match after it, in which each other seat holds all that it may hold: what none can do is sure."""

    @property
    def seat(self) -> Seat:
        """Who moves."""
        assert self.view.seat is not None  # an outlook is made for a seat alone
        return self.view.seat

    @property
    def hand(self) -> Hand:
        """The tiles that are kept."""
        return self.match.now.hands[self.seat]

    @property
    def chain(self) -> Chain:
        """The tiles on the table after it."""
        return self.match.now.chain

    @property
    def ending(self) -> Ending | None:
        """How the round ends by it, if it surely does."""
        return next((event.ending for event in self.events if isinstance(event, Ended)), None)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that it puts at an end: one, or both by opening."""
        played = next((event for event in self.events if isinstance(event, Played)), None)
        if played is None:
            return ()
        ends = dict(zip(("left", "right"), played.ends, strict=True))
        return (ends[played.end],) if played.end else tuple(dict.fromkeys(played.ends))

    @property
    def plays_again(self) -> bool:
        """Whether the same seat has another turn."""
        return any(isinstance(event, Again) for event in self.events)

    @property
    def skipped(self) -> Seat | None:
        """Whose turn is skipped, if somebody's is."""
        return next((event.seat for event in self.events if isinstance(event, Skipped)), None)

    @property
    def follower(self) -> Seat | None:
        """Whose turn it is then; None if the same seat plays again, or the round is over."""
        return next((event.seat for event in self.events if isinstance(event, Turn)), None)

    @cached_property
    def others(self) -> tuple[Seat, ...]:
        """The other seats that hold tiles and are still in, clockwise."""
        count = self.view.rules.players
        clockwise = ((self.seat + step) % count for step in range(1, count))
        holding = (seat for seat in clockwise if self.view.counts[seat])
        return tuple(seat for seat in holding if seat in self.view.seats and seat not in self.view.out)

    @property
    def partners(self) -> tuple[Seat, ...]:
        """Those of them on the same side."""
        return tuple(seat for seat in self.others if not self.is_against(seat))

    def is_against(self, seat: Seat) -> bool:
        """Whether *seat* is on another side."""
        return self.view.rules.side(seat) != self.view.rules.side(self.seat)

    def shown(self, seat: Seat) -> Hand:
        """What *seat* has played in this round."""
        return tuple(
            event.tile for event in self.view.log if isinstance(event, Played) and event.seat == seat
        )

    @property
    def laying(self) -> Laying | None:
        """The play; None for another move."""
        return Laying(self.view, self.move) if isinstance(self.move, Play) else None

    @cached_property
    def alternatives(self) -> tuple[Laying, ...]:
        """The other plays that were possible."""
        return tuple(each for each in layings(self.view) if each.play != self.move)

    @property
    def holds_least(self) -> bool:
        """Whether one's own side surely holds least, however the hidden tiles lie."""
        if self.view.rules.scoring is Scoring.PASSES:
            return False
        hands = {seat: self._worst(seat) for seat in self.others}
        now = _with_hands(self.match.now, hands)
        left = score.left_over(self.match, replace(now, ending=Ending.BLOCKED))
        own = self.view.rules.side(self.seat)
        return all(left[own] < left[side] for side in self.match.sides_in if side != own)

    def _worst(self, seat: Seat) -> Hand:
        """The lightest hand that an opponent may hold, or the heaviest of a partner."""
        may_be = sorted(self.belief.may_hold(seat), key=lambda tile: tile.pips)
        count = self.view.counts[seat]
        return tuple(may_be[:count] if self.is_against(seat) else may_be[-count:])


def outlook(view: View, move: Move) -> Outlook:
    """What surely follows from *move* of the seat that is to move."""
    known = belief(view)
    match = _widest(view, known)
    events = play(match, move)
    return Outlook(view, move, known, events, after(match, events))


def _with_hands(now: Round, hands: Mapping[Seat, Hand]) -> Round:
    """The round with other hands for some seats."""
    return replace(now, hands=tuple(hands.get(seat, held) for seat, held in enumerate(now.hands)))


def _widest(view: View, known: Belief) -> Match:
    """The match as *view* shows it, each other seat that holds tiles with all that it may hold."""
    hands = tuple(
        view.hand if seat == view.seat else tuple(known.may_hold(seat)) if count else ()
        for seat, count in enumerate(view.counts)
    )
    now = Round(
        view.starter,
        view.seats,
        hands,
        known.unseen[: view.boneyard],
        view.scores,
        view.chain,
        view.turn,
        view.drew,
        view.passes,
        view.out,
        view.last_player,
        log=view.log,
    )
    return Match(view.rules, view.totals, view.sides_in, (now,))
