"""Changes of a page: they keep comments, quotes and links, and never lose what could not be read."""

from collections.abc import MutableMapping
from pathlib import Path
from random import Random
from stat import S_IMODE
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.systems import needs_links

from playroom.home.page_update import update_page
from playroom.home.settings import Settings, load_settings, save_settings
from playroom.strict_yaml import PageError, load, read
from playroom.strict_yaml.page import NO_LINE

COMMENTED = """\
# My settings.
pace: 2.0   # slow
# short, please
verbosity: 'brief'

told: {hint: nothing}
muted:
  # the others
- chat   # they talk much
unknown: yes please
# end
"""
WORDS = st.text("ab1 0:#-'\"?[]{},&*!|>%@`~é\u202e\u2028\n", max_size=8)
WORD_LIKE = st.sampled_from(["no", "on", "5:30", "010", "1e3", "0o7", "1_000", "<<", "", "a: b", "# a"])
PLAIN = st.recursive(
    st.booleans() | st.integers(-99, 99) | WORDS | WORD_LIKE,
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(WORDS | WORD_LIKE, inside, max_size=3),
    max_leaves=6,
)


SIGNS = (*":-?[]{},#'\"|>~ \n\t\u2028\ufeffé", ": ", "- ", "\n  ", "\n# ", "---", "...", "0o7", "1e3", "\r\n")


def put(**changes: object) -> Any:  # noqa: ANN401 (a change of any mapping)
    def change(page: MutableMapping[Any, Any]) -> None:
        page.update(changes)

    return change


def refused(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_comments_and_all_that_is_not_changed_stay(tmp_path: Path) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text(COMMENTED)

    save_settings(file, {"pace": 3.5, "draws": True, "verbosity": "normal", "position": True})

    changed = COMMENTED.replace("2.0", "3.5").replace("brief", "normal")
    assert file.read_text() == f"{changed}draws: true\n"


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "# no end", "{}\n"])
def test_the_first_change_of_an_empty_file_keeps_its_comment(tmp_path: Path, text: str) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text(text)

    save_settings(file, {"pace": 3.5})

    assert load_settings(file) == (Settings(pace=3.5), ())
    assert file.read_text().startswith(text.removesuffix("{}\n"))


@pytest.mark.long
@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.dictionaries(WORDS | WORD_LIKE, PLAIN, max_size=4))
def test_every_value_is_read_back_as_it_was_put(tmp_path_factory: pytest.TempPathFactory, plain: Any) -> None:  # noqa: ANN401
    file = tmp_path_factory.mktemp("page") / "page.yaml"
    file.write_text(COMMENTED)
    before = load(COMMENTED, "").value
    assert isinstance(before, dict)

    update_page(file, lambda page: page.update(plain))

    assert read(file).value == before | plain


@pytest.mark.long
def test_no_page_is_changed_into_something_else(tmp_path: Path) -> None:
    chance, file, tried = Random(1), tmp_path / "page.yaml", 0
    while tried < 25:
        text = _mutated(chance)
        try:
            page = load(text, "").value
        except PageError:
            continue
        if isinstance(page, dict | None):
            tried += 1
            file.write_bytes(text.encode())

            update_page(file, put(pace=3.5, on="off"))

            assert read(file).value == (page or {}) | {"pace": 3.5, "on": "off"}, text


def _mutated(chance: Random) -> str:
    """A page in which pieces are replaced by signs that mean something in YAML."""
    text = COMMENTED
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(text) + 1)
        text = text[:start] + chance.choice(SIGNS) + text[start + chance.choice((0, 3, 200)) :]
    return text


@pytest.mark.parametrize("edited", ["", "a: [", "a: 3\nb: 2\n"])
def test_an_edited_page_that_means_something_else_is_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edited: str
) -> None:
    file = tmp_path / "page.yaml"
    file.write_text("a: 1  # one\nb: 2\n")
    monkeypatch.setattr("playroom.home.page_update._edited", lambda *_: edited)

    update_page(file, put(a=2))

    assert file.read_text() == "a: 2\nb: 2\n"


BROKEN = [
    (b"{}\npace: [\n", Settings(), [2]),
    (b"pace: 0.2\npace: 0.4\ndraws: true\n", Settings(pace=0.2, draws=True), [2]),
    (b"draws: true\nconfirm: yes\nbrake: 300\n", Settings(draws=True, brake=300), [2]),
    (b"draws: true\ntold: [\nbrake: 300\n", Settings(draws=True, brake=300), [2]),
    (b"draws: true\npreset: \xe9t\xe9\nbrake: 300\n", Settings(draws=True, brake=300), [2]),
    (b"draws: true\nverbosity: loud\nconfirm: yes\n", Settings(draws=True), [3, 2]),
    (b"draws: true\n---\nbrake: 300\n", Settings(draws=True, brake=300), [3]),
    (b"# pace\nmuted:\n- chat\n- score\npace: 010\n", Settings(muted=["chat", "score"]), [5]),
    (b"- pace: 1\n", Settings(), [1]),
    (b"\xff\xfep\x00", Settings(), [1]),
    (b"x: y\n" * 1001, Settings(), [2]),
    (b"#" * 1_000_001, Settings(), [NO_LINE]),
]


@pytest.mark.parametrize(("content", "readable", "lines"), BROKEN, ids=lambda each: str(each)[:20])
def test_what_can_be_read_is_in_force_and_what_cannot_is_kept(
    tmp_path: Path, content: bytes, readable: Settings, lines: list[int]
) -> None:
    file = tmp_path / "settings.yaml"
    file.write_bytes(content)

    found, errors = load_settings(file)
    kept = save_settings(file, {"rate": 200})

    assert (found, [error.line for error in errors]) == (readable, lines)
    assert kept == tmp_path / "settings.unreadable.yaml"
    assert kept.read_bytes() == content
    saved, _ = load_settings(file)
    assert saved.rate == 200
    assert saved.draws == readable.draws
    assert save_settings(file, {"rate": 225}) is None


def test_the_comments_of_what_can_be_read_stay(tmp_path: Path) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text("# mine\npace: 0.2  # quick\n# silly\nconfirm: yes\n# long\nverbosity: full\n")

    save_settings(file, {"pace": 0.4})

    assert file.read_text() == "# mine\npace: 0.4  # quick\n# silly\nverbosity: full\n"


@pytest.mark.parametrize("start", ["\ufeff", ""])
@pytest.mark.parametrize("end", ["\r\n", "\n"])
@pytest.mark.parametrize("text", ["# mine\npace: 2.0 # slow\n", "# mine\n"])
def test_line_ends_and_byte_order_mark_stay(tmp_path: Path, text: str, start: str, end: str) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text(start + text, encoding="utf-8", newline=end)

    update_page(file, put(pace=3.5))

    changed = text.replace("2.0", "3.5") if "2.0" in text else text + "pace: 3.5\n"
    assert file.read_bytes().decode() == (start + changed).replace("\n", end)


def test_a_second_file_that_cannot_be_read_takes_another_name(tmp_path: Path) -> None:
    file = tmp_path / "settings.yaml"
    for name in ("settings.unreadable.yaml", "settings.unreadable-2.yaml"):
        file.write_text("pace: yes\n")

        assert save_settings(file, {"rate": 200}) == tmp_path / name


def test_no_copy_is_made_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text("pace: yes\n")
    monkeypatch.setattr("playroom.home.page_update.write_atomically", refused)

    with pytest.raises(OSError, match="No space left"):
        save_settings(file, {"rate": 200})

    assert file.read_text() == "pace: yes\n"
    assert [*tmp_path.glob("*unreadable*")] == []


def test_a_file_that_may_not_be_read_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text("pace: 1\n")

    def forbid(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("playroom.home.page_update.read", forbid)
    with pytest.raises(PermissionError):
        save_settings(file, {"rate": 200})

    assert file.read_text() == "pace: 1\n"


@needs_links
def test_settings_behind_a_link_stay_behind_it(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("# mine\npace: 1\n")
    (tmp_path / "settings.yaml").symlink_to("mine.yaml")

    save_settings(tmp_path / "settings.yaml", {"pace": 2})

    assert (tmp_path / "settings.yaml").is_symlink()
    assert (tmp_path / "mine.yaml").read_text() == "# mine\npace: 2\n"
    assert S_IMODE((tmp_path / "mine.yaml").stat().st_mode) == 0o600


def test_a_disk_without_hard_links_gets_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text("pace: yes\n")
    monkeypatch.setattr("os.link", refused)

    kept = save_settings(file, {"rate": 200})

    assert kept
    assert kept.read_text() == "pace: yes\n"
