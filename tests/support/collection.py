"""A plugin that makes the start of a run in several processes shorter.

In a fresh clone, each process compiles every test, with its assertions rewritten, which takes longer than all
else before the first test. So they begin at opposite ends: each finds the second half compiled by the other.
"""

import gc
import os
import sys
from collections.abc import Generator

import pytest

_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")


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
    """Bring the tests of all processes into one order, as xdist asks."""
    if _WORKER:
        items.sort(key=lambda item: item.path)


def pytest_collection_finish() -> None:
    """Spare the garbage collector what stays to the end: thousands of tests."""
    gc.freeze()
    gc.enable()


def _begins_at_the_end() -> bool:
    return int(_WORKER.removeprefix("gw") or 0) % 2 == 1
