"""The messages of undo and redo."""

from collections.abc import Iterator, Sequence
from itertools import groupby, islice

from playroom.narration.answers.answer import whose_turn
from playroom.narration.cues import IMPOSSIBLE
from playroom.narration.message import Blank, Message, Series, Urgency, about, as_answer
from playroom.rules.event import Dealt, Drew, Ended, Event, Passed, Played
from playroom.rules.seat import Seat
from playroom.rules.view import View

MOST_NAMED = 4
"""Up to this many moves are all named."""
NAMED_OF_MANY = 3
"""The number of moves named if there are more."""


def taken_back(events: Sequence[Event], view: View) -> Message:
    """The moves undone, and whose turn it is in *view*: "Taken back: your 5-3. Your turn."."""
    goes_on = any(isinstance(event, Ended) for event in events)
    return _message("undo.taken_back", events, view, tells_round=goes_on)


def made_again(events: Sequence[Event], view: View) -> Message:
    """The moves redone, and whose turn it is in *view*."""
    is_dealt = any(isinstance(event, Dealt) for event in events)
    return _message("undo.made_again", events, view, tells_round=is_dealt)


def undo_wanted(events: Sequence[Event], seat: Seat, name: str) -> Message:
    """The question to the person called *name* whether *seat* may undo these events."""
    return about("undo.wanted", (seat,), None, {"name": name, **_moves(events, None)})


def undo_refused(entry: str, **blanks: Blank) -> Message:
    """Why undo or redo is refused."""
    return Message(f"undo.{entry}", blanks=blanks, sound=IMPOSSIBLE, urgency=Urgency.ALERT)


def _message(entry: str, events: Sequence[Event], view: View, *, tells_round: bool) -> Message:
    turn = Message("events.turn") if view.is_to_move else whose_turn(view)
    blanks: dict[str, Blank] = {"round": view.round_number if tells_round else 0, "turn": turn}
    return as_answer(Message(entry, blanks={**_moves(events, view.seat), **blanks}))


def _moves(events: Sequence[Event], ear: Seat | None) -> dict[str, Blank]:
    """The named moves, and the number of *more* moves."""
    moves = [event for event in events if isinstance(event, Played | Drew | Passed)]
    acts = tuple(_acts(moves, ear))
    if len(acts) <= MOST_NAMED:
        return {"moves": Series(tuple(message for message, _ in acts)), "more": 0}
    named = tuple(islice(acts, NAMED_OF_MANY))
    more = len(moves) - sum(count for _, count in named)
    return {"moves": Series(tuple(message for message, _ in named)), "more": more}


def _acts(moves: Sequence[Played | Drew | Passed], ear: Seat | None) -> Iterator[tuple[Message, int]]:
    """Each message with its number of moves; consecutive draws of a player share one."""
    for (seat, is_draw), several in groupby(moves, key=lambda move: (move.seat, isinstance(move, Drew))):
        if is_draw:
            drawn = len(tuple(several))
            yield about("undo.drew", (seat,), ear, {"drawn": drawn}), drawn
            continue
        for move in several:
            if isinstance(move, Played):
                tile = move.tile if seat == ear else move.laid
                yield about("undo.played", (seat,), ear, {"tile": tile}), 1
            else:
                yield about("undo.passed", (seat,), ear), 1
