"""What the gate lets through, what it refuses, and on which line."""

import pickle
from pathlib import Path

import pytest
import yaml
from support.english import spoken_error

from playroom.strict_yaml import PageError, Value, load, load_whole, read, reason
from playroom.table.shelf import OURS

PAGE = """\
# a page
name: draw
after_draw:
  may_play:
    - 1
    - {deep: here}
sides: [2,
  4]
"""


@pytest.fixture(params=["libyaml", "pure Python"], autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "pure Python":
        monkeypatch.setattr(yaml, "CSafeLoader", yaml.SafeLoader)


def refusal(text: str) -> str:
    with pytest.raises(PageError) as caught:
        load(text, "my.yaml")
    return spoken_error(caught.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("# only a comment", None),
        ("\ufeffname: draw", {"name": "draw"}),
        ("a: 6-5 5-5", {"a": "6-5 5-5"}),
        ("{2: 7, 3: 6}", {2: 7, 3: 6}),
        ("[-3, 0, 0.8, true, False, null, ~, ]", [-3, 0, 0.8, True, False, None, None]),
        ("['no', \"on\", '5:30', \"7\", 'null', '']", ["no", "on", "5:30", "7", "null", ""]),
        ("[y, N, 1-2, a:b, nobody, 1e3, no one]", ["y", "N", "1-2", "a:b", "nobody", "1e3", "no one"]),
        ("a: |\n  two\n  lines\nb: >-\n  on", {"a": "two\nlines\n", "b": "on"}),
        ("1: a\n'1': b", {1: "a", "1": "b"}),
        ("é: 'ζ'", {"é": "ζ"}),
    ],
)
def test_what_means_one_thing_is_read(text: str, value: Value) -> None:
    page = load(text, "my.yaml")

    assert page.value == value
    assert repr(page.value) == repr(value)


@pytest.mark.parametrize("word", ["no", "No", "NO", "yes", "on", "Off"])
def test_yes_and_no_without_quotes_are_refused(word: str) -> None:
    said = refusal(f"a: 1\nb: {word}")

    assert (
        said
        == f'my.yaml, line 2: {word} can mean true or false: write true or false, or "{word}" in quotes for the word.'  # noqa: E501 (one sentence)
    )


@pytest.mark.parametrize(
    "word",
    ["5:30", "1:2:3.5", "2024-01-31", "010", "0x1F", "1_000", "+5", ".5", "5.", ".inf", "<<", "9" * 60],
)
def test_what_other_programs_read_as_numbers_or_dates_is_refused(word: str) -> None:
    said = refusal(f"a: {word}")

    assert said == f'my.yaml, line 1: {word} can be read in several ways: write "{word}" in quotes.'


def test_the_traps_are_refused_as_keys_too() -> None:
    said = refusal("a: 1\non: 2")

    assert said.startswith("my.yaml, line 2: on can mean")


@pytest.mark.parametrize("key", ["true", "null", "~", "1.5"])
def test_a_key_is_a_word_or_a_whole_number(key: str) -> None:
    said = refusal(f"a: 1\n{key}: 2")

    assert said == "my.yaml, line 2: put the word before the colon in quotes."


def test_a_key_is_no_list() -> None:
    said = refusal("a: 1\n? [b]\n: 2")

    assert said == "my.yaml, line 2: a list cannot stand before a colon: write a word there."


def test_a_doubled_key_is_refused_with_both_lines() -> None:
    said = refusal("a: 1\nb:\n  c: 1\n  d: 2\n  c: 3\n")

    assert said == "my.yaml, line 5: c is there twice, first on line 3: take one of them out."


def test_keys_that_only_python_finds_equal_are_no_way_round() -> None:
    said = refusal("a: 1\n'a': 2")

    assert said == "my.yaml, line 2: a is there twice, first on line 1: take one of them out."


@pytest.mark.parametrize("text", ["x: 1\na: &it [1]", "x: 1\na: *it", "x: 1\n&k a: 1"])
def test_names_for_parts_are_refused(text: str) -> None:
    said = refusal(text)

    assert said.startswith("my.yaml, line 2: the signs & and * have a special meaning here: ")


@pytest.mark.parametrize(
    "text", ["x: 1\na: !!python/name:os.system", "x: 1\na: !!str 5", "x: 1\na: !t [1]", "x: 1\n!!int a: 1"]
)
def test_tags_are_refused(text: str) -> None:
    said = refusal(text)

    assert said == "my.yaml, line 2: the sign ! has a special meaning here: put the answer in quotes."


def test_a_second_document_is_refused() -> None:
    said = refusal("a: 1\n---\nb: 2")

    assert said == "my.yaml, line 3: three dashes begin a second document here: take them out."


@pytest.mark.parametrize("open_", ["[", "{a: "])
def test_a_page_nested_without_end_is_refused(open_: str) -> None:
    said = refusal(open_ * 900 + "1")

    assert (
        said == "my.yaml, line 1: lists are nested more than 50 deep: write fewer of them inside each other."
    )


def test_an_unclosed_list_is_reported_with_the_line_where_it_began() -> None:
    said = refusal("a: 1\nb: [1,\n  2\nc: 3\n")

    assert said.startswith(
        "my.yaml, line 2: this cannot be read. Write a word, a colon, a space and the answer, "
    )
    assert "\n" not in said


@pytest.mark.parametrize(
    ("slip", "sentence"),
    [
        ("\tb: 2", "begin the line with spaces, not with the Tab key."),
        ("b:2", "put a space after the colon: b: 2"),
        ("b:2   # two", "put a space after the colon: b: 2"),
        ("b 2", "put a colon and a space after the first word: b: 2"),
        ("b = 2", "put a colon and a space after the first word: b: 2"),
        ("  b: 2", "begin the line as far left as the line above."),
        ("b: c: d", "there is a second colon: put the answer in quotes."),
        ("b: 'x", "a quotation mark is missing."),
        ('b: "x', "a quotation mark is missing."),
        ("b: [2, 3", "the bracket ] is missing at the end, as in [2, 3, 4]."),
        ("b: {x: 3", "the bracket } is missing at the end, as in [2, 3, 4]."),
        ("b: 2]", ""),
        ("b: ]", "there is a bracket ] too many. Write a list as [2, 3, 4]."),
        ("b: @x", "this cannot be read. Write a word, a colon, a space and the answer, such as hand: 7, "),
        ("b: %x", "this cannot be read. Write a word, a colon, a space and the answer, such as hand: 7, "),
        ("b", "this cannot be read. Write a word, a colon, a space and the answer, such as hand: 7, "),
    ],
)
def test_a_typo_is_reported_in_plain_words_with_its_line(slip: str, sentence: str) -> None:
    page, errors = load_whole(f"a: 1\n{slip}\nc: 3\n", "my.yaml")

    said = [spoken_error(error) for error in errors]
    assert len(said) == bool(sentence)
    assert all(each.startswith(f"my.yaml, line 2: {sentence}") for each in said)
    assert page.source == "my.yaml"


def test_all_typos_are_reported_at_once_and_the_rest_is_read() -> None:
    page, errors = load_whole("a:1\nb: [2, 3\nc: no\nc: 4\nd: 5\n", "my.yaml")

    assert [error.line for error in errors] == [1, 2, 3, 4]
    assert page.value == {"a": 1, "b": [2, 3], "c": 4, "d": 5}


@pytest.mark.sample(1)
def test_a_long_file_that_cannot_be_read_is_reported_soon() -> None:
    page, errors = load_whole("a:1\n" + "#\n" * 40_000 + "[", "my.yaml")

    assert page.value is None
    assert [error.line for error in errors] == [1, 40_002]


def test_typos_and_errors_of_the_parser_are_reported_together() -> None:
    _, errors = load_whole("a: 1\nb: c: d\nc: [1\n", "my.yaml")

    assert [error.line for error in errors] == [2, 3]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_are_counted_as_an_editor_does(ending: str) -> None:
    text = ending.join(('x: "one\u2028two\x85three"', "a: 1", "b: no", ""))

    _, errors = load_whole(text, "my.yaml")

    assert [error.line for error in errors] == [3]


@pytest.mark.parametrize(("character", "name"), [("\x00", "0000"), ("\x1b", "001B"), ("\ud800", "D800")])
def test_control_characters_are_refused(character: str, name: str) -> None:
    said = refusal(f"a: 1\nb: x{character}y")

    assert said == f"my.yaml, line 2: the character U+{name} cannot be seen: take it out."


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ((), 2),
        (("name",), 2),
        (("after_draw",), 3),
        (("after_draw", "may_play"), 4),
        (("after_draw", "may_play", 0), 5),
        (("after_draw", "may_play", 1, "deep"), 6),
        (("sides", 1), 8),
        (("sides", 7), 7),
        (("after_draw", "unknown", "deeper"), 3),
        (("unknown",), 2),
        (("name", 0), 2),
    ],
)
def test_every_entry_knows_its_line(path: tuple[str | int, ...], line: int) -> None:
    page = load(PAGE, "my.yaml")

    assert page.line(*path) == line


def test_a_page_makes_the_refusal_of_its_own_entry() -> None:
    page = load(PAGE, "my.yaml")

    assert spoken_error(page.error(reason("no_teams"), "sides")).startswith(
        "my.yaml, line 7: no number of players"
    )


def test_a_refusal_survives_the_way_between_processes() -> None:
    error = PageError("my.yaml", 3, reason("twice", key="a", line=1))

    again = pickle.loads(pickle.dumps(error))  # noqa: S301 (our own bytes)

    assert spoken_error(again) == "my.yaml, line 3: a is there twice, first on line 1: take one of them out."


@pytest.mark.parametrize("text", ["{0}x: 1\n{0}x: 2", "a: {0}"])
def test_an_error_quotes_sixty_characters_at_most(text: str) -> None:
    said = refusal(text.format(500 * "9"))

    assert f"{59 * '9'}…" in said
    assert 60 * "9" not in said


def test_a_file_is_read_with_its_name(tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    file.write_bytes("\ufeffname: Zoé\r\nb: 2\r\n".encode())

    page = read(file)

    assert page.value == {"name": "Zoé", "b": 2}
    assert page.source == str(file)
    assert page.line("b") == 2


def test_a_file_in_another_encoding_is_reported_with_the_line(tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    file.write_bytes("a: 1\nname: Zoé\n".encode("cp1252"))

    with pytest.raises(PageError) as caught:
        read(file)

    assert spoken_error(caught.value) == f"{file}, line 2: a letter cannot be read: save the file as UTF-8."


@pytest.mark.long
@pytest.mark.parametrize("shift", ["+1", "+2", "-1", "all"])
def test_a_line_that_begins_at_the_wrong_place_is_named(shift: str) -> None:
    names = list[bool]()
    for file in sorted(OURS.glob("*.yaml")):
        lines = file.read_text(encoding="utf-8").split("\n")
        for at, line in enumerate(lines):
            wrong = {"+1": f" {line}", "+2": f"  {line}", "-1": line.removeprefix(" "), "all": line.lstrip()}
            if line.strip() and not line.startswith("#") and wrong[shift] != line:
                _, errors = load_whole("\n".join((*lines[:at], wrong[shift], *lines[at + 1 :])), "mine.yaml")
                names += [at + 1 in {each.line for each in errors}] if errors else []

    assert len(names) > 20
    assert names.count(False) <= 0.04 * len(names)
