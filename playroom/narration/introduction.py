"""The introduction of a match: the game, how it is won, the partners and the opponents."""

from collections.abc import Iterable, Mapping

from playroom.narration.message import Blank, Message, Players, Series, Title
from playroom.narration.rules.option import rule
from playroom.rules.match import Match
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat, Side
from playroom.rules.view import View, view


def first_words(game: Title, match: Match, ear: Seat | None, *, is_new: bool) -> Message:
    """The first sentences at a table: the introduction of a new match, the score of a resumed one."""
    return introduction(game, match.rules, ear) if is_new else reminder(game, view(match, ear))


def introduction(game: Title, rules: Rules, ear: Seat | None) -> Message:
    """The first sentences of a match: "Block to 100, low is good. You and Cleo against Ben and Dan."."""
    return _match(_game(game, rules), rules, ear)


def reminder(game: Title, seen: View) -> Message:
    """The game and score of a resumed match: "Block to 100, round 2. You against Ben. You 12, Ben 30."."""
    rules, now = seen.rules, seen.round_number
    if rules.single_round:
        played = _game(game, rules)
    elif end := rules.limit or rules.target:
        played = rule("introduction", "points_so_far", game=game, points=end, round=now)
    else:
        played = rule("introduction", "rounds_so_far", game=game, rounds=rules.last_deal or 0, round=now)
    match = _match(played, rules, seen.seat)
    if not any(seen.totals):
        return match
    totals = (
        rule("introduction", "total", names=_names(seats, opens=False), total=seen.totals[side])
        for side, seats in _sides(seen.rules, seen.seat).items()
    )
    return rule("introduction", "so_far", match=match, totals=Series(tuple(totals)))


def before_deal(begins: Message, deal: Message) -> Message:
    """The introduction and the first deal in one message."""
    blanks: dict[str, Blank] = {"introduction": begins, "deal": deal}
    return Message("rulebooks.introduction.first_deal", blanks=blanks, sound=deal.sound)


def _match(game: Message, rules: Rules, ear: Seat | None) -> Message:
    """The game, the partners and the opponents."""
    own, *others = map(_names, _sides(rules, ear).values())
    several = tuple(others) if rules.teams else (_names(_from(ear or 0, range(rules.players))[1:]),)
    way = "anticlockwise" if rules.step < 0 and rules.players > 2 else "usual"  # noqa: PLR2004 (of two, one is next)
    return rule("introduction", "match", game=game, own=own, others=Series(several), way=way)


def _sides(rules: Rules, ear: Seat | None) -> Mapping[Side, list[Seat]]:
    """The seats of each side, the listener's own side first."""
    own = rules.side(ear or 0)
    return {side: _from(ear or 0, rules.seats(side)) for side in _from(own, range(rules.sides))}


def _game(game: Title, rules: Rules) -> Message:
    """The game, what its limit means, and whether high or low totals win."""
    if rules.single_round:
        return rule("introduction", "single_round", game=game)
    if rules.limit:
        return rule("introduction", "limit", game=game, points=rules.limit)
    if rules.target:
        return rule("introduction", "points", game=game, points=rules.target, best=rules.best)
    return rule("introduction", "rounds", game=game, rounds=rules.last_deal or 0, best=rules.best)


def _from(first: int, several: Iterable[int]) -> list[int]:
    """The numbers from *first* on, then those before it."""
    return sorted(several, key=lambda each: (each < first, each))


def _names(seats: list[Seat], *, opens: bool = True) -> Message:
    """The names of some seats: "You and Cleo"; without Babel's lists, which load slowly."""
    *others, last = (rule("introduction", "name", who=Players((seat,), opens=opens)) for seat in seats)
    blanks: dict[str, Blank] = {"others": Series(tuple(others)), "last": last}
    return rule("introduction", "names", **blanks) if others else last
