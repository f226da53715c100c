"""The file of a transcript, on a real disk that may be full."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from support.systems import needs_device_files

from playroom.home.transcript import Transcript, transcript_file

NOW = datetime(2026, 5, 1, 18, 30, 5, tzinfo=UTC)


def test_lines_are_in_the_file_as_soon_as_they_are_added(tmp_path: Path) -> None:
    transcript = Transcript(tmp_path / "transcripts" / "match.txt")

    transcript.add("New round.", "Your turn.")
    transcript.add("Vous posez 5-2 à droite.")

    assert transcript.file.read_text("utf-8") == "New round.\nYour turn.\nVous posez 5-2 à droite.\n"


@needs_device_files
def test_what_a_full_disk_refused_is_written_with_the_next_line(tmp_path: Path) -> None:
    transcript = Transcript(tmp_path / "match.txt")
    transcript.file.symlink_to("/dev/full")

    with pytest.raises(OSError, match="No space left"):
        transcript.add("one")
    transcript.file.unlink()
    transcript.add("two")

    assert transcript.file.read_text() == "one\ntwo\n"


def test_what_was_written_in_part_is_written_over(tmp_path: Path) -> None:
    transcript = Transcript(tmp_path / "match.txt")
    transcript.add("one")
    with transcript.file.open("a") as file:
        file.write("tw")

    transcript.add("two")

    assert transcript.file.read_text() == "one\ntwo\n"


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("dominos", "2026-05-01-183005-dominos.txt"),
        ("../my game: 2", "2026-05-01-183005-my-game-2.txt"),
        ("Été", "2026-05-01-183005-Été.txt"),
    ],
)
def test_a_transcript_is_called_after_its_moment_and_its_game(tmp_path: Path, game: str, name: str) -> None:
    assert transcript_file(tmp_path, game, NOW) == tmp_path / name
