"""What a player asks, and what they are told."""

from playroom.narration.message import (
    Blank,
    Either,
    Half,
    Message,
    about,
    answer,
    asked,
)
from playroom.narration.narrate import ends_told
from playroom.narration.refusal import where_it_fits
from playroom.rules.event import Side
from playroom.rules.legal import Position, moves, objection
from playroom.rules.move import Draw, Pass, Play
from playroom.rules.tile import Tile
from playroom.rules.view import View


def hand_tile(view: View, tile: Tile) -> Message:
    """One tile of the hand, and where it fits: "5-2, fits right"."""
    return answer("answers.tile", tile=tile, fits=_fits(view.position, tile))


def at_place(item: Message, place: int, count: int) -> Message:
    """An item of a list with its place, counted from 1, behind it: "5-2, fits right, 3 of 7"."""
    return answer("answers.at_place", item=item, place=place, count=count)


def hand(view: View) -> Message:
    """The whole hand."""
    if view.seat is None:
        return answer("answers.no_seat")
    fitting = tuple(tile for tile in view.hand if is_playable(view.position, tile))
    return answer(
        "answers.hand", tiles=view.hand, held=len(view.hand), fitting=fitting, playable=len(fitting)
    )


def ends(view: View) -> Message:
    """The two ends."""
    if view.chain.ends is None:
        return answer("answers.no_chain")
    return answer("answers.ends", ends=ends_told(view.chain.ends, view.chain.total, view.rules))


def chain(view: View) -> Message:
    """All tiles on the table, from left to right."""
    if not view.chain:
        return answer("answers.no_chain")
    return answer("answers.chain", tiles=view.chain.laid, laid=len(view.chain.laid))


def scores(view: View) -> tuple[Message, ...]:
    """The total of each side, a line each, with what it has scored in this round so far."""
    return tuple(_score(view, side) for side in range(view.rules.sides))


def whose_turn(view: View) -> Message:
    """Whose turn it is, and what the listener may do if it is theirs."""
    if view.winners:
        return answer("answers.match_over")
    if view.turn is None:
        return answer("answers.round_over")
    return asked(about("answers.turn", (view.turn,), view.seat, {"choices": _choices(view.position)}))


def choices(view: View) -> Message:
    """What the listener may do now: "You may draw or pass."."""
    if not view.is_to_move:
        return whose_turn(view)
    return answer("answers.choices", choices=_choices(view.position))


def which_end(view: View, tile: Tile) -> Message:
    """The question at which end a tile goes that fits both; a ValueError before the first tile."""
    if view.chain.ends is None:
        raise ValueError("there is no end yet")
    left, right = map(Half, view.chain.ends)
    return answer("answers.which_end", tile=tile, left=left, right=right)


def next_playable(view: View, at: int, step: int) -> int | None:
    """The place in the hand of the next tile that fits, or with *step* -1 the previous, round the end."""
    count = len(view.hand)
    order = [(at + step * ahead) % count for ahead in range(1, count + 1)]
    return next((place for place in order if is_playable(view.position, view.hand[place])), None)


def none_playable(view: View) -> Message:
    """That no tile of the hand can be played, and what else can be done."""
    if not view.is_to_move:
        return answer("answers.none_fits")
    return answer("answers.none_fits_so", choices=_choices(view.position))


def _fits(position: Position, tile: Tile) -> str:
    """Where a tile fits: left, right, both or none; before the first tile, whether it may open."""
    if position.chain:
        return where_it_fits(position.chain, tile)
    return "cannot_open" if objection(position, Play(tile)) else "opens"


def is_playable(position: Position, tile: Tile) -> bool:
    """Whether a tile fits an end, or may open, whoever is to move."""
    return _fits(position, tile) not in ("none", "cannot_open")


def _choices(position: Position) -> Either:
    """What is allowed, as things to do: to play, to draw, to pass."""
    allowed = moves(position)
    tiles = tuple(dict.fromkeys(move.tile for move in allowed if isinstance(move, Play)))
    told: list[Blank] = []
    if tiles:
        told.append(answer("answers.may_play", tiles=Either(tiles), playable=len(tiles)))
    if Draw() in allowed:
        told.append(answer("answers.may_draw"))
    if Pass() in allowed:
        told.append(answer("answers.may_keep" if position.drew and tiles else "answers.may_pass"))
    return Either(tuple(told))


def _score(view: View, side: Side) -> Message:
    seats = tuple(view.rules.seats(side))
    scored = 0 if view.ending else view.scores[side]
    entry = "answers.score_in_round" if scored else "answers.score"
    if side not in view.sides_in:
        entry = "answers.score_out"
    return asked(about(entry, seats, view.seat, {"total": view.totals[side], "scored": scored}))
