"""The ratings of a club: a fold over the entries of their log, one for each rated match that is over.

Each game has its own ratings, as openskill computes them (Plackett and Luce): what a person is likely to be
worth, and how uncertain that still is. A person is placed by the value that they very likely exceed, so that
few matches give no high place; before PROVISIONAL matches they have no place at all.

A match is rated if the host has called the table rated, each seat was a person's when it began, and the same
people play there when it ends. Where a bot plays at the end, for whoever was away, the match counts for
nobody: nobody loses by a lost connection, and nobody gains by one.
"""

from collections import defaultdict
from typing import Final, assert_never

from msgspec import DecodeError, Struct, json

from playroom.online.log.table_log import Damaged
from playroom.online.server.names import name_key
from playroom.online.server.tables.server_state import FullTableState
from playroom.online.wire.messages import Honours
from playroom.rules.match import Match

PROVISIONAL: Final = 10
"""The matches in a game before a rating is a place in its table of honour."""

MOST_HONOURED: Final = 20
"""The most people in a table of honour."""


class RatingEntry(Struct, frozen=True, tag_field="entry", tag=True):
    """The base of these entries."""


class RatedMatchBegun(RatingEntry, frozen=True):
    """A rated match has begun after this event of the table's log."""

    table: str
    number: int


class RatedMatchOver(RatingEntry, frozen=True):
    """A match of a rated table is over with this event.

    *sides* are the names of who has played, *places* theirs from 0 on; without any it counts for nobody.
    """

    table: str
    number: int
    game: str
    sides: list[list[str]]
    places: list[int]


class RatingHidden(RatingEntry, frozen=True):
    """A person does not want to be in tables of honour, or does again."""

    name: str
    hidden: bool


AnyRatingEntry = RatedMatchBegun | RatedMatchOver | RatingHidden

_DECODER: Final[json.Decoder[AnyRatingEntry]] = json.Decoder(AnyRatingEntry)


def rating_entry(body: bytes) -> AnyRatingEntry:
    """The value that was stored. Raises Damaged if it is not what a server of this version stores."""
    try:
        return _DECODER.decode(body)
    except DecodeError as error:
        raise Damaged(f"not an entry of the ratings: {error}") from error


def rated_result(table: str, number: int, start: FullTableState, end: FullTableState) -> RatedMatchOver:
    """The result of a match of a rated table that ends with event *number*."""
    record, game = end.record, end.state.settings.game
    if not (end.state.counts_since(start.state) and record and record.match.winners):
        return RatedMatchOver(table, number, game, [], [])
    names = [end.state.name(seat.person or 0) for seat in end.state.seats]
    rules = record.match.rules
    sides = [[names[seat] for seat in rules.seats(side)] for side in range(rules.sides)]
    return RatedMatchOver(table, number, game, sides, places(record.match))


def places(match: Match) -> list[int]:
    """The place of each side of a match that is over, from 0 on.

    The winners are first. If they have the most points, or the fewest, the others are placed by theirs.
    """
    totals, won = match.totals, [match.totals[side] for side in match.winners]
    sign = -1 if min(won) == max(totals) else 1 if max(won) == min(totals) else 0
    ranks = [
        (side not in match.winners, 0 if side in match.winners else sign * total)
        for side, total in enumerate(totals)
    ]
    order = sorted({*ranks})
    return [order.index(rank) for rank in ranks]


class Rating(Struct, frozen=True):
    """What a person is likely to be worth in a game, and the uncertainty, after so many matches."""

    worth: float
    uncertainty: float
    matches: int = 0

    @property
    def sure(self) -> float:
        """The worth that the person very likely exceeds."""
        return self.worth - 3 * self.uncertainty


class RatingBook:
    """All ratings after the entries so far."""

    def __init__(self) -> None:
        from openskill.models import PlackettLuce  # noqa: PLC0415 (only a server that rates has it)

        self._model = PlackettLuce()
        self._names: dict[str, str] = {}
        """The names of people by their keys."""
        self._ratings: defaultdict[str, dict[str, Rating]] = defaultdict(dict)
        """By game and the keys of names."""
        self._hidden: set[str] = set()
        self._counted: set[tuple[str, int]] = set()
        self.open: dict[str, int] = {}
        """The events after which rated matches have begun that are not known to be over, by table."""
        self._orders: dict[str, list[str]] = {}
        """The keys of those who have a place in a game: by what they very likely exceed, then by name."""

    def apply(self, entry: AnyRatingEntry) -> None:
        """Apply an entry; a match that was counted counts no more."""
        match entry:
            case RatedMatchBegun(table, number):
                self.open[table] = max(number, self.open.get(table, 0))
            case RatedMatchOver(table, number):
                if self.open.get(table, number) < number:
                    del self.open[table]
                if (table, number) not in self._counted:
                    self._counted.add((table, number))
                    self._rate(entry)
            case RatingHidden(name, hidden):
                (self._hidden.add if hidden else self._hidden.discard)(name_key(name))
                self._orders.clear()
            case _:
                assert_never(entry)

    def rating(self, game: str, name: str) -> Rating:
        """The rating of a person, who may have played no rated match of the game."""
        return self._ratings[game].get(name_key(name)) or Rating(self._model.mu, self._model.sigma)

    def is_hidden(self, name: str) -> bool:
        """Whether a person is in no table of honour."""
        return name_key(name) in self._hidden

    def honours(self, name: str) -> list[Honours]:
        """The table of honour of each game in which there are rated matches, with the place of a person."""
        return [self._honours(game, name) for game in sorted(self._ratings) if self._ratings[game]]

    def _honours(self, game: str, name: str) -> Honours:
        me, own = name_key(name), self.rating(game, name)
        if game not in self._orders:
            ratings = self._ratings[game]
            placed = (key for key, rating in ratings.items() if rating.matches >= PROVISIONAL)
            self._orders[game] = sorted(placed, key=lambda key: (-ratings[key].sure, key))
        seen = [key for key in self._orders[game] if key not in self._hidden]
        is_placed = own.matches >= PROVISIONAL
        better = sum(self._ratings[game][key].sure > own.sure for key in seen if key != me)
        others = [key for key in seen if key != me]
        near = min(others, key=lambda key: abs(self._ratings[game][key].worth - own.worth), default="")
        return Honours(
            game,
            [self._names[key] for key in seen[:MOST_HONOURED]],
            people=len({*seen, *((me,) if is_placed else ())}),
            place=better + 1 if is_placed else 0,
            matches=own.matches,
            needed=PROVISIONAL,
            near=self._names[near] if near and own.matches else "",
        )

    def _rate(self, match: RatedMatchOver) -> None:
        keys = [[name_key(name) for name in side] for side in match.sides]
        flat = [key for side in keys for key in side]
        if len(keys) < 2 or len({*flat}) < len(flat) or not all(keys):  # noqa: PLR2004 (a match has two sides)
            return  # nobody plays against themselves
        ratings = self._ratings[match.game]
        self._names |= {key: name for side in match.sides for name in side for key in [name_key(name)]}
        before = [[self.rating(match.game, name) for name in side] for side in match.sides]
        model = self._model
        teams = [[model.rating(each.worth, each.uncertainty) for each in side] for side in before]
        after = model.rate(teams, ranks=[float(place) for place in match.places])
        for side, olds, news in zip(keys, before, after, strict=True):
            for key, old, new in zip(side, olds, news, strict=True):
                ratings[key] = Rating(new.mu, new.sigma, old.matches + 1)
        self._orders.pop(match.game, None)
