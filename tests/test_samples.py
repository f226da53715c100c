"""Of a test with many cases, the default tests have a sample, and the long tests the rest."""

import pytest
from support.collection import outside_the_samples


def _case() -> None:
    """Nothing: what a case does has no part in the choice."""


def _cases(request: pytest.FixtureRequest, name: str, number: int, sample: int) -> list[pytest.Item]:
    made: list[pytest.Item] = [
        pytest.Function.from_parent(request.node.parent, name=f"{name}[{case}]", callobj=_case)
        for case in range(number)
    ]
    for item in made:
        item.add_marker(pytest.mark.sample(sample))
    return made


def test_the_sample_of_each_test_has_as_many_cases_as_it_says(request: pytest.FixtureRequest) -> None:
    one, other = _cases(request, "test_one", 9, 2), _cases(request, "test_other", 6, 3)

    left_out = outside_the_samples([*one, *other])

    assert [sum(case not in left_out for case in cases) for cases in (one, other)] == [2, 3]


def test_a_case_that_is_long_in_any_case_takes_no_place_in_the_sample(request: pytest.FixtureRequest) -> None:
    cases = _cases(request, "test_one", 9, 2)
    for case in cases[2:]:
        case.add_marker(pytest.mark.long)

    assert outside_the_samples(cases) == []


def test_a_case_that_is_named_alone_runs(request: pytest.FixtureRequest) -> None:
    for case in _cases(request, "test_one", 9, 2):
        assert outside_the_samples([case]) == []
