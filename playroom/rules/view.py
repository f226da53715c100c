"""What one seat may know: the one gate for secrets."""

from msgspec import Struct
from msgspec.structs import replace

from playroom.rules.event import Dealt, Drew, Ending, Event, Passed
from playroom.rules.layout import End, Layout
from playroom.rules.legal import Position
from playroom.rules.match import Match, drawable
from playroom.rules.round import ThisTurn
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat, Side
from playroom.rules.tile import Hand


class View(Struct, frozen=True):
    """All that one seat may know (G-9): its own hand, what lies open, the others' tile counts.

    *seat* is None for somebody who only listens. *counts* has a number for every seat, *boneyard* is how many
    tiles lie there, *drawable* how many of them can be drawn. *this_turn* is what the seat to move has done
    so far; *owed* are the ends with a double to cover. *log* is the round so far, as this seat heard it.
    *open_hands* are the hands that all seats show once the round is over; until then there are none.
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
    step: int
    passes: int
    last_player: Seat | None
    scores: tuple[int, ...]
    totals: tuple[int, ...]
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
        """What this seat faces now if it is to move, or would face if it were."""
        this_turn = self.this_turn if self.is_to_move else ThisTurn(began_owing=bool(self.owed))
        return Position(self.rules, self.seat, self.hand, self.layout, self.boneyard, this_turn, self.owed)

    @property
    def drew(self) -> bool:
        """Whether the seat to move has drawn since its last tile of this turn."""
        return self.this_turn.drew


def view(match: Match, seat: Seat | None) -> View:
    """What *seat* may know of the current or the last round; a ValueError before the first one."""
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
        step=now.step,
        passes=now.passes,
        last_player=now.last_player,
        scores=now.scores,
        totals=match.totals,
        sides_in=match.sides_in,
        ending=now.ending,
        winners=match.winners,
        log=tuple(seen(event, seat) for event in now.log),
        open_hands=now.hands if now.ending else (),
    )


def open_view(match: Match, seat: Seat | None) -> View:
    """What *seat* may know of a round once all hands lie open, as they do after the match."""
    return replace(view(match, seat), open_hands=match.now.hands)


def seen(event: Event, seat: Seat | None) -> Event:
    """*event* as *seat* learns of it: what is hidden is None."""
    match event:
        case Dealt(hands, boneyard):
            open_hands = tuple(hand if seat == own else (None,) * len(hand) for own, hand in enumerate(hands))
            return replace(event, hands=open_hands, boneyard=(None,) * len(boneyard))
        case Drew(drawer) if drawer != seat:
            return replace(event, tile=None)
        case Passed(passer) if passer != seat:
            # Whether a pass was forced would tell whether a tile in the hand fits.
            return replace(event, forced=None)
        case _:
            return event
