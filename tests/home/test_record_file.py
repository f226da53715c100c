"""The record of a match under way: each save adds what is new to its end, and none leaves half of it."""

import os
from pathlib import Path

import pytest
from writers import VARIANTS, states

from playroom.home.saved_match import MOST_BYTES, RecordFile, SavedMatch, finished, read_record
from playroom.strict_yaml import PageError
from playroom.strict_yaml.files import MEGABYTE
from playroom.table.record import Record, text


def first_moves() -> tuple[Record, ...]:
    """A match as it stands after each of its first moves, for more than two rounds."""
    return states(120)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "0001.domino.yaml"


@pytest.fixture
def record_file(file: Path) -> RecordFile:
    return RecordFile(file)


@pytest.mark.long
def test_the_file_is_the_whole_record_after_each_save(file: Path, record_file: RecordFile) -> None:
    assert len(first_moves()[-1].match.rounds) > 2
    for each in first_moves():
        record_file.save(each)

        assert file.read_text(encoding="utf-8") == text(each)


def test_only_the_first_save_writes_the_file_anew(file: Path, record_file: RecordFile) -> None:
    record_file.save(first_moves()[0])
    first = file.stat().st_ino

    for each in first_moves()[1:]:
        record_file.save(each)

    assert file.stat().st_ino == first


def test_several_moves_are_added_by_one_save(file: Path, record_file: RecordFile) -> None:
    for number in (0, 7, 8, 100):
        record_file.save(first_moves()[number])

    assert file.read_text(encoding="utf-8") == text(first_moves()[100])


@pytest.mark.parametrize("before", [3, 60])
def test_a_match_that_does_not_go_on_from_the_saved_one_is_written_anew(
    file: Path, record_file: RecordFile, before: int
) -> None:
    record_file.save(first_moves()[before])

    record_file.save(first_moves()[2])

    assert file.read_text(encoding="utf-8") == text(first_moves()[2])


@pytest.mark.parametrize(
    "change", [Path.unlink, lambda file: file.write_text("mine\n")], ids=["gone", "other"]
)
def test_a_file_that_another_program_has_changed_is_written_anew(
    file: Path, record_file: RecordFile, change: object
) -> None:
    record_file.save(first_moves()[5])
    assert callable(change)
    change(file)

    record_file.save(first_moves()[6])

    assert file.read_text(encoding="utf-8") == text(first_moves()[6])


@pytest.mark.parametrize(
    ("number", "end"),
    [
        (0, b"\n  actions:\0  - Ada 4-3\n"),
        (0, b"\n  actions:"),
        (9, b"\n\0 - B"),
        (9, b"\n\0 starter: Ada\n  hands:\n"),
    ],
)
def test_an_end_that_was_not_finished_is_left_out(file: Path, number: int, end: bytes) -> None:
    whole = text(first_moves()[number]).encode()
    file.write_bytes(whole.removesuffix(b" []\n").removesuffix(b"\n").removesuffix(b"\n  actions:") + end)
    saved = SavedMatch(file)

    assert saved.load(VARIANTS) == first_moves()[number]
    saved.archive()
    past = file.parent / "past" / file.name
    assert b"\0" not in past.read_bytes()
    assert read_record(past, VARIANTS) == first_moves()[number]


@pytest.mark.parametrize("content", [b"record: 1\0\n", "record: 1\n".encode("utf-16"), b"a\0b\n"])
def test_any_other_nul_byte_is_refused(file: Path, content: bytes) -> None:
    file.write_bytes(content)

    assert finished(content) == content
    with pytest.raises(PageError):
        read_record(file, VARIANTS)


def test_a_record_of_more_than_a_megabyte_is_loaded(file: Path) -> None:
    file.write_text(text(first_moves()[9]) + "#" * MEGABYTE, encoding="utf-8")
    saved = SavedMatch(file)

    assert saved.load(VARIANTS) == first_moves()[9]
    assert read_record(file, VARIANTS) == first_moves()[9]


@pytest.mark.long
def test_a_record_has_a_largest_size(file: Path) -> None:
    file.touch()
    os.truncate(file, MOST_BYTES + 1)

    with pytest.raises(PageError, match=r"too_large \{'most': 100\}"):
        SavedMatch(file).load(VARIANTS)
