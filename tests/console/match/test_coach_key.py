"""The coach, who says where a round was decided while the keys go on."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.console.hand_held import Console

from playroom.advice.coach import coached
from playroom.console.play.table_answers import RoundCoach
from playroom.console.ui.background import Job
from playroom.narration.message import Message
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience

AT_PACE = ("--seed", "3", "--pace", "0", "--bots", "casual")
TABLE = ("play", "dominos", "--players", "4", "--teams", "2", *AT_PACE)
NAMES = ("Ada", "Ben", "Cleo", "Dan")


def played(home: Path, **settings: object) -> Console:
    """A table at the end of its first round."""
    console = Console(*TABLE, home=home, settings=settings)
    console.hear()
    while console.match.turn is not None:
        console.play()
    console.heard()
    return console


def play_round(console: Console) -> None:
    """Deal, and play until the round is over."""
    console.hear("enter")
    while console.match.turn is not None:
        console.play()


def turning_point(console: Console) -> str:
    """What the coach finds in the round that was played."""
    found = coached(console.match, 0)
    assert found
    return phrasebook("en").say(found, Audience(NAMES, 0))


@pytest.mark.long
def test_the_turning_point_is_spoken_on_request(home: Path) -> None:
    console = played(home)

    console.press("k")

    assert console.heard() == ["The coach is reviewing the round.", turning_point(console)]
    assert "The coach sees all hands." in turning_point(console)


@pytest.mark.long
def test_keys_are_answered_while_the_coach_thinks_and_the_coach_still_comes(home: Path) -> None:
    console = played(home)
    console.background.seconds = 2.0

    console.press("k")
    assert console.heard() == ["The coach is reviewing the round."]
    console.press("k", "v")
    assert console.heard()[0] == "The coach is still reviewing the round."
    console.wait(2)

    assert console.heard() == [turning_point(console)]


def test_the_coach_waits_for_the_end_of_the_round(home: Path) -> None:
    console = Console(*TABLE, home=home)
    console.hear()

    assert console.hear("k") == ["The coach speaks after the round."]


@pytest.mark.long
def test_the_coach_stands_behind_the_hand_after_a_round(home: Path) -> None:
    console = played(home)

    *_, behind = console.answers("end", "right", "right")
    console.press("enter")

    assert behind.startswith("Coach on")
    assert console.heard()[0] == "The coach is reviewing the round."


@pytest.mark.long
def test_a_round_that_ends_while_the_coach_looks_at_another_is_looked_at_next(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = played(home)
    looking: list[Callable[[Message], None]] = []
    run = console.background.run

    def hold(work: Callable[[], Any], done: Callable[[Any], object], *, in_turn: bool = False) -> Job:
        if isinstance(done, partial) and isinstance(getattr(done.func, "__self__", None), RoundCoach):
            looking.append(done)
            return Future[None]()
        return run(work, done, in_turn=in_turn)

    monkeypatch.setattr(console.background, "run", hold)
    console.hear("k")
    play_round(console)
    again = console.hear("k")
    looking[0](Message("coach.no_choice"))
    assert again == ["The coach is still reviewing the round."]
    assert console.hear() == []
    looking[1](Message("coach.won_late"))

    assert console.hear() == [phrasebook("en").say(Message("coach.won_late"), Audience(NAMES, 0))]
