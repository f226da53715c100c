"""What a match begins with: the game, what wins, and who plays with and against whom."""

from collections.abc import Iterable

from playroom.narration.message import Blank, Message, Players, Series, Title
from playroom.narration.rule import rule
from playroom.rules.seat import Seat
from playroom.rules.variant import Rules


def introduction(game: Title, rules: Rules, ear: Seat | None) -> Message:
    """The first sentences of a match: "Block to 100, low is good. You and Cleo against Ben and Dan."."""
    own = rules.side(ear or 0)
    sides = [_names(_from(ear or 0, rules.seats(side))) for side in _from(own, range(rules.sides))]
    several = tuple(sides[1:]) if rules.teams else (_names(_from(ear or 0, range(rules.players))[1:]),)
    return rule("introduction", "match", game=_game(game, rules), own=sides[0], others=Series(several))


def before_deal(begins: Message, deal: Message) -> Message:
    """What a match begins with and its first deal, in one message."""
    return Message("rulebooks.introduction.first_deal", blanks={"introduction": begins, "deal": deal})


def _game(game: Title, rules: Rules) -> Message:
    """The game with what ends the match and which totals are good."""
    end = rules.limit or rules.target
    if rules.single_round:
        return rule("introduction", "single_round", game=game)
    if end:
        return rule("introduction", "points", game=game, points=end, best=rules.best)
    return rule("introduction", "rounds", game=game, rounds=rules.last_deal or 0, best=rules.best)


def _from(first: int, several: Iterable[int]) -> list[int]:
    """The numbers from *first* on, then those before it."""
    return sorted(several, key=lambda each: (each < first, each))


def _names(seats: list[Seat]) -> Message:
    """The names of some seats: "You and Cleo"; made without the lists of the language, which load slowly."""
    *others, last = (rule("introduction", "name", who=Players((seat,), opens=True)) for seat in seats)
    blanks: dict[str, Blank] = {"others": Series(tuple(others)), "last": last}
    return rule("introduction", "names", **blanks) if others else last
