"""What is so with all hands open where a reason is given for a move."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from playroom.narration.message import Half, Message, Person, Players
from playroom.rules.event import (
    Again,
    Bonus,
    BonusKind,
    Ended,
    Ending,
    Event,
    Played,
    Scored,
    Skipped,
    TrainClosed,
    Won,
)
from playroom.rules.flow import after, play
from playroom.rules.layout import OpenEnd, train
from playroom.rules.legal import Position, joins, legal_moves, position
from playroom.rules.match import Match
from playroom.rules.move import Move, Pass, Play
from playroom.rules.rulebook.variant import Rules
from playroom.rules.score import left_over
from playroom.rules.seat import Seat
from playroom.rules.tile import DOUBLE_BLANK, Hand, Tile

E = TypeVar("E", bound=Event)


class Case:
    """A statement about a move, with all hands open: the match before it, the events, the match after it."""

    def __init__(self, before: Match, move: Move, message: Message) -> None:
        self.before, self.move, self.message = before, move, message
        self.events = play(before, move)
        self.after = after(before, self.events)

    @property
    def rules(self) -> Rules:
        return self.before.rules

    @property
    def seat(self) -> Seat:
        return self.before.turn or 0

    @property
    def position(self) -> Position:
        return position(self.before)

    @property
    def played(self) -> Play:
        assert isinstance(self.move, Play)
        return self.move

    @property
    def alternatives(self) -> list[Play]:
        moves = legal_moves(self.position)
        return [each for each in moves if isinstance(each, Play) and each != self.move]

    @property
    def kept(self) -> Hand:
        return self.after.now.hands[self.seat]

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        return self.after.now.layout.open_ends

    @property
    def reach(self) -> tuple[OpenEnd, ...]:
        """The ends that the same seat could join then, if nothing were to be covered."""
        return tuple(each for each in self.open_ends if each.is_open or each.end == train(self.seat))

    @property
    def hidden(self) -> Hand:
        """The tiles that the seat cannot see."""
        now = self.before.now
        held = (tile for seat, hand in enumerate(now.hands) if seat != self.seat for tile in hand)
        return (*held, *now.boneyard)

    def blank(self, name: str) -> int:
        value = self.message.blanks[name]
        assert isinstance(value, int)
        return value

    @property
    def number(self) -> int:
        said = self.message.blanks["number"]
        assert isinstance(said, Message)
        half = said.blanks["half"]
        assert isinstance(half, Half)
        return half.number

    @property
    def who(self) -> Seat:
        said = self.message.blanks["who"]
        assert isinstance(said, Players)
        (seat,) = said.seats
        return seat

    def happened(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def joining(self, tiles: Hand, number: int) -> Hand:
        return tuple(tile for tile in tiles if joins(self.rules, tile, number))

    def shown(self, seat: Seat) -> Hand:
        log = self.before.now.log
        return tuple(event.tile for event in log if isinstance(event, Played) and event.seat == seat)


def ends_round(case: Case) -> bool:
    endings = [event.ending for event in case.happened(Ended)]
    return endings == [Ending.BLOCKED] and (case.message.blanks["how"] == "pass") == isinstance(
        case.move, Pass
    )


def holds_least(case: Case) -> bool:
    left, own = left_over(case.rules, case.after.now), case.rules.side(case.seat)
    return ends_round(case) and all(left[own] < left[side] for side in case.before.sides_in if side != own)


def cannot_play(case: Case) -> bool:
    if case.after.round is None:
        return case.after.now.ending is Ending.BLOCKED  # with all hands open, nobody can play
    faced = position(case.after)
    return case.after.turn == case.who and faced.is_stuck


def cannot_join(case: Case) -> bool:
    hand = case.after.now.hands[case.who]
    ends = position(case.after).reach if case.after.round else case.after.now.layout.open_ends
    at_end = any(each.number == case.number for each in ends)
    return at_end and not case.joining(hand, case.number)


def partner(case: Case) -> bool:
    rules = case.rules
    is_partner = rules.side(case.who) == rules.side(case.seat) and case.who != case.seat
    return is_partner and any(tile.has(case.number) for tile in case.shown(case.who))


def unshown(case: Case) -> bool:
    seats = [seat for seat in case.before.now.seats if seat != case.seat]
    return not any(tile.has(case.number) for seat in seats for tile in case.shown(seat))


def keeps_number(case: Case) -> bool:
    having = [tile for tile in case.kept if tile.has(case.number)]
    before = [tile for tile in case.position.hand if tile.has(case.number)]
    return having == before and len(having) == case.blank("held")


def for_each_end(case: Case) -> bool:
    """Whether each end can be joined by a tile of its own, tried from the end with fewest."""

    def can_serve(ends: tuple[OpenEnd, ...], tiles: frozenset[Tile]) -> bool:
        if not ends:
            return True
        fitting = case.joining(tuple(tiles), ends[0].number)
        return any(can_serve(ends[1:], tiles - {tile}) for tile in fitting)

    return can_serve(case.open_ends, frozenset(case.kept))


def heaviest(case: Case, others: frozenset[Tile]) -> bool:
    tile = case.played.tile
    return case.blank("pips") == tile.pips and all(each.pips < tile.pips for each in others - {tile})


def scores(case: Case) -> bool:
    scored = next(event for event in case.events if isinstance(event, Scored | Ended))
    own = case.rules.side(case.seat)
    return isinstance(scored, Scored) and scored.points[own] == case.blank("points")


def cannot_score(case: Case) -> bool:
    return case.after.turn == case.who and not scoring_next(case)


def few_score(case: Case) -> bool:
    return len(scoring_next(case)) == case.blank("scoring") > 0


def scoring_next(case: Case) -> list[Tile]:
    """The hidden tiles by which the next player would score at once, if he held them."""
    return [tile for tile in case.hidden if scores_by(case.after, tile)]


def scores_by(match: Match, tile: Tile) -> bool:
    hands = tuple((tile, tile) if seat == match.turn else hand for seat, hand in enumerate(match.now.hands))
    held = match.with_last(replace(match.now, hands=hands))
    plays = [each for each in legal_moves(position(held)) if isinstance(each, Play)]
    return any(scores_at_once(play(held, each)) for each in plays)


def scores_at_once(events: tuple[Event, ...]) -> bool:
    """Whether points are given before the round ends."""
    first = next((event for event in events if isinstance(event, Scored | Ended)), None)
    return isinstance(first, Scored)


def longest(hand: frozenset[Tile], number: int) -> int:
    return max(
        (1 + longest(hand - {tile}, tile.other(number)) for tile in hand if tile.has(number)), default=0
    )


def keeps_run(case: Case) -> bool:
    own = next(each for each in case.open_ends if each.end == train(case.seat))
    return longest(frozenset(case.kept), own.number) >= case.blank("kept")


def wild_kept(case: Case) -> bool:
    kept = frozenset(case.kept).intersection(case.position.hand, case.rules.wild)
    return len(kept) == case.blank("kept")


def takes_only_wild(case: Case, number: int) -> bool:
    tiles = (*case.hidden, *case.position.hand)
    return all(tile in case.rules.wild for tile in case.joining(tiles, number))


def matador_needed(case: Case) -> bool:
    ends = case.before.now.layout.open_ends
    number = next(each.number for each in ends if each.end == case.played.end)
    return case.played.tile in case.rules.wild and takes_only_wild(case, number)


def toes_on(case: Case, match: Match) -> int:
    """How many arms begin at the double that the tile of *case* joins."""
    assert case.played.end is not None
    return sum(row[0].left == case.played.end.which for row in match.now.layout.rows.values())


def toes_of(case: Case) -> int:
    """How many toes the double needs that the tile of *case* joins: the engine, or another."""
    engine = case.before.now.dealt.engine
    is_engine = case.played.end is not None and engine is not None and case.played.end.which == engine.high
    return case.rules.first_toes if is_engine else 3


def owes(case: Case) -> bool:
    """Whether the same seat goes on, and can cover the double."""
    if case.after.round is None:
        return case.after.now.ending is Ending.BLOCKED  # with all hands open, nobody can play
    faced = position(case.after)
    return case.after.turn == case.seat and bool(faced.owed) and not faced.is_stuck


def gives_bonus(case: Case, kind: BonusKind) -> bool:
    """Whether the move goes out with a bonus of this kind, worth the points that the reason names."""
    bonus = Bonus(case.seat, kind, case.blank("points"))
    return not case.kept and bonus in case.happened(Bonus)


def fits_both_ends(tile: Tile, match: Match) -> bool:
    """Whether the tile's halves are the two numbers at the ends."""
    ends = sorted(each.number for each in match.now.layout.open_ends)
    return not tile.is_double and ends == [tile.low, tile.high]


def fitted_both_ends(case: Case) -> bool:
    """Whether the tile that was played fitted both ends."""
    return fits_both_ends(case.played.tile, case.before)


def scores_going_out(case: Case) -> bool:
    """Whether the move goes out and scores at least the points that the reason names."""
    points = case.after.now.scores[case.rules.side(case.seat)]
    return not case.kept and points >= case.blank("points") > 0


REASON_TRUTHS: Mapping[str, Callable[[Case], bool]] = {
    "only": lambda case: legal_moves(case.position) == (case.move,),
    "last_tile": lambda case: not case.kept,
    "clears_waits": lambda case: (
        case.before.carry.waits[case.rules.side(case.seat)] == case.blank("points")
        and case.after.carry.waits[case.rules.side(case.seat)] == 0
    ),
    "last_fits_both": lambda case: (
        len(case.kept) == 1 and fits_both_ends(case.kept[0], case.after) and case.blank("points") > 0
    ),
    "capicua": lambda case: gives_bonus(case, BonusKind.CAPICUA) and fitted_both_ends(case),
    "chuchazo": lambda case: gives_bonus(case, BonusKind.CHUCHAZO) and case.played.tile == DOUBLE_BLANK,
    "out_with_both_ends": lambda case: scores_going_out(case) and fitted_both_ends(case),
    "out_with_both_ends_double": lambda case: (
        scores_going_out(case)
        and case.played.tile.is_double
        and {each.number for each in case.before.now.layout.open_ends} == {case.played.tile.low}
    ),
    "wins_match": lambda case: any(case.rules.side(case.seat) in event.sides for event in case.happened(Won)),
    "scores": scores,
    "cannot_score": cannot_score,
    "few_score": few_score,
    "ends_round": ends_round,
    "ends_round_best": lambda case: holds_least(case) and case.message.person is not Person.THEY,
    "again": lambda case: bool(case.happened(Again)) and case.after.turn == case.seat,
    "skips": lambda case: [event.seat for event in case.happened(Skipped)] == [case.who],
    "nobody_else": lambda case: not any(tile.has(case.number) for tile in case.hidden),
    "nobody_else_joins": lambda case: not case.joining(case.hidden, case.number),
    "cannot_play": cannot_play,
    "lacks": cannot_join,
    "cannot_join": cannot_join,
    "only_matadors": lambda case: takes_only_wild(case, case.number),
    "partner": partner,
    "unshown": unshown,
    "closes_train": lambda case: bool(case.happened(TrainClosed)) and case.played.end == train(case.seat),
    "covers": lambda case: case.played.end == case.position.owed[0],
    "can_cover": owes,
    "completes_foot": lambda case: (
        toes_on(case, case.after) == toes_on(case, case.before) + 1 == toes_of(case)
    ),
    "keeps_toes": lambda case: (
        case.played.tile.is_double
        and case.blank("kept") == sum(tile.has(case.played.tile.high) for tile in case.kept) > 0
    ),
    "matador_needed": matador_needed,
    "keeps_matadors": wild_kept,
    "keeps_run": keeps_run,
    "keeps_number": keeps_number,
    "for_each_end": for_each_end,
    "few_hidden": lambda case: (
        case.blank("hidden") == sum(tile.has(case.number) for tile in case.hidden)
        and not case.rules.wild
    ),
    "few_hidden_join": lambda case: case.blank("hidden") == len(case.joining(case.hidden, case.number)),
    "blank_counts": lambda case: (
        case.played.tile == DOUBLE_BLANK and case.blank("points") == case.rules.double_blank
    ),
    "double": lambda case: case.played.tile.is_double,
    "heaviest": lambda case: heaviest(case, frozenset(case.position.hand)),
    "heaviest_fitting": lambda case: heaviest(case, frozenset(each.tile for each in case.alternatives)),
    "fit_next": lambda case: case.blank("fitting") == len(
        {tile for end in case.reach for tile in case.joining(case.kept, end.number)}
    ),
    "only_fitting": lambda case: all(each.tile == case.played.tile for each in case.alternatives),
    "stuck": lambda case: case.position.is_stuck,
    "hidden_fit": lambda case: case.blank("fitting") == sum(map(case.position.is_playable, case.hidden)),
    "keeps_drawn": lambda case: case.message.blanks["tile"] in case.kept,
    "light": lambda case: case.blank("pips") == sum(tile.pips for tile in case.kept),
    "counts_against": lambda case: len(case.before.now.boneyard) > 0,
}  # fmt: skip
"""What is so with all hands open, for each entry of the phrasebook."""
