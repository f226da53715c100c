"""The rules of one page made fast, for those who play a round a thousand times to find one move.

Nothing here says a rule: every function of an `Engine` is written by `derive` from the rules themselves. A
move is a number, its place in `Ways.moves`; so is a hand, the bits of its tiles in `Ways.bits` together.
"""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any

from playroom.rules.chain import weight
from playroom.rules.constants import Constants
from playroom.rules.derive import Leaf, Tree, changed, grown, lines, needed, pruned
from playroom.rules.event import Ending, Event, Seat, Side
from playroom.rules.lean import Lean, some
from playroom.rules.match import Match, Round
from playroom.rules.names import Branch
from playroom.rules.question import Passing
from playroom.rules.turns import (
    CHANGING,
    ENDS,
    FIELDS,
    counted,
    crowned,
    forced_turn,
    given_turn,
    listed,
    random_turn,
)
from playroom.rules.variant import ANSWERED, Rules
from playroom.rules.view import View
from playroom.rules.ways import Ways
from playroom.rules.written import function, words


class State:
    """A round in bits that changes as it is played; once it is over, *turn* is None and *scores* are final.

    *hands* are in the order of seats; *stock* is the boneyard as dealt, its last *undrawn* tiles still there.
    What happens is added to *log* by `Engine.record`. See `lean.Lean` for the rest.
    """

    __slots__ = (*FIELDS, "log")

    hands: list[int]
    stock: tuple[int, ...]
    undrawn: int
    left: int
    right: int
    at_left: int
    at_right: int
    left_adds: int
    right_adds: int
    laid: int
    turn: Seat | None
    drew: bool
    passes: int
    last_player: Seat | None
    seats_in: tuple[Seat, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    ending: Ending | None
    ended_by: Seat | None
    log: list[Event]


MAKING = {"new": State.__new__, "State": State}
"""What a function needs that makes states."""


class Engine:
    """What one page makes of a round among *seats*; each function is written when it is first asked for."""

    def __init__(self, rules: Rules, seats: tuple[Seat, ...]) -> None:
        self.rules = rules
        self.seats = seats
        self.ways = Ways(rules)
        self._constants = Constants()

    @cached_property
    def begun(self) -> Callable[[list[int], tuple[int, ...], Seat], State]:
        """A round just dealt: hands (the list will change), boneyard as it will be drawn, and starter."""
        return function("begun", "hands, stock, starter", self._beginning(), MAKING)

    @cached_property
    def dealt(self) -> Callable[[Callable[[], float], Seat], State]:
        """A round dealt by chance, which gives numbers from 0 to 1, and its starter."""
        size = self.rules.hand_size(len(self.seats)) or 0
        starts = {seat: size * place for place, seat in enumerate(self.seats)}
        hands = (
            f"sum(order[{starts[seat]}:{starts[seat] + size}])" if seat in starts else "0"
            for seat in range(self.rules.players)
        )
        # The keys come one by one from random itself: no function of ours is called for each tile.
        body = [
            "    order = sorted(bits, key=partial(next, iter(random, None)))",
            f"    hands = [{', '.join(hands)}]",
        ]
        body += [f"    stock = tuple(order[{size * len(self.seats)}:])", *self._beginning()]
        return function(
            "dealt", "random, starter", body, MAKING | {"bits": tuple(self.ways.tile), "partial": partial}
        )

    def _beginning(self) -> list[str]:
        """The lines that make a state of hands, stock and starter."""
        none = (0,) * self.rules.sides
        fresh = dict.fromkeys(FIELDS, "0") | {"hands": "hands", "stock": "stock", "undrawn": "len(stock)"}
        fresh |= {"turn": "starter", "drew": "False", "seats_in": f"{self.seats}"}
        fresh |= {"scores": f"{none}", "totals": f"{none}", "log": "[]"}
        fresh |= dict.fromkeys(("last_player", "ending", "ended_by"), "None")
        values = (f"    state.{name} = {value}" for name, value in fresh.items())
        return ["    state = new(State)", *values, "    return state"]

    def standing(
        self, seen: Round | View, totals: Sequence[int], hands: list[int], boneyard: tuple[int, ...]
    ) -> State:
        """A round in its midst: what all may know of it from *seen*, and these hidden hands and boneyard."""
        state = self.begun(hands, boneyard, self.seats[0])
        state.turn, state.drew, state.passes, state.last_player = (
            seen.turn,
            seen.drew,
            seen.passes,
            seen.last_player,
        )
        state.seats_in = tuple(seat for seat in seen.seats if seat not in seen.out)
        state.scores, state.totals, state.ending = seen.scores, tuple(totals), seen.ending
        if seen.chain:
            first, last = seen.chain.laid[0], seen.chain.laid[-1]
            state.laid, state.left, state.right = len(seen.chain.laid), first.left, last.right
            state.at_left, state.at_right = self.ways.fits[first.left], self.ways.fits[last.right]
            state.left_adds, state.right_adds = weight(first, first.left), weight(last, last.right)
        return state

    def state(self, match: Match) -> State:
        """The round of *match* as it stands, with all hands open."""
        now, bits = match.now, self.ways.bits
        hands = [self.ways.mask(hand) for hand in now.hands]
        state = self.standing(now, match.totals, hands, tuple(bits[tile] for tile in now.boneyard))
        state.ended_by = now.ended_by
        return state

    @cached_property
    def copied(self) -> Callable[[State], State]:
        """The same state once more, with a log of its own."""
        body = ["    copy = new(State)", "    copy.hands = state.hands[:]", "    copy.log = []"]
        body += [f"    copy.{each} = state.{each}" for each in FIELDS[1:]]
        return function("copied", "state", [*body, "    return copy"], MAKING)

    @cached_property
    def moves(self) -> Callable[[State], tuple[int, ...]]:
        """All moves that are allowed."""
        turn, opening = self._trees(listed)
        body = ["    if laid:", *lines(turn, 8), "    else:", *lines(opening, 8)]
        return self._written("moves", "state", ["    hands = state.hands"], body)

    @cached_property
    def play(self) -> Callable[[State, int], None]:
        """Makes a move that is allowed, with all that follows and the passes that make themselves (G-8)."""
        return self._playing("play", recorded=False)

    @cached_property
    def record(self) -> Callable[[State, int], None]:
        """The same, and adds all that happens to the state's log, up to the points of the round."""
        return self._playing("record", recorded=True)

    @cached_property
    def playout(self) -> Callable[[State, Callable[[], float]], tuple[int, ...]]:
        """What each side will have scored once the round is played on by lot; the state stays as it is.

        Nobody draws or passes of their own free will: a play by lot, else a pass, else a draw.
        """
        trees = *self._trees(random_turn), self._tree(lambda lean: _returned(counted(lean, recorded=False)))
        wanted = needed(trees, frozenset(CHANGING))
        turn, opening, count = (pruned(tree, wanted) for tree in trees)
        body = ["    if ending:", "        return scores"]
        body += ["    while True:", "        if not laid:", *lines(opening, 12)]
        body += ["        while True:", *lines(turn, 12), "        break", *lines(count, 4)]
        return self._written("playout", "state, random", ["    hands = state.hands[:]"], body)

    @cached_property
    def winners(self) -> Callable[[State], tuple[Side, ...]]:
        """The sides that won a round that is over."""
        body = lines(self._tree(crowned), 4)
        return self._written("winners", "state", ["    hands = state.hands"], body)

    @cached_property
    def key(self) -> Callable[[State], tuple[object, ...]]:
        """All that decides how a round goes on from here, the same for two that are each other's mirror."""
        deciding = self._deciding
        ends = [name for name in ENDS if f"left{name}" in deciding]
        one, other = (", ".join(f"{side}{name}" for name in ends) for side in ("left", "right"))
        rest = sorted(deciding - {f"{side}{name}" for side in ("left", "right") for name in ENDS})
        body = [
            f"    one, other = ({one}), ({other})",
            "    if one > other:",
            "        one, other = other, one",
        ]
        body += [f"    return ({', '.join(('one', 'other', '*hands', *rest))})"]
        return self._written("key", "state", ["    hands = state.hands"], body)

    @property
    def _deciding(self) -> frozenset[str]:
        """What changes in a round and is read later on, but for what follows from the rest of it."""
        trees = *self._trees(listed), *self._trees(lambda lean: given_turn(lean, recorded=False))
        turns = *trees, self._tree(forced_turn)
        count = self._tree(lambda lean: _returned(counted(lean, recorded=False)))
        follow = {"at_left", "at_right", "laid", "totals", "ending", "ended_by"}
        return (needed((*turns, count), frozenset(CHANGING)) & changed(turns)) - follow

    def _playing(self, name: str, *, recorded: bool) -> Callable[[State, int], None]:
        turn, opening = self._trees(lambda lean: given_turn(lean, recorded=recorded))
        forced, count = self._tree(forced_turn), self._tree(lambda lean: counted(lean, recorded=recorded))
        body = ["    while True:", "        if laid:", *lines(turn, 12), "        else:", *lines(opening, 12)]
        body += [*lines(forced, 8), "    if ending:", *lines(count, 8)]
        kept = changed((turn, opening, count))
        body += [f"    state.{each} = {each}" for each in CHANGING if each in kept]
        return self._written(name, "state, move", ["    hands = state.hands", "    log = state.log"], body)

    def _written(self, name: str, arguments: str, first: list[str], body: list[str]) -> Callable[..., Any]:
        used = words(*body)
        given = [f"    {each} = state.{each}" for each in FIELDS[1:] if each in used]
        return function(name, arguments, [*first, *given, *body], self._constants.values)

    def _trees(self, rule: Callable[[Lean], Leaf]) -> tuple[Tree, Tree]:
        """What *rule* does once the chain has begun, and before."""
        return self._tree(rule), self._tree(rule, begun=False)

    def _tree(self, rule: Callable[[Lean], Leaf], *, begun: bool = True) -> Tree:
        tree = grown(lambda branch: rule(self._open(branch, begun=begun)), self._constants)
        return pruned(tree, frozenset((*CHANGING, "move")))

    def _open(self, branch: Branch, *, begun: bool) -> Lean:
        """A state of which nothing is known but what is always so."""
        name, sides = branch.name, range(self.rules.sides)
        known = {
            "laid": name("laid", range(1, len(self.ways.tiles) + 1)) if begun else 0,
            "turn": name("turn", self.seats),
            "drew": name("drew", (False, True)),
            "last_player": name("last_player", self.seats),
            "seats_in": name("seats_in", some(self.rules.players)) if self._thins_out else self.seats,
            "scores": tuple(name(f"scores[{side}]") for side in sides),
            "totals": tuple(name(f"totals[{side}]") for side in sides),
            "ending": None,
            "ended_by": None,
        }
        sides_in = tuple(sorted({self.rules.side(seat) for seat in self.seats}))
        return Lean(branch, self.ways, self.rules, sides_in, **{each: name(each) for each in FIELDS} | known)

    @property
    def _thins_out(self) -> bool:
        """Whether seats leave the round before it is over."""
        return self.rules.passing is Passing.AND_OUT


_MADE: dict[object, Engine] = {}


def engine(rules: Rules, seats: tuple[Seat, ...] | None = None) -> Engine:
    """The engine for these rules and the seats still in the match, all if None; made but once."""
    seats = tuple(range(rules.players)) if seats is None else seats
    answers = (getattr(rules, name) for name in ANSWERED if name != "most_players")
    key = (rules.players, rules.teams, *answers, seats)
    if key not in _MADE:
        _MADE[key] = Engine(rules, seats)
    return _MADE[key]


def prepared(rules: Rules, seats: tuple[Seat, ...]) -> Engine:
    """The engine with all written that finding a move needs; that takes a moment, and but once."""
    made = engine(rules, seats)
    for name in ("begun", "dealt", "copied", "moves", "play", "playout"):
        getattr(made, name)
    return made


def _returned(leaf: Leaf) -> Leaf:
    """The same, giving the scores instead of keeping them."""
    return Leaf((), f"return {dict(leaf.changes).get('scores', 'scores')}")
