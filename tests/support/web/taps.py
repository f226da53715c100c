"""A finger or a mouse on the page: real pointers, through the protocol of the browser."""

import json

from support.web.chromium import Tab
from support.web.page_wait import settle, wait_for

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
    point = _point(tab, element)
    tab.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[point])
    tab.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def click(tab: Tab, element: str) -> None:
    """Click such an element with a mouse, once it is there."""
    point = _point(tab, element)
    for kind in ("mousePressed", "mouseReleased"):
        tab.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **point)


def _point(tab: Tab, element: str) -> dict[str, float]:
    settle(tab)
    wait_for(tab, PLACE % element)
    point: dict[str, float] = tab.run(PLACE % element)
    return point


def button(words: str) -> str:
    """The first button that is seen whose text or name begins so."""
    name = "(each.getAttribute('aria-label') ?? each.textContent).trim()"
    return f"{BUTTONS}.find((each) => {name}.startsWith({json.dumps(words)}))"
