"""The examples of one sentence of the rules, as lines of a list."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from playroom.console.play.draft import NAMES
from playroom.narration.example import EAR, ExampleCourse, example_message
from playroom.narration.message import Message
from playroom.narration.phrases.phrasebook import Audience, Phrasebook
from playroom.narration.rules.option import rule_name
from playroom.narration.rules.rulebook import rulebook
from playroom.rules.rulebook.variant import Rules, Variant
from playroom.table.examples.example import PlayedExample
from playroom.table.examples.example_file import Examples
from playroom.table.shelf import OURS

MOST: Final = 2
"""The most examples that are heard of one sentence."""


@dataclass(frozen=True, slots=True)
class ShownExample:
    """An example and the line that tells it."""

    label: Message
    played: PlayedExample

    @property
    def has_moves(self) -> bool:
        """Whether there is a move to try; none where it is shown who starts."""
        return bool(
            self.played.example.moves or self.played.example.refused or "legal" in self.played.example.then
        )


def shown_examples(
    folder: Path,
    book: Phrasebook,
    variant: Variant,
    table: Rules,
    options: Mapping[str, object],
    paragraph: Message,
) -> tuple[ShownExample, ...]:
    """The examples of one sentence of the rules of a *table* with these *options*.

    *folder* is where the player keeps own rulebooks. An example is played at a table of its own, of which the
    same sentence must be true; where none is written for that, those of our games are adapted. Where there is
    a choice, people play alone or in teams there as they do here.
    """
    rule, wanted, examples = rule_name(paragraph), book.say(paragraph), _examples(folder)

    def shows(played: PlayedExample) -> bool:
        return wanted in (
            book.say(paragraph)
            for section in rulebook(variant, played.before.rules)
            for paragraph in section.paragraphs
            if rule_name(paragraph) == rule
        )

    same = [*filter(shows, examples.of(variant, rule, options))]
    same = same or [*filter(shows, examples.adapted(variant, rule, options))]
    alike = [played for played in same if bool(played.before.rules.teams) == bool(table.teams)]
    shown: list[ShownExample] = []
    for played in alike or same:
        course = ExampleCourse(
            before=played.before,
            after=played.after,
            moves=tuple(step.move for step in played.steps),
            events=tuple(event for step in played.steps for event in step.events),
            refused=played.refused,
            asked=frozenset(played.example.then),
        )
        # The listener plays against others, at a table that the example has for itself.
        text = book.say(example_message(course), Audience(NAMES[: played.example.players], EAR))
        label = Message("menus.guide_text", blanks={"text": text})
        if len(shown) < MOST and all(label != each.label for each in shown):  # two pages may have the same
            shown.append(ShownExample(label, played))
    return tuple(shown)


@cache
def _examples(folder: Path) -> Examples:
    return Examples((OURS, folder))
