"""The program of the system that puts a text on the clipboard."""

import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

_TIMEOUT: Final = 1.0
"""Seconds that the program has: these programs answer in a few thousandths."""

_FAR: Final = ("SSH_CONNECTION", "SSH_TTY")
"""The environment variables of a session on a machine far away, whose clipboard is not the player's."""


def is_far(environment: Mapping[str, str]) -> bool:
    """Whether the program runs on another machine than the player's, by ssh."""
    return any(environment.get(name) for name in _FAR)


def clipboard_commands(environment: Mapping[str, str], platform: str) -> Sequence[tuple[str, ...]]:
    """The commands that copy their standard input to the player's clipboard, best first."""
    by_display = {
        "WAYLAND_DISPLAY": (("wl-copy",),),
        "DISPLAY": (("xclip", "-selection", "clipboard"), ("xsel", "--clipboard", "--input")),
    }
    if is_far(environment):
        return by_display["DISPLAY"] if environment.get("DISPLAY") else ()  # X11 comes along by ssh
    own = {"win32": (("clip",),), "darwin": (("pbcopy",),)}.get(platform, ())
    found = (commands for name, commands in by_display.items() if environment.get(name))
    return (*own, *(command for commands in found for command in commands))


def copied_by_program(text: str, environment: Mapping[str, str], platform: str) -> bool:
    """Copy *text* by the first of these programs that is installed and succeeds; whether one did."""
    import shutil  # noqa: PLC0415 (no start waits for it)

    content = text.encode("utf-16" if platform == "win32" else "utf-8", "replace")
    for command in clipboard_commands(environment, platform):
        if not shutil.which(command[0]):
            continue
        with suppress(OSError, subprocess.SubprocessError):
            subprocess.run(  # noqa: S603 (one of our commands; the text goes to its standard input)
                command,
                input=content,
                stdout=subprocess.DEVNULL,  # discarded, as the program may keep running in the background
                stderr=subprocess.DEVNULL,
                timeout=_TIMEOUT,
                env={**environment, "LC_CTYPE": "UTF-8"} if command[0] == "pbcopy" else dict(environment),
                check=True,
            )
            return True
    return False
