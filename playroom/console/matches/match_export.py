"""A record written to a file that the player names."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from playroom.console.ui.questions import TextEntry
from playroom.console.ui.room import Room
from playroom.console.ui.write_queue import WriteOutcome
from playroom.console.ui.yes_or_no import YesOrNo
from playroom.home.files import write_atomically
from playroom.narration.message import Message, answer

Tell = Callable[[Message], None]
"""Says how an export has ended."""


def ask_for_path(room: Room, record: Path, suggested: str, tell: Tell) -> None:
    """Ask for the path of a new file, and write the record there byte for byte."""
    prompt = Message("matches.write_path")
    written = partial(_export, room, record, tell)
    room.places.open(TextEntry(room, prompt, suggested, written))


def _export(room: Room, record: Path, tell: Tell, path: str) -> None:
    if not path:
        tell(answer("matches.no_path"))
        return
    target = path_of(path)
    write = partial(_write, room, record, target, tell)
    if target.exists():
        question = Message("matches.replace_sure", blanks={"file": str(target)})
        room.places.open(YesOrNo(room, question, write))
    else:
        write()


def path_of(text: str) -> Path:
    """The file of a path as it is typed or pasted, with or without quotes."""
    path = Path(text.strip().strip("\"'"))
    with suppress(RuntimeError):  # there is no such user
        path = path.expanduser()
    return path.absolute()


def _write(room: Room, record: Path, target: Path, tell: Tell) -> None:
    def end(outcome: WriteOutcome) -> None:
        failed = answer("matches.not_exported", why=outcome.why)
        tell(failed if outcome.why else answer("matches.exported", file=str(target)))

    room.writes.add(lambda: write_atomically(target, record.read_bytes()), end)
