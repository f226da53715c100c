"""Answers to the questions that a player asks with a key: the hand, ends, scores, what a tile would do."""

from typing import Final

from msgspec.structs import replace

from playroom.narration.answers.ends import (
    LINE_ENDS,
    end_choice,
    end_name,
    end_place,
    ends_message,
    ends_of_hand,
    fit,
    is_double_alike,
    number_at,
    playable_ends,
    tile_as_played,
)
from playroom.narration.answers.table_rows import rows
from playroom.narration.message import (
    Blank,
    Either,
    Half,
    Message,
    Players,
    Sentences,
    about,
    answer,
    as_answer,
)
from playroom.narration.narrate import carry_messages, ends_after, narrate
from playroom.narration.refusal import why_not
from playroom.rules.layout import LEFT, RIGHT, Arm, End, Feet, Layout
from playroom.rules.legal import Objection, Position, distinct_plays, legal_moves, objection, plays
from playroom.rules.move import Draw, Pass, Play
from playroom.rules.prospect import Prospect, prospects
from playroom.rules.rulebook.award import When, at
from playroom.rules.rulebook.questions import LARGEST_SET, AfterDraw, Best
from playroom.rules.tile import Hand, Tile
from playroom.rules.view import View

AT_PLACE: Final = "answers.at_place"
WAITING: Final = "answers.waiting"


def hand_tile(view: View, tile: Tile) -> Message:
    """One tile of the hand, and where it fits: "5-2, fits right"; before another player opens, who does.

    After a round, only that it was not played.
    """
    if view.turn is None:
        return answer("answers.tile_held", tile=tile)
    if not view.position.has_begun and view.turn != view.seat:
        item = answer("answers.tile_before", tile=tile)
        return answer(WAITING, item=item, who=Players((view.turn,)))
    return answer("answers.tile", tile=tile, **fit(view.position, tile, view.seat))


def at_place(item: Message, place: int, count: int) -> Message:
    """An item of a list, then its *place*, counted from 1: "5-2, fits right, 3 of 7".

    Whom the table waits for comes last: "5-5, 1 of 7. Waiting for Dan.".
    """
    if inner := _waiting_item(item):
        return _with_item(item, at_place(inner, place, count))
    return answer(AT_PLACE, item=item, place=place, count=count)


def unplaced(message: Message) -> Message:
    """The item of a list without its place."""
    if inner := _waiting_item(message):
        return _with_item(message, unplaced(inner))
    item = message.blanks.get("item") if message.entry == AT_PLACE else None
    return item if isinstance(item, Message) else message


def _waiting_item(message: Message) -> Message | None:
    """The item in a message that also says whom the table waits for; None if it does not."""
    item = message.blanks.get("item") if message.entry == WAITING else None
    return item if isinstance(item, Message) else None


def _with_item(message: Message, item: Message) -> Message:
    return replace(message, blanks={**message.blanks, "item": item})


def no_tile(view: View) -> Message:
    """The message that the hand is empty, or that the listener has none."""
    return answer("answers.no_seat" if view.seat is None else "menus.empty_hand")


def hand(view: View) -> Message:
    """The whole hand."""
    if view.seat is None:
        return no_tile(view)
    fitting = tuple(tile for tile in view.hand if view.position.is_playable(tile))
    return answer(
        "answers.hand", tiles=view.hand, held=len(view.hand), fitting=fitting, playable=len(fitting)
    )


def hands(view: View) -> tuple[Message, ...]:
    """The whole hand; after a round, the tiles left to each player, in the order of the seats."""
    if not view.open_hands:
        return (hand(view),)
    left = ((seat, view.open_hands[seat]) for seat in view.seats)
    return tuple(
        as_answer(about("answers.left_over", (seat,), view.seat, {"tiles": tiles, "left": len(tiles)}))
        for seat, tiles in left
    )


def ends(view: View) -> Message:
    """All ends; of trains, the doubles to cover, then those open to the listener; of feet, one's own."""
    if isinstance(view.layout, Feet) and view.hand and not view.layout.toes_owed:
        return answer("answers.ends", ends=ends_of_hand(view.layout, view.hand))
    if not view.layout.open_ends:
        return answer("answers.no_chain")
    owed = view.layout.owing_arms or view.layout.toes_owed or view.owed
    return answer("answers.ends", ends=ends_message(view.layout.open_ends, owed, view.seat, view.rules))


def chain(view: View) -> Message:
    """All tiles on the table, row by row."""
    every = rows(view)
    return every[0] if len(every) == 1 else answer("answers.rows", rows=Sentences(every))


def scores(view: View) -> tuple[Message, ...]:
    """The total of each side, with its points in this round so far.

    The listener's own side comes first, then the others, the best first. While nobody has points, only that.
    What the match carries over comes last.
    """
    carried = tuple(map(as_answer, carry_messages(view.carry, view.seat, view.rules)))
    if not any(view.totals) and not any(view.scores):
        return (answer("answers.no_points"), *carried)
    own = None if view.seat is None else view.rules.side(view.seat)
    sign = 1 if view.rules.best is Best.LOWEST else -1
    best_first = sorted(
        range(view.rules.sides), key=lambda side: (side not in view.sides_in, sign * view.totals[side])
    )
    own_first = sorted(best_first, key=lambda side: side != own)
    told = []
    for side in own_first:
        scored = 0 if view.ending else view.scores[side]
        entry = "answers.score_in_round" if scored else "answers.score"
        if side not in view.sides_in:
            entry = "answers.score_out"
        blanks: dict[str, Blank] = {"total": view.totals[side], "scored": scored}
        told.append(as_answer(about(entry, tuple(view.rules.seats(side)), view.seat, blanks)))
    return (*told, *carried)


def whose_turn(view: View) -> Message:
    """Whose turn it is; in the listener's own turn, their choices too."""
    if view.winners:
        return answer("answers.match_over")
    if view.turn is None:
        return answer("answers.round_over")
    several = (answer("answers.turn_choice", choice=each) for each in _choices(view.position).several)
    return as_answer(about("answers.turn", (view.turn,), view.seat, {"choices": Either(tuple(several))}))


def choices(view: View) -> Message:
    """The listener's choices: "You may draw or pass."; without another one, "You must play 5-3."."""
    return answer("answers.choices", **_said_choices(view)) if view.is_to_move else whose_turn(view)


def instead(view: View, why: Objection) -> tuple[Message, ...]:
    """What the listener may do where a refusal for this reason only says what they may not."""
    plays = any(isinstance(move, Play) for move in legal_moves(view.position))
    leaves_open = (Objection.DREW_ALREADY, *(() if plays else (Objection.DOUBLES_OWED, Objection.MUST_COVER)))
    return (choices(view),) if why in leaves_open else ()


def after_draw(view: View) -> Message | None:
    """The choices after the listener's draw; None if an event, such as a pass, announces them."""
    drawn = view.hand[-1]
    if not view.is_to_move:
        waits = view.turn is not None and view.rules.after_draw is AfterDraw.WAIT
        return answer("answers.drawn_ends_turn") if waits else None
    if view.position.is_playable(drawn):
        return choices(view)
    if tuple(legal_moves(view.position)) == (Draw(),):
        return answer("answers.draw_again", tile=drawn)
    return answer("answers.drawn_does_not_fit", tile=drawn, **_said_choices(view))


def which_end(view: View, tile: Tile, end: End | None = None, *, with_sides: bool = False) -> Message:
    """The question which of its plays a tile makes, at *end* if one is given; the plays are numbered.

    They are those of `end_choices`. A ValueError if it fits nowhere, or before the first tile.
    """
    ways = end_choices(view, tile, end, with_sides=with_sides)
    if not ways:
        raise ValueError("there is no end at which it goes")
    if tuple(play for play, _ in ways) == (Play(tile, LEFT), Play(tile, RIGHT)):
        left, right = (_number_of_choice(view.layout, end) for end in LINE_ENDS)
        return answer("answers.which_end", tile=tile, left=left, right=right)
    numbered = (
        Message("answers.numbered_way", blanks={"number": str(number), "way": way})
        for number, (_, way) in enumerate(ways, 1)
    )
    return answer("answers.which_way", tile=tile, ways=Sentences(tuple(numbered)))


def end_choices(
    view: View, tile: Tile, end: End | None = None, *, with_sides: bool = False
) -> tuple[tuple[Play, Message], ...]:
    """The plays of *tile*, at *end* if one is given, each with its end and number; equal ones are one.

    *with_sides* is as in `distinct_plays`. If the tile fits either way round, the message says which number
    it leaves.
    """
    distinct = distinct_plays(view.position, tile, with_sides=with_sides)
    every = plays(view.position, tile) if end else distinct
    choices = []
    for play in every:
        if play.end is None or end not in (None, play.end):
            continue
        number = _number_of_choice(view.layout, play.end)
        blanks: dict[str, Blank] = {"end": end_choice(play.end, view.seat), "number": number}
        if play.end.arm is Arm.ON:  # its name has the number
            choices.append((play, end_choice(play.end, view.seat)))
        elif play.inner is None:
            choices.append((play, Message("answers.end_choice", blanks=blanks)))
        else:
            leaves = Half(play.tile.other(play.inner))
            choices.append((play, Message("answers.end_choice_leaving", blanks={**blanks, "leaves": leaves})))
    return tuple(choices)


def next_playable(view: View, at: int, step: int) -> int | None:
    """The index of the next tile that fits, or of the previous with *step* -1; it wraps round."""
    fits = view.position.is_playable
    return next((place for place in _round(view.hand, at, step) if fits(view.hand[place])), None)


def next_with_number(view: View, at: int, digit: int) -> int | None:
    """The index of the next tile with the number *digit*; it wraps round; 1 finds 10 to 18 as well."""
    wanted = {digit, *range(10, LARGEST_SET + 1)} if digit == 1 else {digit}
    tiles = view.hand
    return next((at for at in _round(tiles, at, 1) if wanted & {tiles[at].low, tiles[at].high}), None)


def _round(hand: Hand, at: int, step: int) -> tuple[int, ...]:
    """The indexes of a hand from the one after *at* round to itself, or backwards with *step* -1."""
    return tuple((at + step * ahead) % len(hand) for ahead in range(1, len(hand) + 1))


def none_playable(view: View) -> Message:
    """The message that no tile can be played, with the other choices; after a round, that it is over."""
    if view.turn is None:
        return whose_turn(view)
    if view.seat is None:
        return no_tile(view)
    if not view.is_to_move:
        return answer("answers.none_fits")
    return answer("answers.none_fits_so", **_said_choices(view))


def _number_of_choice(layout: Layout, end: End) -> Half | Message:
    """The number at *end*, as "double 4" where another end has the same number."""
    number = number_at(layout.open_ends, end)
    if end.arm is not Arm.ON and is_double_alike(layout, end):
        return Message("answers.double_end", blanks={"number": number})
    return number


def _said_choices(view: View) -> dict[str, Blank]:
    """The listener's choices, and whether there is only one."""
    choices = _choices(view.position)
    return {"choices": choices, "only": "yes" if len(choices.several) == 1 else "no"}


def _choices(position: Position) -> Either:
    """The kinds of legal moves: to play, or to cover a double where that is all; to draw, to pass."""
    allowed = legal_moves(position)
    plays = tuple(move for move in allowed if isinstance(move, Play))
    choices: list[Blank] = []
    if tiles := tuple(dict.fromkeys(play.tile for play in plays)):
        blanks: dict[str, Blank] = {"tiles": Either(tiles), "playable": len(tiles)}
        first = position.owed[:1]
        if first and all(playable_ends(position, tile) == first for tile in tiles):
            where = end_place(first[0], position.seat)
            number = number_at(position.layout.open_ends, first[0])
            choices.append(answer("answers.may_cover", number=number, where=where, **blanks))
        else:
            choices.append(answer("answers.may_play", **blanks))
    if Draw() in allowed:
        choices.append(answer("answers.may_draw"))
    if Pass() in allowed:
        entry = "may_keep" if position.drew and plays else "may_pass"
        choices.append(answer(f"answers.{'may_stop' if position.this_turn.extends else entry}"))
    return Either(tuple(choices))


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
    scores = prospect.points or at(view.rules.awards, When.PLAY)
    blanks: dict[str, Blank] = {
        "way": way,
        "tile": tile_as_played(prospect.play),
        "where": end_name(end, view.seat) if end else "",
        "ends": ends_after(prospect.played, view.seat, view.rules),
        "scores": "hidden" if prospect.points is None else "known" if scores else "none",
        "points": prospect.points or 0,
        "left": prospect.played.left,
        "follows": "yes" if then else "no",
        "then": then or "",
    }
    return answer("answers.what_if", **blanks)
