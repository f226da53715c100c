"""The events to narrate after a lost connection."""

from pathlib import Path

import pytest
from support.console.hand_held import Console

from playroom.console.play.table import TablePlace
from playroom.rules.tile import Hand, tiles
from playroom.rules.view import seen

ADA = 0


@pytest.mark.sample(1)
@pytest.mark.parametrize("played_for", [(), tiles("6-4")])
def test_who_was_away_hears_why_a_blocked_round_went_to_whom(home: Path, played_for: Hand) -> None:
    console = Console("play", "block", "--players", "2", "--pace", "0", "--seed", "1", home=home)
    console.rest()
    while console.match.round:
        console.play()
    assert isinstance(console.place, TablePlace)
    events = tuple(seen(event, ADA) for event in console.match.now.log[-5:])
    console.forget()

    console.place.session.catch_up(events, played_for)

    told = " ".join(console.hear())
    assert "Blocked, nobody can play. Ben has the fewest pips: 2." in told
