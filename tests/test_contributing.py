"""The documents name what exists, draw the floors as they are checked, and show a page that works."""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest
from test_house import FLOORS, MOST_LINES_IN_FILE, MOST_LINES_IN_FUNCTION

from playroom.strict_yaml import read
from playroom.table.page import variant_on
from playroom.table.shelf import OURS, shelf
from playroom.table.trial import trial

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted((*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")))
TEXTS = {
    document.relative_to(ROOT).as_posix(): document.read_text(encoding="utf-8") for document in DOCUMENTS
}
PATH = re.compile(r"(?<![\w./~*-])((?:playroom|locales|tests|docs|\.ci|\.github)/[\w./-]*+)(?!\*)")
"""A path from the top of the repository; not one that goes on with a pattern."""
NAME = re.compile(r"`(\w+)`\s+in\s+`(playroom/[\w./-]*\.py)`")
"""A name with its file: `COMMANDS` in `playroom/console/play/table.py`."""
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(#[^)]*)?\)")
PATHS = sorted({(page, path.rstrip(".")) for page, text in TEXTS.items() for path in PATH.findall(text)})
NAMES = sorted({found for text in TEXTS.values() for found in NAME.findall(text)})
LINKS = sorted({(page, *found) for page, text in TEXTS.items() for found in LINK.findall(text)})
DRAWN = dict(re.findall(r"^\| `(\w+)` \| .* \| (.*) \|$", TEXTS["CONTRIBUTING.md"], re.MULTILINE))
"""What each floor may import, as the plan says."""
TOP = {
    *("playroom", "locales", "tests", "docs", "pyproject.toml"),
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"),
}
"""The top level of the repository, besides what begins with a dot."""


def composed() -> str:
    """The page of "Compose a game"."""
    found = re.search(
        r"```yaml\n(.*?)```", TEXTS["docs/rulebooks.md"].partition("## Compose a game")[2], re.DOTALL
    )
    assert found
    return found[1]


def anchors(text: str) -> set[str]:
    """The anchors of the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_top_level_holds_what_everybody_needs() -> None:
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    names = {each.name for each in ROOT.iterdir() if not each.name.startswith(".")}

    kept = {name for name in names if not any(fnmatch(f"{name}/", pattern) for pattern in ignored)}

    assert kept == TOP


def leads_somewhere(page: str, target: str, anchor: str) -> bool:
    """Whether a link on a page leads to a file, and its anchor to a heading there."""
    file = (ROOT / page).parent / target if target else ROOT / page
    return file.is_file() and (
        not anchor or anchor.removeprefix("#") in anchors(file.read_text(encoding="utf-8"))
    )


def stands_in(name: str, file: str) -> bool:
    """Whether a file defines or lists a name."""
    text = (ROOT / file).read_text(encoding="utf-8")
    return bool(re.search(rf"^\s*(?:def |class )?{name}\b", text, re.MULTILINE))


def test_every_path_that_a_document_names_exists() -> None:
    assert PATHS
    assert [(page, path) for page, path in PATHS if not (ROOT / path).exists()] == []


def test_every_link_between_documents_leads_somewhere() -> None:
    assert LINKS
    assert [link for link in LINKS if not leads_somewhere(*link)] == []


def test_every_name_that_is_looked_up_stands_in_its_file() -> None:
    assert NAMES
    assert [named for named in NAMES if not stands_in(*named)] == []


@pytest.mark.parametrize("page", [page for page in TEXTS if re.fullmatch(r"docs/[^/]+", page)])
def test_every_page_is_linked_from_the_top_level(page: str) -> None:
    assert any(target == page for top, target, _ in LINKS if "/" not in top)


def test_the_sizes_of_files_and_functions_are_those_that_are_checked() -> None:
    file, function = MOST_LINES_IN_FILE, MOST_LINES_IN_FUNCTION

    assert (
        f"has more than {file} lines, and no function more than {function}, a flat" in TEXTS["docs/code.md"]
    )


def test_the_composed_page_is_sound(tmp_path: Path) -> None:
    file = tmp_path / "threes.yaml"
    file.write_text(composed(), encoding="utf-8")
    variant = variant_on(read(file), shelf([OURS]).variants)

    found = trial(variant, matches=20)

    assert found.endless is None
    assert len(found.rounds) == 20


@pytest.mark.parametrize("floor", [each for each in FLOORS if (ROOT / "playroom" / each).is_dir()])
def test_each_floor_is_drawn_with_its_imports(floor: str) -> None:
    drawn = set(re.findall(r"`(\w+)`", DRAWN[floor]))

    assert DRAWN[floor] == "all" or drawn == FLOORS[floor]
