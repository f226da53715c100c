"""Stories: what is heard when keys are pressed.

usage: python tests/stories/record.py [NAME...]

A story is a file NAME.keys, the command line first and then a key on each line, and what was heard
after each key, in a file NAME.LANGUAGE.txt for each language in which it is told: to tell it in another one,
make an empty file of that name. Records that it names lie beside it.
This command writes the texts anew: review them. A line with "!" cut what was being said; any other waited
for its turn.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.console.hand_held import Console
from support.console.plain_bots import plain_bots
from support.console.player import folder

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Story:
    """The keys of a story, and the language in which it is told."""

    name: str
    language: str

    @property
    def text(self) -> Path:
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
    """All stories in their languages, or those of these names."""
    found = sorted(file.stem for file in HERE.glob("*.keys"))
    wanted = [name for name in found if name in (names or found)]
    texts = {name: sorted(file.name.split(".")[1] for file in HERE.glob(f"{name}.*.txt")) for name in wanted}
    return [Story(name, language) for name in wanted for language in texts[name] or ("en",)]


def heard(story: Story, home: Path) -> str:
    """What is heard in a story, key by key, as it is written down."""
    command, keys = story.keys
    words = (str(HERE / word) if (HERE / word).is_file() else word for word in command)
    with plain_bots():
        console = Console(*words, "--language", story.language, home=home)
        told = [_after(f"playroom {' '.join(command)}", console)]
        for key in keys:
            console.press(key)
            told.append(_after(key, console))
    return "".join(told)


def _after(key: str, console: Console) -> str:
    """What was heard after a key, until nothing more would happen."""
    console.rest()
    lines = [f"  {'!' if said.cuts else ' '} {said.text}\n" for said in console.new()]
    return "".join([f"{key}\n", *lines])


def main() -> None:
    for story in stories(sys.argv[1:]):
        with folder() as home:
            story.text.write_text(heard(story, home), encoding="utf-8")


if __name__ == "__main__":
    main()
