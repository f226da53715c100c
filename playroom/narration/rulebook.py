"""The rules of a game to be read where one plays it, made from the answers that hold at this table."""

from collections.abc import Iterator
from dataclasses import dataclass

from playroom.narration.message import Blank, Either, Message, Title
from playroom.narration.option import numbers_told, set_told
from playroom.rules.question import Count, Drawing, GoingOut, Passing, Scoring
from playroom.rules.tile import whole_set
from playroom.rules.variant import Rules, Variant


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of a rulebook and what stands under it."""

    heading: Message
    paragraphs: tuple[Message, ...]


def title(variant: Variant) -> Title:
    """The title of a rulebook."""
    return Title(variant.name, variant.titles)


def rulebook(variant: Variant, rules: Rules) -> tuple[Section, ...]:
    """The rules of *variant* as they are at a table with *rules*, by headings."""
    sections = {
        "goal": (_goal(rules),),
        "players": tuple(_players(variant, rules)),
        "tiles": tuple(_tiles(rules)),
        "start": (_told("start", rules.starter), _told("opening", rules.opening)),
        "turn": (_told("turn", "fit"), _turn(rules)),
        "drawing": tuple(_drawing(rules)),
        "passing": (_passing(rules),),
        "special": tuple(_special(rules)),
        "round_end": tuple(_round_end(rules)),
        "scoring": tuple(_scoring(rules)),
        "match_end": tuple(_match_end(rules)),
    }
    return tuple(
        Section(Message(f"rulebooks.headings.{name}"), paragraphs)
        for name, paragraphs in sections.items()
        if paragraphs
    )


def _told(group: str, entry: str, **blanks: Blank) -> Message:
    return Message(f"rulebooks.{group}.{entry}", blanks=blanks)


def _goal(rules: Rules) -> Message:
    if rules.scoring is Scoring.PASSES:
        return _told("goal", "passes")
    return _told("goal", "single_round" if rules.single_round else rules.best)


def _players(variant: Variant, rules: Rules) -> Iterator[Message]:
    yield _told("players", "allowed", players=numbers_told(variant.players))
    several = [teams for teams in variant.teams if teams]
    if not several:
        yield _told("players", "alone")
    else:
        entry = "alone_or_teams" if 0 in variant.teams else "teams"
        yield _told("players", entry, teams=numbers_told(several))
    yield _told("players", "now", players=rules.players, teams=rules.teams)


def _tiles(rules: Rules) -> Iterator[Message]:
    stock = len(whole_set(rules.set))
    size = rules.hand_size(rules.players) or 0
    yield _told("tiles", "set", set=set_told(rules.set), highest=rules.set, stock=stock)
    yield _told("tiles", "hand", size=size)
    if len(rules.hand) > 1:
        yield _told("tiles", "hand_by_stock", sizes=Either(tuple(map(str, rules.hand))))
    left = stock - size * rules.players
    yield _told("tiles", "set_aside" if rules.drawing is Drawing.NEVER else "boneyard", left=left)


def _turn(rules: Rules) -> Message:
    if rules.passing is Passing.ANY_TIME:
        return _told("turn", "free" if rules.drawing is Drawing.ANY_TIME else "play_or_pass")
    return _told("turn", "play_or_draw" if rules.drawing is Drawing.ANY_TIME else "must_play")


def _drawing(rules: Rules) -> Iterator[Message]:
    yield _told("drawing", rules.drawing)
    if rules.drawing is Drawing.NEVER:
        return
    yield _told("after_draw", rules.after_draw)
    if rules.reserve:
        yield _told("drawing", "reserve", reserve=rules.reserve)
    yield _told("drawing", "hidden")


def _passing(rules: Rules) -> Message:
    cannot_draw = rules.passing is Passing.IF_STUCK and rules.drawing is Drawing.NEVER
    return _told("passing", "if_stuck_no_draw" if cannot_draw else rules.passing)


def _special(rules: Rules) -> Iterator[Message]:
    if rules.again_on:
        yield _told("special", "again_on", sums=numbers_told(rules.again_on))
    if rules.skip_on:
        yield _told("special", "skip_on", sums=numbers_told(rules.skip_on))
    if rules.skip_on_equal_ends:
        yield _told("special", "skip_on_equal_ends")
    if rules.again_on or rules.skip_on:
        yield _told("special", "sum")
    if rules.again_on and (rules.skip_on or rules.skip_on_equal_ends):
        yield _told("special", "again_first")


def _round_end(rules: Rules) -> Iterator[Message]:
    is_team_game = rules.going_out is not GoingOut.WHOLE_TEAM or rules.teams
    yield _told("round_end", rules.going_out if is_team_game else GoingOut.ENDS_ROUND)
    if rules.passing is Passing.AND_OUT:
        yield _told("round_end", "last_in")
        return
    yield _told("round_end", "blocked_no_draw" if rules.drawing is Drawing.NEVER else "blocked")
    if rules.passing is Passing.ANY_TIME:
        yield _told("round_end", "all_passed")


def _scoring(rules: Rules) -> Iterator[Message]:
    sides = "teams" if rules.teams else "alone"
    yield _told(f"scoring.{rules.scoring}", sides, unit=rules.count)
    if rules.winners_leftovers and rules.teams:
        yield _told("scoring", "winners_leftovers")
    if rules.scoring is Scoring.PASSES:
        yield from _passes_scoring(rules)
    else:
        yield _told("scoring.blocked", rules.scoring, unit=rules.blocked_count, sides=sides)
    if rules.lone_double_blank and Count.PIPS in (rules.count, rules.blocked_count):
        yield _told("scoring", "lone_double_blank", points=rules.lone_double_blank)


def _passes_scoring(rules: Rules) -> Iterator[Message]:
    if rules.first_pass_doubles:
        yield _told("scoring", "first_pass_doubles")
    yield _told("scoring", "last_in", unit=rules.count)
    if rules.going_out is GoingOut.ENDS_ROUND:
        yield _told("scoring", "going_out", unit=rules.count)


def _match_end(rules: Rules) -> Iterator[Message]:
    if rules.single_round:
        yield _told("match_end", "single_round")
        return
    if rules.limit is not None:
        yield _told("match_end", "limit_teams" if rules.teams else "limit", limit=rules.limit)
        return
    if rules.target is not None:
        at_once = rules.scoring is Scoring.PASSES
        yield _told("match_end", "target_at_once" if at_once else "target", target=rules.target)
    if rules.deals is not None:
        yield _told("match_end", "deals", deals=rules.deals, best=rules.best)
    yield _told("match_end", "shared")
