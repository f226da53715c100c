"""The count of tests that CI prints: by folder and result, with the reasons to skip."""

from xml.etree import ElementTree as ET

from count_tests import lines

REPORT = """
<testsuites><testsuite>
<testcase classname="tests.rules.test_common" name="one"/>
<testcase classname="tests.rules.test_dominos" name="two"><failure message="no"/></testcase>
<testcase classname="tests.voice.test_sapi" name="three"><error message="no"/></testcase>
<testcase classname="tests.voice.test_sapi" name="four"><skipped message="no SAPI"/></testcase>
<testcase classname="tests.voice.test_ssip" name="five"><skipped message="no server"/></testcase>
<testcase classname="tests.voice.test_ssip" name="six"><skipped message="no server"/></testcase>
<testcase classname="tests.test_house" name="seven"><system-out>words</system-out></testcase>
<testcase classname="" name="eight"><error message="no module"/></testcase>
</testsuite></testsuites>
"""


def test_tests_are_counted_by_folder_and_result() -> None:
    cases = [*ET.fromstring(REPORT).iter("testcase")]  # noqa: S314 (our own text)

    assert [*lines(cases)] == [
        "not collected: 0 passed, 1 failed, 0 skipped",
        "rules: 1 passed, 1 failed, 0 skipped",
        "test_house: 1 passed, 0 failed, 0 skipped",
        "voice: 0 passed, 1 failed, 3 skipped",
        "all: 2 passed, 3 failed, 3 skipped",
        "skipped 2: no server",
        "skipped 1: no SAPI",
    ]
