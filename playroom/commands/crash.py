"""The report of a crash: a sentence for the player, and a file for a volunteer, from what is in memory."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

import playroom
from playroom.commands.context import Context
from playroom.commands.program_end import FAILED
from playroom.commands.speech_output import refuse
from playroom.home.files import write_atomically
from playroom.narration.message import Message
from playroom.strict_yaml import one_line
from playroom.voice.terminal import ERROR


class CrashAfterSave(Exception):  # noqa: N818 (what has happened, not what is wrong)
    """The program has crashed in a match whose last state is saved."""


def _identity() -> tuple[int, int] | None:
    """What tells this program from another version in its place; zeros if it is gone, None if unknown."""
    try:
        found = Path(playroom.__file__).stat()
    except FileNotFoundError:
        return 0, 0
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns


INSTALLED: Final = _identity()
"""The program as it was when it was started."""


class CrashReport:
    """What is said if the program crashes; *prepare* keeps it, as nothing may be readable then."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._kept: dict[str, str] = {}

    def prepare(self) -> None:
        """Keep the sentences in memory."""
        book, file = self._context.book, str(self._context.folders.crash)
        self._kept = {
            each: book.say(Message(f"menus.{each}")) for each in ("crashed", "replaced", "crashed_saved")
        }
        self._kept["crash_report"] = book.say(Message("menus.crash_report", blanks={"file": file}))

    def tell(self, error: BaseException) -> int:
        """Write the traceback to the crash report, and say so in one line; the exit code.

        The line says that a match is saved only if one was under way, and its last state is on the disk.
        """
        report = self._context.folders.crash
        is_replaced = None not in (INSTALLED, now := _identity()) and now != INSTALLED
        entries = ["replaced" if is_replaced else "crashed"]
        entries += ["crashed_saved"] if isinstance(error, CrashAfterSave) else []
        with suppress(Exception):
            import traceback  # noqa: PLC0415 (only a crash needs it)

            write_atomically(report, "".join(traceback.format_exception(error)))
            entries += [] if is_replaced else ["crash_report"]
        try:
            if not self._kept:
                self.prepare()
            return refuse(self._context, *(self._kept[each] for each in entries), code=FAILED)
        except Exception:  # noqa: BLE001 (the words, the terminal or the voice are out of reach)
            known = " ".join(self._kept[each] for each in entries if each in self._kept)
            line = one_line(known or f"playroom: {type(error).__name__}: {error}")
            with suppress(OSError):
                os.write(ERROR, f"{line}\n".encode(sys.stderr.encoding or "utf-8", "replace"))
            return FAILED
