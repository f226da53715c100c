"""Functions that are loaded when they are first called: to think takes long to load, and menus need none."""

from collections.abc import Callable
from importlib import import_module
from typing import Any


def late(module: str, name: str) -> Callable[..., Any]:
    """The function *name* of a *module* on this floor, which is loaded when the function is called."""

    def called(*given: object, **named: object) -> object:
        return getattr(import_module(f"playroom.bots.{module}"), name)(*given, **named)

    return called
