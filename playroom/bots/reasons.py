"""The reasons that a move may have: what everybody may know of it, and the own hand, in a sentence each."""

from collections.abc import Callable, Iterable, Iterator

from playroom.bots.laying import Laying
from playroom.bots.outlook import Outlook
from playroom.narration.message import Blank, Half, Message, Players, about
from playroom.rules.chain import End
from playroom.rules.event import Ending, Seat
from playroom.rules.legal import against_draw
from playroom.rules.move import Draw, Pass, Play
from playroom.rules.question import Count
from playroom.rules.tile import Hand, held

FEW = 2
"""How many hidden tiles with a number are told to be few."""

Reason = Callable[[Outlook], Message | None]
"""A reason for a move, if it holds of it."""


def true_reasons(seen: Outlook) -> Iterator[Message]:
    """All reasons that hold of a move, the most telling first."""
    return filter(None, (reason(seen) for reason in _reasons(seen)))


def _reasons(seen: Outlook) -> tuple[Reason, ...]:
    if isinstance(seen.move, Draw):
        return OF_DRAWS
    if isinstance(seen.move, Pass):
        return OF_PASSES
    return OF_LAST_PLAYS if seen.ending else OF_PLAYS


def _last_tile(seen: Outlook) -> Message | None:
    return None if seen.hand else Message("reasons.last_tile")


def _ends_round(seen: Outlook) -> Message | None:
    """That nobody can go on after it, and who holds least then, if that is certain."""
    if seen.ending is not Ending.BLOCKED:
        return None
    how = "pass" if isinstance(seen.move, Pass) else "play"
    if not seen.holds_least:
        return Message("reasons.ends_round", blanks={"how": how})
    side = tuple(seen.view.rules.seats(seen.view.rules.side(seen.seat)))
    return about("reasons.ends_round_best", side, seen.seat, {"how": how})


def _again(seen: Outlook) -> Message | None:
    return Message("reasons.again") if seen.plays_again else None


def _skips(seen: Outlook) -> Message | None:
    if seen.skipped is None or not seen.is_against(seen.skipped):
        return None
    return _of("reasons.skips", seen.skipped)


def _nobody_else(seen: Outlook) -> Message | None:
    """That all other tiles of a number that is at an end now lie on the table or in the own hand."""
    return _with_number("reasons.nobody_else", (each for each in seen.numbers if not _hidden(seen, each)))


def _cannot_play(seen: Outlook) -> Message | None:
    """That the next opponent is known to have nothing that fits, or no tile for the new end."""
    ends, seat = seen.chain.ends, seen.follower
    if ends is None or seat not in seen.others or not seen.is_against(seat):
        return None
    if all(seen.belief.lacks(seat, end) for end in ends):
        return _of("reasons.cannot_play", seat)
    lacking = (each for each in seen.numbers if seen.belief.lacks(seat, each))
    told = (each for each in lacking if _hidden(seen, each))
    return _with_number("reasons.lacks", told, seat)


def _partner_has(seen: Outlook) -> Message | None:
    """That a partner has played the number of the new end, and may have more of it."""
    for seat in seen.partners:
        able = (each for each in seen.numbers if not seen.belief.lacks(seat, each))
        shown = (each for each in able if _has(seen.shown(seat), each))
        if told := _with_number("reasons.partner", shown, seat):
            return told
    return None


def _unshown(seen: Outlook) -> Message | None:
    """That all have played, and nobody a tile with the number of the new end."""
    shown = [seen.shown(seat) for seat in seen.others]
    if not shown or not all(shown):
        return None
    numbers = (each for each in seen.numbers if not any(_has(tiles, each) for tiles in shown))
    return _with_number("reasons.unshown", (each for each in numbers if _hidden(seen, each)))


def _keeps_number(seen: Outlook) -> Message | None:
    """That all tiles of a number at an end stay in the hand, one of which might have been played."""
    passed_by = {each.tile for each in seen.alternatives}
    played = seen.move.tile if isinstance(seen.move, Play) else None
    for number in dict.fromkeys(seen.chain.ends or ()):
        if played and played.has(number):
            continue
        tiles = [tile for tile in seen.hand if tile.has(number)]
        if len(tiles) > 1 and passed_by.intersection(tiles):
            blanks: dict[str, Blank] = {"held": len(tiles), "number": _number(number)}
            return Message("reasons.keeps_number", blanks=blanks)
    return None


def _for_each_end(seen: Outlook) -> Message | None:
    """That a tile stays for each end, where another play would not leave one."""
    if seen.laying is None or not _serves_both(seen.laying) or all(map(_serves_both, seen.alternatives)):
        return None
    return Message("reasons.for_each_end")


def _few_hidden(seen: Outlook) -> Message | None:
    """That few hidden tiles have the number of the new end, fewer than that of any other play.

    It is no praise of a number that a partner has shown.
    """
    others = {_put(each) for each in seen.alternatives if seen.view.chain}.difference(seen.numbers)
    if not others or not seen.numbers or _partner_has(seen):
        return None
    number, least = seen.numbers[0], min(_hidden(seen, each) for each in others)
    hidden = _hidden(seen, number)
    if not 0 < hidden <= FEW or hidden >= least:
        return None
    return Message("reasons.few_hidden", blanks={"hidden": hidden, "number": _number(number)})


def _double(seen: Outlook) -> Message | None:
    plays = isinstance(seen.move, Play) and seen.move.tile.is_double
    is_choice = any(not each.tile.is_double for each in seen.alternatives)
    return Message("reasons.double") if plays and is_choice else None


def _heaviest(seen: Outlook) -> Message | None:
    """That no other tile of the hand has as many pips, or none of those that fit, where pips count."""
    if not isinstance(seen.move, Play) or seen.view.rules.count is not Count.PIPS:
        return None
    tile = seen.move.tile
    fitting = {each.tile for each in seen.alternatives} - {tile}
    if all(other.pips < tile.pips for other in seen.hand):
        return Message("reasons.heaviest", blanks={"pips": tile.pips})
    if fitting and all(other.pips < tile.pips for other in fitting):
        return Message("reasons.heaviest_fitting", blanks={"pips": tile.pips})
    return None


def _fit_next(seen: Outlook) -> Message | None:
    """That more of the kept tiles fit then than after another play, and after none more."""
    others = [each.mobility for each in seen.alternatives]
    if seen.laying is None or not others or _for_each_end(seen):
        return None
    fitting = seen.laying.mobility
    if fitting == min(others) or fitting < max(others):
        return None
    return Message("reasons.fit_next", blanks={"fitting": fitting})


def _only_fitting(seen: Outlook) -> Message | None:
    other = any(each.tile != seen.laying.tile for each in seen.alternatives) if seen.laying else True
    return None if other or not seen.view.chain else Message("reasons.only_fitting")


def _stuck(seen: Outlook) -> Message | None:
    return Message("reasons.stuck") if seen.view.position.is_stuck else None


def _hidden_fit(seen: Outlook) -> Message | None:
    """How many of the hidden tiles fit an end, where one may draw; against a draw that tells if few do."""
    hidden = seen.belief.unseen
    fitting = sum(bool(seen.view.chain.fits(tile)) for tile in hidden)
    is_likely = 2 * fitting > len(hidden)
    if against_draw(seen.view.position) or (isinstance(seen.move, Pass) and is_likely):
        return None
    return Message("reasons.hidden_fit", blanks={"fitting": fitting, "hidden": len(hidden)})


def _keeps_drawn(seen: Outlook) -> Message | None:
    """That the tile just drawn, which fits, is kept for later."""
    drawn = seen.view.hand[-1:] if seen.view.drew else ()
    fits = bool(drawn) and bool(seen.view.chain.fits(drawn[0]))
    return Message("reasons.keeps_drawn", blanks={"tile": drawn[0]}) if fits else None


def _light(seen: Outlook) -> Message | None:
    """That the own hand has fewer pips than any other may be thought to have."""
    hidden = seen.belief.unseen
    own, mean = held(seen.hand).pips, held(hidden).pips / max(1, len(hidden))
    least = min((seen.view.counts[seat] * mean for seat in seen.others), default=0.0)
    if seen.view.rules.count is not Count.PIPS or own >= least:
        return None
    return Message("reasons.light", blanks={"pips": own})


def _counts_against(seen: Outlook) -> Message | None:
    """That a tile that one might draw would count against its owner."""
    return None if against_draw(seen.view.position) else Message("reasons.counts_against")


OF_PLAYS: tuple[Reason, ...] = (
    *(_last_tile, _again, _skips, _nobody_else, _cannot_play, _partner_has, _unshown),
    *(_keeps_number, _for_each_end, _few_hidden, _double, _heaviest, _fit_next, _only_fitting),
)
OF_LAST_PLAYS: tuple[Reason, ...] = (_last_tile, _ends_round)
"""Of plays that end the round: nothing comes of them any more."""
OF_DRAWS: tuple[Reason, ...] = (_stuck, _hidden_fit)
OF_PASSES: tuple[Reason, ...] = (_ends_round, _keeps_drawn, _light, _hidden_fit, _counts_against)


def _serves_both(laying: Laying) -> bool:
    """Whether a play leaves a tile for each end, and not the same for both."""
    fitting = [laying.chain.fits(tile) for tile in laying.kept if laying.chain.fits(tile)]
    return len(fitting) > 1 and len({end for ends in fitting for end in ends}) > 1


def _put(laying: Laying) -> int:
    """The number that a play puts at its end of a chain."""
    return laying.ends[laying.play.end is End.RIGHT]


def _hidden(seen: Outlook, number: int) -> int:
    """How many hidden tiles have this number."""
    return sum(tile.has(number) for tile in seen.belief.unseen)


def _has(tiles: Hand, number: int) -> bool:
    return any(tile.has(number) for tile in tiles)


def _of(entry: str, seat: Seat, **blanks: Blank) -> Message:
    return Message(entry, blanks={"who": Players((seat,), opens=True), **blanks})


def _with_number(entry: str, numbers: Iterable[int], seat: Seat | None = None) -> Message | None:
    """A reason about the first of *numbers*, and about somebody; None if there is no number."""
    number = next(iter(numbers), None)
    if number is None:
        return None
    told = _number(number)
    return Message(entry, blanks={"number": told}) if seat is None else _of(entry, seat, number=told)


def _number(number: int) -> Message:
    """One tile's number inside a sentence: "a 5", "an 8"."""
    return Message("reasons.number", blanks={"count": number, "half": Half(number)})
