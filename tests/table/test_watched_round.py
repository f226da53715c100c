"""A round that one player follows: what others hide stays open, and nothing that was seen is contradicted."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace
from support.games.random_matches import VARIANTS, random_record

from playroom.rules.deal import begin
from playroom.rules.event import Drew, Passed, Played
from playroom.rules.flow import after, forced, play
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.move import Draw, Move, Pass
from playroom.rules.rewind import as_played
from playroom.rules.rulebook.variant import Rules
from playroom.rules.view import View, view
from playroom.table.shuffle import shuffled
from playroom.table.watched_round import (
    Action,
    WatchedRound,
    turn_is_open,
    watched,
    with_action,
    with_shown,
)

EAR = 0


def true_round(before: Match, chance: Random) -> Iterator[Match]:
    """The states of a round of random moves, the deal first, forced passes in one with what forces them."""
    redealt, deal = shuffled(before, chance)
    match = after(before, (*redealt, *begin(before, deal)))
    yield match
    while match.round:
        if passed := forced(match):
            match = after(match, passed)
        else:
            move: Move = chance.choice(legal_moves(position(match)))
            match = after(match, play(match, move))
        yield match


def actions(match: Match, since: int) -> list[Action]:
    """The actions in the last round from an event on, as the player at the first seat types them."""
    found = []
    for event in list(match.now.log)[since:]:
        match event:
            case Played(seat):
                found.append(Action(seat, as_played(event, match.rules)))
            case Drew(seat, tile):
                found.append(Action(seat, Draw(), tile if seat == EAR else None))
            case Passed(seat):
                found.append(Action(seat, Pass()))
    return found


def seen_by(match: Match) -> View:
    """What the player may know, but for the events, among which hidden causes may differ."""
    return replace(view(match, EAR), log=(), open_hands=())


def tells_of_hands(rules: Rules) -> bool:
    """Whether a turn goes on, or an arm takes any tile, by tiles that nobody has shown (CR-3)."""
    return turn_is_open(rules) or rules.owes_doubles


def follow(before: Match, chance: Random) -> tuple[WatchedRound, Match]:
    """A round followed to its end; what is known of it is right after each action."""
    states = true_round(before, chance)
    truth = next(states)
    known = watched(before, EAR, truth.now.hands[EAR], truth.now.starter)
    for state in states:
        for action in actions(state, len(truth.now.log)):
            assert known is not None
            if known.match.round:
                known = with_action(known, action)
        truth = state
        assert known is not None
        if truth.round and not tells_of_hands(truth.rules):
            assert seen_by(known.match) == seen_by(truth)
    assert known is not None
    return known, truth


LARGE = ("mexican-train", "cuban", "chickenfoot")
"""The games with so many tiles that each action takes a tenth of a second."""


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.long if game in LARGE else ()) for game in VARIANTS]
)
def test_the_player_knows_what_is_open_and_the_shown_tiles_make_the_score(game: str) -> None:
    chance = Random(game)
    before = random_record(VARIANTS[game], chance, short=True).match

    known, truth = follow(before, chance)

    left = {seat: hand for seat, hand in enumerate(truth.now.hands) if hand and seat != EAR}
    shown = with_shown(known, left)
    assert shown is not None
    assert shown.match.now.ending is truth.now.ending
    assert shown.match.totals == truth.totals
    assert not shown.to_show
