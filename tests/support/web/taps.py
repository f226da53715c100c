"""A finger on the page of a phone: real touches, through the protocol of the browser."""

import json

from support.web.chromium import Tab
from support.web.page_wait import wait_for

PLACE = """
(() => {
  const found = %s;
  if (!found) return null;
  found.scrollIntoView({ block: "center" });
  const box = found.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const top = document.elementFromPoint(x, y);
  return found.contains(top) ? { x, y } : null;
})()
"""
"""The middle of an element in the window; null if it is not there, or another one lies over it."""

BUTTONS = "[...document.querySelectorAll('button')].filter((each) => each.checkVisibility())"


def be_phone(tab: Tab, width: int = 360, height: int = 740) -> None:
    """Make the browser that of a phone without a mouse."""
    tab.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
    tab.call(
        "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True
    )


def tap(tab: Tab, element: str) -> None:
    """Touch an element, an expression of JavaScript, once it is there."""
    wait_for(tab, PLACE % element)
    point = tab.run(PLACE % element)
    tab.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[point])
    tab.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def button(words: str) -> str:
    """The first button that is seen whose text or name begins so."""
    name = "(each.getAttribute('aria-label') ?? each.textContent).trim()"
    return f"{BUTTONS}.find((each) => {name}.startsWith({json.dumps(words)}))"
