"""The result that a tile would have if it were played now, or why it cannot be played."""

from playroom.narration.answers.answer import hand_tile, whose_turn
from playroom.narration.answers.ends import end_name, tile_as_played
from playroom.narration.message import Blank, Message, answer, as_answer
from playroom.narration.narrate import narrate
from playroom.narration.narrated import ends_after
from playroom.narration.refusal import why_not
from playroom.rules.legal import objection
from playroom.rules.move import Play
from playroom.rules.prospect import Prospect, prospects
from playroom.rules.rulebook.award import When, at
from playroom.rules.tile import Tile
from playroom.rules.view import View


def what_if(view: View, tile: Tile) -> tuple[Message, ...]:
    """The ends and points after each play of *tile*, or why it cannot be played.

    "5-3, left. Ends 5 and 6. 10 points." After a round, that it is over; before another player opens, who
    does.
    """
    if view.turn is None:
        return (whose_turn(view),)
    if not view.is_to_move and not view.position.has_begun:
        return (hand_tile(view, tile),)
    if found := prospects(view, tile):
        return tuple(_prospect_message(view, each, is_first=each is found[0]) for each in found)
    why = objection(view.position, Play(tile))
    assert why  # a tile without a legal play is refused
    return (as_answer(why_not(view, Play(tile), why)),)


def _prospect_message(view: View, prospect: Prospect, *, is_first: bool) -> Message:
    end, then = prospect.play.end, prospect.then and narrate(prospect.then, view.seat, view.rules)
    way = "opens" if end is None else "first" if is_first else "or"
    blanks: dict[str, Blank] = {
        "way": way,
        "tile": tile_as_played(prospect.play),
        "where": end_name(end, view.seat) if end else "",
        "ends": ends_after(prospect.played, view.seat, view.rules),
        "scores": _scores(view, prospect),
        "points": prospect.points or 0,
        "left": prospect.played.left,
        "follows": "yes" if then else "no",
        "then": then or "",
    }
    return answer("answers.what_if", **blanks)


def _scores(view: View, prospect: Prospect) -> str:
    """Whether the points of a play are ``known``, ``hidden``, or ``none`` by the rules."""
    if prospect.points is None:
        return "hidden"
    return "known" if prospect.points or at(view.rules.awards, When.PLAY) else "none"
