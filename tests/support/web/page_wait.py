"""Waits for what a page in a real browser is about to do."""

import time
from contextlib import suppress

from support.time.patience import PATIENCE
from support.web.chromium import BetweenPagesError, Tab

STEP = 0.02
"""Seconds after which the page is looked at again."""


QUIET = """
new Promise((done) => {
  const end = () => { seen.disconnect(); done(); };
  let timer = setTimeout(end, 200);
  const seen = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(end, 200); });
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  seen.observe(document.querySelector("main"), all);
})
"""


def wait_for(tab: Tab, condition: str) -> None:
    """Wait until a condition of the page is met, which may be the next page."""
    for _ in range(int(PATIENCE / STEP)):
        with suppress(BetweenPagesError):
            if tab.run(f"Boolean({condition})"):
                return
        time.sleep(STEP)
    raise AssertionError(condition)


def settle(tab: Tab) -> None:
    """Wait until nothing of the page has changed for a fifth of a second: no finger is faster."""
    tab.run(QUIET)
