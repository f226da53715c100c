"""Activates the button of a name in a browser as an assistive technology does, by AT-SPI.

It runs in the Python of the system, which has the bindings.
"""

import sys
import time

import gi  # type: ignore[import-not-found]

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # type: ignore[import-not-found] # noqa: E402 (once its version is chosen)

SECONDS = 20


def button(part: "Atspi.Accessible | None", name: str) -> "Atspi.Accessible | None":
    """The first button of a name within a part of a window."""
    if part is None:
        return None
    if part.get_role() == Atspi.Role.PUSH_BUTTON and (part.get_name() or "").startswith(name):
        return part
    children = (part.get_child_at_index(at) for at in range(part.get_child_count()))
    return next((found for each in children if (found := button(each, name))), None)


end = time.monotonic() + SECONDS
while time.monotonic() < end:
    if found := button(Atspi.get_desktop(0), sys.argv[1]):
        found.do_action(0)
        sys.exit(0)
    time.sleep(0.1)
sys.exit(f"no button {sys.argv[1]}")
