"""A match that goes on after the program was replaced on the disk.

usage: replaced_program.py HOME COMMAND...

The commands, with tabs between their words, replace the installed program once a match has begun.
"""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import playroom
from playroom.commands.match_modules import load_match_modules
from playroom.narration.phrases.locales import phrasebook
from support.console.hand_held import Console, folders, keys_of_a_move

KEYS = (
    *("c", "v", "w", "f", "i", "i", "x", "y", "h", "k", "t", "u", "b", "a", "e", "m", "j", "escape"),
    *("f1", "escape", "z", "f10", "n", "q", "n"),
)
"""Keys that answer questions, ask for hints, take a move back, and open lists and menus."""


def main(home: Path, *commands: str) -> None:
    """Play after the program was replaced; an exception if anything is missing."""
    assert Path(playroom.__file__).is_relative_to(sys.prefix), "the installed program"
    console = Console("play", "block", "--seed", "1", home=home)
    console.hear()
    load_match_modules(phrasebook("en", folders(home).languages))
    for command in commands:
        subprocess.run(command.split("\t"), check=True)
    for key in KEYS:
        console.hear(key)
    for _ in range(40):
        if console.match.turn in (0, None):
            console.hear(*keys_of_a_move(console.match))
    console.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
