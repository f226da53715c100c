"""A rulebook as a page of answers, and its rules for one table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import gcd

from msgspec import Struct
from msgspec import field as struct_field

from playroom.rules.rulebook.answer_kinds import Answer, AnswerKind, WrongAnswer
from playroom.rules.rulebook.award import FIVE, OF_PASSES, Award, Counted, Only, Receiver, When, rounded
from playroom.rules.rulebook.fault import InvalidTable, TableFault
from playroom.rules.rulebook.questions import (
    AfterDraw,
    Arms,
    Best,
    Blocked,
    BlockedBy,
    BlockedTie,
    Count,
    Counts,
    Direction,
    Doubles,
    Drawing,
    Finish,
    First,
    FirstTurn,
    GoingOut,
    Joining,
    LaterStarter,
    Lead,
    NoWinner,
    Opening,
    Passing,
    Points,
    Shape,
    SharedTarget,
    Starter,
)
from playroom.rules.tile import Hand, whole_set


@dataclass(frozen=True, slots=True)
class Rules:
    """The answers of a page for one table; `questions.QUESTIONS` documents each."""

    players: int
    teams: int
    set: int
    most_players: Mapping[int, int] = field(hash=False)
    hand: tuple[int, ...]
    aside: Hand
    redeal: bool
    redeal_doubles: int | None
    redeal_number: int | None
    reserve: int
    direction: Direction
    shape: Shape
    first_toes: int
    spinner: bool
    arms: Arms
    joining: Joining
    wild: Hand
    first: First
    lead: Lead
    starter: Starter
    later_starter: LaterStarter
    no_winner: NoWinner
    opening: Opening
    drawing: Drawing
    keep_matadors: bool
    after_draw: AfterDraw
    passing: Passing
    opening_scores: bool
    first_pass_doubles: bool
    doubles: Doubles
    first_turn: FirstTurn
    both_doubles: bool
    going_out: GoingOut
    again_on: tuple[int, ...]
    skip_on: tuple[int, ...]
    skip_on_equal_ends: bool
    turn_round_on: tuple[int, ...]
    blocked_by: BlockedBy
    blocked_tie: BlockedTie
    blocked: Blocked
    counts: Counts
    scoring: tuple[Award, ...]
    capicua: int
    capicua_blank: bool
    chuchazo: int
    opening_pass: int
    all_pass: int
    crossed: int
    out_points: int
    round_bonus: bool
    points: Points
    count: Count
    blocked_count: Count
    double_blank: int
    lone_double_blank: int
    winners_leftovers: bool
    best: Best
    entry: int | None
    limit: int | None
    target: int | None
    finish: Finish
    shared_target: SharedTarget
    love: bool
    exact: bool
    series: int | None
    deals: int | None
    rounds: int | None
    single_round: bool
    clauses: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def sides(self) -> int:
        """The number of sides: teams, or players who play alone."""
        return self.teams or self.players

    def side(self, seat: int) -> int:
        """The side that *seat* belongs to (G-5)."""
        return seat % self.sides

    def seats(self, side: int) -> range:
        """The seats of *side*, clockwise."""
        return range(side, self.players, self.sides)

    def sides_of(self, seats: Iterable[int]) -> tuple[int, ...]:
        """The sides of these seats, each once."""
        return tuple(sorted({self.side(seat) for seat in seats}))

    @property
    def step(self) -> int:
        """From a seat to the next in the direction of play (G-4): 1 clockwise, else -1."""
        return 1 if self.direction is Direction.CLOCKWISE else -1

    def places(self, seat: int, other: int) -> int:
        """The number of places from *seat* on to an *other* in the direction of play."""
        return (other - seat) * self.step % self.players

    def seats_in_order(self, seat: int) -> tuple[int, ...]:
        """Every seat of the table in the direction of play, from *seat* on."""
        return tuple((seat + self.step * ahead) % self.players for ahead in range(self.players))

    @property
    def has_engine(self) -> bool:
        """Whether a double lies in the middle before the deal (MT-3)."""
        return self.shape is not Shape.LINE

    @property
    def has_trains(self) -> bool:
        """Whether each player has a train (MT-5)."""
        return self.shape is Shape.TRAINS

    @property
    def has_feet(self) -> bool:
        """Whether doubles are feet that must get their toes (CF-2)."""
        return self.shape is Shape.FEET

    def hand_size(self, hands: int) -> int | None:
        """The number of tiles for each of *hands* hands; None if the set is too small (D-3, D-12)."""
        stock = len(whole_set(self.set)) - self.has_engine - len(self.aside)
        return next((size for size in self.hand if size * hands <= stock), None)

    @property
    def awards(self) -> tuple[Award, ...]:
        """The awards; those of passes where a pass puts a player out (PO-4)."""
        return OF_PASSES if self.passing is Passing.AND_OUT else self.scoring

    @property
    def names_winner(self) -> bool:
        """Whether the end of a round names the seat that has won it (L-3): other answers depend on it."""
        return (
            self.later_starter is not LaterStarter.AS_FIRST
            or self.blocked_by is not BlockedBy.SIDE
            or self.blocked_tie is not BlockedTie.NOBODY
            or self.has_bonuses
            or self.love
            or self.series is not None
            or self.entry is not None
            or any(
                award.to is Receiver.MOST or (award.when is When.BLOCKED and award.to is Receiver.LOSERS)
                for award in self.scoring  # which side has lost, one must know (KZ-5)
            )
        )

    @property
    def may_have_no_winner(self) -> bool:
        """Whether nobody may win a round (L-2)."""
        nobody = self.blocked_by in (BlockedBy.NOBODY, BlockedBy.REPLAY)
        is_tie = self.blocked_tie in (BlockedTie.NOBODY, BlockedTie.EGGS, BlockedTie.EACH)
        return nobody or is_tie or self.blocked_by is BlockedBy.UNDER_SIX

    @property
    def asks_for_blocker(self) -> bool:
        """Whether it matters for a blocked round who played the last tile (PA-2)."""
        asks = self.blocked_tie in (BlockedTie.BLOCKER, BlockedTie.OTHERS)
        return asks or self.blocked_by is BlockedBy.NEIGHBOUR

    @property
    def carries_rounds(self) -> bool:
        """Whether a round that is replayed makes the next one that is won worth more (DU-3)."""
        counts_carried = any(award.counts is Counted.CARRIED for award in self.awards)
        return self.blocked_by is BlockedBy.REPLAY and counts_carried

    @property
    def has_bonuses(self) -> bool:
        """Whether a round may be worth a bonus (PA-4 to PA-8)."""
        return bool(self.bonuses_of_passes or self.capicua or self.chuchazo or self.round_bonus)

    @property
    def bonuses_of_passes(self) -> bool:
        """Whether passes are worth a bonus at once (PA-6, PA-7)."""
        return bool(self.opening_pass or self.all_pass)

    @property
    def has_sum(self) -> bool:
        """Whether a rule depends on the sum of the ends."""
        scores = any(award.when is When.PLAY and award.counts is Counted.ENDS for award in self.awards)
        return scores or any((self.again_on, self.skip_on, self.turn_round_on))

    @property
    def begins_all_arms(self) -> bool:
        """Whether all four arms of a middle begin before any of them grows (CR-2)."""
        return self.spinner and self.arms is not Arms.LATER

    @property
    def owes_doubles(self) -> bool:
        """Whether each arm of a middle must take a double as its second tile (CR-3)."""
        return self.spinner and self.arms is Arms.FIRST_THEN_DOUBLES

    @property
    def plays_both_doubles(self) -> bool:
        """Whether a player may play two doubles in one turn, at different ends of a line (KZ-4)."""
        passes_freely = self.passing is not Passing.AND_OUT
        return self.both_doubles and passes_freely and not self.has_engine

    @property
    def carries_pips(self) -> bool:
        """Whether the pips of a tied round are carried over to the next one that is won (KZ-6)."""
        return self.blocked_tie is BlockedTie.EGGS

    @property
    def asks_for_end_doubles(self) -> bool:
        """Whether it matters which end tiles are doubles (BE-4)."""
        return any(award.only is Only.EQUAL_ENDS_DOUBLE for award in self.awards)

    @property
    def last_deal(self) -> int | None:
        """The number of the last round; None if totals end the match (PP-10, MT-14)."""
        if self.has_engine:
            return self.rounds or self.set + 1
        return self.deals


class By(Struct, frozen=True):
    """An answer that depends on the number of players, or on another answer."""

    what: str
    answers: Mapping[Answer, "Answer | By"]


class Preset(Struct, frozen=True):
    """Options that are played together somewhere, with a name and its translations."""

    name: str
    titles: Mapping[str, str]
    options: Mapping[str, object]


class Variant(Struct, frozen=True):
    """A rulebook page: its answers, the options left to the players, and the clauses of its objections.

    *teams_of* are the numbers of teams for a number of players that does not allow all *teams* (KZ-1). The
    first of its *presets* is the game as its page has it.
    """

    name: str
    players: tuple[int, ...]
    teams: tuple[int, ...]
    answers: Mapping[str, Answer | By]
    options: Mapping[str, AnswerKind]
    clauses: Mapping[str, str]
    titles: Mapping[str, str] = struct_field(default_factory=dict)
    presets: tuple[Preset, ...] = ()
    teams_of: Mapping[int, tuple[int, ...]] = struct_field(default_factory=dict)

    @property
    def tables(self) -> tuple[tuple[int, int], ...]:
        """Every number of players, with each number of teams that it allows."""
        return tuple((players, teams) for players in self.players for teams in self.teams_for(players))

    def teams_for(self, players: int) -> tuple[int, ...]:
        """The allowed numbers of teams for a number of players."""
        return self.teams_of.get(players, self.teams)


MATCH_ENDS = ("limit", "target", "deals")
"""The questions on the end of a match, of which at most one is answered."""


def overlaid(below: Mapping[str, Answer | By], above: Mapping[str, Answer | By]) -> dict[str, Answer | By]:
    """The answers *below*, overridden by those *above*; a new end of the match replaces the old one."""
    ends = [name for name in MATCH_ENDS if above.get(name) is not None]
    replaced: dict[str, Answer | By] = dict.fromkeys(MATCH_ENDS) if ends else {}
    return {**below, **replaced, **above}


def rules(
    variant: Variant, players: int, teams: int = 0, options: Mapping[str, object] | None = None
) -> Rules:
    """The rules of *variant* for one table; 0 teams if all play alone; InvalidTable if they conflict."""
    clause, allowed = variant.clauses.get(TableFault.PLAYERS, ""), variant.teams_for(players)
    if players not in variant.players:
        raise InvalidTable(TableFault.PLAYERS, clause, players=players, allowed=variant.players)
    if teams not in allowed:
        raise InvalidTable(TableFault.TEAMS, clause, teams=teams, allowed=allowed)
    if teams and (players % teams or players == teams):
        raise InvalidTable(TableFault.UNEQUAL_TEAMS, clause, players=players, teams=teams)
    chosen: dict[str, Answer | By] = {}
    for name, plain in (options or {}).items():
        if name not in variant.options:
            raise InvalidTable(TableFault.UNKNOWN_OPTION, option=name, allowed=tuple(variant.options))
        kind = variant.options[name]
        try:
            chosen[name] = kind.read(plain)
        except WrongAnswer:
            clause = variant.clauses.get(name, "")
            wrong = TableFault.WRONG_ANSWER
            raise InvalidTable(wrong, clause, option=name, given=plain, allowed=kind) from None
    answers = resolved_answers(overlaid(variant.answers, chosen), players)
    built = Rules(players=players, teams=teams, clauses=variant.clauses, **answers)  # type: ignore[arg-type] # read by kind
    _check_answers(built)
    return built


def resolved_answers(answers: Mapping[str, Answer | By], players: int) -> dict[str, Answer]:
    """The answers, with those resolved that depend on the number of players or on another answer."""
    known: Mapping[str, Answer | By] = {**answers, "players": players}
    return {name: _looked_up(known, known[name]) for name in answers}


def resolved_answer(answers: Mapping[str, Answer | By], players: int, question: str) -> Answer:
    """One of the answers, resolved likewise."""
    return _looked_up({**answers, "players": players}, answers[question])


def _looked_up(known: Mapping[str, Answer | By], answer: Answer | By) -> Answer:
    if not isinstance(answer, By):
        return answer
    return _looked_up(known, answer.answers[_looked_up(known, known[answer.what])])


def _check_answers(built: Rules) -> None:
    most = built.most_players.get(built.set, built.players)
    if built.players > most:
        clause = built.clauses.get(TableFault.MOST_PLAYERS, "")
        raise InvalidTable(TableFault.MOST_PLAYERS, clause, set=built.set, players=built.players, most=most)
    if built.hand_size(built.players) is None:
        clause = built.clauses.get(TableFault.HAND_TOO_LARGE, "")
        nearest = (len(whole_set(built.set)) - built.has_engine - len(built.aside)) // built.players
        raise InvalidTable(
            TableFault.HAND_TOO_LARGE,
            clause,
            hand=min(built.hand),
            set=built.set,
            players=built.players,
            nearest=nearest,
        )
    if built.entry is not None and built.entry > _worth_of_all(built):
        clause = built.clauses.get("entry", "")
        raise InvalidTable(TableFault.ENTRY_TOO_HIGH, clause, most=_worth_of_all(built))
    if built.exact and built.target is not None and not _adds_up(built, built.target):
        raise InvalidTable(TableFault.NEVER_EXACT, built.clauses.get("exact", ""), target=built.target)
    for fault, is_so in _clashes(built).items():
        if is_so:
            raise InvalidTable(fault, built.clauses.get(fault, ""))


def _clashes(built: Rules) -> dict[TableFault, bool]:
    """The invalid combinations of answers, and whether each occurs."""
    ends = sum(end is not None for end in (built.limit, built.target, built.deals))
    and_out = built.passing is Passing.AND_OUT
    engine = built.has_engine
    refused = (each for each in (built.redeal_doubles, built.redeal_number) if each is not None)
    refused_alike = min(refused, default=built.set + 1)  # hands as large as twice this are often dealt again
    for_one_side = all(
        award.when in (When.OUT, When.BLOCKED) and award.to in (Receiver.WINNER, Receiver.FEWEST)
        for award in built.awards
    )
    return {
        TableFault.NO_END: ends == 0 and not built.single_round and not engine,
        TableFault.TWO_ENDS: ends > 1,
        TableFault.LIMIT_NEEDS_LOWEST: built.limit is not None and built.best is not Best.LOWEST,
        TableFault.AT_ONCE_NEEDS_HIGHEST: built.target is not None
        and built.finish is Finish.AT_ONCE
        and built.best is not Best.HIGHEST,
        TableFault.DOUBLE_NEEDS_HIGHEST_DOUBLE: built.opening is Opening.DOUBLE
        and built.starter is not Starter.HIGHEST_DOUBLE,
        TableFault.PLAYS_ON_NEEDS_AND_OUT: built.going_out is GoingOut.PLAYS_ON and not and_out,
        TableFault.FIVES_COUNT_PIPS: built.points is Points.FIVES and built.count is Count.TILES,
        TableFault.ROUNDS_BEYOND_ENGINES: engine and (built.rounds or 0) > built.set + 1,
        TableFault.TRAINS_END_BY_ROUNDS: engine and ends > 0,
        TableFault.TRAINS_JOIN_EQUAL: engine and (built.joining is not Joining.EQUAL or bool(built.wild)),
        TableFault.TRAINS_COVER_DOUBLES: built.has_trains is (built.doubles is Doubles.NOT_COVERED),
        TableFault.TRAINS_DRAW_ALL: engine and (built.drawing is Drawing.NEVER or built.reserve > 0),
        TableFault.TRAINS_GO_OUT: engine and built.going_out is not GoingOut.ENDS_ROUND,
        TableFault.AND_OUT_KEEPS_NOTHING: and_out
        and built.drawing is not Drawing.NEVER
        and built.after_draw is AfterDraw.MAY_PLAY,
        TableFault.REDEALS_OFTEN: built.redeal and (built.hand_size(built.players) or 0) >= 2 * refused_alike,
        TableFault.ASIDE_NOT_DEALT: any(
            tile not in whole_set(built.set) or (engine and tile.is_double) for tile in built.aside
        ),
        TableFault.PIGS_NEED_SERIES: built.series is None
        and any(award.counts is Counted.PIGS for award in built.scoring),
        TableFault.NEVER_SCORES: ends > 0 and not (built.deals or built.single_round or _may_score(built)),
        TableFault.LOVE_NEEDS_ONE_WINNER: built.love and (built.target is None or not for_one_side),
        TableFault.TRAINS_PASS_IF_STUCK: engine and built.passing is not Passing.IF_STUCK,
    }


def _may_score(built: Rules) -> bool:
    """Whether a round can put a side ahead, by an award that sides may receive differently.

    Some amounts are too small for a point, such as 1 in fives.
    """
    return built.has_bonuses or any(
        _points(built, award, amount) > 0
        for award in built.awards
        if award.to is not Receiver.EACH or award.counts in (Counted.OWN, Counted.OTHERS, Counted.PIGS)
        for amount in _amounts(built, award)
    )


def _adds_up(built: Rules, target: int) -> bool:
    """Whether a target that must be reached exactly can be, by the points of tiles as they are played."""
    fixed = {
        _points(built, award, award.points) for award in built.awards if award.counts is Counted.FIXED
    } - {0}
    others = built.has_bonuses or any(
        award.counts is not Counted.FIXED or award.when not in (When.PLAY, When.LAST_TILE, When.LAST_IN)
        for award in built.awards
    )
    return others or not fixed or (target >= min(fixed) and target % gcd(*fixed) == 0)


def _points(built: Rules, award: Award, amount: int) -> int:
    """The points for an amount."""
    return rounded(award, amount) // (FIVE if built.points is Points.FIVES else 1)


def _amounts(built: Rules, award: Award) -> Iterable[int]:
    """The amounts that an award may count."""
    match award.counts:
        case Counted.FIXED:
            twice = award.when is When.PASS and built.first_pass_doubles
            return (award.points, (1 + twice) * award.points)
        case Counted.PIGS:
            return range(1, built.sides)
        case Counted.CARRIED if not (built.carries_pips or built.carries_rounds):
            return ()
    return range(1, 1 + _worth_of_all(built))


def _worth_of_all(built: Rules) -> int:
    """The worth of all tiles together, in tiles or in pips."""
    every = whole_set(built.set)
    return len(every) if built.count is Count.TILES else sum(tile.pips for tile in every)
