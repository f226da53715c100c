"""An example of a rule in sentences: what one has, what one does, and what follows of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from playroom.narration.answers.answer import ends
from playroom.narration.answers.ends import move_message
from playroom.narration.message import Blank, Either, Message, Sentences, about
from playroom.narration.narrate import carry_messages, narrated, round_context
from playroom.narration.refusal import why_not
from playroom.rules.deal import starter_by_hands
from playroom.rules.event import Chosen, Event
from playroom.rules.legal import legal_moves, objection, position
from playroom.rules.match import Match
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.rulebook.questions import Drawing
from playroom.rules.seat import Seat
from playroom.rules.view import seen, view

EAR: Seat = 0
"""The seat of the listener in every example."""


@dataclass(frozen=True, slots=True)
class ExampleCourse:
    """How an example goes: the match before and after, what happened, and the moves that are refused then.

    *asked* are the names of what is to be said of the end (``Example.then``).
    """

    before: Match
    after: Match
    moves: tuple[Move, ...]
    events: tuple[Event, ...]
    refused: tuple[Move, ...]
    asked: frozenset[str]


def example_message(course: ExampleCourse) -> Message:
    """The whole example, as one paragraph of the rules."""
    parts = (*_position(course), *_happenings(course), *_outcome(course))
    return Message("examples.told", blanks={"told": Sentences(parts)})


def _position(course: ExampleCourse) -> Iterator[Message]:
    """The ends, the hands that matter, what can be drawn, and the totals and what waits, if anything."""
    match, is_deal = course.before, "starter" in course.asked and not course.moves
    if not is_deal:
        yield ends(view(match, EAR))
    others_move = any(isinstance(event, Chosen) and event.seat != EAR for event in course.events)
    scores_hands = course.after.round is None or bool({"scores", "end"} & course.asked)
    for seat in range(match.rules.players) if is_deal or others_move or scores_hands else (EAR,):
        tiles = match.now.hands[seat]
        yield about("examples.hand", (seat,), EAR, {"tiles": tiles, "held": len(tiles)})
    tried = {*course.moves, *course.refused}
    is_blocked = course.after.round is None and "end" in course.asked
    matters = bool({Draw(), Pass()} & tried) or is_blocked or "boneyard" in course.asked
    if match.rules.drawing is not Drawing.NEVER and matters:
        left = len(match.now.boneyard)
        blanks = {"left": left, "kept": min(left, match.rules.reserve)}
        yield Message("examples.boneyard", blanks=blanks)
    if any(match.totals):
        for side, total in enumerate(match.totals):
            yield about("examples.total", tuple(match.rules.seats(side)), EAR, {"total": total})
    yield from carry_messages(match.carry, EAR, match.rules)


def _happenings(course: ExampleCourse) -> Iterator[Message]:
    """What happens, as the listener hears it at a table, then the moves that are refused, and why."""
    events = tuple(seen(event, EAR) for event in course.events)
    for _, message in narrated(events, EAR, course.after.rules, round_context(course.after)):
        if message:
            yield message
    known = view(course.after, EAR)
    for move in course.refused:
        why = objection(position(course.after), move)
        assert why  # the example is true
        yield move_message("examples.refused", move, EAR, drew=known.drew)
        yield why_not(known, move, why)


def _outcome(course: ExampleCourse) -> Iterator[Message]:
    """What may be done now, whose turn it is, and who starts the next round, as far as that is asked."""
    match = course.after
    if "legal" in course.asked and match.turn == EAR:
        allowed, drew = legal_moves(position(match)), match.now.this_turn.drew
        plays = tuple(
            move_message("reasons", move, EAR, drew=drew) for move in allowed if isinstance(move, Play)
        )
        parts: list[Blank] = [Message("examples.may.play", blanks={"moves": Either(plays)})] if plays else []
        others = (move for move in allowed if not isinstance(move, Play))
        parts += [move_message("examples.may", move, EAR, drew=drew and bool(plays)) for move in others]
        yield Message("examples.choices", blanks={"choices": Either(tuple(parts))})
    if "turn" in course.asked and match.turn not in (None, EAR):
        assert match.turn is not None  # for mypy
        yield about("examples.turn", (match.turn,), EAR)
    first = starter_by_hands(match) if "starter" in course.asked else None
    if first is not None:
        entry = "examples.starts_next" if course.moves else "examples.starts"
        yield about(entry, (first,), EAR)
