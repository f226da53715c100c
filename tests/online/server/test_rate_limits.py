"""How often something may happen: so many times at once, and as many again in each period."""

from playroom.online.server.accounts.rate_limits import RateLimit


def test_what_was_allowed_at_once_is_allowed_again_little_by_little() -> None:
    limit = RateLimit(2, 10)

    assert [limit.wait(0) for _ in range(4)] == [0.0, 0.0, 5.0, 5.0]
    assert limit.wait(4) == 1.0
    assert [limit.wait(5) for _ in range(2)] == [0.0, 5.0]


def test_no_more_is_saved_up_in_a_long_silence() -> None:
    limit = RateLimit(2, 10)
    limit.wait(0)

    assert [limit.wait(1000) for _ in range(3)] == [0.0, 0.0, 5.0]
