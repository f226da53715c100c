"""What to do now, and what is to be said of a move that was made: thought out, and told with reasons."""

from collections.abc import Mapping
from random import Random

from playroom.bots.explain import better, explain, praise
from playroom.bots.goal import winning
from playroom.bots.thinking import EXPERT, Thought, values
from playroom.narration.message import Message
from playroom.narration.move import move_told
from playroom.rules.legal import moves
from playroom.rules.move import Move, Play
from playroom.rules.view import View

ADVICE = Thought(worlds=1600, effort=200_000, candidates=EXPERT.candidates, goal=winning, behind=2.0)
"""Advice is about the round, and what it calls better has to be so: no move is given up as early as bots may,
to be judged by the few worlds in which it did badly."""

PATIENCE = 0.5
"""The seconds after which advice is given, however little was tried: somebody has asked, and waits."""


def hint(view: View) -> tuple[Message, ...]:
    """The best move of the seat that is to move, and the reasons for it."""
    worths = _worths(view)
    best = max(worths, key=lambda each: worths[each])
    told = move_told("reasons", best, drew=view.drew)
    return (Message("reasons.hint", blanks={"move": told}), *praise(view, best))


def review(view: View, move: Move) -> tuple[Message, ...]:
    """What is to be said of *move*, made at this view: its reasons, and a better one, or that none was."""
    worths = _worths(view)
    made = next(each for each in worths if _is_same(each, move))
    told = Message("reasons.last", blanks={"move": move_told("reasons", made, drew=view.drew)})
    had_choice = len(worths) > 1 and better(made, worths) is None
    return (told, *explain(view, made, worths), *((Message("reasons.best"),) if had_choice else ()))


def _worths(view: View) -> Mapping[Move, float]:
    """Every move that is allowed with what it is worth, always the same for the same view."""
    allowed = moves(view.position)
    if len(allowed) == 1:
        return {allowed[0]: 1.0}
    return values(view, Random(f"{view.round_number} {len(view.log)}"), ADVICE, PATIENCE)  # noqa: S311 (a game)


def _is_same(listed: Move, made: Move) -> bool:
    """Whether a move was made as it is listed, or without naming the only end that it fits."""
    if isinstance(listed, Play) and isinstance(made, Play) and made.end is None:
        return listed.tile == made.tile
    return listed == made
