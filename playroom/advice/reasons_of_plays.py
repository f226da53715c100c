"""Reasons for plays in every game, from public information and the own hand."""

from collections.abc import Iterable

from playroom.advice.outlook import Outlook
from playroom.advice.statement import about_number, about_seat, has, number_name, statement
from playroom.bots.placement import PlayOutcome
from playroom.narration.message import Blank, Half, Message, about
from playroom.rules.event import Ending
from playroom.rules.fit import joins
from playroom.rules.layout import Trains
from playroom.rules.move import Pass, Play
from playroom.rules.rulebook.questions import Count
from playroom.rules.tile import Tile

FEW = 2
"""The largest number of hidden tiles that a reason calls few."""


def last_tile(seen: Outlook) -> Message | None:
    """That the hand is empty then."""
    return None if seen.hand else statement("last_tile")


def ends_round(seen: Outlook) -> Message | None:
    """That it blocks the round, and who holds least then, if that is certain."""
    if seen.ending is not Ending.BLOCKED:
        return None
    how = "pass" if isinstance(seen.move, Pass) else "play"
    if not seen.holds_least:
        return statement("ends_round", how=how)
    side = tuple(seen.rules.seats(seen.rules.side(seen.seat)))
    return about("reasons.ends_round_best", side, seen.seat, {"how": how})


def again(seen: Outlook) -> Message | None:
    """That the same seat has another turn."""
    return statement("again") if seen.plays_again else None


def skips(seen: Outlook) -> Message | None:
    """That an opponent's turn is skipped."""
    if seen.skipped is None or not seen.is_against(seen.skipped):
        return None
    return about_seat("skips", seen.skipped)


def nobody_else(seen: Outlook) -> Message | None:
    """That all other tiles that join the new end lie on the table or in the own hand."""
    entry = "nobody_else" if seen.joins_equal else "nobody_else_joins"
    return about_number(entry, (each for each in seen.numbers if not seen.hidden(each)))


def cannot_play(seen: Outlook) -> Message | None:
    """That the next opponent certainly has nothing that fits, or nothing that joins the new end."""
    seat = seen.next_opponent
    if seat is None:
        return None
    reach = seen.faced_by_follower.reach
    if reach and seen.faced_by_follower.is_stuck:
        return about_seat("cannot_play", seat, ends="two" if len(seen.view.layout.rows) == 1 else "many")
    entry = "lacks" if seen.joins_equal else "cannot_join"
    reachable = {each.number for each in reach}
    lacking = (each for each in seen.numbers if each in reachable and seen.lacks(seat, each))
    number = next((each for each in lacking if seen.hidden(each)), None)
    if number is None:
        return None
    return about_seat(entry, seat, number=number_name(number), half=Half(number))


def partner_has(seen: Outlook) -> Message | None:
    """That a partner has played the number of the new end, and may have more of it."""
    if not seen.joins_equal:
        return None
    for seat in seen.partners:
        able = (each for each in seen.numbers if not seen.lacks(seat, each))
        number = next((each for each in able if has(seen.shown(seat), each)), None)
        if number is not None:
            return about_seat("partner", seat, number=number_name(number))
    return None


def unshown(seen: Outlook) -> Message | None:
    """That all have played, and nobody a tile with the number of the new end."""
    shown = [seen.shown(seat) for seat in seen.view.seats if seat != seen.seat]
    if not seen.joins_equal or not shown or not all(shown):
        return None
    numbers = (each for each in seen.numbers if not any(has(tiles, each) for tiles in shown))
    return about_number("unshown", (each for each in numbers if seen.hidden(each)))


def keeps_number(seen: Outlook) -> Message | None:
    """That all tiles of a number at an end stay in the hand, one of which might have been played."""
    if seen.outcome is None or not seen.joins_equal:
        return None
    passed_by = {each.tile for each in seen.alternatives}
    for number in dict.fromkeys(each.number for each in seen.outcome.ends):
        tiles = [tile for tile in seen.hand if tile.has(number)]
        if len(tiles) > 1 and passed_by.intersection(tiles) and not seen.outcome.tile.has(number):
            return statement("keeps_number", held=len(tiles), number=number_name(number))
    return None


def for_each_end(seen: Outlook) -> Message | None:
    """That a tile stays for each end, where another play would not leave one."""
    if seen.outcome is None or not _serves_all(seen.outcome) or all(map(_serves_all, seen.alternatives)):
        return None
    return statement("for_each_end")


def few_hidden(seen: Outlook) -> Message | None:
    """That few hidden tiles join the new end, fewer than that of any other play.

    This does not speak for a number that a partner has shown.
    """
    others = {number for each in seen.alternatives for number in _put(each)}.difference(seen.numbers)
    if not others or not seen.numbers or not seen.view.position.has_begun or partner_has(seen):
        return None
    number, least = seen.numbers[0], min(map(seen.hidden, others))
    hidden = seen.hidden(number)
    if not 0 < hidden <= FEW or hidden >= least:
        return None
    entry = "few_hidden" if seen.joins_equal else "few_hidden_join"
    return statement(entry, hidden=hidden, number=number_name(number))


def double(seen: Outlook) -> Message | None:
    """That a double is played, where another tile might have been."""
    plays = isinstance(seen.move, Play) and seen.move.tile.is_double
    is_choice = any(not each.tile.is_double for each in seen.alternatives)
    return statement("double") if plays and is_choice else None


def heaviest_tile(seen: Outlook) -> Message | None:
    """That no other tile of the hand has as many pips, or none of those that fit, where pips count."""
    if not isinstance(seen.move, Play) or seen.rules.count is not Count.PIPS:
        return None
    tile = seen.move.tile
    blanks: dict[str, Blank] = {"pips": tile.pips}
    if _outweighs(tile, seen.hand):
        return statement("heaviest", **blanks)
    fitting = {each.tile for each in seen.alternatives} - {tile}
    return statement("heaviest_fitting", **blanks) if fitting and _outweighs(tile, fitting) else None


def fit_next(seen: Outlook) -> Message | None:
    """That more of the kept tiles fit then than after another play, and after none more."""
    others = [each.mobility for each in seen.alternatives]
    if seen.outcome is None or not others or for_each_end(seen):
        return None
    fitting = seen.outcome.mobility
    if fitting == min(others) or fitting < max(others):
        return None
    return statement("fit_next", fitting=fitting)


def only_fitting(seen: Outlook) -> Message | None:
    """That no other tile fits."""
    other = any(each.tile != seen.outcome.tile for each in seen.alternatives) if seen.outcome else True
    return None if other or not seen.view.position.has_begun else statement("only_fitting")


def _outweighs(tile: Tile, others: Iterable[Tile]) -> bool:
    return all(other.pips < tile.pips for other in others)


def _put(outcome: PlayOutcome) -> Iterable[int]:
    """The number that a play puts at its end, if others may join it."""
    return (each.number for each in outcome.event.ends if each.end == outcome.play.end and each.is_open)


def _serves_all(outcome: PlayOutcome) -> bool:
    """Whether a play leaves a tile for each end of a line or cross, and not the same for two."""
    if isinstance(outcome.layout, Trains):
        return False
    rules = outcome.view.rules
    fitting = [[tile for tile in outcome.kept if joins(rules, tile, end.number)] for end in outcome.ends]
    return _can_choose(fitting, frozenset())


def _can_choose(choices: list[list[Tile]], taken: frozenset[Tile]) -> bool:
    """Whether one of each list can be chosen, none of them twice."""
    if not choices:
        return True
    first, *rest = choices
    return any(_can_choose(rest, taken | {tile}) for tile in first if tile not in taken)
