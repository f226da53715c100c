"""CONTRIBUTING names what exists, draws the floors as they are checked, and shows a page that works."""

import re
from pathlib import Path

import pytest
from test_house import FLOORS

from playroom.strict_yaml import read
from playroom.table.page import variant_on
from playroom.table.shelf import OURS, shelf
from playroom.table.trial import trial

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FILES = sorted(set(re.findall(r"`((?:playroom|locales|tests)/[\w./-]*)`", GUIDE)))
NAMES = sorted(set(re.findall(r"`(\w+)`\s+in\s+`(playroom/[\w./-]*\.py)`", GUIDE)))
"""The names that the guide looks up, each with its file: `COMMANDS` in `playroom/console/places/table.py`."""
PLAN = GUIDE.partition("## How the code is organised")[2]
DRAWN = dict(re.findall(r"^\| `(\w+)` \| .* \| (.*) \|$", PLAN, re.MULTILINE))
"""What each floor may import, as the plan says."""


def composed() -> str:
    """The page of "Compose a game"."""
    found = re.search(r"```yaml\n(.*?)```", GUIDE.partition("## Compose a game")[2], re.DOTALL)
    assert found
    return found[1]


@pytest.mark.parametrize("name", FILES)
def test_every_file_that_is_named_exists(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.parametrize(("name", "file"), NAMES)
def test_every_name_that_is_looked_up_stands_in_its_file(name: str, file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")

    assert re.search(rf"^\s*(?:def |class )?{name}\b", text, re.MULTILINE)


def test_the_composed_page_is_sound(tmp_path: Path) -> None:
    file = tmp_path / "threes.yaml"
    file.write_text(composed(), encoding="utf-8")
    variant = variant_on(read(file), shelf([OURS]).variants)

    found = trial(variant, matches=60)

    assert found.endless is None
    assert len(found.rounds) == 60


@pytest.mark.parametrize("floor", [each for each in FLOORS if (ROOT / "playroom" / each).is_dir()])
def test_each_floor_is_drawn_with_its_imports(floor: str) -> None:
    drawn = set(re.findall(r"`(\w+)`", DRAWN[floor]))

    assert DRAWN[floor] == "all" or drawn == FLOORS[floor]
