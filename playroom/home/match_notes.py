"""Notes on a match, in a file beside its record."""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from msgspec import Struct, field

from playroom.home.files import write_atomically
from playroom.strict_yaml import Key, Value
from playroom.strict_yaml.salvage import read_valid

Entry = TypeVar("Entry")

RECORD_SUFFIX: Final = ".domino.yaml"
"""The end of the name of a record."""

_PERSON: Final = ""
_AWAY: Final = "away "
"""The marks of older versions for the seat of a person, and for a bot that replaces one."""


class BranchPoint(NamedTuple):
    """The file name of the match from which another one branched, and how many events they share."""

    match: str
    events: int


class LessonNotes(NamedTuple):
    """The names of the steps of a lesson that were taught, and the tile in focus ("" for none)."""

    done: tuple[str, ...] = ()
    focus: str = ""


class DayNotes(NamedTuple):
    """The day whose deal was played, as an ISO date, and the expert's result; None before that is known."""

    date: str
    expert: int | None = None


class CompanionNotes(NamedTuple):
    """A match that was typed at a table of wood, with or without *hints*; its hidden tiles are filled in."""

    hints: bool = False


class MatchNotes(Struct, frozen=True):
    """The seating, start and origin of a match; unknown fields have their defaults.

    *bots* are the strengths of bots by seat, *own* the seats of the people at this keyboard. A seat with both
    belongs to an absent person, for whom the bot plays. *begun* has a time zone. A match is *practice* if a
    player may know hidden tiles. *lesson* is None without a lesson, *day* without a deal of the day, and
    *companion* unless the match was typed.
    """

    bots: Mapping[int, str] = field(default_factory=dict)
    own: tuple[int, ...] = ()
    begun: datetime | None = None
    practice: bool = False
    branched_from: BranchPoint | None = None
    title: str | None = None
    lesson: LessonNotes | None = None
    day: DayNotes | None = None
    companion: CompanionNotes | None = None


def possible_people(notes: MatchNotes, players: int) -> tuple[int, ...]:
    """The seats of the people at this keyboard; all without a known bot if the notes have lost them."""
    seats = range(players)
    is_known = bool(notes.own) and all(seat in seats for seat in notes.own)
    return notes.own if is_known else tuple(seat for seat in seats if seat not in notes.bots)


def keeps_hands_closed(people: Collection[int], winners: Collection[int]) -> bool:
    """Whether nobody's hand in a saved match may be shown: several people may play it, and it is not over.

    *people* are the seats that people may have. Every way to what a saved match holds asks this.
    """
    return len(people) > 1 and not winners


class NotesFile:
    """The notes beside one record."""

    def __init__(self, record: Path) -> None:
        name = record.name.removesuffix(RECORD_SUFFIX)
        self.file = record.with_name(f"{name}.notes.yaml")
        self._seats = record.with_name(f"{name}.seats.yaml")
        """The file of older versions, with the bots only."""

    def load(self) -> MatchNotes:
        """The notes; missing, damaged or unreadable fields have their defaults."""
        try:
            return self.read()
        except OSError:
            return MatchNotes()

    def read(self) -> MatchNotes:
        """The notes, to be changed or copied; an OSError if they are there and cannot be read."""
        with suppress(FileNotFoundError):
            page = _entries(self.file)
            return MatchNotes(
                _valid(_bots, page.get("bots")) or {},
                _valid(_seats, page.get("own")) or (),
                _valid(_time, page.get("begun")),
                page.get("practice") is True,
                _valid(_branch_point, page.get("branched_from")),
                _valid(_title, page.get("title")),
                _valid(_lesson, page.get("lesson")),
                _valid(_day, page.get("day")),
                _valid(_companion, page.get("companion")),
            )
        with suppress(FileNotFoundError):
            words = _bots(_entries(self._seats))
            people = tuple(seat for seat, word in words.items() if word == _PERSON or word.startswith(_AWAY))
            bots = {seat: word.removeprefix(_AWAY) for seat, word in words.items() if word != _PERSON}
            return MatchNotes(bots, people)
        return MatchNotes()

    def save(self, notes: MatchNotes) -> None:
        """Write the notes; an OSError leaves them as they were."""
        write_atomically(self.file, notes_text(notes))
        with suppress(OSError):
            self._seats.unlink(missing_ok=True)

    def copy_to(self, other: "NotesFile") -> None:
        """Copy the notes to another record; an OSError if that fails."""
        notes = self.read()
        other.remove() if notes == MatchNotes() else other.save(notes)

    def remove(self) -> None:
        """Remove the notes; an OSError if that fails."""
        self.file.unlink(missing_ok=True)
        self._seats.unlink(missing_ok=True)


def notes_text(notes: MatchNotes) -> str:
    """The notes as a file's text, without the defaults."""
    import yaml  # noqa: PLC0415 (a start writes no notes)

    branched, lesson, day = notes.branched_from, notes.lesson, notes.day
    focus = {"focus": lesson.focus} if lesson and lesson.focus else {}
    expert = {} if day is None or day.expert is None else {"expert": day.expert}
    page = {
        "bots": dict(notes.bots),
        "own": list(notes.own),
        "begun": notes.begun and notes.begun.isoformat(timespec="seconds"),
        "practice": notes.practice,
        "branched_from": branched and branched._asdict(),
        "title": notes.title,
        "lesson": lesson and {"done": list(lesson.done), **focus},
        "day": day and {"date": day.date, **expert},
        "companion": notes.companion and notes.companion._asdict(),
    }
    said = {name: value for name, value in page.items() if value}
    return yaml.safe_dump(said, allow_unicode=True, sort_keys=False, default_flow_style=None, width=10_000)


def _entries(file: Path) -> Mapping[Key, Value]:
    """The entries of a page that can be read; an OSError if none can."""
    value = read_valid(file)[0].value
    return value if isinstance(value, dict) else {}


def _valid(kind: Callable[[Value], Entry], plain: Value) -> Entry | None:
    """The value of an entry; None if it is damaged."""
    try:
        return kind(plain)
    except (TypeError, ValueError):
        return None


def _bots(plain: object) -> Mapping[int, str]:
    if not isinstance(plain, Mapping):
        raise TypeError
    return {seat: str(bot) for seat, bot in plain.items() if isinstance(seat, int)}


def _seats(plain: object) -> tuple[int, ...]:
    if not isinstance(plain, list):
        raise TypeError
    if not all(type(seat) is int for seat in plain):
        raise ValueError  # who else has played is lost
    return tuple(plain)


def _time(plain: object) -> datetime:
    time = datetime.fromisoformat(str(plain))
    return time if time.tzinfo else time.astimezone()


def _branch_point(plain: object) -> BranchPoint:
    match plain:
        case {"match": str(match), "events": int(events)} if events >= 0:
            return BranchPoint(match, events)
    raise ValueError


def _lesson(plain: object) -> LessonNotes:
    match plain:
        case {"done": list(steps), "focus": str(focus)}:
            return LessonNotes(tuple(map(str, steps)), focus)
        case {"done": list(steps)}:
            return LessonNotes(tuple(map(str, steps)))
    raise ValueError


def _day(plain: object) -> DayNotes:
    match plain:
        case {"date": date_, "expert": int(expert)}:
            return DayNotes(date.fromisoformat(str(date_)).isoformat(), expert)
        case {"date": date_}:
            return DayNotes(date.fromisoformat(str(date_)).isoformat())
    raise ValueError


def _companion(plain: object) -> CompanionNotes:
    match plain:
        case {"hints": bool(hints)}:
            return CompanionNotes(hints)
    raise ValueError


def _title(plain: object) -> str:
    if not isinstance(plain, str) or not plain.strip():
        raise TypeError
    return plain
