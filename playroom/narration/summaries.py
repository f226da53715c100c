"""Several events in one message: the moves of others, the events that a listener has missed, moves undone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Final, NamedTuple, TypeAlias, TypeVar

from playroom.narration.answers.answer import whose_turn
from playroom.narration.answers.ends import end_place, ends_left
from playroom.narration.answers.information import passed_on
from playroom.narration.cues import IMPOSSIBLE
from playroom.narration.message import Blank, Message, Sentences, Series, Urgency, about, answer, as_answer
from playroom.narration.narrate import UNKNOWN, RoundContext, is_first_turn, narrated
from playroom.rules.event import (
    Again,
    Bonus,
    CarriedOver,
    Chosen,
    Dealt,
    DirectionReversed,
    Drew,
    Ended,
    Event,
    MayExtend,
    MustCover,
    Passed,
    Played,
    PlayerOut,
    Scored,
    SidesEliminated,
    Skipped,
    TrainClosed,
    TrainOpened,
    Turn,
    Won,
)
from playroom.rules.rulebook.questions import Passing
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand
from playroom.rules.view import View

OfPlayer: TypeAlias = (
    Played | Drew | Passed | Skipped | PlayerOut | TrainOpened | TrainClosed | Again | MustCover | MayExtend
)
"""The events of one player, apart from points."""


class Act(NamedTuple):
    """An entry for one action, with the values of its blanks; *seat* is None if it is about all."""

    entry: str
    blanks: Mapping[str, Blank]
    seat: Seat | None = None


def is_summed_up(event: Event, ear: Seat | None) -> bool:
    """Whether a summary for the listener at seat *ear* covers *event*, in words or by its ends."""
    return isinstance(event, DirectionReversed) or (isinstance(event, OfPlayer) and event.seat != ear)


def is_next_round_of_turns(before: Sequence[Event], event: Event) -> bool:
    """Whether *event* starts the second turn of its player in the events *before* it."""
    seats = [each.seat for each in before if isinstance(each, OfPlayer)]
    return isinstance(event, OfPlayer) and event.seat in seats and event.seat != seats[-1]


def turn_summary(
    events: Sequence[Event], ear: Seat | None, rules: Rules, *, with_ends: bool = True
) -> Message | None:
    """The actions of others in one sentence, and the ends left if *with_ends*; None if there were none.

    Consecutive players with the same action are named together.
    """
    acts = []
    for (entry, filled), several in groupby(
        _acts(events, ear, rules), key=lambda act: (act.entry, act.blanks)
    ):
        seats = tuple(act.seat for act in several if act.seat is not None)
        acts.append(about(entry, seats, ear, filled) if seats else Message(entry, blanks=filled))
    if not acts:
        return None
    ends = ends_left(events, ear, rules) if with_ends else None
    kind = "trains" if rules.has_engine else "line"
    blanks: dict[str, Blank] = {"ends_of": kind if ends else "none", "ends": ends or ""}
    return Message("events.summed_up", blanks={"acts": Series(tuple(acts)), **blanks})


def _acts(events: Sequence[Event], ear: Seat | None, rules: Rules) -> Iterator[Act]:
    """The act of each player, including the number of tiles drawn before it.

    Opened trains are left out if a tile was played, as the ends show them.
    """
    drawn, has_tile = 0, any(isinstance(event, Played) for event in events)
    for event in events:
        if isinstance(event, Drew):
            drawn += 1
        elif isinstance(event, TrainOpened) and not has_tile:
            yield Act("events.summary.train_opened", {}, event.seat)
        elif act := _act(event, drawn, ear, rules):
            yield act
            drawn = 0
    if drawn:
        drawer = next(event.seat for event in reversed(events) if isinstance(event, Drew))
        yield Act("events.summary.drew", {"drawn": drawn}, drawer)


def _act(event: Event, drawn: int, ear: Seat | None, rules: Rules) -> Act | None:
    """The act of *event* after *drawn* draws; None if a summary leaves it out."""
    match event:
        case Played():
            blanks: dict[str, Blank] = {"tile": event.laid, "drawn": drawn, "left": event.left}
            if event.end is None:
                return Act("events.summary.opened", blanks, event.seat)
            if rules.has_engine:
                where = end_place(event.end, ear, mover=event.seat)
                return Act("events.summary.played_train", {**blanks, "where": where}, event.seat)
            return Act("events.summary.played", {**blanks, "end": str(event.end.arm)}, event.seat)
        case Passed():
            if rules.passing is Passing.AND_OUT:
                return None
            if event.stops:
                return Act("events.summary.stopped", {}, event.seat)
            if event.drew and event.forced is False:
                return Act("events.summary.kept", {}, event.seat)
            return Act("events.summary.passed", {"drawn": drawn}, event.seat)
        case PlayerOut(seat):
            return Act("events.summary.out", {}, seat)
        case Skipped(seat):
            return Act("events.summary.skipped", {}, seat)
        case DirectionReversed(clockwise):
            way = "clockwise" if clockwise else "anticlockwise"
            return Act("events.summary.turned_round", {"way": way})
    return None


_Kind = TypeVar("_Kind")


MOST_ONE_BY_ONE = 6
"""The most missed moves that are narrated one by one."""


def missed(
    events: Sequence[Event],
    ear: Seat | None,
    rules: Rules,
    known: RoundContext = UNKNOWN,
    *,
    was_away: bool = False,
) -> Message:
    """The missed events as seat *ear* saw them: move by move, or summed up if there are many.

    *known* is the cause of the last end of a round. If the listener *was_away*, what their seat has played
    was played for them by a bot.
    """
    if was_away and (tiles := tuple(each.tile for each in _of(Played, events) if each.seat == ear)):
        return played_by_bot(events, ear, rules, tiles, known)
    if sum(isinstance(event, Chosen) for event in events) > MOST_ONE_BY_ONE:
        return summed_up(events, ear, rules, known=known)
    current = (event for event in events if not isinstance(event, Turn) or event is events[-1])
    messages = tuple(_messages(current, ear, rules, known))
    return (
        answer("answers.missed", told=Sentences(messages)) if messages else answer("answers.missed_nothing")
    )


def played_by_bot(
    events: Sequence[Event], ear: Seat | None, rules: Rules, tiles: Hand, known: RoundContext = UNKNOWN
) -> Message:
    """A summary for seat *ear*, for which a bot has played these *tiles*."""
    return summed_up(events, ear, rules, answer("answers.missed_played", tiles=tiles), known)


def summed_up(
    events: Sequence[Event],
    ear: Seat | None,
    rules: Rules,
    played: Message | None = None,
    known: RoundContext = UNKNOWN,
) -> Message:
    """A summary for seat *ear*: the number of moves, the ends, then what each player revealed.

    "4 moves. Ends 2 and 5. Ben passed on 4." The start and the end of a round are narrated one by one. What
    was *played* for the listener takes the place of the numbers of moves.
    """
    messages: list[Message] = []
    for of_round, context in _rounds(events, known):
        messages += _round_summary(of_round, ear, rules, context, counts=played is None)
    if not messages:
        return answer("answers.missed_nothing")
    last = events[-1]
    is_own = isinstance(last, Turn | Again | MustCover | MayExtend) and last.seat == ear
    is_said = is_first_turn(last, events[:-1])
    turn = _messages((last,) if is_own and not is_said else (), ear, rules)
    first = (played,) if played else ()
    return answer("answers.missed", told=Sentences((*first, *messages, *turn)))


MOST_ROUNDS: Final = 2
"""The most rounds that `while_away` tells: the last ones."""


def while_away(
    events: Sequence[Event], ear: Seat | None, rules: Rules, known: RoundContext = UNKNOWN
) -> tuple[Message, ...]:
    """What others have done while the listener was away: by player, or how many moves if they are many.

    "While you were away: Ben passed, Cleo 5-2 left." How rounds ended and began is told too, and first the
    last move of the listener, which they have not heard.
    """
    moves = tuple(event for event in events if isinstance(event, Chosen))
    own = tuple(each for each in moves if each.seat == ear and not (isinstance(each, Passed) and each.forced))
    others = sum(each.seat != ear for each in moves)
    is_few = others <= MOST_ONE_BY_ONE
    told: list[Message] = [] if is_few else [answer("answers.missed_moves", moves=others)]
    for of_round, context in _rounds(events, known)[-MOST_ROUNDS:]:
        told += _messages(_of(Dealt, of_round), ear, rules)
        of_others = tuple(event for event in of_round if is_few and is_summed_up(event, ear))
        if acts := turn_summary(of_others, ear, rules, with_ends=False):
            told.append(acts)
        told += _messages(_result(of_round), ear, rules, context)
    if others:
        told = [Message("online.while_away", blanks={"told": Sentences(tuple(told))})]
    return (*_messages(own[-1:], ear, rules), *told)


def standing(events: Sequence[Event], view: View) -> tuple[Message, ...]:
    """The ends that *events* have left in the round of *view*, and whose turn it is; nothing after it."""
    if view.turn is None:
        return ()
    left = ends_left(events, view.seat, view.rules)
    kind = "trains" if view.rules.has_engine else "line"
    ends = (answer("answers.missed_ends", ends=left, ends_of=kind),) if left else ()
    if is_first_turn(events[-1], events[:-1]):
        return ends
    return (*ends, Message("events.turn") if view.is_to_move else whose_turn(view))


def _rounds(events: Sequence[Event], known: RoundContext) -> list[tuple[Sequence[Event], RoundContext]]:
    """The events of each round, and the context of its end; *known* is that of the last end of a round."""
    starts = [index for index, event in enumerate(events) if isinstance(event, Dealt)]
    return [
        (events[start:end], UNKNOWN if _of(Ended, events[end:]) else known)
        for start, end in zip((0, *starts), (*starts, len(events)), strict=True)
    ]


def _round_summary(
    events: Sequence[Event], ear: Seat | None, rules: Rules, known: RoundContext, *, counts: bool
) -> Iterator[Message]:
    """The missed events of one round, with the number of moves if *counts*."""
    yield from _messages(_of(Dealt, events), ear, rules)
    moves = sum(isinstance(event, Chosen) for event in events)
    if moves and counts:
        yield answer("answers.missed_moves", moves=moves)
    left = ends_left(events, ear, rules)
    if left and not _of(Ended, events):
        kind = "trains" if rules.has_engine else "line"
        yield answer("answers.missed_ends", ends=left, ends_of=kind)
    if rules.passing is not Passing.AND_OUT:  # where a pass costs the round, that is said below (PO-4)
        yield from passed_on(events, ear)
    drawers = [drew.seat for drew in _of(Drew, events)]
    for seat in dict.fromkeys(drawers):
        yield about("answers.missed_drew", (seat,), ear, {"drawn": drawers.count(seat)})
    yield from (about("answers.missed_out", (out.seat,), ear) for out in _of(PlayerOut, events))
    yield from (about("answers.missed_skipped", (skipped.seat,), ear) for skipped in _of(Skipped, events))
    yield from _messages(_of(DirectionReversed, events)[-1:], ear, rules)
    yield from _messages(_result(events), ear, rules, known)


def _result(events: Sequence[Event]) -> tuple[Event, ...]:
    """The points that were scored in a round, as one event, and how it ended."""
    scored = _of(Scored, events)
    points = zip(*(each.points for each in scored), strict=True)
    summed = (Scored(tuple(map(sum, points)), scored[-1].totals),) if scored else ()
    return (
        *_of(Ended, events),
        *_of(Bonus, events),
        *summed,
        *_of(CarriedOver, events),
        *_of(SidesEliminated, events),
        *_of(Won, events),
    )


def _of(kind: type[_Kind], events: Iterable[object]) -> tuple[_Kind, ...]:
    return tuple(event for event in events if isinstance(event, kind))


def _messages(
    events: Iterable[Event], ear: Seat | None, rules: Rules, known: RoundContext = UNKNOWN
) -> Iterator[Message]:
    """The messages of the events, as they are narrated live."""
    return filter(None, (messages for _, messages in narrated(tuple(events), ear, rules, known)))


MOST_NAMED = 4
"""Up to this many moves are all named."""
NAMED_OF_MANY = 3
"""The number of moves named if there are more."""


def taken_back(events: Sequence[Event], view: View) -> Message:
    """The moves undone, and whose turn it is in *view*: "Taken back: your 5-3. Your turn."."""
    goes_on = any(isinstance(event, Ended) for event in events)
    return _undo_message("undo.taken_back", events, view, tells_round=goes_on)


def made_again(events: Sequence[Event], view: View) -> Message:
    """The moves redone, and whose turn it is in *view*."""
    is_dealt = any(isinstance(event, Dealt) for event in events)
    return _undo_message("undo.made_again", events, view, tells_round=is_dealt)


def undo_wanted(events: Sequence[Event], seat: Seat, name: str) -> Message:
    """The question to the person called *name* whether *seat* may undo these events."""
    return about("undo.wanted", (seat,), None, {"name": name, **_named_moves(events, None)})


def undo_refused(entry: str, **blanks: Blank) -> Message:
    """Why undo or redo is refused."""
    return Message(f"undo.{entry}", blanks=blanks, sound=IMPOSSIBLE, urgency=Urgency.ALERT)


def _undo_message(entry: str, events: Sequence[Event], view: View, *, tells_round: bool) -> Message:
    turn = Message("events.turn") if view.is_to_move else whose_turn(view)
    blanks: dict[str, Blank] = {"round": view.round_number if tells_round else 0, "turn": turn}
    return as_answer(Message(entry, blanks={**_named_moves(events, view.seat), **blanks}))


def _named_moves(events: Sequence[Event], ear: Seat | None) -> dict[str, Blank]:
    """The named moves, and the number of *more* moves."""
    moves = [event for event in events if isinstance(event, Chosen)]
    acts = tuple(_moves_by_player(moves, ear))
    if len(acts) <= MOST_NAMED:
        return {"moves": Series(tuple(message for message, _ in acts)), "more": 0}
    named = tuple(islice(acts, NAMED_OF_MANY))
    more = len(moves) - sum(count for _, count in named)
    return {"moves": Series(tuple(message for message, _ in named)), "more": more}


def _moves_by_player(moves: Sequence[Chosen], ear: Seat | None) -> Iterator[tuple[Message, int]]:
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
