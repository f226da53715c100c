"""Writers of what is done in the list of all matches: matches are renamed, imported, deleted and branched."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from support.games.random_matches import VARIANTS

from playroom.home.match_notes import BranchPoint, MatchNotes
from playroom.home.removed_matches import DeletedMatches
from playroom.home.saved_match import SavedMatch, SavedMatches, read_record
from playroom.table.record import Record, text
from playroom.table.setup import Setup, new_record

NAMES = (("Ada", "Ben"), ("Cleo", "Dan"))
NOTES = MatchNotes({1: "steady"}, (0,))

Write = Callable[[int], object]


def record_of(program: int, number: int) -> Record:
    return new_record(VARIANTS["draw"], Setup("draw", 2, 0, {"target": 50 + number}), NAMES[program])


def number_of(record: Record) -> int:
    return int(str(record.match.rules.target)) - 50


def records(home: Path, program: int) -> Iterator[tuple[SavedMatch, Record]]:
    """The matches of a program, wherever they are; each must be whole."""
    for file in home.rglob("*.domino.yaml"):
        record = read_record(file, VARIANTS)
        if record.players == NAMES[program]:
            yield SavedMatch(file), record


def titled(home: Path, program: int) -> SavedMatch | None:
    """The one match of a program that has titles; it is there once, with its record and its notes."""
    found = [*records(home, program)]
    assert len(found) <= 1, found
    assert all(record == record_of(program, 0) for _, record in found)
    assert all(saved.notes().bots == NOTES.bots for saved, _ in found)
    return found[0][0] if found else None


def title_found(home: Path, program: int) -> int | None:
    match = titled(home, program)
    title = match.notes().title if match else None
    return int(title) if title else None


def _begun(home: Path, program: int) -> SavedMatch:
    """The match of a program in a folder of its own, which is begun if it is not there yet."""
    matches = SavedMatches(home / str(program))
    file = next(matches.folder.rglob("*.domino.yaml"), None)
    if file and file.parent == matches.folder:
        found = SavedMatch(file)
        assert found.open()
        return found
    new = matches.create()
    if file:
        SavedMatch(file).move(new.file)
    else:
        new.save(record_of(program, 0), NOTES)
    return new


def rename_writer(home: Path, program: int) -> Write:
    match = _begun(home, program)
    return lambda number: match.rename(str(number))


def delete_writer(home: Path, program: int) -> Write:
    """Names a match, deletes it and brings it back."""
    _begun(home, program).close()

    def write(number: int) -> None:
        deleted = DeletedMatches(SavedMatches(home / str(program)))
        match = _begun(home, program)
        match.rename(str(number))
        deleted.delete(match)
        match.close()
        deleted.restore()

    return write


def import_writer(home: Path, program: int) -> Write:
    matches = SavedMatches(home / "matches")
    return lambda number: matches.add(text(record_of(program, number)).encode(), is_finished=bool(number % 2))


def import_found(home: Path, program: int) -> int | None:
    """The number of the last import; those before it are there, each once."""
    found = sorted(number_of(record) for _, record in records(home, program))
    assert {*range(len(found))} - {*found} <= {1}, found  # 1 is what meets a fault
    assert len({*found}) == len(found), found
    return found[-1] if found else None


def branch_writer(home: Path, program: int) -> Write:
    """Begins a match that branches from another one, which stays as it is."""
    matches = SavedMatches(home / "matches")

    def write(number: int) -> None:
        with_notes = MatchNotes(NOTES.bots, NOTES.own, branched_from=BranchPoint("0001.domino.yaml", number))
        branch = matches.create()
        branch.save(record_of(program, number), with_notes)
        branch.close()

    return write


def branch_found(home: Path, program: int) -> int | None:
    """The number of the last branch; each says from where it branched."""
    for saved, record in records(home, program):
        branched = saved.notes().branched_from
        assert branched
        assert branched.events == number_of(record)
    return import_found(home, program)


MATCH_WRITERS: Mapping[str, tuple[Callable[[Path, int], Write], Callable[[Path, int], int | None]]] = {
    "rename": (rename_writer, title_found),
    "import": (import_writer, import_found),
    "delete": (delete_writer, title_found),
    "branch": (branch_writer, branch_found),
}
