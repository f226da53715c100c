"""The machine that makes engines, on rules that belong to no game."""

from collections.abc import Callable

import pytest

from playroom.rules.constants import Constants
from playroom.rules.derive import Leaf, grown, lines, needed, pruned
from playroom.rules.names import Branch, Open, settled, whole
from playroom.rules.written import function


def derived(rule: Callable[[Branch], Open], arguments: str) -> Callable[..., object]:
    """The function that *rule*, which gives one value, becomes."""
    constants = Constants()
    tree = grown(lambda branch: Leaf((), f"return {branch.text(rule(branch))}"), constants)
    return function("rule", arguments, lines(pruned(tree, frozenset()), 4), constants.values)


def shape(rule: Callable[[Branch], Open]) -> list[str]:
    tree = grown(lambda branch: Leaf((), f"return {branch.text(rule(branch))}"), Constants())
    return lines(pruned(tree, frozenset()), 0)


@whole
def next_of(several: tuple[int, ...], one: int) -> int:
    return several[(several.index(one) + 1) % len(several)]


def test_a_rule_becomes_a_function_that_gives_the_same() -> None:
    def rule(first: int, second: int) -> int:
        if first > second or second % 3 == 0:
            return 2 * first - second
        return first & second if first else 7

    fast = derived(lambda branch: rule(branch.name("a"), branch.name("b")), "a, b")

    for first in range(6):
        for second in range(6):
            assert fast(first, second) == rule(first, second)


def test_a_question_whose_answers_come_to_the_same_is_not_asked() -> None:
    assert shape(lambda branch: min(1, 2 if branch.name("a") else 3)) == ["return 1"]


def test_questions_that_lead_to_one_answer_are_asked_together() -> None:
    assert shape(lambda branch: int(any(branch.name(each) for each in "abc"))) == [
        "if (a or (b or c)):",
        "    return 1",
        "else:",
        "    return 0",
    ]


def test_a_short_name_that_nobody_reads_is_not_written() -> None:
    def rule(branch: Branch) -> Open:
        branch.let(branch.name("a") + 1)
        return branch.let(branch.name("a") + 2)

    assert shape(rule) == ["t1 = (a + 2)", "return t1"]


def test_what_has_changed_is_asked_anew() -> None:
    def rule(branch: Branch) -> Open:
        box = branch.name("box")
        before = 1 if box[0] else 2
        branch.put(box[0], box[0] - 1)
        return before, 1 if box[0] else 2

    fast = derived(rule, "box")

    assert [fast([number]) for number in (0, 1, 2)] == [(2, 1), (1, 2), (1, 1)]


def test_a_function_that_is_not_looked_into_becomes_a_table_where_few_values_can_come() -> None:
    fast = derived(lambda branch: next_of((0, 2, 3), branch.name("a", (0, 2, 3))), "a")

    assert [fast(each) for each in (0, 2, 3)] == [2, 3, 0]


def test_a_function_that_is_not_looked_into_is_called_where_anything_can_come() -> None:
    fast = derived(lambda branch: next_of(branch.name("several"), 2), "several")

    assert fast((2, 9)) == 9


def test_a_value_is_found_by_asking_and_no_impossible_one_is_asked_for() -> None:
    def rule(branch: Branch) -> Open:
        name = branch.name("a", (1, 2, 3))
        return 5 if name == 4 else settled(name) * 10

    assert shape(rule)[:4] == ["if (a == 1):", "    return 10", "elif (a == 2):", "    return 20"]


def test_a_value_that_can_be_anything_is_not_guessed() -> None:
    with pytest.raises(TypeError, match="a can be anything"):
        shape(lambda branch: range(branch.name("a")))


def test_new_values_are_given_in_an_order_in_which_no_old_one_is_lost() -> None:
    constants = Constants()
    tree = grown(lambda _: Leaf((("a", "b"), ("b", "a"), ("c", "a"))), constants)

    swap = function("swap", "a, b, c", [*lines(tree, 4), "    return a, b, c"], constants.values)

    assert swap(1, 2, 3) == (2, 1, 1)


def test_only_those_new_values_are_kept_that_will_be_read() -> None:
    def rule(branch: Branch) -> Leaf:
        test = branch.name("a")
        return Leaf((("a", "b"), ("b", "(b - 1)"), ("c", "(c + 1)")), "pass" if test else "break")

    assert needed([grown(rule, Constants())], frozenset("abc")) == {"a", "b"}
