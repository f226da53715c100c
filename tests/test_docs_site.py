"""The documentation as a site: every page in every language, read without a script, searched with one."""

from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from posixpath import dirname, join, normpath

import docs_site
import pytest
from support.languages import CODES
from support.web.axe import AXE, violations
from support.web.chromium import CHROMIUM, Tab, chromium

ROOT = Path(__file__).parents[1]
VOID = {"input", "link", "meta", "br", "hr", "img"}


class Read(HTMLParser):
    """What a browser finds in a page: its elements, in order, each with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, tag: str, name: str) -> list[str]:
        """The values of an attribute in all elements of a kind."""
        return [attrs[name] for kind, attrs in self.elements if kind == tag and name in attrs]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    docs_site.build(folder)
    return folder


@pytest.fixture(scope="module")
def read(site: Path) -> dict[str, Read]:
    return {
        file.relative_to(site).as_posix(): Read(file.read_text(encoding="utf-8"))
        for file in site.rglob("*.html")
    }


@pytest.mark.long
def test_every_text_has_a_page_and_every_language_its_words_and_its_search(read: dict[str, Read]) -> None:
    texts = {file.relative_to(ROOT) for file in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))}
    named = {(each.parent / ("index" if each.stem == "README" else each.stem)).as_posix() for each in texts}
    searches = {"search.html", *(f"docs/{code}/search.html" for code in CODES if code != "en")}

    assert read.keys() == {f"{name}.html" for name in named} | {"LICENSE.html"} | searches
    assert docs_site.WORDS.keys() == {*CODES}
    assert len({frozenset(words) for words in docs_site.WORDS.values()}) == 1


def test_every_page_has_its_language_one_first_heading_and_no_level_left_out(read: dict[str, Read]) -> None:
    for name, page in read.items():
        levels = [int(tag[1]) for tag, _ in page.elements if tag in {"h1", "h2", "h3", "h4"}]
        language = Path(name).parent.name
        words = docs_site.WORDS.get(language, docs_site.WORDS["en"])

        assert page.open == [], name
        assert page.all("html", "lang") == [words["lang"]], name
        assert (levels[0], levels.count(1)) == (1, 1), name
        assert all(after <= before + 1 for before, after in pairwise(levels)), name


def test_every_link_leads_to_a_page_and_a_heading_that_are_there(read: dict[str, Read], site: Path) -> None:
    anchors = {
        name: {attrs["id"] for _, attrs in page.elements if "id" in attrs} for name, page in read.items()
    }
    for name, page in read.items():
        for link in page.all("a", "href"):
            if link.startswith("http"):
                continue
            target, _, anchor = link.partition("#")
            found = normpath(join(dirname(name), target)) if target else name
            assert found in read, f"{name}: {link}"
            assert not anchor or anchor in anchors[found], f"{name}: {link}"
        assert all((site / dirname(name) / each).is_file() for each in page.all("link", "href"))


def test_a_page_leads_to_itself_in_every_language_that_has_it_and_lists_them_once(site: Path) -> None:
    polish = (site / "docs/pl/install.html").read_text(encoding="utf-8")
    english = (site / "index.html").read_text(encoding="utf-8")

    translations = Read(polish[: polish.index("<main")])
    assert sorted(translations.all("a", "lang")) == sorted(each["lang"] for each in docs_site.WORDS.values())
    assert '<a href="install.html" lang="pl" hreflang="pl" aria-current="page">Polski</a>' in polish
    assert '<a href="accessibility.html" lang="pl" hreflang="pl">' in polish
    assert '<a href="../rulebooks.html" lang="en" hreflang="en">' in polish
    assert "Auf Deutsch" not in english


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None or AXE is None, reason="there is no Chromium, or no axe-core")
@pytest.mark.xdist_group("chromium")
def test_no_page_has_a_violation_nor_scrolls_sideways_and_the_search_says_how_much_it_finds(
    site: Path, tmp_path: Path
) -> None:
    with chromium(tmp_path, (site / "index.html").as_uri()) as tab:
        tab.set_screen(320, 640, prefers_color_scheme="dark")
        dark = violations(tab)
        wide = []
        for file in sorted((*site.glob("*.html"), *site.glob("docs/*.html"))):
            tab.visit(file)
            if tab.run("document.documentElement.scrollWidth > innerWidth"):
                wide.append(file.name)
        tab.set_screen(1280, 800, prefers_color_scheme="light")
        tab.visit(site / "docs/fr/search.html")
        found = searched(tab, "bibliotheque ALPINE")
        first = tab.run("document.querySelector('#found a').getAttribute('href')")
        light = violations(tab)
        nothing = searched(tab, "zyxw")
        reports = tab.reports

    assert (dark, light, wide, reports) == ([], [], [], [])
    assert (found, first) == ("Endroits : 1", "install.html#linux")
    assert nothing == "Rien trouvé"


def searched(tab: Tab, words: str) -> str:
    """What the page of the search says once these words are searched for."""
    tab.run(f"document.getElementById('q').value = '{words}'; document.querySelector('button').click()")
    return str(tab.run("document.querySelector('[role=status]').textContent"))
