"""Records of matches played by earlier versions, and the JSON that they gave: it must never change."""

import json
from pathlib import Path

import pytest
from support.games.random_matches import VARIANTS

from playroom.strict_yaml import read
from playroom.table.record import summary, text
from playroom.table.record_parser import record

RECORDS = sorted((Path(__file__).parent / "records").glob("*.domino.yaml"))
WRITTEN_BY_US = [file for file in RECORDS if file.read_text(encoding="utf-8").startswith("record: 1")]


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.name)
def test_a_known_record_gives_the_same_json(file: Path) -> None:
    known = file.with_name(file.name.replace(".domino.yaml", ".json")).read_text(encoding="utf-8")

    assert json.dumps(summary(record(read(file), VARIANTS))) + "\n" == known


@pytest.mark.parametrize("file", WRITTEN_BY_US, ids=lambda file: file.name)
def test_a_known_record_is_written_as_it_was(file: Path) -> None:
    assert text(record(read(file), VARIANTS)) == file.read_text(encoding="utf-8")


def test_every_game_has_a_known_record() -> None:
    games = {file.name.split(".")[0].rsplit("-", 1)[0] for file in RECORDS}

    assert games == VARIANTS.keys()
