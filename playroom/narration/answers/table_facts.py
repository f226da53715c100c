"""Deductions from the round so far: passes, and the visible tiles of each number."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from playroom.narration.message import Half, Message, Sentences, about, answer
from playroom.narration.narrate import numbers_passed
from playroom.rules.event import Event, Passed
from playroom.rules.layout import Trains, laid_tiles
from playroom.rules.seat import Seat
from playroom.rules.view import View


def facts(view: View) -> tuple[Message, ...]:
    """The numbers that each player passed on, and the count of visible tiles of each number."""
    messages = tuple(passed_on(view.log, view.seat))
    return (
        answer("answers.passed", told=Sentences(messages), count=len(messages)),
        _numbers(view),
    )


def passed_on(events: Iterable[Event], ear: Seat | None) -> Iterator[Message]:
    """The numbers that each player passed on, without passes that kept a tile or ended a longer turn."""
    lacking: dict[Seat, dict[int, None]] = {}
    for passed in events:
        if isinstance(passed, Passed) and not (passed.drew and passed.forced is False) and not passed.stops:
            lacking.setdefault(passed.seat, {}).update(dict.fromkeys(passed.numbers))
    for seat, numbers in lacking.items():
        yield about("answers.missed_passed", (seat,), ear, {"numbers": numbers_passed(map(Half, numbers))})


def _numbers(view: View) -> Message:
    """The count of visible tiles of each number, the highest count first."""
    open_tiles = [laid.tile for laid in laid_tiles(view.layout)]
    if isinstance(view.layout, Trains):
        open_tiles.append(view.layout.engine)
    numbers = range(view.rules.set + 1)
    counts = {number: sum(number in (tile.low, tile.high) for tile in open_tiles) for number in numbers}
    if not open_tiles:
        return answer("answers.no_chain")
    most_first = sorted(numbers, key=lambda number: (-counts[number], number))
    groups = tuple(
        _number_count(count, tuple(map(Half, group)))
        for count, group in groupby(most_first, key=counts.__getitem__)
    )
    return answer("answers.numbers", each=len(numbers), counts=Sentences(groups))


def _number_count(count: int, numbers: tuple[Half, ...]) -> Message:
    """The numbers with *count* visible tiles."""
    return answer("answers.number_count", count=count, numbers=numbers, alike=len(numbers))
