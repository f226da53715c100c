"""The rules of one page made fast, for those who play a round a thousand times to find one move."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from itertools import combinations
from typing import Any

from playroom.rules.chain import Chain
from playroom.rules.derive import Branch, Constants, Leaf, Tree, function, grown, lines, needed, pruned, words
from playroom.rules.event import Event, Seat
from playroom.rules.lean import Lean
from playroom.rules.match import Match, Round
from playroom.rules.question import Passing
from playroom.rules.turns import CHANGING, FIELDS, counted, forced_turn, given_turn, listed, random_turn
from playroom.rules.variant import Rules
from playroom.rules.view import View
from playroom.rules.ways import Ways


class State:
    """A round in bits that changes as it is played; *log* is None unless what happens is recorded.

    *turn* is None once the round is over; *scores* then holds what each side has scored.
    """

    __slots__ = (*FIELDS, "log")

    def __init__(self, hands: list[int], stock: tuple[int, ...], rest: dict[str, Any]) -> None:
        self.hands = hands
        self.stock = stock
        self.undrawn = len(stock)
        self.log: list[Event] | None = None
        for name, value in rest.items():
            setattr(self, name, value)


class Engine:
    """What one page makes of a round among *seats*; each function is written when it is first asked for."""

    def __init__(self, rules: Rules, seats: tuple[Seat, ...]) -> None:
        self.rules = rules
        self.seats = seats
        self.ways = Ways(rules)
        self._constants = Constants()

    def begun(self, hands: Sequence[int], boneyard: Sequence[int], starter: Seat) -> State:
        """A round that has just been dealt; the boneyard as it will be drawn."""
        none = (0,) * self.rules.sides
        fresh = dict.fromkeys(CHANGING, 0) | {
            "turn": starter, "last_player": starter, "drew": False, "seats_in": self.seats,
            "scores": none, "totals": none, "ending": None, "ended_by": None, "undrawn": len(boneyard),
        }
        return State(list(hands), tuple(boneyard), fresh)

    @cached_property
    def copied(self) -> Callable[[State], State]:
        """The same state once more, without its log."""
        body = ["    copy = new(State)", "    copy.hands = state.hands[:]", "    copy.log = None"]
        body += [f"    copy.{each} = state.{each}" for each in FIELDS[1:]]
        return function("copied", "state", [*body, "    return copy"], Constants(new=State.__new__, State=State))

    @cached_property
    def moves(self) -> Callable[[State], tuple[int, ...]]:
        """All moves that are allowed, by their numbers in `Ways.moves`."""
        opening, turn = (self._tree(listed, begun=begun) for begun in (False, True))
        body = ["    if laid:", *lines(turn, " " * 8), "    else:", *lines(opening, " " * 8)]
        return self._written("moves", "state", ["    hands = state.hands"], body)

    @cached_property
    def play(self) -> Callable[[State, int], None]:
        """Makes an allowed move, with all that follows and the passes that make themselves."""
        return self._playing("play", recorded=False)

    @cached_property
    def record(self) -> Callable[[State, int], None]:
        """The same, and writes what happens into the state's log."""
        return self._playing("record", recorded=True)

    @cached_property
    def playout(self) -> Callable[[State, Callable[[], float]], tuple[int, ...]]:
        """What each side has scored once the round is played on at random; the state stays as it is."""
        trees = (
            self._tree(random_turn, begun=False),
            self._tree(random_turn),
            self._tree(lambda lean: _returned(lean, counted(lean, recorded=False))),
        )
        wanted = needed(trees, frozenset(CHANGING))
        opening, turn, count = (pruned(tree, wanted) for tree in trees)
        body = ["    while True:", "        if not laid:", *lines(opening, " " * 12)]
        body += ["        while True:", *lines(turn, " " * 12), "        break", *lines(count, " " * 4)]
        return self._written("playout", "state, random", ["    hands = state.hands[:]"], body)

    def _playing(self, name: str, *, recorded: bool) -> Callable[[State, int], None]:
        def turn(lean: Lean) -> Leaf:
            return given_turn(lean, recorded=recorded)

        opening, begun, forced = self._tree(turn, begun=False), self._tree(turn), self._tree(forced_turn)
        count = self._tree(lambda lean: counted(lean, recorded=recorded))
        body = ["    while True:", "        if laid:", *lines(begun, " " * 12)]
        body += ["        else:", *lines(opening, " " * 12), *lines(forced, " " * 8)]
        body += ["    if ending:", *lines(count, " " * 8), "        turn = None"]
        body += [f"    state.{each} = {each}" for each in CHANGING]
        return self._written(name, "state, move", ["    hands = state.hands", "    log = state.log"], body)

    def _written(self, name: str, arguments: str, first: list[str], body: list[str]) -> Callable[..., Any]:
        used = words(*body)
        given = [f"    {each} = state.{each}" for each in FIELDS[1:] if each in used]
        return function(name, arguments, [*first, *given, *body], self._constants)

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
            "seats_in": name("seats_in", _choices(self.seats)) if self._thins_out else self.seats,
            "scores": tuple(name(f"scores[{side}]") for side in sides),
            "totals": tuple(name(f"totals[{side}]") for side in sides),
            "ending": None,
            "ended_by": None,
        }
        sides_in = tuple(sorted({self.rules.side(seat) for seat in self.seats}))
        return Lean(branch, self.ways, self.rules, sides_in, **{each: name(each) for each in FIELDS} | known)

    @property
    def _thins_out(self) -> bool:
        """Whether seats leave the round."""
        return self.rules.passing is Passing.AND_OUT


def _returned(lean: Lean, leaf: Leaf) -> Leaf:
    changes = dict(leaf.changes)
    return Leaf((), f"return {changes.get('scores', 'scores')}")


def _choices(seats: tuple[Seat, ...]) -> Iterable[tuple[Seat, ...]]:
    return (some for size in range(1, len(seats) + 1) for some in combinations(seats, size))
