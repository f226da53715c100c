"""The unfinished matches in their folder, beside each other."""

import os
from collections.abc import Mapping
from pathlib import Path
from stat import S_IMODE
from threading import Thread

import pytest
from support.faults.other_program import locked_elsewhere
from support.systems import needs_permission_bits
from support.time.patience import PATIENCE

from playroom.home.match_notes import MatchNotes
from playroom.home.saved_match import SavedMatch, SavedMatches
from playroom.rules.rulebook.variant import Variant
from playroom.table.record import Record, text
from playroom.table.setup import Setup, new_record
from playroom.table.shelf import OURS, shelf

VARIANTS: Mapping[str, Variant] = shelf([OURS]).variants


def begun(*players: str) -> Record:
    return new_record(VARIANTS["dominos"], Setup("dominos", len(players)), players)


@pytest.fixture
def matches(tmp_path: Path) -> SavedMatches:
    return SavedMatches(tmp_path)


@pytest.fixture
def saved(matches: SavedMatches) -> SavedMatch:
    return matches.create()


def test_a_match_comes_back_as_it_was_kept(saved: SavedMatch) -> None:
    saved.save(begun("Ada", "Ben"), MatchNotes({1: "steady"}))

    assert saved.load(VARIANTS) == begun("Ada", "Ben")
    assert saved.notes().bots == {1: "steady"}


def test_the_match_that_was_played_last_is_the_newest_even_if_the_clock_is_wrong(
    matches: SavedMatches,
) -> None:
    for year, players in ((2030, ("Ada", "Ben")), (2029, ("Cleo", "Dan")), (2031, ("Eva", "Finn"))):
        played(matches.create(), year, *players)
    again = matches.newest_first()[1]
    played(SavedMatch(again.file), 2028, "Cleo", "Dan")

    names = [each.load(VARIANTS).players[0] for each in matches.newest_first()]
    assert names == ["Cleo", "Eva", "Ada"]


def played(saved: SavedMatch, year: int, *players: str) -> None:
    """Play a match by a clock that stands at the beginning of this year."""
    saved.open()
    saved.save(begun(*players), MatchNotes())
    os.utime(saved.file, ((year - 1970) * 3e7,) * 2)
    saved.close()


def test_of_two_matches_played_at_once_the_one_that_is_left_last_is_the_newest(matches: SavedMatches) -> None:
    first = matches.create()
    first.save(begun("Ada", "Ben"), MatchNotes())
    second = matches.create()
    second.save(begun("Cleo", "Dan"), MatchNotes())

    second.close()
    first.close()

    names = [each.load(VARIANTS).players[0] for each in matches.newest_first()]
    assert names == ["Ada", "Cleo"]


@pytest.mark.parametrize(
    "order", [None, b"\xff", b"0002.domino.yaml\n"], ids=["none", "damaged", "of an older one"]
)
def test_matches_that_the_order_does_not_name_are_found(matches: SavedMatches, order: bytes | None) -> None:
    for name in ("Ben", "Cleo", "Dan"):
        played(matches.create(), 2030, "Ada", name)
    file = matches.newest_first()[0].file.with_name("played.txt")
    file.unlink()
    if order:
        file.write_bytes(order)

    names = [each.load(VARIANTS).players[1] for each in matches.newest_first()]
    assert names == (["Cleo", "Dan", "Ben"] if order and order.startswith(b"0") else ["Dan", "Cleo", "Ben"])


def test_a_match_of_the_old_layout_is_found(tmp_path: Path, matches: SavedMatches) -> None:
    (tmp_path / "match.domino.yaml").write_text(text(begun("Ada", "Ben")), encoding="utf-8")
    (tmp_path / "match.seats.yaml").write_text("1: steady\n", encoding="utf-8")

    (saved,) = matches.newest_first()
    assert saved.load(VARIANTS) == begun("Ada", "Ben")
    assert saved.notes().bots == {1: "steady"}


@needs_permission_bits
def test_only_the_owner_can_read_a_match(tmp_path: Path) -> None:
    saved = SavedMatches(tmp_path / "data" / "matches").create()

    saved.save(begun("Ada", "Ben"), MatchNotes({1: "steady"}))

    files = [*saved.file.parent.iterdir()]
    assert len(files) == 5
    assert {S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    folders = (saved.file.parent, saved.file.parent.parent)
    assert {S_IMODE(folder.stat().st_mode) for folder in folders} == {0o700}


@needs_permission_bits
def test_a_folder_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    (tmp_path / "matches").mkdir(mode=0o755)

    SavedMatches(tmp_path / "matches").create()

    assert S_IMODE((tmp_path / "matches").stat().st_mode) == 0o700


def test_a_match_that_another_program_plays_cannot_be_opened(
    tmp_path: Path, matches: SavedMatches, saved: SavedMatch
) -> None:
    saved.save(begun("Ada", "Ben"), MatchNotes())
    saved.close()

    with locked_elsewhere(tmp_path / ".0001.lock"):
        assert not saved.open()
        assert matches.create().file.name == "0002.domino.yaml"

    assert saved.open()


def test_a_match_that_another_program_has_just_begun_keeps_its_number(
    tmp_path: Path, matches: SavedMatches
) -> None:
    with locked_elsewhere(tmp_path / ".0001.lock"):
        assert matches.create().file.name == "0002.domino.yaml"


def test_a_match_that_was_archived_stays_as_a_record(matches: SavedMatches) -> None:
    for names in (("Ada", "Ben"), ("Cleo", "Dan")):
        saved = matches.create()
        saved.save(begun(*names), MatchNotes({1: "steady"}))
        saved.archive()
        saved.close()

    past = sorted((saved.file.parent / "past").glob("*.domino.yaml"))
    assert matches.newest_first() == ()
    assert saved.notes().bots == {}
    assert [file.name for file in past] == ["0001.domino.yaml", "0002.domino.yaml"]
    assert "Ada" in past[0].read_text(encoding="utf-8")
    assert "Cleo" in past[1].read_text(encoding="utf-8")


def test_a_match_of_a_shared_table_is_kept_once(matches: SavedMatches, tmp_path: Path) -> None:
    kept = [matches.keep_past(begun("Ada", name), MatchNotes()) for name in ("Ben", "Cyd", "Ben")]

    assert kept == [True, True, False]
    assert len([*tmp_path.glob("past/*.domino.yaml")]) == 2


class SlowMatches(SavedMatches):
    """Matches to which somebody else adds the same one in the middle of an addition."""

    def create(self, *preferred: SavedMatch) -> SavedMatch:
        self.kept: list[bool] = []
        plain = SavedMatches(self.folder)
        self.other = Thread(
            target=lambda: self.kept.append(plain.keep_past(begun("Ada", "Ben"), MatchNotes()))
        )
        self.other.start()
        self.other.join(0.05)
        return super().create(*preferred)


def test_a_match_that_two_browsers_bring_at_the_same_time_is_kept_once(tmp_path: Path) -> None:
    matches = SlowMatches(tmp_path)

    is_kept = matches.keep_past(begun("Ada", "Ben"), MatchNotes())
    matches.other.join(PATIENCE)

    assert (is_kept, matches.kept) == (True, [False])
    assert len([*tmp_path.glob("past/*.domino.yaml")]) == 1


def test_a_match_of_a_shared_table_is_kept_with_the_past_ones_alone(
    matches: SavedMatches, tmp_path: Path
) -> None:
    matches.keep_past(begun("Ada", "Ben"), MatchNotes())
    matches.keep_past(begun("Ada", "Cy"), MatchNotes())

    past = [file.read_text(encoding="utf-8") for file in sorted(tmp_path.glob("past/*.domino.yaml"))]
    assert past == [text(begun("Ada", "Ben")), text(begun("Ada", "Cy"))]
    assert matches.newest_first() == ()
    assert [*tmp_path.glob("*.yaml")] == []


def test_a_match_that_cannot_be_archived_stays(saved: SavedMatch) -> None:
    saved.save(begun("Ada", "Ben"), MatchNotes())
    (saved.file.parent / "past").touch()

    with pytest.raises(NotADirectoryError):
        saved.archive()

    assert saved.exists()


def test_no_unreadable_match_takes_the_place_of_another(saved: SavedMatch) -> None:
    for content in ("once", "twice"):
        saved.file.write_text(content, encoding="utf-8")
        saved.move_unreadable()

    aside = sorted((saved.file.parent / "unreadable").glob("*.yaml"))
    assert [file.read_text(encoding="utf-8") for file in aside] == ["once", "twice"]
