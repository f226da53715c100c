"""The rules of a game to be read where one plays it, made from the answers that hold at this table.

Each heading has a function, which gives its sentences in the order in which they are read: the goal, the
table, the turn, then scoring, one sentence for each award or one for a composition that has a name.
"""

from collections.abc import Iterator

from msgspec import Struct

from playroom.narration.message import Blank, Either, Message, Title
from playroom.narration.rules.option import composition, number_choice, rule, side_word, tile_set_name
from playroom.rules.rulebook.award import Award, Counted, Only, Receiver, When, at
from playroom.rules.rulebook.questions import (
    Best,
    BlockedBy,
    Count,
    Doubles,
    Drawing,
    Finish,
    FirstTurn,
    GoingOut,
    Joining,
    LaterStarter,
    NoWinner,
    Passing,
    Points,
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
    if not rules.scoring:
        return rule("goal", "bonuses")
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
        yield rule("later_starter", rules.later_starter, way=str(rules.direction))
        if rules.series is not None:
            yield rule("later_starter", "series")
        if rules.later_starter is LaterStarter.OUT_OR_LAST_PLAIN:
            return
        is_next = rules.later_starter is LaterStarter.CLOCKWISE and rules.no_winner is NoWinner.STARTER
        if rules.may_have_no_winner and not is_next:
            yield rule("no_winner", rules.no_winner)
        return
    yield rule("start", rules.starter, way=str(rules.direction))
    if not rules.has_engine:
        yield rule("opening", rules.opening)


def _round_end(rules: Rules) -> Iterator[Message]:
    is_team_game = rules.going_out is not GoingOut.WHOLE_TEAM or rules.teams
    yield rule("round_end", rules.going_out if is_team_game else GoingOut.ENDS_ROUND)
    if rules.passing is Passing.AND_OUT:
        yield rule("round_end", "last_in")
        return
    if rules.has_trains:
        entry = "blocked_trains"
    else:
        entry = "blocked_no_draw" if rules.drawing is Drawing.NEVER else "blocked"
    yield rule("round_end", entry)
    if rules.passing is Passing.ANY_TIME:
        yield rule("round_end", "all_passed")


def _match_end(rules: Rules) -> Iterator[Message]:
    if rules.single_round:
        yield rule("match_end", "single_round")
        return
    if rules.limit is not None:
        yield rule("match_end", "limit_teams" if rules.teams else "limit", limit=rules.limit)
        return
    if rules.target is not None:
        at_once, is_low = rules.finish is Finish.AT_ONCE, rules.best is Best.LOWEST
        entry = "target_lowest" if is_low else "target_at_once" if at_once else "target"
        yield rule("match_end", entry, target=rules.target)
        if at_once and not is_low and at(rules.awards, When.OUT):
            yield rule("match_end", "hands_not_scored")
    if rules.last_deal is not None:
        entry = "rounds" if rules.has_engine else "deals"
        yield rule("match_end", entry, deals=rules.last_deal, best=rules.best)
    if rules.series is not None:
        yield rule("match_end", "series", count=rules.series)
    if rules.love:
        yield rule("match_end", "love", target=rules.target or 0)
    plays_on = rules.target is not None and rules.shared_target is SharedTarget.ANOTHER_ROUND
    yield rule("match_end", "another_round" if plays_on else "shared")


def turn(rules: Rules) -> Iterator[Message]:
    """What fits, and what the seat to move does."""
    if rules.has_engine:
        fit = f"fit_{rules.shape}"
    elif rules.joining is Joining.SEVEN:
        fit = "fit_seven"
    else:
        fit = "fit_spinner" if rules.spinner else "fit"
    yield rule("turn", fit, way=str(rules.direction))
    if rules.spinner:
        yield rule("turn", "middle" if rules.begins_all_arms else "spinner")
    if rules.owes_doubles:
        yield rule("turn", "doubles_owed")
    if rules.wild:
        yield rule("turn", "wild", tiles=rules.wild)
        if rules.joining is Joining.SEVEN:
            yield rule("turn", "blank_end")
    if rules.passing is Passing.ANY_TIME:
        duty = "free" if rules.drawing is Drawing.ANY_TIME else "play_or_pass"
    else:
        duty = "play_or_draw" if rules.drawing is Drawing.ANY_TIME else "must_play"
    yield rule("turn", duty)


def trains(rules: Rules) -> Iterator[Message]:
    """Where a tile may go, where there are trains (MT-5, MT-6, MT-11)."""
    if rules.has_trains:
        yield rule("trains", "reach")
        yield rule("trains", "marker")
        if rules.first_turn is FirstTurn.MANY:
            yield rule("trains", "first_turn")


def doubles(rules: Rules) -> Iterator[Message]:
    """How doubles are covered (MT-8 to MT-10), or get their toes (CF-2, CF-3)."""
    if rules.has_feet:
        yield rule("doubles", "feet", toes=rules.first_toes)
        yield rule("doubles", "foot_over")
    if rules.doubles is Doubles.NOT_COVERED:
        return
    yield rule("doubles", "cover")
    if rules.doubles is Doubles.SEVERAL:
        yield rule("doubles", "several")
    yield rule("doubles", "not_owed")


def drawing(rules: Rules) -> Iterator[Message]:
    """When a player draws, and what may follow."""
    left = undealt(rules)
    if rules.drawing is Drawing.NEVER or left or rules.limit is not None:
        yield rule("drawing", rules.drawing, left=left)
    if rules.drawing is Drawing.NEVER or not (left or rules.limit):
        return
    yield rule("after_draw", rules.after_draw)
    if rules.keep_matadors:
        yield rule("drawing", "keep_matadors")
    if rules.reserve:
        yield rule("drawing", "reserve", reserve=rules.reserve)
    yield rule("drawing", "hidden")


def undealt(rules: Rules) -> int:
    """The tiles that are left once all players of a table have got theirs."""
    size = rules.hand_size(rules.players) or 0
    return len(whole_set(rules.set)) - rules.has_engine - size * rules.players


def passing(rules: Rules) -> Iterator[Message]:
    """When a player passes, and what it costs."""
    can_draw = rules.drawing is not Drawing.NEVER and (undealt(rules) or rules.limit is not None)
    cannot_draw = rules.passing is Passing.IF_STUCK and not can_draw
    yield rule("passing", "if_stuck_no_draw" if cannot_draw else rules.passing)
    if rules.has_trains:
        yield rule("passing", "opens_train")


def special(rules: Rules) -> Iterator[Message]:
    """Other turns, skipped turns and turns of the direction (PP-4 to PP-6)."""
    if rules.again_on:
        yield rule("special", "again_on", sums=number_choice(rules.again_on))
    if rules.skip_on:
        yield rule("special", "skip_on", sums=number_choice(rules.skip_on))
    if rules.skip_on_equal_ends:
        yield rule("special", "skip_on_equal_ends")
    if rules.turn_round_on:
        yield rule("special", "turn_round_on", sums=number_choice(rules.turn_round_on))
    if rules.plays_both_doubles:
        yield rule("special", "both_doubles")
    if rules.again_on or rules.skip_on or rules.turn_round_on:
        yield rule("special", "sum")
    if rules.again_on and (rules.skip_on or rules.skip_on_equal_ends):
        yield rule("special", "again_first")


def scoring(rules: Rules) -> Iterator[Message]:
    """Who scores what."""
    if rules.passing is Passing.AND_OUT:
        yield rule("scoring.passes", side_word(rules), unit=rules.count)
        if rules.first_pass_doubles:
            yield rule("scoring", "first_pass_doubles")
        yield rule("scoring", "last_in", unit=rules.count)
        if rules.going_out is GoingOut.ENDS_ROUND:
            yield rule("scoring", "going_out", unit=rules.count)
    elif named := composition(rules.scoring):
        yield rule(f"scoring.{named}", side_word(rules), unit=rules.count)
        if rules.winners_leftovers and rules.teams:
            yield rule("scoring", "winners_leftovers")
        if rules.names_winner:
            yield from _blocked_winner(rules)
        else:
            yield _blocked(rules, named, scores="all")
    else:
        for when in When:
            awards = tuple(award for award in at(rules.scoring, when) if _may_be_given(rules, award))
            if when is When.BLOCKED and rules.names_winner:
                yield from _blocked_winner(rules)
            elif when is When.BLOCKED and any(
                each.to in (Receiver.WINNER, Receiver.FEWEST) for each in awards
            ):
                yield _blocked(rules, "others", scores="by_awards")
            yield from (_award(rules, award) for award in awards)
            if when is When.PLAY and rules.exact and rules.target is not None:
                yield rule("scoring", "exact", target=rules.target)
            if any(award.counts is Counted.ENDS for award in awards):
                yield rule("scoring", "sum_spinner") if rules.spinner else rule("special", "sum")
    if rules.capicua:
        blank = "yes" if rules.capicua_blank else "no"
        yield rule("bonus", "capicua", points=rules.capicua, blank=blank)
    if rules.chuchazo:
        yield rule("bonus", "chuchazo", points=rules.chuchazo)
    if rules.opening_pass:
        yield rule("bonus", "opening_pass", points=rules.opening_pass)
    if rules.all_pass:
        yield rule("bonus", "all_pass", points=rules.all_pass)
    if rules.round_bonus:
        yield rule("bonus", "round_bonus")
    if rules.points is Points.FIVES:
        yield rule("scoring", "fives")
    if rules.entry is not None:
        yield rule("scoring", "entry", points=rules.entry, sides=side_word(rules))
    if Count.PIPS in (rules.count, rules.blocked_count):
        if rules.double_blank:
            yield rule("scoring", "double_blank", points=rules.double_blank)
        if rules.lone_double_blank:
            yield rule("scoring", "lone_double_blank", points=rules.lone_double_blank)


def _may_be_given(rules: Rules, award: Award) -> bool:
    """Whether these rules ever give an award, such as one for blocked rounds, which somebody must win."""
    if award.counts is Counted.CARRIED:
        return rules.carries_rounds or rules.carries_pips
    if award.only is Only.OPENING_DOUBLE and not rules.opening_scores:
        return False
    if award.counts is Counted.PIGS and rules.series is None:
        return False
    nobody_wins = rules.blocked_by in (BlockedBy.NOBODY, BlockedBy.REPLAY)
    return not (award.when is When.BLOCKED and award.to is Receiver.WINNER and nobody_wins)


def _blocked(rules: Rules, named: str, *, scores: str) -> Message:
    """Who wins a blocked round, and why, unless awards say so."""
    unit, sides = rules.blocked_count, side_word(rules)
    return rule("scoring.blocked", named, unit=unit, sides=sides, scores=scores)


def _blocked_winner(rules: Rules) -> Iterator[Message]:
    """Who wins a blocked round where the game names its winner, and what comes of a tie (L-2, PA-2)."""
    unit, sides = rules.blocked_count, side_word(rules)
    yield rule("blocked_by", rules.blocked_by, unit=unit, sides=sides)
    if rules.blocked_by not in (BlockedBy.NOBODY, BlockedBy.REPLAY):
        yield rule("blocked_tie", rules.blocked_tie, sides=sides)


def _award(rules: Rules, award: Award) -> Message:
    unit = rules.blocked_count if award.when is When.BLOCKED else rules.count
    counts = "eggs" if award.counts is Counted.CARRIED and rules.carries_pips else award.counts
    receiver = Receiver.PLAYER if (award.when, award.to) == (When.OUT, Receiver.WINNER) else award.to
    blanks: dict[str, Blank] = {
        "when": rule("award.when", award.when) if award.only is Only.ANY else rule("award.only", award.only),
        "to": rule("award.to", receiver, sides=side_word(rules), moment=str(award.when)),
        "counts": rule("award.counts", counts, unit=unit, points=award.points),
        "own": int(award.less_own),
        "multiple": award.multiple_of,
        "nearest": award.nearest,
        "per": award.per,
    }
    return Message("rulebooks.award.sentence", blanks=blanks)
