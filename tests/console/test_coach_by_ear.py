"""The coach by ear: where a round was decided, told while the keys go on."""

from pathlib import Path

import pytest
from player import Player, keys_of_a_move, variants
from private_dispatcher import Dispatcher

from playroom.bots.coaching import coached
from playroom.narration.locales import phrasebook
from playroom.narration.phrasebook import Audience

AT_PACE = ("--seed", "3", "--pace", "0", "--bots", "casual")
TABLE = ("play", "dominos", "--players", "4", "--teams", "2", *AT_PACE)
LONG = ("play", "passing-game", "--players", "4", "--teams", "0", *AT_PACE)
"""A table whose rounds keep the coach busy for as long as it may look."""
WITHIN = 2000
"""Milliseconds in which the coach answers, or not at all."""
AT_ONCE = 150
"""Milliseconds in which any other key is answered, on a busy machine too."""


def play_round(player: Player) -> None:
    """Play until the round is over."""
    player.hear()
    while (match := player.match()) and match.turn is not None:
        *before, last = keys_of_a_move(match)
        for key in before:
            player.send(key)
            player.wait_for("")
        player.press(last)


def expected(player: Player) -> str:
    """What the coach finds in the round that was played."""
    match = player.match()
    assert match
    told = coached(match, 0)
    assert told
    return phrasebook("en").say(told, Audience(player.saved.load(variants()).players, 0))


def test_the_turning_point_is_told_when_asked_for(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, *TABLE) as player:
        play_round(player)
        player.send("k")
        (first,) = player.wait_for("The coach looks back.")
        (second,) = player.wait_for("")

        assert second.text == expected(player)
        assert "with all hands open" in second.text
        assert (first.priority, second.priority) == ("important", "important")
        assert second.ms < WITHIN


def test_a_key_is_answered_while_the_coach_thinks_and_the_coach_still_comes(
    dispatcher: Dispatcher, home: Path
) -> None:
    with Player(dispatcher, home, *LONG) as player:
        play_round(player)
        player.send("k")
        player.wait_for("The coach looks back.")
        waits = []
        for _ in range(5):
            player.send("s")
            waits.append(player.wait_for("points")[-1].ms)
        player.send("k")
        player.wait_for("The coach is still looking back.")
        told = player.wait_for("all hands open")

    assert sorted(waits)[2] < AT_ONCE
    assert told


def test_the_coach_waits_for_the_end_of_the_round(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, *TABLE) as player:
        player.hear()
        (heard,) = player.press("k")

    assert heard.text == "The coach speaks after the round."


def test_the_coach_stands_behind_the_hand_after_a_round(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, *TABLE) as player:
        play_round(player)
        player.press("end")
        said: list[str] = []
        while not said or "coach" not in said[-1]:
            said += [each.text for each in player.press("right")]
        player.send("enter")

        assert player.wait_for("The coach looks back.")


@pytest.mark.parametrize("is_on", [True, False])
def test_the_coach_speaks_unasked_where_that_is_settled(
    dispatcher: Dispatcher, home: Path, *, is_on: bool
) -> None:
    file = home / "config/playroom/settings.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(f"coach: {str(is_on).lower()}\n")

    with Player(dispatcher, home, *TABLE) as player:
        play_round(player)
        player.wait_until_quiet()

    assert ("Turning point" in "".join(dispatcher.spoken("end"))) == is_on
