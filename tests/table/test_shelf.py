"""Rulebooks from folders: ours, the player's own, and those that are left out with a reason."""

import re
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest
from support.english import spoken_error, why
from support.games.random_matches import states

from playroom.rules.match import new_match
from playroom.rules.rulebook.questions import QUESTIONS
from playroom.rules.rulebook.variant import By, Rules, rules
from playroom.strict_yaml import read
from playroom.table.page import checked_variant
from playroom.table.record import Record, text
from playroom.table.record_parser import record
from playroom.table.shelf import OURS, Shelf, shelf

SEVENTH = """\
# Five tiles, a target of 40, draw at most one; ends of six give another turn.
name: quick-six
like: draw
title: {en: Quick Six, fr: Six rapide}
players: [2, 3]
hand: 5
after_draw: must_play
again_on: 6
target: 40
options:
  hand: [4, 5]
  target: {least: 10}
"""


def beside_ours(folder: Path, **pages: str) -> Shelf:
    """The shelf with ours and these pages of a player's own."""
    for name, page in pages.items():
        (folder / f"{name}.yaml").write_text(page, encoding="utf-8")
    return shelf([OURS, folder])


def refusal(folder: Path, page: str) -> str:
    """Why the one page was left out, after the file's name."""
    (error,) = beside_ours(folder, mine=page).left_out
    assert error.source == str(folder / "mine.yaml")
    return spoken_error(error).removeprefix(f"{error.source}, ")


*_FIRST, _LAST = shelf([OURS]).variants
OURS_BY_NAME = f"{', '.join(_FIRST)} or {_LAST}"


def test_ours_are_all_read() -> None:
    ours = shelf([OURS])

    assert ours.left_out == ()
    assert list(ours.variants) == sorted(ours.variants)
    assert len(ours.variants) == len(list(OURS.glob("*.yaml")))


@pytest.mark.parametrize("file", sorted(OURS.glob("*.yaml")), ids=lambda file: file.stem)
def test_the_answers_of_ours_are_consistent(file: Path) -> None:
    others = {name: each for name, each in shelf([OURS]).variants.items() if name != file.stem}

    variant, errors = checked_variant(read(file), others)

    assert errors == ()
    assert variant == shelf([OURS]).variants[file.stem]


def test_a_folder_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert shelf([tmp_path / "nowhere"]) == Shelf({}, ())


def test_the_questions_are_the_answers_that_rules_hold() -> None:
    answers = [each.name for each in fields(Rules) if each.name not in ("players", "teams", "clauses")]

    assert list(QUESTIONS) == answers


@pytest.mark.parametrize("game", sorted(shelf([OURS]).variants))
def test_every_page_answers_every_question(game: str) -> None:
    variant = shelf([OURS]).variants[game]

    assert variant.answers.keys() == QUESTIONS.keys()
    assert variant.options.keys() <= QUESTIONS.keys()


def test_a_seventh_game_is_a_page(tmp_path: Path) -> None:
    own = beside_ours(tmp_path, quick=SEVENTH)

    made = rules(own.variants["quick-six"], 3)

    assert own.left_out == ()
    assert (made.hand, made.target, made.again_on, made.after_draw) == ((5,), 40, (6,), "must_play")
    assert made.starter == rules(own.variants["draw"], 3).starter
    assert own.variants["quick-six"].titles == {"en": "Quick Six", "fr": "Six rapide"}


@pytest.mark.sample(1)
@pytest.mark.parametrize("options", [{}, {"hand": 4}, {"target": 10}])
def test_a_seventh_game_is_played_and_its_record_read(tmp_path: Path, options: Mapping[str, object]) -> None:
    own = beside_ours(tmp_path, quick=SEVENTH)
    variant = own.variants["quick-six"]
    fresh = Record("quick.yaml", variant, options, ("Ada", "Ben"), new_match(rules(variant, 2, 0, options)))

    *_, last = states(fresh.match, Random(1))
    file = tmp_path / "a.domino.yaml"
    file.write_text(text(Record("quick.yaml", variant, options, fresh.players, last)), encoding="utf-8")

    assert last.winners
    assert record(read(file), shelf([OURS]).variants).match == last


def test_a_page_may_be_like_one_that_comes_after_it(tmp_path: Path) -> None:
    own = beside_ours(
        tmp_path, a="name: a\nlike: b\ntarget: 7", b="name: b\nlike: c", c="name: c\nlike: block"
    )

    assert own.left_out == ()
    assert rules(own.variants["a"], 2).target == 7
    assert set(own.variants) > {"a", "b"}


def test_a_new_end_of_the_match_takes_the_place_of_the_old(tmp_path: Path) -> None:
    own = beside_ours(tmp_path, mine="name: mine\nlike: block\ndeals: 3\n")

    made = rules(own.variants["mine"], 2)

    assert (made.target, made.deals) == (None, 3)


def test_a_bad_page_keeps_no_other_from_the_shelf(tmp_path: Path) -> None:
    own = beside_ours(tmp_path, bad="name: [", good="name: good\nlike: draw", worse="name: no")

    assert "good" in own.variants
    assert len(own.variants) == len(shelf([OURS]).variants) + 1
    assert [Path(error.source).stem for error in own.left_out] == ["bad", "worse"]


def test_a_cycle_of_like_entries_is_reported_for_each_page(tmp_path: Path) -> None:
    own = beside_ours(tmp_path, a="name: a\nlike: b", b="name: b\nlike: a", c="name: c\nlike: c")

    assert [spoken_error(error) for error in own.left_out] == [
        f"{tmp_path / name}, line 2: its like: goes in a circle. Write a rulebook of the playroom there, such as like: draw."  # noqa: E501 (one sentence)
        for name in ("a.yaml", "b.yaml", "c.yaml")
    ]


def test_a_page_like_one_that_was_left_out_is_left_out_too(tmp_path: Path) -> None:
    own = beside_ours(tmp_path, a="name: a\nlike: b", b="name: b\nlike: draw\nset: 99")

    sentences = sorted(why(error) for error in own.left_out)

    assert sentences == [
        f"like: b is not possible. Write {OURS_BY_NAME}.",
        "set: 99 is not possible. Write a number from 1 to 18.",
    ]


ALONE = "name: mine\nlike: draw\n"


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        ("- name: mine", "line 1: a rulebook is questions with an answer each. Write them without a dash in front, such as like: draw."),  # noqa: E501 (one sentence)
        ("name: draw\nlike: block",
         "line 1: there is already a rulebook called draw: give this one another name."),
        ("like: draw", "line 1: name is missing. Write name: and a word."),
        ("name: 7\nlike: draw", "line 1: name: 7 is not possible. Write a word."),
        ("name: mine\nname: yours\nlike: draw", "line 2: name is there twice, first on line 1: take one of them out."),  # noqa: E501 (one sentence)
        (ALONE + "set: 0", "line 3: set: 0 is not possible. Write a number from 1 to 18."),
        (ALONE + "set: six", "line 3: set: six is not possible. Write a number from 1 to 18."),
        (ALONE + "drawing: on",
         'line 3: on can mean true or false: write true or false, or "on" in quotes for the word.'),
        (ALONE + "drawing: always",
         "line 3: drawing: always is not possible. Write never, if_stuck or any_time."),
        (ALONE + "single_round: 1", "line 3: single_round: 1 is not possible. Write true or false."),
        (ALONE + "hand: []", "line 3: hand: [] is not possible. Write a number from 1 to 60, or a list of several, each once, such as [2, 3, 4]."),  # noqa: E501 (one sentence)
        (ALONE + "hand: [5, 5]",
         "line 3: hand: [5, 5] is not possible. Write a number from 1 to 60, or a list of several, each once, such as [2, 3, 4]."),  # noqa: E501 (one sentence)
        (ALONE + "target: 0", "line 3: target: 0 is not possible. Write 1 or more, or none."),
        (ALONE + "most_players: 4",
         "line 3: most_players: 4 is not possible. Write for each set the most players, such as {6: 4}."),
        (ALONE + "hand: {by: players,\n  2: 7, 3: many, 4: 5}",
         "line 4: hand.3: many is not possible. Write a number from 1 to 60, or a list of several, each once, such as [2, 3, 4]."),  # noqa: E501 (one sentence)
        (ALONE + "players: [2, 11]", "line 3: players: 11 is not possible. Write a number from 2 to 10, or a list of several, each once, such as [2, 3, 4]."),  # noqa: E501 (one sentence)
        (ALONE + "players: 1", "line 3: players: 1 is not possible. Write a number from 2 to 10, or a list of several, each once, such as [2, 3, 4]."),  # noqa: E501 (one sentence)
        (ALONE + "teams: 2\nplayers: 3", "line 3: no number of players goes with these teams. Write teams: 0 for everyone alone, or another number of players, such as 4 with teams: 2."),  # noqa: E501 (one sentence)
        (ALONE + "options: target",
         "line 3: options are questions with the answers allowed. Write a list for each, such as options: {hand: [5, 6, 7]}."),  # noqa: E501 (one sentence)
        (ALONE + "options:\n  single_round: true",
         "line 4: options.single_round: true is not possible. Write a list of answers, such as [true, false]."),  # noqa: E501 (one sentence)
        (ALONE + "options:\n  drawing: [never, always]",
         "line 4: options.drawing: always is not possible. Write never, if_stuck or any_time."),
        (ALONE + "clauses: [D-1]",
         "line 3: clauses: [D-1] is not possible. Write a name in each language, such as {en: My game}."),
    ],
)  # fmt: skip
def test_a_wrong_page_is_reported_in_one_sentence(tmp_path: Path, page: str, sentence: str) -> None:
    assert refusal(tmp_path, page) == sentence


@pytest.mark.parametrize(
    ("page", "beginning"),
    [
        (ALONE + "goal: 5", "line 3: goal is unknown here. Choose one of N words, such as "),
        (ALONE + "options:\n  goal: [5]", "line 4: goal is unknown here. Choose one of N words, "),
        (
            ALONE + "hand: {by: weather, 2: 7}",
            "line 3: hand.by: weather is not possible. Write players, set, ",
        ),
        (
            "name: mine\nlike: clasic",
            "line 2: like: clasic is not possible. Write all-fives, bergen, ",
        ),
        ("name: mine\nplayers: 2", "line 1: N questions have no answer, such as teams, "),
        (ALONE + "hand: {by: players, 2: 7, 3: 6}", "line 3: hand: no answer for players 4."),
        (
            ALONE + "options:\n  drawing: sometimes",
            "line 4: options.drawing: sometimes is not possible. Write a list of answers, such as [never, if_stuck].",  # noqa: E501 (one sentence)
        ),
    ],
)
def test_a_wrong_page_is_reported_with_its_line(tmp_path: Path, page: str, beginning: str) -> None:
    said = refusal(tmp_path, page)

    assert re.sub(r"\d+ (?=words|questions)", "N ", said).startswith(beginning)
    assert "\n" not in said


@pytest.mark.parametrize(
    ("page", "one", "other"),
    [
        ("hand: 15", "hand: 15", "set: 6"),
        ("most_players: {6: 3}", "players: 4", "set: 6"),
        ("target: none", "limit: none", "deals: none"),
        ("deals: 3\ntarget: 50", "target: 50", "deals: 3"),
        ("limit: 50", "limit: 50", "best: highest"),
        ("best: lowest\nfinish: at_once", "finish: at_once", "best: lowest"),
        ("opening: double", "opening: double", "starter: highest_double_or_heaviest"),
        ("going_out: plays_on", "going_out: plays_on", "passing: if_stuck"),
    ],
)
def test_an_impossible_combination_names_both_answers_and_what_is_allowed(
    tmp_path: Path, page: str, one: str, other: str
) -> None:
    said = refusal(tmp_path, ALONE + page)

    assert said.startswith(("line 3: ", "line 4: "))
    refused, allowed = said.split(" Write ")
    assert one in refused
    assert other in refused
    assert allowed.endswith(".")


@pytest.mark.parametrize(
    "page",
    [
        "name: mine\nlike: [draw]",
        "name: [mine]\nlike: draw",
        ALONE + "hand: {by: [players], 2: 7}",
        ALONE + "hand: {by: most_players, 2: 7}",
        ALONE + "hand: {by: hand, 2: 7}",
        ALONE + "options: {target: {least: [1]}}",
        ALONE + "options: {target: {least: 1, leest: 2}}",
    ],
)
def test_a_list_where_a_word_belongs_is_refused(tmp_path: Path, page: str) -> None:
    said = refusal(tmp_path, page)

    assert said.startswith("line ")


def test_an_option_without_an_answer_for_what_depends_on_it_is_refused(tmp_path: Path) -> None:
    page = ALONE + "target: {by: count, pips: 50}\noptions: {count: [pips, tiles]}"

    said = refusal(tmp_path, page)

    assert said == "line 3: target: no answer for count tiles. Write one under target, or change count."


def test_options_that_only_go_together_are_written_together(tmp_path: Path) -> None:
    own = beside_ours(tmp_path, mine=ALONE + "options: {set: [6, 9], hand: [7, 12]}")
    variant = own.variants["mine"]
    options = {"set": 9, "hand": 12}

    written = text(Record("mine", variant, options, tuple("ABCD"), new_match(rules(variant, 4, 0, options))))

    assert "options: {set: 9, hand: 12}\n" in written


def test_an_answer_that_depends_on_another_is_read_as_such() -> None:
    dominos = shelf([OURS]).variants["dominos"]

    assert isinstance(dominos.answers["set"], By)
    assert rules(dominos, 7).set == 9
