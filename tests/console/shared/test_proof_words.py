"""What a player hears of the deal of a round that is over, in every language."""

import pytest
from support.languages import CODES

from playroom.console.shared.words import proof_messages
from playroom.narration.phrases.locales import phrasebook
from playroom.table.shared_table import DealProof, DealVerdict


def heard(proof: DealProof, language: str = "en") -> str:
    book = phrasebook(language)
    return " ".join(book.say(message) for message in proof_messages(proof))


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("verdict", DealVerdict)
def test_every_verdict_has_its_words(verdict: DealVerdict, language: str) -> None:
    assert heard(DealProof(verdict), language).endswith(".")


def test_who_withheld_a_number_is_said_with_what_they_could_choose() -> None:
    assert "Nobody but Vera, who withheld a random number, or the server" in heard(
        DealProof(DealVerdict.WITHHELD, ("Vera",))
    )
    assert heard(DealProof(DealVerdict.WITHHELD, ("Vera", "Max"))).count("between 4 deals") == 1


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Code: 0 1 2 3, 4 5 6 7."), ("fr", "Code\u00a0: 0 1 2 3, 4 5 6 7.")]
)
def test_a_code_is_said_digit_by_digit_of_a_deal_that_is_no_false_one(language: str, words: str) -> None:
    assert words in heard(DealProof(DealVerdict.VERIFIED, code="01234567"), language)
    assert words not in heard(DealProof(DealVerdict.OTHER_ORDER, code="01234567"), language)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Cy took another player's seat"), ("fr", "Cy a pris la place")]
)
def test_who_came_to_a_seat_is_said_with_the_verdict(language: str, words: str) -> None:
    assert words in heard(DealProof(DealVerdict.VERIFIED, seated=("Cy",)), language)


def test_how_many_deals_were_not_shown_to_their_end_is_said() -> None:
    assert "an earlier deal has your random number" in heard(DealProof(DealVerdict.UNSEEN, unseen=1))
    assert "3 earlier deals have your random numbers" in heard(DealProof(DealVerdict.UNSEEN, unseen=3))


def test_a_deal_without_ones_own_number_is_not_called_verified() -> None:
    for verdict in (DealVerdict.OF_OTHERS, DealVerdict.NOT_TAKEN, DealVerdict.LATE, DealVerdict.EARLIER):
        assert "Deal not proved" in heard(DealProof(verdict))


def test_at_a_club_it_is_the_server_that_sees_all_tiles() -> None:
    proof = DealProof(DealVerdict.VERIFIED)
    said = [phrasebook("en").say(each) for each in proof_messages(proof, at_club=True)]

    assert "Not proved: the server sees all tiles, and players can talk elsewhere." in said
    assert "the program of the host sees all tiles" in heard(proof)
