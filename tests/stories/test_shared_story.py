"""What several people hear at one table is what was reviewed as text."""

from pathlib import Path

import pytest
from shared_story import HERE, LANGUAGES, shared_story


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_people_at_one_table_hear_what_was_reviewed(language: str, home: Path) -> None:
    reviewed = (HERE / f"{language}.txt").read_text(encoding="utf-8")

    assert shared_story(language, home) == reviewed, "review it: python tests/stories/shared_story.py"
