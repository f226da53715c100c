"""Pages that were read before are read without the parser, and a faulty cache changes nothing."""

from pathlib import Path

import pytest

from playroom.strict_yaml import Page, PageError, files, read
from playroom.strict_yaml.files import MOST_PAGES, PageCache, using

TEXT = "title: {en: Six, fr: Six rapide}\nplayers: [2, 3]\n4: 0.5\nnothing:\n"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "page.yaml"
    file.write_text(TEXT, encoding="utf-8")
    return file


def read_in(cache: Path, page: Path) -> Page:
    """The page as one program reads it, which leaves its cache behind."""
    pages = PageCache(cache)
    with using(pages):
        found = read(page)
    if pages.is_changed:
        cache.write_bytes(pages.as_bytes())
    return found


def test_a_page_that_was_read_before_needs_no_parser(
    tmp_path: Path, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed = read_in(tmp_path / "cache", page)
    monkeypatch.delattr(files, "load_whole")

    kept = read_in(tmp_path / "cache", page)

    assert kept.value == parsed.value
    assert [kept.line(*path) for path in (("players", 1), ("title", "fr"), (4,))] == [2, 1, 3]


def test_a_page_that_has_changed_is_parsed_anew(tmp_path: Path, page: Path) -> None:
    read_in(tmp_path / "cache", page)
    page.write_text(TEXT.replace("3", "4"), encoding="utf-8")

    for _ in range(2):
        assert read_in(tmp_path / "cache", page).value == {
            "title": {"en": "Six", "fr": "Six rapide"},
            "players": [2, 4],
            4: 0.5,
            "nothing": None,
        }


@pytest.mark.parametrize("damage", [b"", b"\x92\xa5", b"\x92\xa30.0\x80", b"\xff" * 99, b"\x92\xa11\x05"])
def test_a_cache_that_is_damaged_or_of_another_version_changes_nothing(
    tmp_path: Path, page: Path, damage: bytes
) -> None:
    parsed = read_in(tmp_path / "cache", page)
    whole = (tmp_path / "cache").read_bytes()

    for content in (damage, whole[:-1], whole.replace(b"title", b"tit\xc1e"), whole[:-9] + b"\xc1" * 9):
        (tmp_path / "cache").write_bytes(content)
        assert read_in(tmp_path / "cache", page).value == parsed.value


def test_a_page_with_an_error_is_not_kept(tmp_path: Path, page: Path) -> None:
    page.write_text("players: no\n", encoding="utf-8")
    pages = PageCache(tmp_path / "cache")

    with using(pages), pytest.raises(PageError):
        read(page)

    assert not pages.is_changed


def test_a_cache_does_not_grow_for_ever(tmp_path: Path) -> None:
    pages = PageCache(tmp_path / "cache")

    for number in range(MOST_PAGES + 5):
        pages.keep(Page(str(number), number, (1, ())), b"")

    assert pages.page(str(MOST_PAGES - 1), b"")
    assert pages.page(str(MOST_PAGES), b"") is None
    assert pages.page("0", b"other") is None


def test_in_a_full_cache_new_pages_take_the_place_of_those_that_were_not_read(tmp_path: Path) -> None:
    before, pages = PageCache(tmp_path / "cache"), [Page(str(n), n, (1, ())) for n in range(MOST_PAGES + 2)]
    for page in pages[:MOST_PAGES]:
        before.keep(page, b"")
    before.file.write_bytes(before.as_bytes())
    cache = PageCache(before.file)
    cache.page("0", b"")

    for page in pages[MOST_PAGES:]:
        cache.keep(page, b"")

    kept = [page.source for page in pages if cache.page(page.source, b"")]
    assert kept == ["0", *map(str, range(3, MOST_PAGES + 2))]
