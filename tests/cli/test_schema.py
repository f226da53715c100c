"""The schema of pages: which pages are valid by it, and that the shelf agrees."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from playroom.rules.rulebook.questions import QUESTIONS
from playroom.strict_yaml import PageError, load, read
from playroom.table.page import variant_on
from playroom.table.schema import schema
from playroom.table.shelf import OURS, shelf

VARIANTS = shelf([OURS]).variants
GOOD = "name: mine\nlike: draw\nplayers: [2, 3]\ntarget: 20\noptions: {hand: [4, 5]}\n"
RULES = Draft202012Validator(schema())


@pytest.mark.long
def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("file", sorted(OURS.glob("*.yaml")), ids=lambda file: file.stem)
def test_our_pages_are_valid_by_the_schema(file: Path) -> None:
    assert [error.message for error in RULES.iter_errors(read(file).value)] == []


def test_the_schema_asks_every_question_in_words() -> None:
    properties = schema()["properties"]

    assert isinstance(properties, Mapping)
    assert properties.keys() > QUESTIONS.keys()
    assert all(properties[name]["description"] for name in properties)


ALONE = "name: mine\nlike: draw\n"
WRONG = [
    "like: draw",
    "name: 7\nlike: draw",
    "name: mine\nlike: [draw]",
    ALONE + "colour: red",
    ALONE + "set: 0",
    ALONE + "set: six",
    ALONE + "hand: []",
    ALONE + "hand: [5, 5]",
    ALONE + "players: 1",
    ALONE + "players: [2, 11]",
    ALONE + "players: []",
    ALONE + "players: [2, 2]",
    ALONE + "drawing: always",
    ALONE + "single_round: 1",
    ALONE + "target: 0",
    ALONE + "most_players: 4",
    ALONE + "hand: {by: weather, 2: 7}",
    ALONE + "hand: {by: hand, 2: 7}",
    ALONE + "hand: {by: players, 2: many}",
    ALONE + "options: target",
    "name: mine\nplayers: [2]\nteams: [0]\nset: 6",
    ALONE + "options: {colour: [red]}",
    ALONE + "options: {drawing: [never, always]}",
    ALONE + "options: {drawing: never}",
    ALONE + "options: {target: {leest: 1}}",
    ALONE + "options: {set: {most: 99}}",
    ALONE + "options: {single_round: {least: 0}}",
    ALONE + "title: Mine",
    ALONE + "clauses: {players: 1}",
    "- name: mine",
]


@pytest.mark.parametrize("text", WRONG)
def test_a_page_that_is_wrong_by_the_schema_is_refused_by_the_shelf_too(text: str) -> None:
    page = load(text, "mine.yaml")

    assert list(RULES.iter_errors(page.value))
    with pytest.raises(PageError):
        variant_on(page, VARIANTS)


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        ALONE + "hand: {by: players, 2: 7, 3: [6, 5], 4: 5}",
        ALONE + "count: tiles\ntarget: {by: count, tiles: 31, pips: 181}\noptions: {count: [tiles, pips]}",
        ALONE + "title: {en: Mine, fr: Le mien}\nclauses: {players: X-1}\nagain_on: []\nskip_on: 7",
        ALONE + "target: none\nsingle_round: true\noptions: {single_round: [true]}",
        ALONE + "options: {set: {least: 6, most: 9}, target: {}}",
    ],
)
def test_a_page_that_the_shelf_takes_is_valid_by_the_schema(text: str) -> None:
    page = load(text, "mine.yaml")

    assert variant_on(page, VARIANTS).name == "mine"
    assert [error.message for error in RULES.iter_errors(page.value)] == []
