"""Where the seats of a table are heard."""

import pytest

from playroom.rules.rulebook.variant import rules
from playroom.sound.cue import Cue, PlacedCue, angle, placed_cue
from playroom.table.shelf import OURS, shelf


@pytest.mark.parametrize(
    ("players", "angles"),
    [
        (2, [0]),
        (3, [-30, 30]),
        (4, [-45, 0, 45]),
        (10, [-72, -54, -36, -18, 0, 18, 36, 54, 72]),
    ],
)
def test_the_other_seats_are_spread_in_front_from_the_next_player_at_the_left(
    players: int, angles: list[float]
) -> None:
    assert [angle(after, players) for after in range(1, players)] == angles


def test_anticlockwise_the_next_player_is_heard_at_the_right() -> None:
    angles = {}
    for way in ("clockwise", "anticlockwise"):
        made = rules(shelf([OURS]).variants["partners"], 4, 2, {"direction": way})
        angles[way] = [placed_cue(Cue.PLAYED, seat, 4, 2).angle for seat in made.seats_in_order(2)[1:]]

    assert angles == {"clockwise": [-45, 0, 45], "anticlockwise": [45, 0, -45]}


@pytest.mark.parametrize("players", range(2, 11))
def test_seats_lie_in_mirror_image_counted_the_other_way(players: int) -> None:
    clockwise = [angle(after, players) for after in range(1, players)]

    assert clockwise == sorted(set(clockwise))
    mirrored = [-angle(-before % players, players) for before in range(1, players)]
    assert mirrored == pytest.approx(clockwise)


def test_own_cues_are_near_and_in_the_centre_and_those_of_the_player_opposite_further_off() -> None:
    assert placed_cue(Cue.PLAYED, 1, 2, 1) == PlacedCue(Cue.PLAYED, 0.0, is_own=True)
    assert placed_cue(Cue.PLAYED, 0, 2, 1) == PlacedCue(Cue.PLAYED, 0.0, is_own=False)


def test_a_cue_of_no_seat_is_near_and_in_the_centre() -> None:
    assert placed_cue(Cue.SCORED, None, 4, 1, 0.7) == PlacedCue(Cue.SCORED, gain=0.7)


def test_a_listener_without_a_seat_hears_all_seats_from_left_to_right() -> None:
    heard = [placed_cue(Cue.PLAYED, seat, 3, None) for seat in range(3)]

    assert [each.angle for each in heard] == [-45, 0, 45]
    assert not any(each.is_own for each in heard)
