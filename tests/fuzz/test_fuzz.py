"""A small share of the fuzzing: the seed corpus, with the finds of before, and a few slips."""

import pytest
from fuzz import round_of
from targets import TARGETS, seeds


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", TARGETS)
def test_the_seed_corpus_is_read_or_refused(name: str) -> None:
    corpus = seeds(name)

    assert corpus
    for data in corpus:
        TARGETS[name](data)


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", TARGETS)
def test_a_few_slips_are_read_or_refused(name: str) -> None:
    assert round_of(name, number=7, examples=5) is None


@pytest.mark.long
def test_a_find_is_made_small_and_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_at_c(data: bytes) -> None:
        assert b"c" not in data

    monkeypatch.setitem(TARGETS, "key_bytes", fail_at_c)

    first, again = (round_of("key_bytes", number=7, examples=20) for _ in range(2))

    assert first is not None
    assert first == again
    assert b"c" in first
