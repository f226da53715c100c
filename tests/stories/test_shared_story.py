"""What several people hear at shared tables is what was reviewed as text."""

from pathlib import Path

import pytest
from shared_story import HERE, STORIES, shared_story

CASES = [(name, language) for name, several in STORIES.items() for language in several]


@pytest.mark.long
@pytest.mark.parametrize(("name", "language"), CASES)
def test_people_at_shared_tables_hear_what_was_reviewed(name: str, language: str, home: Path) -> None:
    reviewed = (HERE / name / f"{language}.txt").read_text(encoding="utf-8")

    assert shared_story(name, language, home) == reviewed, "review it: python tests/stories/shared_story.py"
