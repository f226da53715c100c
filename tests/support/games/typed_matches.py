"""The keys by which a player at a table of wood types a match, of which a record tells all."""

from collections.abc import Iterator

from playroom.rules.event import Drew, Passed, Played
from playroom.rules.layout import Arm
from playroom.rules.legal import distinct_plays, needs_orientation, position
from playroom.rules.match import Match
from playroom.rules.rewind import before_round
from playroom.rules.round import Round
from playroom.rules.tile import Tile
from playroom.table.watched_round import known_starter

EAR = 0


def typed_round(match: Match, number: int) -> Iterator[list[str]]:
    """The keys of one round: for the tiles of the player and who starts, and for each action.

    A tile is two digits, and the number of its way where there are several; a draw and a pass are one key.
    """
    before, now = before_round(match, number), match.rounds[number]
    deal = [*digits(now.dealt.hands[EAR]), "enter"]
    yield deal if known_starter(before) is not None else [*deal, *["down"] * now.starter, "enter"]
    state = before
    for event in now.log:
        if isinstance(event, Played):
            yield [*digits((event.tile,)), "enter", *_way(state, event)]
        elif isinstance(event, Drew):
            yield ["space", *([*digits((event.tile,)), "enter"] if event.seat == EAR else [])]
        elif isinstance(event, Passed):
            yield ["p"]
        state = state.after(event)


def typed_left(now: Round) -> list[str]:
    """The keys of what others have left at the end of a round."""
    hands = [hand for seat, hand in enumerate(now.hands) if hand and seat != EAR]
    return [key for hand in hands for key in (*digits(hand), "enter")]


def digits(tiles: tuple[Tile | None, ...]) -> list[str]:
    return [str(half) for tile in tiles if tile for half in (tile.high, tile.low)]


def _way(state: Match, event: Played) -> list[str]:
    """The key that says which way a tile was played, where the question is asked."""
    ways = distinct_plays(position(state), event.tile, with_sides=True)
    if len(ways) < 2:
        return []
    assert not needs_orientation(state.rules, event.tile)
    ends = [way.end for way in ways]
    if event.end not in ends:  # an equal way is offered for it
        return ["1"]
    arms = {Arm.LEFT: "g", Arm.RIGHT: "d"}
    return [arms[event.end.arm] if event.end and event.end.arm in arms else str(ends.index(event.end) + 1)]
