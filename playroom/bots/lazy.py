"""Functions that are imported when they are first called: a menu opens without the search."""

import gc
from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any


def lazy(module: str, name: str) -> Callable[..., Any]:
    """The function *name* of *module*, which is imported when the function is called."""

    def called(*given: object, **named: object) -> object:
        return getattr(_loaded(module), name)(*given, **named)

    return called


@cache
def _loaded(module: str) -> ModuleType:
    """A module, which stays: collections of garbage, for which keys wait, leave it out from now on."""
    loaded = import_module(module)
    gc.freeze()
    return loaded
