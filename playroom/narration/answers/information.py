"""Information on a game in progress: its rules in short, tile counts, and what passes have shown."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from playroom.narration.answers.answer import ends, hand
from playroom.narration.answers.ends import owed_ends
from playroom.narration.message import (
    Blank,
    Half,
    Message,
    Players,
    Sentences,
    Title,
    about,
    answer,
    as_answer,
)
from playroom.narration.narrate import numbers_passed
from playroom.narration.rules.option import tile_set_name
from playroom.rules.event import Event, Passed
from playroom.rules.layout import Cross, Feet, Laid, Trains, laid_tiles
from playroom.rules.rulebook.questions import Drawing
from playroom.rules.seat import Seat
from playroom.rules.view import View


def game_information(view: View, title: Title) -> tuple[Message, ...]:
    """First what changes: tile counts, boneyard, table; then the rulebook, the end of the match, teams."""
    rules = view.rules
    gone = tuple(seat for seat in range(rules.players) if rules.side(seat) not in view.sides_in)
    whom: dict[str, Blank] = {"whom": Players(gone)}
    teams = (about("answers.team", tuple(rules.seats(side)), view.seat) for side in range(rules.sides))
    game: dict[str, Blank] = {"title": title, "round": view.round_number, "set": tile_set_name(rules.set)}
    of_rounds = None if rules.single_round else rules.last_deal
    return (
        *_counts(view),
        boneyard_size(view),
        *_table(view),
        *((as_answer(about("answers.out_of_match", gone, view.seat, whom)),) if gone else ()),
        answer("answers.game", **game)
        if of_rounds is None
        else answer("answers.game_of", **game, number=of_rounds),
        *match_end(view),
        *((answer("answers.teams", teams=Sentences(tuple(teams))),) if rules.teams else ()),
    )


def at_a_glance(view: View) -> tuple[Message, ...]:
    """The ends, the hand, the tiles of each player and the boneyard."""
    own = () if view.seat is None else (hand(view),)
    return (ends(view), *own, *_counts(view), boneyard_size(view))


def match_end(view: View) -> tuple[Message, ...]:
    """The limit or the target; a number of rounds is said with the game."""
    rules = view.rules
    if rules.single_round:
        return (answer("answers.single_round"),)
    ends = {"limit": rules.limit, "target": rules.target}
    return tuple(
        answer(f"answers.{name}", number=number) for name, number in ends.items() if number is not None
    )


def _table(view: View) -> Iterator[Message]:
    """The state of the round: engine, open trains, doubles to cover, spinner or middle, direction."""
    match view.layout:
        case Trains(engine=engine, markers=markers):
            yield answer("rows.engine", tile=engine)
            yield answer("answers.open_trains", open=len(markers), players=Players(tuple(sorted(markers))))
        case Feet(engine=engine):
            yield answer("rows.engine", tile=engine)
        case Cross(spinner=Laid() as spinner):
            yield answer("answers.middle" if view.rules.begins_all_arms else "answers.spinner", tile=spinner)
    if view.owed:
        yield answer("answers.to_cover", ends=owed_ends(view.layout.open_ends, view.owed, view.seat))
    if view.step < 0 or view.rules.step < 0:
        yield answer("answers.turned_round", way="clockwise" if view.step > 0 else "anticlockwise")


def _counts(view: View) -> tuple[Message, ...]:
    """The number of tiles of each seat; of seats out of the round separately (PO-4)."""
    dealt_in = [seat for seat in view.rules.seats_in_order(0) if seat in view.seats]
    still_in = tuple(_count(view, seat) for seat in dealt_in if seat not in view.out)
    if not view.out:
        return (answer("answers.counts", counts=still_in),)
    out = tuple(_count(view, seat) for seat in dealt_in if seat in view.out)
    return answer("answers.counts_in", counts=still_in), answer("answers.counts_out", counts=out)


def _count(view: View, seat: Seat) -> Message:
    return about("answers.count", (seat,), view.seat, {"left": view.counts[seat]})


def boneyard_size(view: View) -> Message:
    """The number of tiles in the boneyard, and how many of them can be drawn if that differs."""
    blanks: dict[str, Blank] = {"boneyard": view.boneyard, "drawable": view.drawable}
    if view.rules.drawing is Drawing.NEVER:
        return answer("answers.set_aside", **blanks)
    reserved = view.rules.reserve and view.boneyard
    return answer("answers.boneyard_reserve" if reserved else "answers.boneyard", **blanks)


def facts(view: View) -> tuple[Message, ...]:
    """The numbers that each player passed on, and the count of visible tiles of each number."""
    messages = tuple(passed_on(view.log, view.seat))
    passed = answer("answers.passed", told=Sentences(messages), count=len(messages))
    open_tiles = [laid.tile for laid in laid_tiles(view.layout)]
    if isinstance(view.layout, Trains | Feet):
        open_tiles.append(view.layout.engine)
    if not open_tiles:
        return passed, answer("answers.no_chain")
    numbers = range(view.rules.set + 1)
    counts = {number: sum(number in (tile.low, tile.high) for tile in open_tiles) for number in numbers}
    most_first = sorted(numbers, key=lambda number: (-counts[number], number))
    groups = []
    for count, group in groupby(most_first, key=counts.__getitem__):
        alike = tuple(map(Half, group))
        groups.append(answer("answers.number_count", count=count, numbers=alike, alike=len(alike)))
    return passed, answer("answers.numbers", each=len(numbers), counts=Sentences(tuple(groups)))


def passed_on(events: Iterable[Event], ear: Seat | None) -> Iterator[Message]:
    """The numbers that each player passed on, without passes that kept a tile or ended a longer turn."""
    lacking: dict[Seat, dict[int, None]] = {}
    for passed in events:
        if not isinstance(passed, Passed) or not passed.numbers or passed.stops:
            continue
        if not passed.drew or passed.forced is not False:
            lacking.setdefault(passed.seat, {}).update(dict.fromkeys(passed.numbers))
    for seat, numbers in lacking.items():
        yield about("answers.missed_passed", (seat,), ear, {"numbers": numbers_passed(map(Half, numbers))})
