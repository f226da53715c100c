"""The steps of a lesson, as the rows of its page give them."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from playroom.keys.commands import Command, PlaceName
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
