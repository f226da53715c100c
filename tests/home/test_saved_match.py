from collections.abc import Mapping
from pathlib import Path

import pytest

from playroom.home.saved_match import SavedMatch
from playroom.rules.variant import Variant
from playroom.table.record import Record
from playroom.table.setup import Setup, new_record
from playroom.table.shelf import OURS, shelf

VARIANTS: Mapping[str, Variant] = shelf([OURS]).variants


def begun(*players: str) -> Record:
    return new_record(VARIANTS["dominos"], Setup("dominos", len(players)), players)


@pytest.fixture
def saved(tmp_path: Path) -> SavedMatch:
    return SavedMatch(tmp_path)


def test_a_match_comes_back_as_it_was_kept(saved: SavedMatch) -> None:
    saved.save(begun("Ada", "Ben"), {1: "steady"})

    assert saved.load(VARIANTS) == begun("Ada", "Ben")
    assert saved.seats() == {1: "steady"}


def test_a_match_that_was_archived_stays_as_a_record(saved: SavedMatch) -> None:
    for names in (("Ada", "Ben"), ("Cleo", "Dan")):
        saved.save(begun(*names), {})
        saved.archive()

    past = sorted((saved.file.parent / "past").iterdir())
    assert not saved.exists()
    assert [file.name for file in past] == ["0001.domino.yaml", "0002.domino.yaml"]
    assert "Ada" in past[0].read_text(encoding="utf-8")
    assert "Cleo" in past[1].read_text(encoding="utf-8")


def test_no_unreadable_match_takes_the_place_of_another(saved: SavedMatch) -> None:
    for text in ("once", "twice"):
        saved.file.write_text(text, encoding="utf-8")
        saved.move_unreadable()

    aside = sorted((saved.file.parent / "unreadable").iterdir())
    assert [file.read_text(encoding="utf-8") for file in aside] == ["once", "twice"]
