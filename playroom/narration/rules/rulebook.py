"""The rules of a game to be read where one plays it, made from the answers that hold at this table."""

from collections.abc import Iterator

from msgspec import Struct

from playroom.narration.message import Either, Message, Title
from playroom.narration.rules.option import number_choice, tile_set_name
from playroom.narration.rules.rule import rule
from playroom.narration.rules.scoring_rules import scoring
from playroom.narration.rules.turn_rules import doubles, drawing, passing, special, trains, turn, undealt
from playroom.rules.rulebook.award import Counted, When, at
from playroom.rules.rulebook.questions import (
    Best,
    Drawing,
    Finish,
    GoingOut,
    Joining,
    LaterStarter,
    NoWinner,
    Passing,
    SharedTarget,
)
from playroom.rules.rulebook.variant import Rules, Variant
from playroom.rules.tile import Tile, whole_set

OF_ROUNDS = (Counted.FIXED, Counted.CARRIED, Counted.PIGS)
"""What awards count that are given for rounds, not for hands."""


class Section(Struct, frozen=True):
    """A heading of a rulebook and what stands under it."""

    heading: Message
    paragraphs: tuple[Message, ...]


def title(variant: Variant) -> Title:
    """The title of a rulebook."""
    return Title(variant.name, variant.titles)


def rulebook(variant: Variant, rules: Rules, *, is_at_table: bool = True) -> tuple[Section, ...]:
    """The rules of *variant* as they are at a table with *rules*, by headings.

    Unless one *is_at_table*, they are those of a new table.
    """
    sections = {
        "goal": (_goal(rules),),
        "players": tuple(_players(variant, rules, is_at_table=is_at_table)),
        "tiles": tuple(_tiles(rules)),
        "start": tuple(_start(rules)),
        "turn": tuple(turn(rules)),
        "trains": tuple(trains(rules)),
        "doubles": tuple(doubles(rules)),
        "drawing": tuple(drawing(rules)),
        "passing": tuple(passing(rules)),
        "special": tuple(special(rules)),
        "round_end": tuple(_round_end(rules)),
        "scoring": tuple(scoring(rules)),
        "match_end": tuple(_match_end(rules)),
    }
    return tuple(
        Section(Message(f"rulebooks.headings.{name}"), paragraphs)
        for name, paragraphs in sections.items()
        if paragraphs
    )


def _goal(rules: Rules) -> Message:
    if rules.passing is Passing.AND_OUT:
        return rule("goal", "passes")
    if rules.single_round:
        return rule("goal", "single_round")
    final = (*at(rules.awards, When.OUT), *at(rules.awards, When.BLOCKED))
    if rules.asks_for_end_doubles:
        return rule("goal", "equal_ends")
    if rules.best is Best.HIGHEST and final and all(award.counts in OF_ROUNDS for award in final):
        return rule("goal", "rounds")
    scores_on_the_way = rules.best is Best.HIGHEST and at(rules.awards, When.PLAY)
    return rule("goal", "on_the_way" if scores_on_the_way else rules.best)


def _players(variant: Variant, rules: Rules, *, is_at_table: bool) -> Iterator[Message]:
    yield rule("players", "allowed", players=number_choice(variant.players))
    several = [teams for teams in variant.teams if teams]
    paired = [players for players in variant.players if variant.teams_for(players) == tuple(several)]
    if variant.teams_of and paired:
        blanks = {"paired": number_choice(paired), "teams": number_choice(several)}
        yield rule("players", "teams_by_players", **blanks)
    elif not several:
        yield rule("players", "alone")
    else:
        entry = "alone_or_teams" if 0 in variant.teams else "teams"
        yield rule("players", entry, teams=number_choice(several))
    place, alone = "here" if is_at_table else "first", "may_be" if several else "always"
    yield rule("players", "now", players=rules.players, teams=rules.teams, place=place, alone=alone)


def _tiles(rules: Rules) -> Iterator[Message]:
    stock = len(whole_set(rules.set))
    size = rules.hand_size(rules.players) or 0
    blank_fits_blank = rules.joining is Joining.EQUAL and not rules.wild
    entry = "set" if blank_fits_blank else "set_alone"
    yield rule("tiles", entry, set=tile_set_name(rules.set), highest=rules.set, stock=stock)
    if rules.has_engine:
        yield rule("tiles", "engine", first=Tile(rules.set, rules.set))
    if rules.aside:
        yield rule("tiles", "aside", tiles=rules.aside)
    yield rule("tiles", "hand", size=size)
    if rules.redeal and rules.redeal_doubles is not None:
        yield rule("tiles", "redeal_doubles", count=rules.redeal_doubles)
    if rules.redeal and rules.redeal_number is not None:
        yield rule("tiles", "redeal_number", count=rules.redeal_number)
    if len(rules.hand) > 1:
        yield rule("tiles", "hand_by_stock", sizes=Either(tuple(map(str, rules.hand))))
    entry = "set_aside" if rules.drawing is Drawing.NEVER else "boneyard"
    yield rule("tiles", entry, left=undealt(rules), drops="yes" if rules.limit is not None else "no")


def _start(rules: Rules) -> Iterator[Message]:
    if rules.later_starter is not LaterStarter.AS_FIRST:
        first = rules.starter.partition("_then_")[0]
        yield rule("start_first", first)
        yield rule("opening_first", rules.opening)
        yield rule("later_starter", rules.later_starter)
        if rules.series is not None:
            yield rule("later_starter", "series")
        if rules.later_starter is LaterStarter.OUT_OR_LAST_PLAIN:
            return
        is_next = rules.later_starter is LaterStarter.CLOCKWISE and rules.no_winner is NoWinner.STARTER
        if rules.may_have_no_winner and not is_next:
            yield rule("no_winner", rules.no_winner)
        return
    yield rule("start", rules.starter)
    if not rules.has_engine:
        yield rule("opening", rules.opening)


def _round_end(rules: Rules) -> Iterator[Message]:
    is_team_game = rules.going_out is not GoingOut.WHOLE_TEAM or rules.teams
    yield rule("round_end", rules.going_out if is_team_game else GoingOut.ENDS_ROUND)
    if rules.passing is Passing.AND_OUT:
        yield rule("round_end", "last_in")
        return
    yield rule("round_end", _blocked(rules))
    if rules.passing is Passing.ANY_TIME:
        yield rule("round_end", "all_passed")


def _blocked(rules: Rules) -> str:
    if rules.has_engine:
        return "blocked_trains"
    return "blocked_no_draw" if rules.drawing is Drawing.NEVER else "blocked"


def _match_end(rules: Rules) -> Iterator[Message]:
    if rules.single_round:
        yield rule("match_end", "single_round")
        return
    if rules.limit is not None:
        yield rule("match_end", "limit_teams" if rules.teams else "limit", limit=rules.limit)
        return
    if rules.target is not None:
        yield from _target(rules, rules.target)
    if rules.last_deal is not None:
        entry = "rounds" if rules.has_engine else "deals"
        yield rule("match_end", entry, deals=rules.last_deal, best=rules.best)
    if rules.series is not None:
        yield rule("match_end", "series", count=rules.series)
    if rules.love:
        yield rule("match_end", "love", target=rules.target or 0)
    plays_on = rules.target is not None and rules.shared_target is SharedTarget.ANOTHER_ROUND
    yield rule("match_end", "another_round" if plays_on else "shared")


def _target(rules: Rules, target: int) -> Iterator[Message]:
    if rules.best is Best.LOWEST:
        yield rule("match_end", "target_lowest", target=target)
        return
    at_once = rules.finish is Finish.AT_ONCE
    yield rule("match_end", "target_at_once" if at_once else "target", target=target)
    if at_once and at(rules.awards, When.OUT):
        yield rule("match_end", "hands_not_scored")
