"""The steps of a lesson, as the rows of its page give them, and the facts that make one due or done."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

from playroom.console.play.moves import SEVERAL_WAYS, EndQuestion
from playroom.console.play.table import TablePlace
from playroom.console.ui.history import HistoryPlace
from playroom.console.ui.list import ListPlace, TableMenu
from playroom.console.ui.places import Item, Place
from playroom.console.ui.questions import YesOrNo
from playroom.console.ui.room import Room
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import GROUPS, Command, PlaceName, button_entry
from playroom.narration.answers.ends import move_message
from playroom.narration.message import Blank, Message, Sentences
from playroom.rules.event import Chosen, Passed, Played, Scored
from playroom.rules.layout import LEFT, RIGHT, End
from playroom.rules.legal import legal_moves, objection, only_play, plays
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.tile import Tile
from playroom.rules.view import View
from playroom.strict_yaml import read

STEPS_PAGE: Final = Path(__file__).with_name("first-match.yaml")


class Fact(StrEnum):
    """What may be so at the table of a learner, and makes a step due or done."""

    AT_TABLE = "at-table"
    IN_LIST = "in-list"
    IN_MENU = "in-menu"
    """That list is the menu of the table."""
    IN_HISTORY = "in-history"
    WHICH_END = "which-end"
    """The question is open at which end a tile goes."""
    RIGHT_KEEPS_MORE = "right-keeps-more"
    """More tiles of the hand will fit once the tile in question lies on the right."""
    ASKED_TO_LEAVE = "asked-to-leave"
    """The question is open whether to leave a match whose round is over."""
    OWN_TURN = "own-turn"
    OPENING = "opening"
    """No tile lies on the table yet."""
    CAN_PLAY = "can-play"
    MAY_NOT_PASS = "may-not-pass"  # noqa: S105 (a move of the game, no password)
    """A tile fits, and may not be kept."""
    STUCK = "stuck"
    """No tile fits, and one can be drawn."""
    MISFIT_IN_FOCUS = "misfit-in-focus"
    CAN_PLAY_BOTH = "can-play-both"
    """A tile of the hand fits both ends, with different outcomes."""
    BOTH_ELSEWHERE = "both-elsewhere"
    """Such a tile is in the hand, and another one in focus."""
    BOTH_IN_FOCUS = "both-in-focus"
    OTHER_PLAYED = "other-played"
    OTHER_PASSED = "other-passed"
    OTHER_MOVED = "other-moved"
    """The last move was made by another player, so that there is something to hear again."""
    OWN_PLAYED = "own-played"
    TAKEN_BACK = "taken-back"
    """The last decision was taken back, and can be made again."""
    SCORED = "scored"
    """Somebody has points in the round."""
    ROUND_OVER = "round-over"


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step: it is due while all facts of *when* hold, from the learner's *turn* of that number on.

    It waits for the key of *command* at *place*. It is done once the fact *until* holds; where that is None,
    once the command was answered. A step that is due *always* is never done. *scanning* is whether only those
    who scan are taught it, or only the others; None for both. In a lesson that was left before it was done,
    the step that it *follows* is due again.
    """

    name: str
    when: frozenset[Fact]
    place: PlaceName
    command: Command
    until: Fact | None = None
    turn: int = 1
    always: bool = False
    scanning: bool | None = None
    follows: str = ""


def first_match_steps() -> tuple[LessonStep, ...]:
    """The steps of the first match."""
    return lesson_steps(STEPS_PAGE)


@cache
def lesson_steps(page: Path) -> tuple[LessonStep, ...]:
    """The steps of a lesson; a KeyError or ValueError if a row of the page is wrong."""
    rows = read(page).value
    assert isinstance(rows, list)
    steps = []
    for row in (each for each in rows if isinstance(each, dict)):
        place, _, command = str(row["key"]).partition(".")
        when, until, scanning = row["when"], row.get("until"), row.get("scanning")
        assert isinstance(when, list)
        assert scanning is None or isinstance(scanning, bool)
        step = LessonStep(
            str(row["step"]),
            frozenset(Fact(str(each)) for each in when),
            PlaceName(place),
            Command(command),
            None if until is None else Fact(str(until)),
            int(str(row.get("turn", 1))),
            row.get("always") is True,
            scanning,
            str(row.get("follows", "")),
        )
        steps.append(step)
    return tuple(steps)


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


def end_to_take(seen: View, tile: Tile) -> End | None:
    """At which end a tile goes if its player must choose: where more tiles of the hand will fit, or left.

    None if there is no such choice between left and right alone.
    """
    if not fits_both(seen, tile) or {play.end for play in plays(seen.position, tile)} != {LEFT, RIGHT}:
        return None
    keeps_more = _fitting_after(seen, tile, RIGHT) > _fitting_after(seen, tile, LEFT)
    return RIGHT if keeps_more else LEFT


def as_hinted(table: TablePlace, step: LessonStep) -> LessonStep:
    """A step that would have a tile played, or in its place one that leads to what a hint has just named."""
    move, focus = _hinted_move(table), table.walk.tile
    if move is None or not (step.always or step.until) or step.command not in _ORDERS:
        return step
    match move:
        case Play() if table.walk.tile is None or move.tile == focus:
            return step
        case Play():
            command = Command.NEXT_PLAYABLE
        case _:
            command = Command.DRAW if isinstance(move, Draw) else Command.PASS
    return replace(step, name="hinted", command=command)


def _hinted_move(table: TablePlace) -> Move | None:
    """The move that a hint has named in this position; None without one."""
    seen, advised = table.view, table.answers.advised
    moves = legal_moves(seen.position) if advised else ()
    return next(
        (move for move in moves if move_message("reasons", move, seen.seat, drew=seen.drew) == advised), None
    )


def end_side(table: TablePlace, tile: Tile) -> str:
    """Where a tile goes, as a step words it: left, right for the sake of other tiles, or as a hint says."""
    kept = end_to_take(table.view, tile)
    return "hint" if _end(table, tile) != kept else "right" if kept == RIGHT else "left"


def _end(table: TablePlace, tile: Tile) -> End | None:
    """At which end a tile goes, as a hint says, or else by the tiles that will fit; None if all are one."""
    move = _hinted_move(table)
    if isinstance(move, Play) and move.tile == tile and fits_both(table.view, tile):
        return move.end
    return end_to_take(table.view, tile)


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
        if isinstance(current, TableMenu):
            yield Fact.IN_MENU
    elif isinstance(current, HistoryPlace):
        yield Fact.IN_HISTORY


def _of_round(seen: View) -> Iterator[Fact]:
    if seen.ending:
        yield Fact.ROUND_OVER
    if any(isinstance(event, Passed) and event.seat != seen.seat for event in seen.log):
        yield Fact.OTHER_PASSED
    if any(isinstance(event, Scored) for event in seen.log):
        yield Fact.SCORED
    owners = {event.seat for event in seen.log if isinstance(event, Played)}
    if seen.seat in owners:
        yield Fact.OWN_PLAYED
    if owners - {seen.seat}:
        yield Fact.OTHER_PLAYED
    movers = [event.seat for event in seen.log if isinstance(event, Chosen)]
    if movers and movers[-1] != seen.seat:
        yield Fact.OTHER_MOVED


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


_ORDERS = (Command.PLAY, Command.NEXT_PLAYABLE)
"""The commands of steps that have a tile played."""

_CHOICES = {Command.CANCEL: "back", Command.YES: "yes"}
"""The keys of the choices that stand for commands, where they are not called as these are."""


_ENDS = (Command.LEFT, Command.RIGHT)
"""The keys of the ends, in the order of the choices between them."""

_NO_CHOICES = frozenset({Command.SCAN})
"""The commands that are keys for those who scan too."""


def scans(room: Room) -> bool:
    """Whether the player has two keys, which scan and choose."""
    return bool(room.settings.keys == KeyProfile.SWITCH)


def request(room: Room, table: TablePlace, step: LessonStep) -> Message | None:
    """What the player is asked to press or to choose; None if they cannot do that with their keys."""
    touches = room.settings.keys == KeyProfile.TOUCH
    if not (scans(room) or (touches and step.command in _ENDS)) or step.command in _NO_CHOICES:
        return Message("lessons.press", blanks={"key": _keys(room, table, step)})
    choice = _choice(table, room.places.current, step.command)
    if touches:
        return Message("lessons.touch", blanks={"choice": choice.label}) if choice else None
    return Message("lessons.choose", blanks={"choice": choice.label}) if choice else None


def plain_request(room: Room, table: TablePlace, step: LessonStep, again: Message) -> Message | None:
    """The same with the key first, before the short words of the step; not for those who scan."""
    asked = request(room, table, step)
    if asked is None or scans(room) or asked.entry == "lessons.touch":
        return asked
    keys = _keys(room, table, step)
    if isinstance(keys, Message):
        return Message("lessons.step", blanks={"told": Sentences((asked, again))})
    return Message("lessons.plainly", blanks={"key": keys, "again": again})


def _keys(room: Room, table: TablePlace, step: LessonStep) -> Blank:
    """The key of a step; of a tile that fits both ends, that of the end too."""
    key = key_of(room, step.place, step.command)
    tile = table.walk.tile if step.command is Command.PLAY else None
    end = _end(table, tile) if tile else None
    if end is None or room.settings.keys == KeyProfile.TOUCH:
        return key
    command = Command.LEFT if end == LEFT else Command.RIGHT
    return Message("lessons.two_keys", blanks={"key": key, "end": key_of(room, PlaceName.SIDE, command)})


def leads_to_menu(room: Room, table: TablePlace, step: LessonStep) -> bool:
    """Whether a player who scans finds the command of a step in the menu alone."""
    choice = _choice(table, table, step.command) if scans(room) else None
    return choice is not None and choice.key == Command.MENU != step.command


def key_of(room: Room, place: PlaceName, command: Command) -> str:
    """The name of the key, as sentences have it, or of the button, which the table has meanwhile."""
    if place is PlaceName.HAND and room.settings.keys == KeyProfile.TOUCH:
        return room.book.say(Message(button_entry(place, command))).partition(";")[0]
    return room.book.key_words(f"key_{place}_{command.replace('-', '_')}")


def _choice(table: TablePlace, current: Place | None, command: Command) -> Item | None:
    """The choice at the current place that does what a command does."""
    choices = current.choices() if current else ()
    if command in _ENDS:
        return choices[_ENDS.index(command)]
    if command is Command.PLAY:
        seen, focus = table.view, table.walk.tile
        tiles = {str(tile): tile for tile in seen.hand}
        # The hinted tile, else one that fits both ends, else the one in focus, else the first.
        playable = [item for item in choices if item.key in tiles]
        both = (item for item in playable if fits_both(seen, tiles[item.key]))
        in_focus = (item for item in playable if tiles[item.key] == focus)
        move = _hinted_move(table)
        hinted = (item for item in playable if isinstance(move, Play) and tiles[item.key] == move.tile)
        return next(chain(hinted, both, in_focus, playable), None)
    wanted = _CHOICES.get(command, command)
    # Else the choice behind which a command of the menu is: the menu, or the group of the command in it.
    way = {Command.MENU, *(group for group, several in GROUPS.items() if command in several)}
    found = (item for item in choices if item.key == wanted)
    return next(chain(found, (item for item in choices if item.key in way)), None)
