"""Views: what one seat may know, and matches built from them. Only this module hides secrets."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from playroom.rules.event import Again, CarryOver, Dealt, Drew, Ending, Event, Passed, Turn
from playroom.rules.layout import End, Layout
from playroom.rules.legal import Position
from playroom.rules.match import Match, Rounds, drawable
from playroom.rules.round import EventLog, Round, ThisTurn
from playroom.rules.rulebook.questions import Starter
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat, Side
from playroom.rules.tile import UNKNOWN_TILE, Hand


class View(Struct, frozen=True):
    """All that one seat may know (G-9): its own hand, the layout, the others' tile counts.

    *seat* is None for a spectator. *counts* are the tile counts by seat, *boneyard* and *drawable* the number
    of tiles there and of those that can be drawn. *this_turn* describes the turn so far; *owed* are the ends
    with a double to cover; *starting_rule* is as in `Round`, *carry* as in `Match`. *log* is the round so
    far, as seen by this seat. *open_hands* are all hands once the round is over, before that empty.
    """

    rules: Rules
    seat: Seat | None
    round_number: int
    starter: Seat
    hand: Hand
    counts: tuple[int, ...]
    seats: tuple[Seat, ...]
    out: frozenset[Seat]
    layout: Layout
    boneyard: int
    drawable: int
    turn: Seat | None
    this_turn: ThisTurn
    owed: tuple[End, ...]
    starting_rule: Starter | None
    step: int
    passes: int
    last_player: Seat | None
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    carry: CarryOver
    sides_in: tuple[Side, ...]
    ending: Ending | None
    winners: tuple[Side, ...]
    log: tuple[Event, ...]
    open_hands: tuple[Hand, ...]

    @property
    def is_to_move(self) -> bool:
        """Whether it is this seat's own turn."""
        return self.seat is not None and self.turn == self.seat

    @property
    def position(self) -> Position:
        """The position of this seat, as if it were to move."""
        this_turn = self.this_turn if self.is_to_move else ThisTurn(began_owing=bool(self.owed))
        return Position(
            self.rules,
            self.seat,
            self.hand,
            self.layout,
            self.boneyard,
            this_turn,
            self.owed,
            self.starting_rule,
        )

    @property
    def dealt(self) -> Dealt:
        """The deal of the round, as far as the seat may know it."""
        dealt = self.log[0]
        assert isinstance(dealt, Dealt)  # a round begins with nothing else
        return dealt

    @property
    def drew(self) -> bool:
        """Whether the seat to move has drawn since its last tile of this turn."""
        return self.this_turn.drew


def view(match: Match, seat: Seat | None) -> View:
    """The view of *seat* on the current or last round; a ValueError before the first one."""
    if not match.rounds:
        raise ValueError("nothing has been dealt yet")
    now = match.rounds[-1]
    return View(
        rules=match.rules,
        seat=seat,
        round_number=len(match.rounds),
        starter=now.starter,
        hand=() if seat is None else now.hands[seat],
        counts=tuple(map(len, now.hands)),
        seats=now.seats,
        out=now.out,
        layout=now.layout,
        boneyard=len(now.boneyard),
        drawable=drawable(match.rules, len(now.boneyard)),
        turn=now.turn,
        this_turn=now.this_turn,
        owed=now.owed,
        starting_rule=now.starting_rule,
        step=now.step,
        passes=now.passes,
        last_player=now.last_player,
        scores=now.scores,
        totals=match.totals,
        carry=match.carry,
        sides_in=match.sides_in,
        ending=now.ending,
        winners=match.winners,
        log=tuple(seen(event, seat) for event in now.log),
        open_hands=now.hands if now.ending else (),
    )


def open_view(match: Match, seat: Seat | None) -> View:
    """The view of *seat* with all hands open, as after the match."""
    return replace(view(match, seat), open_hands=match.now.hands)


def seen(event: Event, seat: Seat | None) -> Event:
    """*event* as seen by *seat*, with None for hidden facts."""
    match event:
        case Dealt(hands, boneyard):
            open_hands = tuple(hand if seat == own else (None,) * len(hand) for own, hand in enumerate(hands))
            return replace(event, hands=open_hands, boneyard=(None,) * len(boneyard))
        case Drew(drawer) if drawer != seat:
            return replace(event, tile=None)
        case Passed(passer) if passer != seat:
            # Whether a pass was forced would reveal whether a tile in the hand fits.
            return replace(event, forced=None)
        case _:
            return event


def with_unknown(view: View) -> Match:
    """The match of *view*; hidden tiles are `UNKNOWN_TILE`."""
    hidden = [(UNKNOWN_TILE,) * count for count in view.counts]
    hands = [view.hand if seat == view.seat else hand for seat, hand in enumerate(hidden)]
    return with_hands(view, hands, (UNKNOWN_TILE,) * view.boneyard)


def with_hands(view: View, hands: Sequence[Hand], boneyard: Hand) -> Match:
    """The match of *view* with these hands, a hand for every seat, and this boneyard."""
    now = Round(
        starter=view.starter,
        seats=view.seats,
        hands=tuple(hands),
        boneyard=boneyard,
        scores=view.scores,
        layout=view.layout,
        turn=view.turn,
        this_turn=view.this_turn,
        owed=view.owed,
        moved=frozenset(event.seat for event in view.log if isinstance(event, Turn | Again)),
        passes=view.passes,
        step=view.step,
        out=view.out,
        last_player=view.last_player,
        starting_rule=view.starting_rule,
        log=EventLog(view.log),
    )
    return Match(view.rules, view.totals, view.sides_in, view.carry, Rounds((now,)))
