"""The reasons for a move, each a sentence that is certainly true, the most telling first."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from playroom.advice.outlook import Outlook, outlook
from playroom.advice.statement import about_number, about_seat, at_time, has, number_name, statement
from playroom.bots.placement import PlayOutcome, max_gain, own_run
from playroom.narration.message import Blank, Half, Message, about
from playroom.rules.event import Bonus, BonusKind, Ending, FootDone
from playroom.rules.layout import Feet, Trains
from playroom.rules.legal import against_draw, joining_tiles, legal_moves, playable_tiles, plays
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.rulebook.award import Only, kind_of_last_tile
from playroom.rules.rulebook.questions import Count
from playroom.rules.score import has_equal_ends, worth_of_last
from playroom.rules.seat import Seat
from playroom.rules.tile import DOUBLE_BLANK, Tile
from playroom.rules.view import View

MOST = 3
"""The most reasons given for a move, as more are not remembered."""

FEW = 2
"""The largest number of hidden tiles that a reason calls few."""

Reason = Callable[[Outlook], Message | None]
"""A function that returns a reason for a move, None if it does not apply."""


def reasons(view: View, move: Move, most: int = MOST) -> tuple[Message, ...]:
    """The reasons for a legal move, the most telling first; empty if there are none."""
    if legal_moves(view.position) == (move,):
        return (statement("only", tense="now"),)
    return tuple(islice(true_reasons(view, move), most))


def true_reasons(view: View, move: Move) -> Iterator[Message]:
    """All reasons that are true of a move, the most telling first."""
    seen = outlook(view, move)
    match move:
        case Draw():
            asked = OF_DRAWS
        case Pass():
            asked = OF_PASSES
        case Play():
            asked = OF_LAST_PLAYS if seen.ending else OF_PLAYS
    found = filter(None, (reason(seen) for reason in asked))
    return (at_time("now", each) for each in found)


# Plays in every game, from public information and the own hand.


def last_tile(seen: Outlook) -> Message | None:
    """That the hand is empty then."""
    return None if seen.hand else statement("last_tile")


def last_tile_worth(seen: Outlook) -> Message | None:
    """The bonus for the last tile (PA-4, PA-5), or what the round is worth as it fits both ends (DU-2)."""
    bonus = next((event for event in seen.events if isinstance(event, Bonus)), None)
    if bonus is not None and bonus.kind in (BonusKind.CAPICUA, BonusKind.CHUCHAZO):
        return statement(str(bonus.kind), points=bonus.points)
    if seen.ending is not Ending.OUT or not isinstance(seen.move, Play):
        return None
    kind = kind_of_last_tile(seen.move.tile, fits_both=has_equal_ends(seen.match.now))
    points = sum(award.points for award in seen.rules.awards if award.only is kind)
    fits_both = kind in (Only.BOTH_ENDS, Only.BOTH_ENDS_DOUBLE)
    return statement(f"out_with_{kind}", points=points) if points and fits_both else None


def last_fits_both(seen: Outlook) -> Message | None:
    """That the only tile that is kept fits both ends, so that going out is worth more (PA-4, DU-2)."""
    if seen.outcome is None or not seen.outcome.last_fits_both:
        return None
    (tile,) = seen.outcome.kept
    more = seen.outcome.last_worth - worth_of_last(seen.rules, tile, fits_both=False)
    return statement("last_fits_both", tile=tile, points=more) if more > 0 else None


def clears_waits(seen: Outlook) -> Message | None:
    """That the points that wait against the own side are lost as it wins the round (KZ-7)."""
    points = seen.view.carry.waits[seen.rules.side(seen.seat)]
    return statement("clears_waits", points=points) if points and seen.ending is Ending.OUT else None


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
    ends = ((each, end) for each in seen.alternatives for end in each.event.ends)
    put = {end.number for each, end in ends if end.end == each.event.new_end and end.is_open}
    others = put.difference(seen.numbers)
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


def _serves_all(outcome: PlayOutcome) -> bool:
    """Whether a play leaves a tile for each end of a line or cross, and not the same for two."""
    if isinstance(outcome.layout, Trains | Feet):
        return False
    position = outcome.next_position
    several = [[play.end for play in plays(position, tile)] for tile in outcome.kept]
    fitting = [
        [tile for tile, ends in zip(outcome.kept, several, strict=True) if end.end in ends]
        for end in outcome.ends
    ]
    return _can_choose(fitting, frozenset())


def _can_choose(choices: list[list[Tile]], taken: frozenset[Tile]) -> bool:
    """Whether one of each list can be chosen, none of them twice."""
    if not choices:
        return True
    first, *rest = choices
    return any(_can_choose(rest, taken | {tile}) for tile in first if tile not in taken)


# Draws and passes.


def stuck(seen: Outlook) -> Message | None:
    """That no tile of the hand fits."""
    return statement("stuck") if seen.view.position.is_stuck else None


def hidden_fit(seen: Outlook) -> Message | None:
    """The number of hidden tiles that fit, where one may draw; for a pass only if few do."""
    hidden = seen.belief.unseen
    fitting = len(playable_tiles(seen.view.position).intersection(hidden))
    is_likely = 2 * fitting > len(hidden)
    if against_draw(seen.view.position) or (isinstance(seen.move, Pass) and is_likely):
        return None
    return statement("hidden_fit", fitting=fitting, hidden=len(hidden))


def keeps_drawn(seen: Outlook) -> Message | None:
    """That the tile just drawn, which fits, is kept for later."""
    drawn = seen.view.hand[-1:] if seen.view.drew else ()
    fits = bool(drawn) and seen.view.position.is_playable(drawn[0])
    return statement("keeps_drawn", tile=drawn[0]) if fits else None


def light(seen: Outlook) -> Message | None:
    """That the own hand has fewer pips than any other is likely to have."""
    hidden = seen.belief.unseen
    own = sum(tile.pips for tile in seen.hand)
    mean = sum(tile.pips for tile in hidden) / max(1, len(hidden))
    least = min((seen.view.counts[seat] * mean for seat in seen.others), default=0.0)
    if seen.rules.count is not Count.PIPS or own >= least:
        return None
    return statement("light", pips=own)


def counts_against(seen: Outlook) -> Message | None:
    """That a tile that one might draw would count against its owner."""
    return None if against_draw(seen.view.position) else statement("counts_against")


def wins_match(seen: Outlook) -> Message | None:
    """That the target is reached at once (AF-9)."""
    wins = seen.ending is Ending.TARGET and seen.outcome is not None and seen.outcome.may_score
    return statement("wins_match") if wins else None


def scores_at_once(seen: Outlook) -> Message | None:
    """The points that it scores at once (AF-7)."""
    if seen.outcome is None or seen.outcome.gain <= 0:
        return None
    return statement("scores", points=seen.outcome.points)


def denies(seen: Outlook) -> Message | None:
    """That no hidden tile scores for the next opponent, or few do, where more would after another play."""
    seat = seen.next_opponent
    if seat is None or seen.outcome is None or not seen.outcome.may_score:
        return None
    scoring = _scoring(seen, seen.outcome, seat)
    others = [_scoring(seen, each, seat) for each in seen.alternatives]
    if not others or scoring > FEW or scoring >= min(others):
        return None
    return statement("few_score", scoring=scoring) if scoring else about_seat("cannot_score", seat)


def blank_counts(seen: Outlook) -> Message | None:
    """That the 0-0 is played, which counts more than its pips (MT-13)."""
    is_blank = seen.outcome is not None and seen.outcome.tile == DOUBLE_BLANK
    return (
        statement("blank_counts", points=seen.rules.double_blank)
        if is_blank and seen.rules.double_blank
        else None
    )


def only_matadors(seen: Outlook) -> Message | None:
    """That only tiles that fit anywhere join the new end, and some are hidden (MA-4)."""
    left = (each for each in seen.numbers if _takes_only_wild(seen, each))
    return about_number("only_matadors", (each for each in left if seen.hidden(each)))


def matador_needed(seen: Outlook) -> Message | None:
    """That nothing else joins the end where a tile goes that fits anywhere."""
    if seen.outcome is None or seen.outcome.tile not in seen.rules.wild:
        return None
    ends = seen.view.layout.open_ends
    number = next((each.number for each in ends if each.end == seen.outcome.play.end), None)
    needed = number is not None and _takes_only_wild(seen, number)
    return statement("matador_needed") if needed else None


def keeps_matadors(seen: Outlook) -> Message | None:
    """That tiles stay that fit anywhere, one of which might have been played."""
    wild = frozenset(seen.rules.wild)
    kept = wild.intersection(seen.view.hand)
    plays_one = seen.outcome is not None and seen.outcome.tile in wild
    if plays_one or kept.isdisjoint(each.tile for each in seen.alternatives):
        return None
    return statement("keeps_matadors", kept=len(kept))


def closes_train(seen: Outlook) -> Message | None:
    """That the own train is closed to the others then."""
    return statement("closes_train") if seen.closes_train else None


def can_cover(seen: Outlook) -> Message | None:
    """That the double can be covered with a kept tile (MT-8)."""
    outcome = seen.outcome
    covers = outcome is not None and outcome.must_be_covered and outcome.is_covered
    return statement("can_cover") if covers else None


def completes_foot(seen: Outlook) -> Message | None:
    """That the foot has its last toe then, so that all ends are open again (CF-2)."""
    done = any(isinstance(event, FootDone) and not event.missing for event in seen.events)
    return statement("completes_foot") if done else None


def keeps_toes(seen: Outlook) -> Message | None:
    """That tiles are kept for the toes of the double that is played (CF-2)."""
    toes = seen.match.now.layout.toes_owed
    if seen.outcome is None or not seen.outcome.tile.is_double or not toes:
        return None
    kept = sum(tile.has(seen.outcome.tile.high) for tile in seen.hand)
    return statement("keeps_toes", kept=kept) if kept else None


def covers(seen: Outlook) -> Message | None:
    """That it covers a double that another play would leave (MT-10)."""
    owed = seen.view.owed
    if not owed or seen.outcome is None or seen.outcome.play.end != owed[0]:
        return None
    return statement("covers") if any(each.play.end != owed[0] for each in seen.alternatives) else None


def keeps_run(seen: Outlook) -> Message | None:
    """That several tiles stay that can be laid on the own train, one after the other."""
    layout = seen.match.now.layout
    if seen.outcome is None or not isinstance(layout, Trains):
        return None
    runs = [len(own_run(each.layout, seen.seat, each.kept)) for each in (seen.outcome, *seen.alternatives)]
    run = runs[0]
    if run < FEW or min(runs) == run:
        return None
    return statement("keeps_run", kept=run)


def _scoring(seen: Outlook, outcome: PlayOutcome, seat: Seat) -> int:
    """The number of hidden tiles that would score at once for *seat*."""
    return sum(max_gain(outcome.match, seat, tile) > 0 for tile in seen.belief.unseen)


def _takes_only_wild(seen: Outlook, number: int) -> bool:
    """Whether nothing but tiles that fit anywhere joins *number*."""
    return joining_tiles(seen.rules, number) == frozenset(seen.rules.wild)


OF_PLAYS: tuple[Reason, ...] = (
    *(last_tile, scores_at_once, again, skips, last_fits_both, nobody_else, cannot_play),
    *(only_matadors, denies, partner_has, unshown, closes_train),
    *(completes_foot, keeps_toes, covers, can_cover, matador_needed, keeps_matadors, keeps_run),
    *(keeps_number, for_each_end, few_hidden, blank_counts, double),
    *(heaviest_tile, fit_next, only_fitting),
)
OF_LAST_PLAYS: tuple[Reason, ...] = (
    *(wins_match, last_tile, last_tile_worth, clears_waits),
    *(scores_at_once, ends_round),
)
"""The reasons for plays that end the round, which have no later effects."""
OF_DRAWS: tuple[Reason, ...] = (stuck, keeps_matadors, hidden_fit)
OF_PASSES: tuple[Reason, ...] = (ends_round, keeps_drawn, light, hidden_fit, counts_against)
