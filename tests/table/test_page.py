"""One page: answers that clash, answers that hang on others, options, and names."""

from pathlib import Path

import pytest
from support.english import spoken_error

from playroom.rules.rulebook.award import OF_PASSES
from playroom.rules.rulebook.variant import Variant, rules
from playroom.strict_yaml import PageError, load
from playroom.table.page import checked_variant, variant_on
from playroom.table.setup import first_setup, possible_choices, stepped
from playroom.table.shelf import OURS, shelf
from playroom.table.unreachable_choices import every_error

KNOWN = shelf([OURS]).variants
ALONE = "name: mine\nlike: draw\n"


def made(page: str) -> Variant:
    return variant_on(load(page, "mine.yaml"), KNOWN)


def refusal(page: str) -> str:
    """Why the page was refused, after the file's name."""
    with pytest.raises(PageError) as caught:
        made(page)
    return spoken_error(caught.value).removeprefix("mine.yaml, ")


CLASHES = [
    ("hand: 15", 3, "hand: 15", "set: 6, players: 2", "14 at most"),
    ("most_players: {6: 3}", 3, "players: 4", "set: 6, most_players: {6: 3}", "3 at most"),
    ("target: none", 3, "target: none", "limit: none, deals: none",
     "a number for one of the three, or single_round: true"),
    ("deals: 3\ntarget: 50", 4, "target: 50", "deals: 3",
     "a number for one of the three, and none for the others"),
    ("limit: 50", 3, "limit: 50", "best: highest", "best: lowest, or limit: none"),
    ("best: lowest\nfinish: at_once", 4, "finish: at_once", "best: lowest, target: 100",
     "finish: round_end, or best: highest"),
    ("opening: double", 3, "opening: double", "starter: highest_double_or_heaviest",
     "starter: highest_double, or opening: any"),
    ("going_out: plays_on", 3, "going_out: plays_on", "passing: if_stuck",
     "passing: and_out, or going_out: ends_round, whole_team"),
    ("scoring: [{when: out, counts: carried, to: winner}]", 3, "scoring", "points: sum",
     "an award that can be worth a point, and not the same to each"),
    ("exact: true\nscoring: [{when: play, counts: fixed, to: player, points: 2}]\ntarget: 5", 3,
     "exact: true", "target: 5, scoring", "exact: false, or a target that the awards add up to"),
    ("scoring: own\npoints: fives\ncount: tiles", 4, "points: fives", "count: tiles",
     "count: pips, or points: sum"),
    ("entry: 169", 3, "entry: 169", "set: 6", "168 at most"),
    ("aside: [9-1]", 3, "aside: [9-1]", "set: 6, shape: line",
     "aside: tiles of the set, and with shape: trains no doubles"),
]  # fmt: skip


@pytest.mark.parametrize(("answers", "line", "given", "beside", "allowed"), CLASHES)
def test_conflicting_answers_are_reported_with_what_is_allowed(
    answers: str, line: int, given: str, beside: str, allowed: str
) -> None:
    said = refusal(ALONE + answers)

    assert said == f"line {line}: {given} is not possible with {beside}. Write {allowed}."


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ("hand: {by: players, 2: 7, 3: 6}", "line 3: hand: no answer for players 4. Write one under hand, or change players."),  # noqa: E501 (one sentence)
        ("target: {by: count, tiles: 50}", "line 3: target: no answer for count pips."),
        ("target: {by: count, pips: 50}\noptions:\n  count: [pips, tiles]",
         "line 3: target: no answer for count tiles."),
        ("target: {by: cuont, pips: 50}", "line 3: target.by: cuont is not possible. Write players, set, "),
        ("target: {by: count,\n  pisp: 50}", "line 4: target.pisp: pisp is not possible. Write pips or tiles."),  # noqa: E501 (one sentence)
        ("hand: {by: players, two: 5}", "line 3: hand.two: two is not possible. Write a number from 2 to 10."),  # noqa: E501 (one sentence)
        ("set: {by: set, 6: 6}", "line 3: set: it depends on itself. Write its answer without by."),
        ("set: {by: drawing, never: 6}\ndrawing: {by: set, 6: never}",
         "line 3: set: it depends on drawing, which depends on set again. Write one of the two without by."),
        ("hand: {by: target, 100: 5}\noptions: {target: {least: 1}}",
         "line 3: hand: it depends on target, whose answers are too many. "),
    ],
)  # fmt: skip
def test_a_dependent_answer_covers_every_case(answers: str, sentence: str) -> None:
    assert refusal(ALONE + answers).startswith(sentence)


def test_an_answer_without_all_cases_is_named_beside_one_that_depends_on_itself() -> None:
    page = ALONE + "set: {by: set, 6: 6}\nhand: {by: players}\ntarget: {by: set, 6: 50}\n"

    _, errors = every_error(load(page, "mine.yaml"), (), KNOWN)

    assert [(error.line, error.why.entry) for error in errors] == [
        (3, "depends_on_itself"),
        (4, "no_answer_for"),
    ]


def test_an_answer_may_depend_on_one_that_depends_on_the_players() -> None:
    sets = "set: {by: players, 2: 6, 3: 9, 4: 9}\nhand: {by: set, 6: 7, 9: 10, 12: 12}\n"
    own = made(ALONE + sets + "options: {set: [6, 9, 12]}")

    tables = [rules(own, 2), rules(own, 3), rules(own, 2, 0, {"set": 12})]

    assert [(each.set, each.hand) for each in tables] == [(6, (7,)), (9, (10,)), (12, (12,))]


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        (f"options: {{target: [{', '.join(map(str, range(1, 1002)))}]}}",
         "line 3: options.target: 1,001 answers are too many. Write 1,000 at most."),
        ("options: {set: {least: 0}}", "line 3: options.set.least: 0 is not possible. Write a number from 1 to 18."),  # noqa: E501 (one sentence)
        ("options: {set: {most: 99}}", "line 3: options.set.most: 99 is not possible. Write a number from 1 to 18."),  # noqa: E501 (one sentence)
        ("options: {set: {least: 9, most: 6}}",
         "line 3: options.set: least 9 is above most 6."),
        ("players: []",
         "line 3: players: [] is not possible. Write a number from 2 to 10, or a list of several, each once, "),  # noqa: E501 (one sentence)
        ("players: [2, 2]",
         "line 3: players: [2, 2] is not possible. Write a number from 2 to 10, or a list of several, each once, "),  # noqa: E501 (one sentence)
        ("players: 2 to 4", "line 3: players: 2 to 4 is not possible. Write a list, such as [2, 3, 4]."),
        ("hand: 5-7", "line 3: hand: 5-7 is not possible. Write a list, such as [5, 6, 7]."),
        ('again_on: "5, 10, 15"',
         "line 3: again_on: 5, 10, 15 is not possible. Write a list, such as [5, 10, 15]."),
        ("players: [2, true]", "line 3: players: true is not possible. Write a number from 2 to 10, or "),
        ("players: two", "line 3: players: two is not possible. Write a number from 2 to 10, or "),
    ],
)  # fmt: skip
def test_what_is_left_open_is_held_to_the_question(answers: str, sentence: str) -> None:
    assert refusal(ALONE + answers).startswith(sentence)


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("like:", "line 2: like: the answer is missing. Write all-fives, bergen, "),
        ("like: draw\nplayers:", "line 3: players: the answer is missing. Write a number from 2 to 10, or "),
        ("like: draw\nteams: ~", "line 3: teams: the answer is missing. Write a number from 0 to 10, or "),
        ("like: draw\ntitle:", "line 3: title: the answer is missing. "),
        ("like: draw\nclauses:", "line 3: clauses: the answer is missing. "),
        ("like: draw\noptions:", "line 3: options are questions with the answers allowed. Write "),
    ],
)
def test_an_entry_without_a_value_is_refused(entry: str, sentence: str) -> None:
    assert refusal(f"name: mine\n{entry}\n").startswith(sentence)


@pytest.mark.parametrize("name", ['"a\\nb"', '"\\e[2J"', '" "'])
def test_a_name_that_cannot_be_said_is_refused_in_one_printable_line(name: str) -> None:
    said = refusal(f"name: {name}\nlike: draw")

    assert said.startswith("line 1: name: ")
    assert said.isprintable()


def test_a_folder_that_cannot_be_opened_is_reported_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path, _pattern: str) -> list[Path]:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr(Path, "glob", refuse)

    assert [spoken_error(error) for error in shelf([tmp_path]).left_out] == [
        f"{tmp_path}: the file cannot be read: you have no permission."
    ]


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        (
            "scoring: passes",
            (
                "line 3: scoring: passes is said by passing: and_out alone. Leave this line out; "
                "finish: at_once lets a target win in mid-round."
            ),
        ),
        (
            "passing: and_out\nscoring: own",
            "line 4: with passing: and_out, passes score. Leave the line scoring out.",
        ),
    ],
)
def test_scoring_by_passes_is_one_answer(answers: str, sentence: str) -> None:
    assert refusal(ALONE + answers) == sentence


def test_a_page_where_a_pass_puts_a_player_out_scores_by_passes() -> None:
    assert rules(made(ALONE + "passing: and_out"), 2).awards == OF_PASSES


def test_an_answer_may_depend_on_two_others() -> None:
    page = ALONE + "options: {set: [6, 9]}\nhand: {by: set, 6: {by: players, 2: 7, 3: 6, 4: 5}, 9: 10}"

    sizes = [
        rules(made(page), players, 0, {"set": highest}).hand for players, highest in ((2, 6), (4, 6), (4, 9))
    ]

    assert sizes == [(7,), (5,), (10,)]


def test_an_inner_answer_is_there_for_all_that_it_depends_on() -> None:
    page = ALONE + "options: {set: [6, 9]}\nhand: {by: set, 6: {by: players, 2: 7, 3: 6}, 9: 10}"

    assert refusal(page).startswith(
        "line 4: hand: no answer for players 4. Write one under hand, or change players."
    )


@pytest.mark.parametrize(
    ("answers", "line"),
    [
        ("shape: trains", 3),
        ("doubles: one", 3),
        ("wild: [6-7-8]", 3),
        ("scoring: [{when: out, counts: ends, to: player}]", 3),
    ],
)
def test_answers_about_the_layout_that_make_no_game_are_refused(answers: str, line: int) -> None:
    assert refusal(ALONE + answers).startswith(f"line {line}: ")


def test_a_wrong_award_is_reported_with_its_own_line() -> None:
    page = (
        ALONE
        + "scoring:\n- {when: out, counts: others, to: winner}\n"
        + "- when: blocked\n  counts: others\n  to: bank\n"
    )

    assert refusal(page) == (
        "line 7: scoring.2.to: bank is not possible. Write player, last_player, winner, fewest, each, losers or most."  # noqa: E501 (one sentence)
    )


@pytest.mark.parametrize(
    ("like", "answers", "allowed"),
    [
        ("mexican-train", "reserve: 2", "drawing: if_stuck and reserve: 0"),
        ("mexican-train", "drawing: never", "drawing: if_stuck and reserve: 0"),
        ("mexican-train", "passing: any_time", "passing: if_stuck"),
        ("mexican-train", "going_out: whole_team", "going_out: ends_round"),
        ("draw", "passing: and_out\nafter_draw: may_play", "after_draw: must_play"),
    ],
)
def test_answers_by_which_a_round_might_never_end_are_refused(like: str, answers: str, allowed: str) -> None:
    said = refusal(f"name: mine\nlike: {like}\n{answers}")

    assert said.startswith("line 3: ")
    assert f"Write {allowed}" in said


def test_a_range_of_choices_is_walked_from_an_answer_of_the_page_outside_it() -> None:
    own = made(ALONE + "options: {target: {least: 4, most: 8}}")
    setup = first_setup(own)

    below, refused = stepped(own, setup, "target", -1)

    assert possible_choices(own, setup, "target") == (4, 5, 6, 7, 8, 100)
    assert (below.options, refused) == ({"target": 8}, None)
    assert stepped(own, setup, "target", 1) == (setup, None)


def test_an_error_at_several_tables_is_reported_once() -> None:
    _, errors = checked_variant(load("name: mine\nlike: six-love\nplayers: [5, 6]", "mine.yaml"), KNOWN)

    assert [str(error.why.blanks["question"]) for error in errors] == ["hand", "aside"]


def test_a_wrong_answer_hides_no_answer_that_depends_on_itself() -> None:
    page = load("name: mine\nlike: draw\nset: {by: set, 6: 6}\npassing: sometimes", "mine.yaml")

    _, errors = checked_variant(page, KNOWN)

    assert [(error.line, error.why.entry) for error in errors] == [
        (3, "depends_on_itself"),
        (4, "not_possible"),
    ]
