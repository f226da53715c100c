"""What a menu or a match may need later, loaded once it is open: an update may replace the program then."""

import importlib
import pkgutil
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from typing import Final

from playroom.narration.phrases.locales import Files
from playroom.narration.phrases.phrasebook import Phrasebook

FLOORS: Final = (
    *("rules", "strict_yaml", "engine", "table", "sound", "narration", "bots", "advice"),
    *("voice", "minds", "keys", "home", "console", "commands"),
)
"""The packages of ours that a match on this machine is played with."""
LIBRARIES: Final = (
    "babel.lists",
    "babel.dates",
    "difflib",
    "icu4py.messageformat",
    "pickle",
    "shutil",
    "traceback",
    "wave",
    "yaml",
    "zlib",
)
"""The modules of others that are imported when they are needed."""
LEFT_OUT: Final = (
    *("playroom.commands.subcommands", "playroom.commands.translation"),
    *("playroom.console.shared", "playroom.console.terminal"),
)
"""What is there already, or no match needs."""
OF_THE_MENU: Final = (
    "playroom.console.local.local_match",
    "playroom.console.menus.match_setup",
    "playroom.console.rulebook.rules_reader",
    "playroom.console.play.table_menu",
    "playroom.console.local.shared_keyboard",
    "playroom.console.replay.exercises",
    "playroom.console.replay.replay_place",
)
"""What the lines of the menu lead to."""
PAUSE: Final = 0.001
"""Seconds between two modules, in which keys and voice go on."""


def load_menu_modules() -> None:
    """Import what the lines of the menu lead to, so that no key waits for it."""
    _load(OF_THE_MENU)


def load_match_modules(book: Phrasebook) -> None:
    """Import all modules of a match, and read all words of its language."""
    _load((*LIBRARIES, *(name for floor in FLOORS for name in _modules(f"playroom.{floor}"))))
    if isinstance(book.entries, Files):
        book.entries.load()
    book.language.every(("", ""))


def _load(names: Iterable[str]) -> None:
    for name in names:
        if name in sys.modules:
            continue  # also where a server opens one match after the other
        with suppress(ImportError, OSError):  # what this system lacks, it does not need
            importlib.import_module(name)
        time.sleep(PAUSE)


@cache
def _modules(package: str) -> Sequence[str]:
    """The names of a package of ours and of all modules in it."""
    paths = importlib.import_module(package).__path__
    found = pkgutil.walk_packages(paths, f"{package}.", onerror=lambda _name: None)
    return [package, *(each.name for each in found if not each.name.startswith(LEFT_OUT))]
