"""Deals that can be proved: chance that follows from a secret and shares, and no more."""

from collections import Counter

import pytest

from playroom.online.wire.provable_deal import (
    DealChance,
    DealTerms,
    commitment_of,
    is_hexadecimal,
    seal_of,
)
from playroom.rules.tile import whole_set, written

SECRET = "5e" * 32
SHARES = {1: "0a" * 16, 2: "0b" * 16}
SEALS = {1: "1a" * 32, 2: "1b" * 32}
TERMS = DealTerms("7KQ2M9XD", 3, SEALS)


def order(chance: DealChance) -> str:
    heap = list(whole_set(3))
    chance.shuffle(heap)
    return written(heap)


def test_a_deal_is_the_same_on_every_system_and_python() -> None:
    chance = DealChance(SECRET, TERMS, SHARES)

    assert order(chance) == "3-3 3-1 2-2 0-0 1-1 3-0 1-0 3-2 2-0 2-1"
    assert chance.choice(range(4)) == 0
    assert chance.sample(range(28), 4) == [22, 3, 2, 18]
    assert chance.random() == 0.08055985188966874


@pytest.mark.parametrize(
    "other",
    [
        DealChance("5f" * 32, TERMS, SHARES),
        DealChance(SECRET, DealTerms("7KQ2M9XE", 3, SEALS), SHARES),
        DealChance(SECRET, DealTerms("7KQ2M9XD", 4, SEALS), SHARES),
        DealChance(SECRET, DealTerms("7KQ2M9XD", 3, {}), SHARES),
        DealChance(SECRET, TERMS, {1: "0a" * 16}),
        DealChance(SECRET, TERMS, {1: "0b" * 16, 2: "0a" * 16}),
    ],
)
def test_the_secret_the_terms_and_every_share_change_the_deal(other: DealChance) -> None:
    assert order(other) != order(DealChance(SECRET, TERMS, SHARES))


def test_the_order_in_which_shares_came_does_not_matter() -> None:
    turned = {2: SHARES[2], 1: SHARES[1]}

    assert order(DealChance(SECRET, TERMS, turned)) == order(DealChance(SECRET, TERMS, SHARES))


def test_every_number_is_as_likely() -> None:
    chance = DealChance(SECRET, TERMS, SHARES)

    counted = Counter(chance.randrange(5) for _ in range(2000))

    assert all(330 < counted[number] < 470 for number in range(5))


def test_a_commitment_is_no_seal_and_hides_what_it_is_made_of() -> None:
    commitment, seal = commitment_of(SECRET, TERMS), seal_of(SECRET, TERMS.table, TERMS.number, 1)

    assert commitment != seal
    assert SECRET not in commitment + seal


def test_a_commitment_holds_for_one_table_one_deal_and_these_seals_alone() -> None:
    others = [
        DealTerms("7KQ2M9XE", 3, SEALS),
        DealTerms("7KQ2M9XD", 4, SEALS),
        DealTerms("7KQ2M9XD", 3, {1: "1a"}),
    ]

    assert commitment_of(SECRET, TERMS) not in [commitment_of(SECRET, other) for other in others]


def test_a_seal_holds_for_one_table_one_deal_and_one_person_alone() -> None:
    seal = seal_of(SHARES[1], "7KQ2M9XD", 3, 1)

    assert seal != seal_of(SHARES[1], "7KQ2M9XE", 3, 1)
    assert seal != seal_of(SHARES[1], "7KQ2M9XD", 4, 1)
    assert seal != seal_of(SHARES[1], "7KQ2M9XD", 3, 2)


@pytest.mark.parametrize(
    ("text", "length"), [("0a" * 16, 16), ("0A" * 16, None), ("0a" * 15, 15), ("xy" * 16, None)]
)
def test_shares_are_written_in_hexadecimal_digits(text: str, length: int | None) -> None:
    assert [at for at in (15, 16, 17) if is_hexadecimal(text, at)] == ([length] if length else [])
