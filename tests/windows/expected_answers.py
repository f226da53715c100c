"""What the playroom answers to keys in-process, which it must answer in a console window too."""

from collections.abc import Sequence
from typing import Final

from support.console.hand_held import Console
from support.console.player import folder

from playroom.narration.phrases.locales import phrasebook

TABLE: Final = ("play", "block", "--seed", "7", "--players", "2", "--pace", "0")
"""The match that is played."""
KNOWN: Final = {"language": "en", "mode": "voice", "sound": "off", "waits": False, "tips": False}
"""The settings of a player who has been here before."""
QUESTIONS: Final = ("c", "v", "t", "s", "e", "f", "w", "b", "f2")
"""The keys that ask about the table, whatever of its news was heard."""
REVIEW: Final = ("c", "h", "up", "down", "escape", "pageup", "pagedown", "ctrl-r")
"""The keys that go through what was said: as a list, and without one."""
HAND: Final = ("right", "end", "home", "z", "Z", "left", "2", "a")
"""The keys that go through the hand, and sort it."""
SETUP: Final = ("enter", "down", "right", "down", "right", "left", "tab", "up", "end", "home")
"""The keys that open the lists of a new match and change some of it, up to its start."""

Answers = list[tuple[str, str]]
"""Keys, and the answer to each."""


def answers_at(start: Sequence[str], *keys: str) -> Answers:
    """The keys with their spoken answers, from the start that these words of a command line make."""
    with folder() as home:
        console = Console(*start, home=home, settings=KNOWN)
        console.hear()
        spoken = phrasebook("en").language.pronounced
        return [(key, spoken(told)) for key, told in zip(keys, console.answers(*keys), strict=True)]


def path_to(*titles: str) -> Answers:
    """The keys that choose from one list after the other, with their answers."""
    found: Answers = []
    with folder() as home:
        console = Console(home=home, settings=KNOWN)
        console.hear()
        for title in titles:
            while not found or title not in found[-1][1]:
                step = ("down", console.hear("down")[0])
                assert step not in found[-1:], f"{title} is not in the list"
                found.append(step)
            found.append(("enter", console.hear("enter")[0]))
    return found
