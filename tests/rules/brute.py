"""The six games once more, from the rulebooks alone: plain tuples, no word of the page language, no speed.

A state is what a referee would write on paper. `choices` gives every state that one action leads to, and a
state whose *over* is set is the end of a round: how it ended, and what each seat (or side) scores for it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

Pair = tuple[int, int]


@dataclass(frozen=True)
class State:
    game: str
    hands: tuple[tuple[Pair, ...], ...]
    pile: tuple[Pair, ...]
    row: tuple[Pair, ...] = ()
    who: int = 0
    drew: bool = False
    idle: int = 0
    gone: tuple[int, ...] = ()
    last: int = 0
    won: tuple[int, ...] = ()
    over: str = ""


def choices(state: State) -> Iterator[State]:
    """Every state that one play, draw or pass leads to."""
    hand = state.hands[state.who]
    laid = [(pair, row) for pair in hand for row in rows(state, pair)]
    for pair, row in laid:
        yield played(state, pair, row)
    if not state.row:
        return
    free = len(state.pile) - (2 if state.game == "passing-game" else 0)
    if free > 0 and may_draw(state, stuck=not laid):
        yield drawn(state)
    if may_pass(state, stuck=not laid, dry=free <= 0):
        yield passed(state)


def rows(state: State, pair: Pair) -> Iterator[tuple[Pair, ...]]:
    """The rows that a tile can make of the row on the table."""
    low, high = sorted(pair)
    if not state.row:
        if state.game != "dominos" or low == high:
            yield ((high, low),)
        return
    left, right = state.row[0][0], state.row[-1][1]
    if left in pair:
        yield ((high if left == low else low, left), *state.row)
    if right in pair:
        yield (*state.row, (right, high if right == low else low))


def may_draw(state: State, *, stuck: bool) -> bool:
    if state.game == "passing-game":
        return True
    if state.game in ("block", "pass-and-out") or not stuck:
        return False
    return state.game == "draw" or not state.drew


def may_pass(state: State, *, stuck: bool, dry: bool) -> bool:
    if state.game == "passing-game":
        return True
    if state.game == "dominos" and state.drew:
        return True
    if not stuck:
        return False
    return state.game in ("block", "pass-and-out") or dry or (state.drew and state.game != "draw")


def played(state: State, pair: Pair, row: tuple[Pair, ...]) -> State:
    me = state.who
    held = state.hands[me]
    hands = hand_of(state, me, tuple(other for other in held if other != pair))
    after = replace(state, hands=hands, row=row, idle=0, drew=False, last=me)
    if state.game == "pass-and-out":
        alone = len(state.gone) == len(state.hands) - 1
        scored = gained(after, me, len(held) if alone else 0)
        return ended(scored, "last_in") if alone else turned(scored, 1)
    if not hands[me]:
        return ended(after, "out")
    if dead(after):
        return ended(after, "blocked")
    return turned(after, steps(after) if state.game == "pass-pass" else 1)


def steps(state: State) -> int:
    """How many seats on the next turn is, by the ends: 0 again, 2 if a seat is skipped."""
    row = state.row
    (a, b), (c, d) = row[0], row[-1]
    total = a + d if len(row) == 1 else (a + b if a == b else a) + (c + d if c == d else d)
    if total in (5, 10):
        return 0
    return 2 if a == d or total == 7 else 1


def drawn(state: State) -> State:
    new, *pile = state.pile
    hands = hand_of(state, state.who, (*state.hands[state.who], new))
    after = replace(state, hands=hands, pile=tuple(pile), idle=0, drew=True)
    if dead(after):
        return ended(after, "blocked")
    return turned(after, 1) if state.game == "passing-game" else after


def passed(state: State) -> State:
    after = replace(state, idle=state.idle + 1, drew=False)
    if state.game == "pass-and-out":
        return stood_down(after)
    if state.game == "passing-game" and after.idle == len(state.hands):
        return ended(after, "blocked")
    return turned(after, 1)


def stood_down(state: State) -> State:
    tiles = len(state.hands[state.who])
    doubled = len(state.row) == 1 and not state.gone
    after = gained(state, state.last, tiles * (2 if doubled else 1))
    after = replace(after, gone=(*state.gone, state.who))
    if len(after.gone) < len(state.hands) - 1:
        return turned(after, 1)
    left = next(seat for seat in range(len(state.hands)) if seat not in after.gone)
    can = any(True for pair in state.hands[left] for _ in rows(state, pair))
    return replace(after, who=left) if can else ended(after, "last_in")


def dead(state: State) -> bool:
    """Whether nobody can play and nothing can be drawn."""
    pile = {"block": 0, "passing-game": len(state.pile) - 2}.get(state.game, len(state.pile))
    return pile <= 0 and not any(True for hand in state.hands for pair in hand for _ in rows(state, pair))


def turned(state: State, several: int) -> State:
    """The state when the turn has gone on by so many seats, leaving out those who are out."""
    seats = [seat for seat in range(len(state.hands)) if seat not in state.gone]
    later = [(seat - state.who - 1) % len(state.hands) for seat in seats]
    order = [seat for _, seat in sorted(zip(later, seats, strict=True))]
    who = state.who if several == 0 else order[(several - 1) % len(order)]
    return replace(state, who=who, drew=False)


def hand_of(state: State, seat: int, hand: tuple[Pair, ...]) -> tuple[tuple[Pair, ...], ...]:
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def gained(state: State, seat: int, points: int) -> State:
    won = state.won or (0,) * len(state.hands)
    return replace(state, won=(*won[:seat], won[seat] + points, *won[seat + 1 :]))


def ended(state: State, how: str) -> State:
    return replace(
        state, over=how, won=(state.won or (0,) * len(state.hands)) if how == "last_in" else score(state, how)
    )


def score(state: State, how: str) -> tuple[int, ...]:
    """What each seat scores, or each side in Pass-Pass."""
    pips = tuple(sum(map(sum, hand)) for hand in state.hands)
    everyone = range(len(pips))
    match state.game:
        case "dominos":
            own = [10 if hand == ((0, 0),) else pips[seat] for seat, hand in enumerate(state.hands)]
            return tuple(own)
        case "pass-pass":
            return partners(state, how, pips)
        case "passing-game":
            best = [seat for seat in everyone if pips[seat] == min(pips)]
            return tuple(sum(pips) - 2 * pips[seat] if best == [seat] else 0 for seat in everyone)
    best = [state.last] if how == "out" else [seat for seat in everyone if pips[seat] == min(pips)]
    return tuple(sum(pips) - pips[seat] if best == [seat] else 0 for seat in everyone)


def partners(state: State, how: str, pips: tuple[int, ...]) -> tuple[int, ...]:
    if how == "blocked":
        counts = tuple(map(len, state.hands))
        return counts[0] + counts[2], counts[1] + counts[3]
    sides = (pips[0] + pips[2], pips[1] + pips[3])
    return (0, sides[1]) if state.last in (0, 2) else (sides[0], 0)
