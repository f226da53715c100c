"""``playroom completion``: shell completion by argcomplete."""

import os
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from playroom.commands.context import Context
from playroom.commands.parser import parser
from playroom.commands.subcommand import Subcommand, argument
from playroom.home.folders import Folders

if TYPE_CHECKING:
    from collections.abc import Callable

SHELLS = ("bash", "zsh", "fish", "powershell")

_COMPINIT: Final = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }\n"
"""The definition of compdef for zsh, if the player's start-up file lacks it."""


_OF_LANGUAGES: Final = ("language", "code", "reference")
"""The arguments that are codes of languages."""


class CompletionRequest(Struct, frozen=True):
    """The shell."""

    shell: str


def run(context: Context, request: CompletionRequest) -> int:
    """Print the lines for the start-up file of the shell; the exit code."""
    from argcomplete.shell_integration import shellcode  # noqa: PLC0415 (no other command needs it)

    del context
    lines = shellcode(["playroom"], shell=request.shell)
    print(f"{_COMPINIT}{lines}" if request.shell == "zsh" else lines)
    return 0


def complete(folders: Folders) -> None:
    """Answer a shell that asks for completions, and end the program."""
    import argcomplete  # noqa: PLC0415 (it is needed while the Tab key is pressed only)

    from playroom.table.shelf import OURS, shelf  # noqa: PLC0415 (the same)

    words = os.environ.get("COMP_LINE", "").split()
    top, commands = parser(words, lambda: shelf([OURS, folders.rulebooks]).variants)
    # Files for the arguments that are files alone, bots for bots, and languages for the language.
    for each in (top, *commands.values()):
        for action in each._actions:  # noqa: SLF001 (argparse has no other way to its arguments)
            completer: Callable[..., list[str]] = _nothing
            if action.dest in _OF_LANGUAGES:
                completer = partial(_languages, folders)
            elif action.dest == "bots":
                completer = _bots
            elif action.type is Path:
                completer = _files
            elif action.choices:
                continue  # argcomplete completes them itself
            action.completer = completer  # type: ignore[attr-defined] # an attribute that argcomplete looks for
    argcomplete.autocomplete(top)


def _nothing(**_: object) -> list[str]:
    """No completions; argcomplete's SuppressCompleter would hide the option as well."""
    return []


def _files(prefix: str, **_: object) -> list[str]:
    """The files and, with a slash, folders that begin like *prefix*; argcomplete would ask Bash for them."""
    _folder, begin = os.path.split(prefix)
    before = prefix.removesuffix(begin)
    with suppress(OSError, RuntimeError):  # RuntimeError: nobody has that home
        found = (each for each in Path(before or ".").expanduser().iterdir() if each.name.startswith(begin))
        return [f"{before}{each.name}{'/' * each.is_dir()}" for each in found]
    return []


def _languages(folders: Folders, **_: object) -> list[str]:
    """The codes of the languages, the player's own too."""
    from playroom.narration.phrases.locales import language_codes  # noqa: PLC0415 (it is needed while the Tab key is pressed only)

    return list(language_codes(folders.languages))


def _bots(prefix: str, **_: object) -> list[str]:
    """The lists of bots that begin like *prefix*, with each bot in the place of its last."""
    from playroom.bots.roster import BOTS  # noqa: PLC0415 (it is needed while the Tab key is pressed only)

    before, comma, _last = prefix.rpartition(",")
    return [f"{before}{comma}{word}" for word in BOTS]


COMMAND = Subcommand(
    CompletionRequest, run, (argument("shell", "shell", metavar="SHELL", choices=SHELLS, default="bash"),)
)
