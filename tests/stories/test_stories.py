"""What was reviewed as text is what is heard."""

import pytest
from player import folder
from private_dispatcher import Dispatcher
from record import HERE, Story, heard, stories

TRIES = 3
"""How often a story is told before it counts as changed: a machine that stalls may split a burst of many,
and the parts of it that are few are then said in full."""


@pytest.mark.parametrize("story", stories(), ids=str)
def test_a_story_is_heard_as_it_was_reviewed(story: Story, dispatcher: Dispatcher) -> None:
    reviewed = story.told.read_text(encoding="utf-8")

    for _ in range(TRIES):
        with folder() as home:
            told = heard(story, dispatcher, home)
        if told == reviewed:
            break

    assert told == reviewed, "review it, and write it anew by: python tests/stories/record.py"


def test_every_text_belongs_to_a_story() -> None:
    texts = {file.name for file in HERE.glob("*.txt")}

    assert texts == {story.told.name for story in stories()}
