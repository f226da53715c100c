"""What was reviewed as text is what is heard."""

from pathlib import Path

import pytest
from record import HERE, Story, heard, stories


@pytest.mark.sample(1)
@pytest.mark.parametrize("story", stories(), ids=str)
def test_a_story_is_heard_as_it_was_reviewed(story: Story, home: Path) -> None:
    assert heard(story, home) == story.text.read_text(encoding="utf-8"), (
        "review it, and write it anew by: python tests/stories/record.py"
    )


def test_every_text_belongs_to_a_story() -> None:
    texts = {file.name for file in HERE.glob("*.txt")}

    assert texts == {story.text.name for story in stories()}
