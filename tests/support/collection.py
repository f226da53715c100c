"""A plugin that makes a run shorter: its start in several processes, and tests that have many cases.

In a fresh clone, each process compiles every test, with its assertions rewritten, which takes longer than all
else before the first test. So they begin at opposite ends: each finds the second half compiled by the other.

A test marked `sample(number)` runs that number of its cases by default; the others are long.
"""

import gc
import os
import sys
from collections import defaultdict
from collections.abc import Generator, Sequence
from random import Random

import pytest

_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
_ALLOCATIONS = 50_000
"""After how many the garbage collector looks for garbage: a test makes many values, and keeps few."""


def pytest_configure() -> None:
    """Keep what is compiled for the other process, even where the environment says otherwise."""
    gc.disable()
    if _WORKER:
        sys.dont_write_bytecode = False


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Collect folders from their ends in every other process."""
    report = yield
    if isinstance(collector, pytest.Directory) and _begins_at_the_end():
        report.result.reverse()
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Bring the tests of all processes into one order, as xdist asks, and mark cases outside the samples."""
    for item in outside_the_samples(items):
        item.add_marker(pytest.mark.long)
    if _WORKER:
        items.sort(key=lambda item: item.path)


def pytest_collection_finish() -> None:
    """Spare the garbage collector what stays to the end: thousands of tests."""
    gc.freeze()
    gc.set_threshold(_ALLOCATIONS, *gc.get_threshold()[1:])
    gc.enable()


def outside_the_samples(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The cases that are left out of the samples of their tests.

    Which ones are in a sample follows from the name of the test: together, many samples hold all games.
    """
    cases = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sample") and not item.get_closest_marker("long"):
            cases[item.nodeid.partition("[")[0]].append(item)
    left_out = []
    for name, all_cases in cases.items():
        marker = all_cases[0].get_closest_marker("sample")
        assert marker
        sample = Random(name).sample(all_cases, min(marker.args[0], len(all_cases)))
        left_out += [case for case in all_cases if case not in sample]
    return left_out


def _begins_at_the_end() -> bool:
    return int(_WORKER.removeprefix("gw") or 0) % 2 == 1
