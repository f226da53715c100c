"""What a player hears of the deal of a round that is over, in both languages."""

import pytest

from playroom.console.shared.words import proof_messages
from playroom.narration.phrases.locales import phrasebook
from playroom.table.shared_table import DealProof, DealVerdict


def heard(proof: DealProof, language: str = "en") -> str:
    book = phrasebook(language)
    return " ".join(book.say(message) for message in proof_messages(proof))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("verdict", DealVerdict)
def test_every_verdict_has_its_words(verdict: DealVerdict, language: str) -> None:
    assert heard(DealProof(verdict), language).endswith(".")


def test_who_withheld_a_number_is_said_with_what_they_could_choose() -> None:
    assert "Nobody but Vera, who withheld a random number, or the server" in heard(
        DealProof(DealVerdict.WITHHELD, ("Vera",))
    )
    assert heard(DealProof(DealVerdict.WITHHELD, ("Vera", "Max"))).count("between 4 deals") == 1


def test_a_deal_without_ones_own_number_is_not_called_verified() -> None:
    for verdict in (DealVerdict.OF_OTHERS, DealVerdict.NOT_TAKEN, DealVerdict.LATE, DealVerdict.EARLIER):
        assert "Deal not proved" in heard(DealProof(verdict))
