"""Where the seats of a table are heard, as OpenAL renders it."""

from functools import cache
from itertools import pairwise

import pytest
from support.sound.loopback import Heard, Loopback, level, level_difference, time_difference

from playroom.sound.cue import Cue, PlacedCue, placed_cue
from playroom.sound.output import SoundMode, SoundOptions

TABLES = range(2, 11)


@cache
def heard(mode: SoundMode, placed: PlacedCue, seconds: float = 0.03) -> Heard:
    """The begin of a cue, as both ears hear it."""
    with Loopback(SoundOptions(mode=mode)) as loopback:
        loopback.play(placed)
        return loopback.hear(seconds)


def seats(mode: SoundMode, players: int) -> list[Heard]:
    """What the listener at the first seat hears of the others, from the left to the right."""
    placed = [placed_cue(Cue.PLAYED, seat, players, 0) for seat in range(1, players)]
    return [heard(mode, each) for each in placed]


def ascends(values: list[float]) -> bool:
    return all(one < next_ for one, next_ in pairwise(values))


@pytest.mark.sample(3)
@pytest.mark.parametrize("players", TABLES)
@pytest.mark.parametrize("mode", [SoundMode.HEADPHONES, SoundMode.SPEAKERS])
def test_seats_are_louder_in_one_ear_in_their_order(mode: SoundMode, players: int) -> None:
    differences = [level_difference(each) for each in seats(mode, players)]

    assert ascends(differences)
    assert differences == pytest.approx([-each for each in reversed(differences)], abs=2)


@pytest.mark.sample(1)
@pytest.mark.parametrize("players", TABLES)
def test_seats_reach_one_ear_earlier_in_their_order(players: int) -> None:
    differences: list[float] = [time_difference(each) for each in seats(SoundMode.HEADPHONES, players)]

    assert ascends(differences)
    assert differences == pytest.approx([-each for each in reversed(differences)], abs=2)


@pytest.mark.sample(3)
@pytest.mark.parametrize("players", TABLES)
def test_both_ears_hear_the_same_in_mono(players: int) -> None:
    assert [level_difference(each) for each in seats(SoundMode.MONO, players)] == [0.0] * (players - 1)


def test_speakers_halve_the_angles() -> None:
    at_90 = heard(SoundMode.SPEAKERS, PlacedCue(Cue.PLAYED, 90.0))
    at_45 = heard(SoundMode.SPEAKERS, PlacedCue(Cue.PLAYED, 45.0))

    assert 20 < level_difference(at_90) < 26
    assert 7 < level_difference(at_45) < 11


@pytest.mark.parametrize("mode", [SoundMode.HEADPHONES, SoundMode.SPEAKERS])
def test_the_player_opposite_is_further_off_than_oneself(mode: SoundMode) -> None:
    own, opposite = (heard(mode, PlacedCue(Cue.PLAYED, is_own=is_own), 0.2) for is_own in (True, False))

    assert 3 < level(own) - level(opposite) < 5
    # The room is another one for each ear, and nothing else is.
    assert level(own[0] - own[1]) < -100
    assert level(opposite[0] - opposite[1]) > level(opposite) - 25
