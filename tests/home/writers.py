"""What the program writes for a player, as numbered writes that can be checked after a kill.

A write is made by program 0 or 1, which share a home; what each wrote last must be there, whoever is killed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from match_writers import MATCH_WRITERS, NAMES, record_of

from playroom.home.files import write_atomically
from playroom.home.match_notes import MatchNotes
from playroom.home.own_keys import OwnKeys
from playroom.home.presets import Presets
from playroom.home.saved_match import SavedMatch, SavedMatches
from playroom.home.settings import Settings, load_settings, save_settings
from playroom.home.transcript import Transcript
from playroom.rules.legal import legal_moves, position
from playroom.strict_yaml import read
from playroom.table.record import Record
from playroom.table.setup import Setup, new_record
from playroom.table.shelf import OURS, shelf
from playroom.table.table import Table

VARIANTS = {name: variant for name, variant in shelf([OURS]).variants.items() if name == "draw"}
PROFILES = ("playroom", "switch")
MOVES = 2000
"""More moves than a program makes until it is killed."""

Write = Callable[[int], object]
"""Writes a number."""


@dataclass(frozen=True)
class Writer:
    """*program* makes the writes of a program in a home; *found* is the number that one finds there."""

    program: Callable[[Path, int], Write]
    found: Callable[[Path, int], int | None]
    last: int = 2
    """What one finds once 2 was written."""


def settings_writer(home: Path, program: int) -> Write:
    names = ("rate", "brake")
    return lambda number: save_settings(home / "settings.yaml", {names[program]: 80 + number})


def setting_found(home: Path, program: int) -> int | None:
    settings, errors = load_settings(home / "settings.yaml")
    assert not errors, errors
    value = (settings.rate, settings.brake)[program]
    return value - 80 if value else None


def presets_writer(home: Path, program: int) -> Write:
    presets = Presets(home / "presets.yaml")
    return lambda number: presets.save(f"P{program}", Settings(brake=1 + number))


def preset_found(home: Path, program: int) -> int | None:
    presets = Presets(home / "presets.yaml")
    if f"P{program}" not in presets.names:
        return None
    return int(str(presets.settings(f"P{program}")["brake"])) - 1


def keys_writer(home: Path, program: int) -> Write:
    keys = OwnKeys(home / "keys.yaml")
    return lambda number: keys.save(PROFILES[program], [("hand", "x", f"command-{number}")])


def key_found(home: Path, program: int) -> int | None:
    if not (home / "keys.yaml").exists():
        return None
    match read(home / "keys.yaml").value:
        case {"profiles": dict(profiles)} if PROFILES[program] in profiles:
            assert isinstance(profiles[PROFILES[program]], dict)
            return int(str(profiles[PROFILES[program]]["hand"]["x"]).removeprefix("command-"))  # type: ignore[index, call-overload] # as written
    return None


@cache
def states(count: int = MOVES) -> tuple[Record, ...]:
    """A match as it stands after the first deal, and after each of the moves that follow: *count* records."""
    table = Table(new_record(VARIANTS["draw"], Setup("draw", 2, 0, {"target": 10_000}), NAMES[0]), {}, seed=5)
    found: list[Record] = []
    table.listen(lambda record, _events: found.append(record))
    while len(found) < count:
        if table.match.turn is None:
            table.deal()
        else:
            table.play(table.match.turn, next(iter(legal_moves(position(table.match)))))
    return tuple(found)


def moves_writer(home: Path, program: int) -> Write:
    """Goes on with a match of its own, move by move."""
    saved = SavedMatch(home / f"moves-{program}" / "0001.domino.yaml")
    assert saved.open()
    return lambda number: saved.save(states()[number], MatchNotes())


def move_found(home: Path, program: int) -> int | None:
    saved = SavedMatch(home / f"moves-{program}" / "0001.domino.yaml")
    return states().index(saved.load(VARIANTS)) if saved.exists() else None


def undo_writer(home: Path, program: int) -> Write:
    """Plays on, takes moves back and makes one again, in a match of its own that is practice."""
    saved = _undo_match(home, program)
    assert saved.open()
    return lambda number: saved.save(undone(number), MatchNotes(practice=True, title=str(number)))


def undone(number: int) -> Record:
    """The match as it stands after so many writes: three moves, then two taken back, then one made again."""
    return states()[2 * (number // 3) + (0, 3, 1)[number % 3]]


def undo_found(home: Path, program: int) -> int | None:
    """The number of the last write, whose notes come before its record."""
    saved = _undo_match(home, program)
    if not saved.exists():
        return None
    notes, record = saved.notes(), saved.load(VARIANTS)
    assert notes.practice
    number = int(str(notes.title))
    return next(each for each in (number, number - 1) if each >= 0 and record == undone(each))


def _undo_match(home: Path, program: int) -> SavedMatch:
    return SavedMatch(home / f"undo-{program}" / "0001.domino.yaml")


def match_writer(home: Path, program: int) -> Write:
    """Goes on with its own match, or begins one."""
    mine = _match_of(home, program) or SavedMatches(home / "matches").create()
    assert mine.open()
    return lambda number: mine.save(record_of(program, number), MatchNotes({1: "steady"}))


def match_found(home: Path, program: int) -> int | None:
    match = _match_of(home, program)
    return int(str(match.load(VARIANTS).match.rules.target)) - 50 if match else None


def _match_of(home: Path, program: int) -> SavedMatch | None:
    matches = SavedMatches(home / "matches").newest_first()
    return next((each for each in matches if each.load(VARIANTS).players == NAMES[program]), None)


def transcript_writer(home: Path, program: int) -> Write:
    transcript = Transcript(home / "transcripts" / f"{program}.txt")
    return lambda number: transcript.add(f"line {number}")


def transcript_found(home: Path, program: int) -> int | None:
    """The last whole line, where those before it are there."""
    file = home / "transcripts" / f"{program}.txt"
    whole = file.read_text(encoding="utf-8").rpartition("\n")[0].splitlines() if file.exists() else []
    numbers = [int(line.removeprefix("line ")) for line in whole]
    assert numbers == sorted({0, *numbers}) or not numbers, numbers
    return numbers[-1] if numbers else None


def archive_writer(home: Path, program: int) -> Write:
    """The end of a match: 0 begins it, any other number moves it to the past ones."""
    match = SavedMatches(home / str(program)).create()
    notes = MatchNotes({1: "steady"})
    return lambda number: match.archive() if number else match.save(record_of(program, 0), notes)


def archived_found(home: Path, program: int) -> int:
    files = [*(home / str(program)).rglob("*.domino.yaml")]
    assert len(files) == 1, files
    return int(files[0].parent.name == "past")


def broken_writer(home: Path, program: int) -> Write:
    """Changes of settings that cannot be read in full."""
    file = home / f"{program}.yaml"
    return lambda number: save_settings(file, {"rate": 80 + number}) if number else file.write_text(BROKEN)


def broken_found(home: Path, program: int) -> int:
    """0 is the broken file, which must be there under one of two names."""
    file = home / f"{program}.yaml"
    now = file.read_text(encoding="utf-8")
    if now == BROKEN:
        return 0
    assert file.with_name(f"{program}.unreadable.yaml").read_text(encoding="utf-8") == BROKEN
    settings, errors = load_settings(file)
    assert (settings.draws, errors) == (True, ())
    return settings.rate - 80


def reset_writer(home: Path, program: int) -> Write:
    """Keys of the player's own that are given up."""
    keys = OwnKeys(home / str(program) / "keys.yaml")

    def write(number: int) -> None:
        if not number:
            keys.save(PROFILES[0], [("hand", "x", "draw")])
        elif reset_found(home, program) == 0:
            keys.reset(PROFILES[0])

    return write


def reset_found(home: Path, program: int) -> int:
    """0 if the keys are in force, 1 if they are in the backup."""
    keys = OwnKeys(home / str(program) / "keys.yaml")
    is_there = "x: draw" in keys.file.read_text(encoding="utf-8")
    assert is_there or "x: draw" in keys.backup.read_text(encoding="utf-8")
    return int(not is_there)


def restore_writer(home: Path, program: int) -> Write:
    """Keys of the player's own and their backup, which change places."""
    keys = OwnKeys(home / str(program) / "keys.yaml")

    def write(number: int) -> None:
        if not number:
            write_atomically(keys.file, "hand: {x: draw}")
            write_atomically(keys.backup, "hand: {x: pass}")
        elif not restored_found(home, program):
            keys.restore()

    return write


def restored_found(home: Path, program: int) -> int:
    """0 if the keys are in force, 1 if their backup is; both are somewhere."""
    texts = [each.read_text(encoding="utf-8") for each in (home / str(program)).glob("*.yaml")]
    assert {*texts} == {"hand: {x: draw}", "hand: {x: pass}"}
    return int("pass" in (home / str(program) / "keys.yaml").read_text(encoding="utf-8"))


BROKEN = "draws: true\npace: 1\npace: 2\n"

CHANGES: Mapping[str, Writer] = {
    "archive": Writer(archive_writer, archived_found, last=1),
    "broken settings": Writer(broken_writer, broken_found),
    "reset of keys": Writer(reset_writer, reset_found, last=1),
    "restoring of keys": Writer(restore_writer, restored_found, last=1),
}
"""What is not written by many programs at once."""

WRITERS: Mapping[str, Writer] = {
    "play": Writer(match_writer, match_found),
    "moves": Writer(moves_writer, move_found),
    "undo": Writer(undo_writer, undo_found),
    "settings": Writer(settings_writer, setting_found),
    "presets": Writer(presets_writer, preset_found),
    "keys": Writer(keys_writer, key_found),
    "history": Writer(transcript_writer, transcript_found),
}

LISTED: Mapping[str, Writer] = {name: Writer(*writer) for name, writer in MATCH_WRITERS.items()}
"""What is done in the list of all matches."""


def check(writer: Writer, home: Path, program: int, written: int | None) -> None:
    """What a program wrote last is there, or what it was writing then."""
    allowed = (written, 0) if written is None else (written, written + 1)
    found = writer.found(home, program)
    assert found in allowed, f"program {program} wrote {written}, and {found} is there"
