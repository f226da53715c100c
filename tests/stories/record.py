"""Stories: what is heard when keys are pressed in the real program.

usage: python tests/stories/record.py [NAME...]

A story is a file NAME.keys, the command line first and then a key on each line, and what was heard
after each key, in one file for each language. This command writes those anew: review them as texts.
A line with "!" cut what was being said; any other waited for its turn.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from player import Heard, Player, folder
from private_dispatcher import Dispatcher

HERE = Path(__file__).parent
LANGUAGES = ("en", "fr")


@dataclass(frozen=True, slots=True)
class Story:
    """The keys of a story, and the language in which it is told."""

    name: str
    language: str

    @property
    def told(self) -> Path:
        """Where it is written down."""
        return HERE / f"{self.name}.{self.language}.txt"

    @property
    def keys(self) -> tuple[Sequence[str], Sequence[str]]:
        """The command line, and the keys."""
        lines = (HERE / f"{self.name}.keys").read_text(encoding="utf-8").splitlines()
        command, *keys = [line for line in lines if line and not line.startswith("# ")]
        return command.split(), keys

    def __str__(self) -> str:
        return f"{self.name}, {self.language}"


def stories(names: Sequence[str] = ()) -> list[Story]:
    """All stories in all languages, or those of these names."""
    found = sorted(file.stem for file in HERE.glob("*.keys"))
    return [Story(name, language) for name in found if name in (names or found) for language in LANGUAGES]


def heard(story: Story, dispatcher: Dispatcher, home: Path) -> str:
    """What is heard in a story, key by key, as it is written down."""
    command, keys = story.keys
    with Player(dispatcher, home, *command, "--language", story.language) as player:
        told = [_told(f"playroom {' '.join(command)}", player.hear())]
        told += [_told(key, player.press(key)) for key in keys]
    return "".join(told)


def _told(key: str, said: Sequence[Heard]) -> str:
    """What was heard after a key. A machine that is slow tells one burst in two: they are joined."""
    several = groupby(said, key=lambda each: each.priority)
    texts = [(priority, " ".join(each.text for each in group)) for priority, group in several]
    lines = [f"  {'!' if priority == 'important' else ' '} {text}\n" for priority, text in texts]
    return f"{key}\n{''.join(lines)}"


def main() -> None:
    for story in stories(sys.argv[1:]):
        with folder() as home, folder() as place:
            dispatcher = Dispatcher(place)
            dispatcher.start()
            try:
                story.told.write_text(heard(story, dispatcher, home), encoding="utf-8")
            finally:
                dispatcher.stop()


if __name__ == "__main__":
    main()
