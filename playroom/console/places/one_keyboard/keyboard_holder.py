"""PURE. Who of several people sits at the keyboard."""

from dataclasses import dataclass

from playroom.rules.seat import Seat


@dataclass(frozen=True, slots=True)
class KeyboardHolder:
    """The seat of the person at the keyboard; while it *is_covered*, their hand is not open yet."""

    seat: Seat | None = None
    is_covered: bool = True

    def due(self, present: tuple[Seat, ...], turn: Seat | None) -> Seat:
        """The person among those *present* who needs the keyboard: the one to move, or who has it.

        The next person does where both are bots, or the round is over and nobody has it.
        """
        if turn in present:
            return turn
        if self.seat in present:
            return self.seat
        last = -1 if self.seat is None else self.seat
        return min(present, key=lambda seat: (seat < last, seat))
