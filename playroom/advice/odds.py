"""Odds by ear: where the hidden tiles probably lie, from the same determinizations as the bots."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from msgspec import Struct

from playroom.bots.belief import belief
from playroom.bots.search import determinizations
from playroom.narration.answers.ends import end_choice
from playroom.narration.message import Blank, Either, Half, Message, Players, Sentences, Series, answer
from playroom.rules.layout import OpenEnd
from playroom.rules.legal import Position, joining_doubles, joining_tiles, playable_tiles
from playroom.rules.round import ThisTurn
from playroom.rules.rulebook.questions import Joining
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile
from playroom.rules.view import View

SAMPLES: Final = 800
"""The determinizations that are counted: a share of a half then has an error of 2 percent."""

MOST_TILES: Final = 4
"""The maximum number of tiles in the answer about places; the most certain are listed first."""

STEP: Final = 5
"""Shares are rounded to multiples of this many percent, which is about their sampling error."""

BONEYARD: Final = None
"""Stands for the boneyard among the seats."""

Place = Seat | None


class Odds(Struct, frozen=True):
    """Shares from 0 to 1: of *tiles* that may join an end, who holds them; who *can_play* next.

    *blocked* are the ends that no other seat can join, with the share of that; *lacks* are the numbers that a
    seat surely lacks.
    """

    tiles: Mapping[Tile, Mapping[Place, float]]
    can_play: Mapping[Seat, float]
    blocked: Sequence[tuple[OpenEnd, float]]
    lacks: Mapping[Seat, tuple[int, ...]]


def found_odds(view: View, samples: int = SAMPLES) -> Odds:
    """The odds for the seat of *view*, the same for the same view; a ValueError for a spectator."""
    known = belief(view)
    masks, draw = determinizations(view, Random(f"odds {len(view.log)}"))  # noqa: S311 (a game)
    deals = [draw().hands for _ in range(samples)]
    others = [seat for seat in view.seats if seat not in (view.seat, *view.out) and view.counts[seat]]

    def share(tiles: Iterable[Tile], *seats: Seat) -> float:
        """How often one of *seats* holds one of these tiles."""
        wanted = masks.mask(tiles)
        return sum(any(hands[seat] & wanted for seat in seats) for hands in deals) / samples

    ends = _ends(view)
    fitting = frozenset[Tile]().union(*(tiles for _, tiles in ends))
    numbers = {number: joining_tiles(view.rules, number) for number in range(view.rules.set + 1)}
    joining = {number: tiles for number, tiles in numbers.items() if not tiles.isdisjoint(known.unseen)}
    places: dict[Tile, Mapping[Place, float]] = {}
    for tile in sorted(fitting.intersection(known.unseen), reverse=True):
        places[tile] = {
            **{seat: share([tile], seat) for seat in others},
            BONEYARD: 1 - share([tile], *others),
        }
    return Odds(
        places,
        {seat: share(playable_tiles(_faced(view, seat)), seat) for seat in others},
        [(end, 1 - share(tiles, *others)) for end, tiles in ends if end.is_open],
        {
            seat: tuple(
                [number for number, tiles in joining.items() if tiles.isdisjoint(known.may_hold(seat))]
            )
            for seat in others
        },
    )


def _ends(view: View) -> list[tuple[OpenEnd, frozenset[Tile]]]:
    """The ends, each with the tiles that join it."""
    joining = joining_doubles if view.layout.owing_arms else joining_tiles
    return [(end, joining(view.rules, end.number)) for end in view.layout.open_ends]


def _faced(view: View, seat: Seat) -> Position:
    """What another seat faces, as if it were to move."""
    turn = ThisTurn(began_owing=bool(view.owed))
    return Position(view.rules, seat, (), view.layout, view.boneyard, turn, view.owed, view.starting_rule)


def odds(view: View, hands: Sequence[Hand] = ()) -> tuple[Message, ...]:
    """What is likely, one message for each press of the key: players, ends, tiles.

    With all *hands*, as in the replay of a match that is over, each is beside what was true.
    """
    found = found_odds(view)
    blocks = tuple(_blocks(view, found, hands))
    held = {  # the share of the seat that most probably has it
        tile: max((places[seat] for seat in found.can_play), default=0)
        for tile, places in found.tiles.items()
    }
    tiles = sorted(found.tiles, key=lambda tile: 1 - held[tile])[:MOST_TILES]
    places = tuple(_tile(tile, found.tiles[tile], hands) for tile in tiles)
    stages = (tuple(_players(view, found, hands)), blocks, places)
    told = tuple(answer("odds.told", told=Sentences(stage)) for stage in stages if stage)
    return told or (answer("odds.nothing"),)


def percent(value: float) -> int:
    """A share in steps of five percent; what is not certain is never 0 or 100."""
    if value in (0.0, 1.0):
        return round(100 * value)
    return min(99, max(1, STEP * round(100 * value / STEP)))


def _players(view: View, found: Odds, hands: Sequence[Hand]) -> Iterator[Message]:
    """Who lacks which numbers, and how likely the others can play now."""
    if view.rules.joining is Joining.EQUAL and not view.rules.wild:
        for seat, numbers in found.lacks.items():
            if numbers:
                halves = (Message("odds.number", blanks={"half": Half(each)}) for each in numbers)
                lacked = Either(tuple(halves))
                yield _about(seat, "odds.lacks", numbers=lacked)
    if view.layout.open_ends and found.can_play:
        shares = tuple(
            _about(seat, "odds.share", percent=percent(value)) for seat, value in found.can_play.items()
        )
        yield Message("odds.can_play", blanks={"shares": Series(shares)})
        if hands:
            faced = {seat: playable_tiles(_faced(view, seat)) for seat in found.can_play}
            could = tuple(seat for seat, tiles in faced.items() if tiles.intersection(hands[seat]))
            yield Message("odds.could", blanks={"who": Players(could), "count": len(could)})


def _blocks(view: View, found: Odds, hands: Sequence[Hand]) -> Iterator[Message]:
    """How likely each end is blocked, in percent; with all hands, whether it was."""
    joining = dict(_ends(view))
    for end, value in found.blocked:
        if not value:
            continue
        choice: dict[str, Blank] = {"end": end_choice(end.end, view.seat), "number": Half(end.number)}
        blanks: dict[str, Blank] = {
            "end": Message("answers.end_choice", blanks=choice),
            "percent": percent(value),
        }
        if not hands:
            yield Message("odds.blocks", blanks=blanks)
            continue
        free = sum(not joining[end].isdisjoint(hands[seat]) for seat in found.can_play)
        yield Message("odds.blocks_true", blanks={**blanks, "open": free})


def _tile(tile: Tile, places: Mapping[Place, float], hands: Sequence[Hand]) -> Message:
    """Where a tile probably lies, the likeliest place first; with all hands, where it was."""
    likely = sorted((place for place in places if places[place]), key=lambda place: -places[place])
    shares = tuple(
        Message("odds.boneyard", blanks={"percent": percent(places[place])})
        if place is None
        else _about(place, "odds.share", percent=percent(places[place]))
        for place in likely
    )
    told: dict[str, Blank] = {"tile": tile, "shares": Series(shares)}
    if not hands:
        return Message("odds.tile", blanks=told)
    holder = next((seat for seat, hand in enumerate(hands) if tile in hand), None)
    where = (
        Message("odds.in_boneyard")
        if holder is None
        else Message("odds.with_player", blanks={"who": Players((holder,))})
    )
    return Message("odds.tile_true", blanks={**told, "where": where})


def _about(seat: Seat, entry: str, **blanks: Blank) -> Message:
    return Message(entry, blanks={"who": Players((seat,)), **blanks})
