"""A move inside a sentence: "6-1 left", "5-2 on your train", "draw", "keep the tile"."""

from typing import assert_never

from playroom.narration.answers.ends import end_place, tile_as_played
from playroom.narration.message import Blank, Message
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.seat import Seat


def move_message(entries: str, move: Move, ear: Seat | None, *, drew: bool) -> Message:
    """*move* in words of the group *entries*, for the listener at seat *ear*.

    A pass after a draw is worded as keeping the tile.
    """
    match move:
        case Play():
            return Message(f"{entries}.play", blanks=_play_blanks(move, ear))
        case Draw():
            return Message(f"{entries}.draw")
        case Pass():
            return Message(f"{entries}.keep" if drew else f"{entries}.pass")
    assert_never(move)


def _play_blanks(play: Play, ear: Seat | None) -> dict[str, Blank]:
    tile = tile_as_played(play)
    if play.end is None:
        return {"tile": tile, "end": "none", "where": ""}
    return {"tile": tile, "end": str(play.end.arm), "where": end_place(play.end, ear)}
