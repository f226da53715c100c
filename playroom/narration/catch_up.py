"""A summary of the events that a listener has missed."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from playroom.narration.answers.ends import ends_left
from playroom.narration.answers.table_facts import passed_on
from playroom.narration.message import Message, Sentences, about, answer
from playroom.narration.narrated import is_first_turn, narrated
from playroom.rules.event import (
    Again,
    Bonus,
    CarriedOver,
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
    Turn,
    Won,
)
from playroom.rules.rulebook.questions import Passing
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand

_Kind = TypeVar("_Kind")


MOST_ONE_BY_ONE = 6
"""The most missed moves that are narrated one by one."""


def missed(events: Sequence[Event], ear: Seat | None, rules: Rules, *, was_away: bool = False) -> Message:
    """The missed events as seat *ear* saw them: move by move, or summed up if there are many.

    If the listener *was_away*, what their seat has played was played for them by a bot.
    """
    if was_away and (tiles := tuple(each.tile for each in _of(Played, events) if each.seat == ear)):
        return played_by_bot(events, ear, rules, tiles)
    if sum(isinstance(event, Played | Drew | Passed) for event in events) > MOST_ONE_BY_ONE:
        return summed_up(events, ear, rules)
    current = (event for event in events if not isinstance(event, Turn) or event is events[-1])
    messages = tuple(_messages(current, ear, rules))
    return (
        answer("answers.missed", told=Sentences(messages)) if messages else answer("answers.missed_nothing")
    )


def played_by_bot(events: Sequence[Event], ear: Seat | None, rules: Rules, tiles: Hand) -> Message:
    """A summary for seat *ear*, for which a bot has played these *tiles*."""
    return summed_up(events, ear, rules, answer("answers.missed_played", tiles=tiles))


def summed_up(
    events: Sequence[Event], ear: Seat | None, rules: Rules, played: Message | None = None
) -> Message:
    """A summary for seat *ear*: the number of moves, the ends, then what each player revealed.

    "4 moves. Ends 2 and 5. Ben passed on 4." The start and the end of a round are narrated one by one. What
    was *played* for the listener takes the place of the numbers of moves.
    """
    told = (_chapter(chapter, ear, rules, counts=played is None) for chapter in _chapters(events))
    messages = tuple(line for chapter in told for line in chapter)
    if not messages:
        return answer("answers.missed_nothing")
    first = (played,) if played else ()
    return answer("answers.missed", told=Sentences((*first, *messages, *_turn(events, ear, rules))))


def _chapters(events: Sequence[Event]) -> Iterator[Sequence[Event]]:
    """The events of the current round, then those of each round dealt since."""
    starts = [index for index, event in enumerate(events) if isinstance(event, Dealt)]
    for start, end in zip((0, *starts), (*starts, len(events)), strict=True):
        yield events[start:end]


def _chapter(events: Sequence[Event], ear: Seat | None, rules: Rules, *, counts: bool) -> Iterator[Message]:
    yield from _messages(_of(Dealt, events), ear, rules)
    yield from _moves(events) if counts else ()
    yield from _ends(events, ear, rules)
    yield from _passes(events, ear, rules)
    yield from _draws(events, ear)
    yield from (about("answers.missed_out", (out.seat,), ear) for out in _of(PlayerOut, events))
    yield from (about("answers.missed_skipped", (skipped.seat,), ear) for skipped in _of(Skipped, events))
    yield from _messages(_of(DirectionReversed, events)[-1:], ear, rules)
    result: tuple[Event, ...] = (
        *_of(Ended, events),
        *_of(Bonus, events),
        *_points(events),
        *_of(CarriedOver, events),
        *_of(SidesEliminated, events),
        *_of(Won, events),
    )
    yield from _messages(result, ear, rules)


def _of(kind: type[_Kind], events: Iterable[object]) -> tuple[_Kind, ...]:
    return tuple(event for event in events if isinstance(event, kind))


def _messages(events: Iterable[Event], ear: Seat | None, rules: Rules) -> Iterator[Message]:
    """The messages of the events, as they are narrated live."""
    return filter(None, (messages for _, messages in narrated(tuple(events), ear, rules)))


def _moves(events: Sequence[Event]) -> Iterator[Message]:
    if moves := sum(isinstance(event, Played | Drew | Passed) for event in events):
        yield answer("answers.missed_moves", moves=moves)


def _ends(events: Sequence[Event], ear: Seat | None, rules: Rules) -> Iterator[Message]:
    """The present ends; nothing once the round is over."""
    left = ends_left(events, ear, rules)
    if left and not _of(Ended, events):
        kind = "trains" if rules.has_engine else "line"
        yield answer("answers.missed_ends", ends=left, ends_of=kind)


def _passes(events: Sequence[Event], ear: Seat | None, rules: Rules) -> Iterator[Message]:
    """The numbers on which each player passed; nothing where a pass costs the round (PO-4)."""
    if rules.passing is Passing.AND_OUT:
        return
    yield from passed_on(events, ear)


def _draws(events: Sequence[Event], ear: Seat | None) -> Iterator[Message]:
    drawers = [drew.seat for drew in _of(Drew, events)]
    for seat in dict.fromkeys(drawers):
        yield about("answers.missed_drew", (seat,), ear, {"drawn": drawers.count(seat)})


def _points(events: Sequence[Event]) -> tuple[Scored, ...]:
    """The sum of all points, with the last totals."""
    scored = _of(Scored, events)
    if not scored:
        return ()
    points = zip(*(each.points for each in scored), strict=True)
    return (Scored(tuple(map(sum, points)), scored[-1].totals),)


def _turn(events: Sequence[Event], ear: Seat | None, rules: Rules) -> Iterator[Message]:
    """The message that it is, or still is, the listener's turn."""
    last = events[-1]
    is_own = isinstance(last, Turn | Again | MustCover | MayExtend) and last.seat == ear
    is_said = is_first_turn(last, events[:-1])
    return _messages((last,) if is_own and not is_said else (), ear, rules)
