"""Deals that can be proved: chance that follows from a secret and shares, and no more."""

from collections import Counter

import pytest

from playroom.online.wire.provable_deal import DealChance, commitment_of, is_hexadecimal, seal_of
from playroom.rules.tile import whole_set, written

SECRET = "5e" * 32
SHARES = {1: "0a" * 16, 2: "0b" * 16}


def order(chance: DealChance) -> str:
    heap = list(whole_set(3))
    chance.shuffle(heap)
    return written(heap)


def test_a_deal_is_the_same_on_every_system_and_python() -> None:
    chance = DealChance(SECRET, "7KQ2M9XD", SHARES)

    assert order(chance) == "2-0 1-1 2-1 2-2 3-2 3-3 0-0 1-0 3-0 3-1"
    assert chance.choice(range(4)) == 1
    assert chance.sample(range(28), 4) == [6, 1, 7, 2]
    assert chance.random() == 0.5096272738949817


@pytest.mark.parametrize(
    "other",
    [
        DealChance("5f" * 32, "7KQ2M9XD", SHARES),
        DealChance(SECRET, "7KQ2M9XE", SHARES),
        DealChance(SECRET, "7KQ2M9XD", {1: "0a" * 16}),
        DealChance(SECRET, "7KQ2M9XD", {1: "0b" * 16, 2: "0a" * 16}),
    ],
)
def test_the_secret_the_table_and_every_share_change_the_deal(other: DealChance) -> None:
    assert order(other) != order(DealChance(SECRET, "7KQ2M9XD", SHARES))


def test_the_order_in_which_shares_came_does_not_matter() -> None:
    turned = {2: SHARES[2], 1: SHARES[1]}

    assert order(DealChance(SECRET, "7KQ2M9XD", turned)) == order(DealChance(SECRET, "7KQ2M9XD", SHARES))


def test_every_number_is_as_likely() -> None:
    chance = DealChance(SECRET, "7KQ2M9XD", SHARES)

    counted = Counter(chance.randrange(5) for _ in range(2000))

    assert all(330 < counted[number] < 470 for number in range(5))


def test_a_commitment_is_no_seal_and_hides_what_it_is_made_of() -> None:
    assert commitment_of(SECRET) != seal_of(SECRET)
    assert SECRET not in commitment_of(SECRET) + seal_of(SECRET)


@pytest.mark.parametrize(
    ("text", "length"), [("0a" * 16, 16), ("0A" * 16, None), ("0a" * 15, 15), ("xy" * 16, None)]
)
def test_shares_are_written_in_hexadecimal_digits(text: str, length: int | None) -> None:
    assert [at for at in (15, 16, 17) if is_hexadecimal(text, at)] == ([length] if length else [])
