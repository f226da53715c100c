"""The coach tells what became of a round, and nothing that it did not see in time."""

from dataclasses import replace
from random import Random

import pytest
from support.games.rounds import by_hand, by_lot, table

from playroom.advice.coach import coached
from playroom.bots.coach import GivenAway, Lost, NoChoice, RoundWon, Undone, Verdict, decisions, verdict
from playroom.bots.solver import solver
from playroom.engine.simulator import simulator
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience
from playroom.rules.flow import after, forced, play
from playroom.rules.match import Match
from playroom.rules.move import Move, Pass
from playroom.rules.rewind import Decision
from playroom.rules.rulebook.variant import Rules
from playroom.rules.score import round_winners
from playroom.rules.seat import Seat
from playroom.table.examples.notation import move_of as move

ADA, BEN = 0, 1
PAIR = replace(table("block", 2), hand=(3,))
"""Block for two with three tiles each."""

# Ada's 3-0 would have left Ben nothing to play; her 6-1 leaves the end on which he goes out.
GIVEN_AWAY = by_hand(PAIR, "6-6 6-1 3-0, 6-3 3-2 2-2", "6-6, 6-3 right, 6-1 left, 3-2 right, 2-2 right")
# Whatever Ada plays, the round is blocked with her 2-1 against the 1-1 of Ben.
HOPELESS = by_hand(PAIR, "5-3 5-0 2-1, 1-1 3-0 3-3", "3-3, 5-3 right, 3-0 left, 5-0 right")
# Ben has 2-2 alone on the 2 of Ada.
SURE = by_hand(PAIR, "2-0 4-4 4-0, 5-2 2-2 0-0", "4-4, 4-0 right, 0-0 right, 2-0 right")


def never() -> bool:
    return False


def said(match: Match, ear: Seat | None) -> str:
    message = coached(match, ear)
    assert message
    return phrasebook("en").say(message, Audience(("Ada", "Ben", "Cleo", "Dan"), ear))


def test_the_turning_point_is_the_last_decision_that_gave_a_win_away() -> None:
    found = verdict(GIVEN_AWAY, ADA, never)

    assert isinstance(found, GivenAway)
    assert (found.decision.seat, found.decision.move) == (ADA, move("6-1 left"))
    assert found.better == move("3-0 right")
    assert found.decision.before.now.hands[ADA] == GIVEN_AWAY.now.dealt.hands[ADA][1:]


def test_the_turning_point_names_both_moves_to_the_player_who_made_one_and_to_spectators() -> None:
    told = (
        "should have played 3-0 right, not 6-1 left; that would have won the round. The coach sees all hands."
    )

    assert said(GIVEN_AWAY, ADA) == f"With 2 tiles, you {told}"
    assert said(GIVEN_AWAY, None) == f"Ada, with 2 tiles, {told}"


def test_a_win_that_the_opponent_gave_away_is_reported_as_such() -> None:
    assert verdict(GIVEN_AWAY, BEN, never) == RoundWon(None)
    assert said(GIVEN_AWAY, BEN).startswith("Won, but only because the others gave it away")


def test_a_round_that_nothing_could_have_won() -> None:
    assert verdict(HOPELESS, ADA, never) == Lost(2, whole=True)
    assert said(HOPELESS, ADA) == (
        "You could not have won this round against best play. The coach sees all hands."
    )
    assert said(HOPELESS, None) == "Nobody gave away a win in this round. The coach sees all hands."


def test_a_win_is_sure_from_the_first_decision_of_those_that_could_not_lose_it() -> None:
    found = verdict(SURE, ADA, never)

    assert isinstance(found, RoundWon)
    assert found.since == next(decisions(SURE))
    assert said(SURE, ADA).startswith("Won for certain once you chose 4-4, with 3 tiles.")


def test_a_player_without_a_choice_gets_that_verdict() -> None:
    assert verdict(by_hand(PAIR, "3-0 6-4 6-1, 6-3 1-0 2-2", "2-2"), ADA, never) == NoChoice()


def test_a_win_that_others_took_against_their_own_interest_is_reported_as_such() -> None:
    trio = replace(table("block", 3), hand=(3,))
    moves = "4-0, 4-2 left, 6-0 right, 6-4 right, 6-2 left"
    match = by_hand(trio, "3-3 4-0 6-4, 6-2 4-2 3-1, 2-1 1-1 6-0", moves)

    assert isinstance(verdict(match, ADA, never), Undone)
    assert said(match, ADA).startswith("With 3 tiles, you were still winning with 4-0.")


@pytest.mark.long
def test_a_mistake_of_a_partner_is_reported_with_their_name() -> None:
    teams = replace(table("dominos", 4, 2), hand=(4,))
    match = by_lot(teams, Random(8))

    found = verdict(match, ADA, never)

    assert isinstance(found, GivenAway)
    assert found.decision.seat != ADA
    assert said(match, ADA).startswith("Cleo, with 3 tiles, should have played ")


def test_keeping_a_drawn_tile_is_reported() -> None:
    pair = replace(table("dominos", 2), hand=(3,))
    match = by_lot(pair, Random(31))

    assert kept_at(verdict(match, None, never))
    assert ", not kept the tile; that would have won " in said(match, None)


def kept_at(found: Verdict | None) -> bool:
    """Whether the round was given away by a pass after a draw."""
    return (
        isinstance(found, GivenAway)
        and found.decision.move == Pass()
        and found.decision.before.now.this_turn.drew
    )


@pytest.mark.long
@pytest.mark.parametrize(
    "made",
    [
        replace(table("dominos", 4, 2), hand=(4,)),
        replace(table("block", 3), hand=(4,)),
        replace(table("draw", 2), hand=(4,)),
        replace(table("passing-game", 2), hand=(3,), set=3),
        replace(table("pass-and-out", 4), hand=(4,)),
        replace(table("pass-pass", 4, 2), hand=(4,)),
        replace(table("all-fives", 2), hand=(3,)),
        replace(table("matador", 2), hand=(4,), reserve=14),
        replace(table("mexican-train", 2), hand=(4,), set=3),
    ],
    ids=[
        *("dominos", "block", "draw", "passing-game", "pass-and-out", "pass-pass"),
        *("all-fives", "matador", "mexican-train"),
    ],
)
def test_in_every_game_each_move_that_is_named_does_what_is_said_of_it(made: Rules) -> None:
    found = [verdict(by_lot(made, Random(seed)), None, never) for seed in range(9)]

    turned = [each for each in found if isinstance(each, GivenAway)]
    assert len(turned) > 1
    assert all(is_won_after(each.decision, each.better) for each in turned)
    assert not any(is_won_after(each.decision, each.decision.move) for each in turned)


@pytest.mark.long
@pytest.mark.parametrize(
    "made", [replace(table("dominos", 4, 2), hand=(4,)), replace(table("dominos", 3), hand=(3,), set=3)]
)
def test_what_is_named_is_as_true_in_a_round_that_eliminates(made: Rules) -> None:
    close = (made.limit or 0) - 1
    matches = [by_lot(made, Random(seed), (close, 0, close)[: made.sides]) for seed in range(12)]

    found = [verdict(match, None, never) for match in matches]

    turned = [each for each in found if isinstance(each, GivenAway)]
    assert any(len(match.sides_in) < made.sides for match in matches)
    assert turned
    assert all(is_won_after(each.decision, each.better) for each in turned)
    assert not any(is_won_after(each.decision, each.decision.move) for each in turned)


def is_won_after(decision: Decision, chosen: Move) -> bool:
    """Whether the side that decided wins by this move, as the solver sees the match after it."""
    match = after(decision.before, play(decision.before, chosen))
    match = after(match, forced(match))
    if match.round is None:
        return round_winners(match.rules, match.now) == (decision.side,)
    fast = simulator(match.rules)
    return solver(fast, decision.side, never).wins(fast.state(match))


@pytest.mark.parametrize("match", [GIVEN_AWAY, HOPELESS])
@pytest.mark.parametrize("ear", [ADA, None])
def test_a_clock_that_has_run_out_gives_nothing(match: Match, ear: Seat | None) -> None:
    assert verdict(match, ear, lambda: True) is None
    assert coached(match, ear, seconds=0) is None


def test_a_foreseeable_result_is_reported_with_how_far_back_it_was() -> None:
    looks = iter(range(2))

    found = verdict(HOPELESS, ADA, lambda: next(looks, None) is None)

    assert found == Lost(1, whole=False)
