"""The moves that cost most, and what is to be said of others that could be made in their place."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from playroom.advice.hints import move_values
from playroom.advice.reasons import true_reasons
from playroom.advice.review import NOISE, better, same_move
from playroom.advice.statement import rates
from playroom.narration.message import Blank, Message
from playroom.narration.move import move_told
from playroom.rules.move import Move
from playroom.rules.view import View


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that was *made* at a view where another was better; what each move is worth, from 0 to 1."""

    view: View
    made: Move
    values: Mapping[Move, float]

    @property
    def cost(self) -> float:
        """How much more the best move was worth."""
        return max(self.values.values()) - self.values[self.made]

    @property
    def told(self) -> Message:
        """The move that was made, as a part of a sentence."""
        return _told(self.view, self.made)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is to be said of a move in the place of a mistake, and whether no other is clearly better."""

    is_solved: bool
    told: tuple[Message, ...]


def mistake(view: View, move: Move) -> Mistake | None:
    """The mistake that a move was; None if no other move was better by more than chance could explain."""
    values = move_values(view)
    made = same_move(values, move)
    return Mistake(view, made, values) if better(made, values) else None


def judged(found: Mistake, move: Move) -> Judgement:
    """What is to be said of this legal move in the place of a mistake."""
    tried = same_move(found.values, move)
    if tried == found.made:
        return Judgement(is_solved=False, told=(Message("exercises.same"),))
    gain = found.values[tried] - found.values[found.made]
    is_best = better(tried, found.values) is None
    if is_best and gain > 0:
        return Judgement(is_solved=True, told=(Message("exercises.solved"), *_compared(found, tried)))
    entry = "better" if gain > NOISE else "no_better"
    return Judgement(is_solved=False, told=(Message(f"exercises.{entry}"), *_compared(found, tried)))


def _compared(found: Mistake, tried: Move) -> Iterator[Message]:
    """What speaks for the better one of a move and the mistake, and how often both win."""
    view, values = found.view, found.values
    of_tried, of_made, of = rates(values[tried], values[found.made])
    moves: dict[str, Blank] = {"move": _told(view, tried), "made": found.told}
    if of_tried == of_made:
        yield Message("exercises.as_often", blanks=moves)
        return
    first, second = (tried, found.made) if of_tried > of_made else (found.made, tried)
    shared = tuple(true_reasons(view, second))
    if telling := next((each for each in true_reasons(view, first) if each not in shared), None):
        better_one: dict[str, Blank] = {"move": _told(view, first), "reason": telling}
        yield telling if first == tried else Message("exercises.of_two", blanks=better_one)
    yield Message("exercises.rates", blanks={**moves, "rate": of_tried, "other": of_made, "of": of})


def _told(view: View, move: Move) -> Message:
    return move_told("reasons", move, view.seat, drew=view.drew)
