"""Which moves may still be the best after some tries."""

from playroom.bots.sample_stats import SampleStats, contenders, is_decided


def tried(*worths: float) -> SampleStats:
    found = SampleStats()
    found.add(worths)
    return found


EVEN = tried(*[0.0, 1.0] * 200)
WORSE = tried(*[0.0, 0.0, 0.0, 1.0] * 100)
SURE, SURE_TOO = tried(*[0.99] * 400), tried(*[0.988] * 400)


def test_the_mean_and_the_variance_of_the_mean_are_those_of_all_worths() -> None:
    found = tried(0.0, 1.0)
    found.add([1.0, 1.0])

    assert (found.count, found.mean) == (4, 0.75)
    assert found.variance == 0.1875 / 4 + 0.5 / 16


def test_a_move_stays_until_it_is_enough_standard_errors_behind() -> None:
    assert contenders({1: EVEN, 2: WORSE}, behind=8) == {1: EVEN, 2: WORSE}
    assert contenders({1: EVEN, 2: WORSE}, behind=7) == {1: EVEN}


def test_it_is_decided_once_no_move_is_worth_more_by_half_a_hundredth() -> None:
    assert is_decided({1: SURE})
    assert is_decided({1: SURE, 2: tried(*[0.99] * 400)})
    assert not is_decided({1: tried(*[0.99] * 300), 2: tried(*[0.99] * 300)})
    assert not is_decided({1: SURE, 2: SURE_TOO})
    assert not is_decided({1: EVEN, 2: tried(*[1.0, 0.0] * 200)})
