"""Prints how many tests of each folder have passed, failed or were skipped, and why.

usage: count_tests.py REPORT    (a JUnit report of pytest)
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET


def folder(case: ET.Element) -> str:
    """The folder of a test below tests/, or the name of its module there."""
    _tests, name, *_ = [*case.get("classname", "").split("."), "not collected", ""]
    return name


def result(case: ET.Element) -> str:
    """What became of a test."""
    kinds = {"failure": "failed", "error": "failed", "skipped": "skipped"}
    return next((kinds[each.tag] for each in case if each.tag in kinds), "passed")


def lines(cases: list[ET.Element]) -> Iterator[str]:
    """A line for each folder, one for all, and one for each reason to skip tests."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for case in cases:
        counts[folder(case)][result(case)] += 1
    for name, count in sorted(counts.items()):
        yield f"{name}: {_told(count)}"
    yield f"all: {_told(sum(counts.values(), Counter()))}"
    reasons = Counter(each.get("message", "") for case in cases for each in case if each.tag == "skipped")
    yield from (f"skipped {number}: {reason}" for reason, number in reasons.most_common())


def _told(count: Counter[str]) -> str:
    return ", ".join(f"{count[kind]} {kind}" for kind in ("passed", "failed", "skipped"))


if __name__ == "__main__":
    report = ET.parse(Path(sys.argv[1]))  # noqa: S314 (the report is our own)
    print(*lines(list(report.iter("testcase"))), sep="\n")
