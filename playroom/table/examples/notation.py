"""The notation of positions and moves in examples, and the matches built from them."""

from itertools import chain, pairwise

from msgspec.structs import replace

from playroom.rules.event import CarryOver, Dealt, Ending
from playroom.rules.flow import arms_freed
from playroom.rules.layout import (
    DOWN,
    LEFT,
    MEXICAN,
    RIGHT,
    UP,
    Cross,
    Feet,
    Laid,
    Layout,
    Line,
    Row,
    Trains,
    laid_tiles,
    on,
    train,
)
from playroom.rules.match import Match, Rounds, empty_layout, new_match
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.round import EventLog, Round, ThisTurn
from playroom.rules.rulebook.questions import Joining
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile, halves, tile, tiles, whole_set, written

ENDS = {str(end): end for end in (LEFT, RIGHT, UP, DOWN, MEXICAN)}


def move_of(words: str) -> Move:
    """The move written ``4-3 left``, ``4-3 train 0``, ``4-3 on 3``, ``draw`` or ``pass``.

    ``4-3!`` has the 4 inside. A ValueError if it is not a move.
    """
    match words.split():
        case ["draw"]:
            return Draw()
        case ["pass"]:
            return Pass()
        case [named]:
            end = None
        case [named, "train", seat] if seat.isdecimal():
            end = train(int(seat))
        case [named, "on", number] if number.isdecimal():
            end = on(int(number))
        case [named, word] if word in ENDS:
            end = ENDS[word]
        case _:
            raise ValueError(words)
    inner = halves(named.rstrip("!"))[0] if named.endswith("!") else None
    return Play(tile(named.rstrip("!")), end, inner)


def layout_of(rules: Rules, text: str) -> Layout:
    """The layout of a notation, row by row, with slashes between the rows; a ValueError if it is malformed.

    A line: ``3-5 5-1``; with a spinner: ``5-1 1-1 1-2 / 1-3 / ``; trains: engine, the train of each seat,
    with ``*`` behind it if its marker is up, then the Mexican train: ``9-9 / 9-1 * / / 9-7``; feet: engine,
    the arms by their age: ``9-9 / 9-1 1-1 / 9-7``.
    """
    if rules.has_trains:
        players = rules.players
        engine, *given = (*text.split("/"), *[""] * (players + 2))[: players + 2]
        marked = frozenset(seat for seat in range(players) if "*" in given[seat])
        *trains, mexican = (_row(row.replace("*", "")) for row in given)
        return Trains(_engine(rules, engine), tuple(range(players)), tuple(trains), mexican, marked)
    if rules.has_feet:
        engine, *arms = text.split("/")
        grown = tuple(filter(None, map(_row, arms)))
        return Feet(_engine(rules, engine), rules.set + 1, rules.first_toes, grown)
    rows = [_row(row) for row in text.split("/")]
    if not rules.spinner:
        return Line(rows[0])
    line, up, down = (*rows, (), ())[:3]
    doubles = [laid for laid in line if laid.left == laid.right and (not up or up[0].left == laid.left)]
    spinner = doubles[0] if doubles else None
    return replace(empty_layout(rules, (), None), main=Line(line), spinner=spinner, up=up, down=down)


def _engine(rules: Rules, text: str) -> Tile:
    """The engine of a notation, without which it is the double of the set."""
    tile, *others = tiles(text) or tiles(f"{rules.set}-{rules.set}")
    if others or not tile.is_double:
        raise ValueError(f"{text.strip()} is no engine")
    return tile


def _row(text: str) -> Row:
    return tuple(Laid(*halves(word)) for word in text.split())


def written_rows(layout: Layout) -> str:
    """The rows of a layout as `layout_of` reads them, without the markers."""
    rows = tuple(written(row) for row in layout.rows.values())
    return " / ".join((str(layout.engine), *rows) if isinstance(layout, Trains | Feet) else rows)


def match_at(  # noqa: PLR0913 (a position has many parts)
    rules: Rules,
    hands: tuple[Hand, ...],
    layout: Layout,
    boneyard: Hand = (),
    *,
    turn: Seat = 0,
    totals: tuple[int, ...] = (),
    carry: CarryOver | None = None,
    number: int = 1,
) -> Match:
    """A match in round *number* with these tiles, where seat *turn* is to move.

    Earlier rounds are empty.
    """
    match = new_match(rules)
    dealt = Dealt(hands, boneyard, turn, layout.engine if isinstance(layout, Trains | Feet) else None)
    begun = Round(
        starter=turn,
        seats=tuple(range(len(hands))),
        hands=hands,
        boneyard=boneyard,
        scores=(0,) * rules.sides,
        layout=layout,
        turn=turn,
        this_turn=ThisTurn(is_first=True),
        moved=frozenset({turn}),
        step=rules.step,
        last_player=(turn - rules.step) % len(hands) if layout.open_ends and laid_tiles(layout) else None,
        starting_rule=rules.starter,
        log=EventLog((dealt,)),
    )
    earlier = (replace(begun, turn=None, ending=Ending.OUT),) * (number - 1)
    match = replace(
        match, rounds=Rounds((*earlier, begun)), totals=totals or match.totals, carry=carry or match.carry
    )
    freed = arms_freed(match)
    return match.after(freed) if freed else match


def wrong_tile(match: Match) -> Tile | None:
    """A tile of a position that is duplicate or not in the set; None if there is none."""
    now, stock, found = match.now, set(whole_set(match.rules.set)), set[Tile]()
    lying = (laid.tile for laid in laid_tiles(now.layout))
    engine = (now.layout.engine,) if isinstance(now.layout, Trains | Feet) else ()
    for each in chain(*now.hands, now.boneyard, lying, engine):
        if each in found or each not in stock:
            return each
        found.add(each)
    return None


def wrong_neighbours(match: Match) -> tuple[Laid, Laid] | None:
    """Two tiles of a position that must not touch; None if there are none, or if any tiles may touch."""
    if match.rules.joining is not Joining.EQUAL or match.rules.wild:
        return None
    layout = match.now.layout
    roots: dict[str, Tile] = {}  # the spinner or engine where a row starts
    if isinstance(layout, Cross) and layout.spinner:
        roots = dict.fromkeys(("up", "down"), layout.spinner.tile)
    if isinstance(layout, Trains):
        roots = dict.fromkeys(layout.rows, layout.engine)
    if isinstance(layout, Feet):
        feet = {row[-1].left for row in layout.arms if row[-1].left == row[-1].right}
        begins = ((name, row[0].left) for name, row in layout.rows.items())
        roots = {name: Tile(number, number) if number in feet else layout.engine for name, number in begins}
    for name, row in layout.rows.items():
        root = roots.get(name)
        for inner, outer in pairwise((Laid(root.low, root.high), *row) if root else row):
            if inner.right != outer.left:
                return inner, outer
    return None
