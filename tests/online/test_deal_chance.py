"""Deals that can be proved: chance that follows from a secret and shares, and no more."""

from collections import Counter
from hashlib import sha256

import pytest

from playroom.online.wire.provable_deal import (
    DealChance,
    DealTerms,
    commitment_of,
    is_hexadecimal,
    is_seal_of,
    seal_of,
    transcript_hash,
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

    assert order(chance) == "1-1 2-1 1-0 3-1 3-2 0-0 2-0 2-2 3-3 3-0"
    assert chance.choice(range(4)) == 2
    assert chance.sample(range(28), 4) == [14, 0, 4, 11]
    assert chance.random() == 0.5415188027178791


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
    commitment, seal = commitment_of(SECRET, TERMS), seal_of(SHARES[1], TERMS.table, TERMS.number, 1)

    assert commitment != seal
    assert SECRET not in commitment + seal


def test_a_commitment_holds_for_one_table_one_deal_and_these_seals_alone() -> None:
    others = [
        DealTerms("7KQ2M9XE", 3, SEALS),
        DealTerms("7KQ2M9XD", 4, SEALS),
        DealTerms("7KQ2M9XD", 3, {1: "1a" * 32}),
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


def test_every_encoding_has_one_reading() -> None:
    parts = [
        (),
        (b"",),
        (b"ab",),
        (b"a", b"b"),
        (b"a", b"", b"b"),
        (b"a" * 31, b"b"),
        (b"a", b"a" * 30 + b"b"),
    ]
    long = (b"x" * 40, b"\x02\x01@" + b"y" * 40), (b"x" * 40 + b"\x02\x01@", b"y" * 40)

    hashes = [transcript_hash(kind, *each) for kind in ("seal", "commitment") for each in (*parts, *long)]

    assert len({*hashes}) == len(hashes)


def test_a_hash_is_made_as_the_page_on_fair_deals_says() -> None:
    """The page gives the encoding of lengths by NIST SP 800-185, whose example of 0 to 2 bytes this is."""
    encoded = b"\x01\x88playroom 3 label!" + b"\x01\x00" + b"\x02\x01\x00" + b"z" * 32

    assert transcript_hash("label!", b"", b"z" * 32) == sha256(encoded).digest()


@pytest.mark.parametrize(
    "secret", ["", "5e" * 31, "5E" * 32, " " + "5e" * 32, f"2:{'1b' * 32} {SECRET}"], ids=repr
)
def test_what_is_not_a_secret_opens_no_commitment(secret: str) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment_of(secret, TERMS)


def test_what_is_not_a_share_or_a_seal_has_no_hash() -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        seal_of("0a" * 15, "7KQ2M9XD", 3, 1)
    with pytest.raises(ValueError, match="32 bytes"):
        commitment_of(SECRET, DealTerms("7KQ2M9XD", 3, {1: "1a"}))
    assert not is_seal_of("0A" * 16, TERMS, 1)
