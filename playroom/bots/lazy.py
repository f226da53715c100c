"""Functions that are imported when they are first called: a menu opens without the search."""

from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazy(module: str, name: str) -> Callable[..., Any]:
    """The function *name* of *module*, which is imported when the function is called."""

    def called(*given: object, **named: object) -> object:
        return getattr(import_module(module), name)(*given, **named)

    return called
