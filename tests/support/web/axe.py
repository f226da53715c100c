"""axe-core, which finds what is not accessible in a page."""

import json
from importlib.util import find_spec
from pathlib import Path

from support.web.chromium import Tab

_PACKAGE = find_spec("axe_playwright_python")

AXE = Path(_PACKAGE.origin).with_name("axe.min.js") if _PACKAGE and _PACKAGE.origin else None
"""The script, if the package that has it is there (.ci/axe.txt)."""

OPTIONS = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    },
    "rules": {"color-contrast-enhanced": {"enabled": True}, "target-size": {"enabled": True}},
}

DESCRIBED = """
({ violations }) => violations.map(
  (rule) => `${rule.id}: ${rule.nodes.map((node) => node.target.join(" ")).join(", ")}`)
"""


def violations(tab: Tab) -> list[str]:
    """The rules that the page breaks, each with the elements that do.

    The contrast of text in pictures is not judged: test_board_page.py measures it.
    """
    assert AXE
    if not tab.run("'axe' in window"):
        tab.run(AXE.read_text(encoding="utf-8") + "; 0")
    found = tab.run(f"axe.run({json.dumps(OPTIONS)}).then({DESCRIBED})")
    return [str(each) for each in found]
