"""What is so at the table of a learner now, from which follows which step of a lesson is due."""

from collections.abc import Iterator

from playroom.console.lessons.lesson_steps import Fact
from playroom.console.play.moves import SEVERAL_WAYS, EndQuestion
from playroom.console.play.table import TablePlace
from playroom.console.ui.history import HistoryPlace
from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Place
from playroom.console.ui.questions import YesOrNo
from playroom.rules.event import Drew, Event, Passed, Played, Scored
from playroom.rules.layout import LEFT, RIGHT, End
from playroom.rules.legal import legal_moves, objection, only_play
from playroom.rules.move import Draw, Pass, Play
from playroom.rules.tile import Tile
from playroom.rules.view import View


def lesson_facts(table: TablePlace, current: Place | None, *, scans: bool) -> frozenset[Fact]:
    """The facts while the place *current* has the keys; a learner who *scans* has no focus in the hand."""
    seen = table.view
    if current is table:
        focus = None if scans else table.walk.tile
        undone = (Fact.TAKEN_BACK,) if table.mode.can_redo else ()
        return frozenset((Fact.AT_TABLE, *undone, *_of_round(seen), *_of_turn(seen, focus)))
    return frozenset(_of_place(current, seen))


def fits_both(seen: View, tile: Tile) -> bool:
    """Whether the one to move must choose between two ends for a tile."""
    return only_play(seen.position, tile) is None and objection(seen.position, Play(tile)) in SEVERAL_WAYS


def _fitting_after(seen: View, tile: Tile, end: End) -> int:
    """How many other tiles of the hand will fit a line once a tile lies at an end."""
    numbers = {each.end: each.number for each in seen.layout.open_ends}
    if end in numbers:
        numbers[end] = tile.other(numbers[end])
    rest = (each for each in seen.hand if each != tile)
    return sum(not {each.high, each.low}.isdisjoint(numbers.values()) for each in rest)


def _of_place(current: Place | None, seen: View) -> Iterator[Fact]:
    if isinstance(current, EndQuestion):
        yield Fact.WHICH_END
        if _fitting_after(seen, current.tile, RIGHT) > _fitting_after(seen, current.tile, LEFT):
            yield Fact.RIGHT_KEEPS_MORE
    elif isinstance(current, YesOrNo) and seen.ending:
        yield Fact.ASKED_TO_LEAVE
    elif isinstance(current, ListPlace):
        yield Fact.IN_LIST
    elif isinstance(current, HistoryPlace):
        yield Fact.IN_HISTORY


def _of_round(seen: View) -> Iterator[Fact]:
    if seen.ending:
        yield Fact.ROUND_OVER
    if any(isinstance(event, Passed) and event.seat != seen.seat for event in seen.log):
        yield Fact.OTHER_PASSED
    if any(isinstance(event, Scored) for event in seen.log):
        yield Fact.SCORED
    owners = {_player(event) for event in seen.log} - {None}
    if seen.seat in owners:
        yield Fact.OWN_PLAYED
    if owners - {seen.seat}:
        yield Fact.OTHER_PLAYED
    movers = [event.seat for event in seen.log if isinstance(event, Played | Drew | Passed)]
    if movers and movers[-1] != seen.seat:
        yield Fact.OTHER_MOVED


def _player(event: Event) -> int | None:
    return event.seat if isinstance(event, Played) else None


def _of_turn(seen: View, focus: Tile | None) -> Iterator[Fact]:
    """The facts of the learner's own turn, with the tile in *focus* if there is one."""
    if not seen.is_to_move:
        return
    yield Fact.OWN_TURN
    if not seen.position.has_begun:
        yield Fact.OPENING
    moves = legal_moves(seen.position)
    tiles = {move.tile for move in moves if isinstance(move, Play)}
    both = {tile for tile in tiles if fits_both(seen, tile)}
    if Pass() not in moves:
        yield Fact.MAY_NOT_PASS
    if tiles:
        yield Fact.CAN_PLAY
    elif Draw() in moves:
        yield Fact.STUCK
    if focus and tiles and focus not in tiles:
        yield Fact.MISFIT_IN_FOCUS
    if both:
        yield Fact.CAN_PLAY_BOTH
    if both and focus:
        yield Fact.BOTH_IN_FOCUS if focus in both else Fact.BOTH_ELSEWHERE
