"""The same match at every length, for a voice and for braille displays."""

import pytest
from transcripts import EVERY_WAY, HERE, REVIEWED, WORDED, Transcript, characters, text

MOST = {"en": 30, "fr": 36}
"""Characters that a move may take on average where it is told in brief."""


@pytest.mark.parametrize("way", REVIEWED, ids=str)
def test_a_match_sounds_as_it_was_reviewed(way: Transcript) -> None:
    told = text(way)

    assert told == way.file.read_text(encoding="utf-8"), (
        "review it, after: python tests/stories/transcripts.py"
    )


@pytest.mark.sample(3)
@pytest.mark.parametrize("way", [way for way in EVERY_WAY if way.cells], ids=str)
def test_no_line_is_longer_than_the_display_and_none_is_dropped_by_a_reader(way: Transcript) -> None:
    for line in text(way).splitlines():
        assert 3 <= len(line) <= way.cells
        assert not line.replace(" ", "").isdigit(), line


@pytest.mark.parametrize("language", MOST)
def test_a_move_in_brief_is_short_and_every_length_is_longer(language: str) -> None:
    brief, normal, full = (characters(Transcript(language, length)) for length in WORDED)

    assert brief <= MOST[language]
    assert brief < normal < full


def test_every_transcript_is_one_of_these() -> None:
    assert {file.name for file in HERE.iterdir()} == {way.file.name for way in REVIEWED}
