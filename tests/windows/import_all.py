"""Imports every module of the playroom, and names those of which something is missing."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module

import playroom


def missing() -> Iterator[str]:
    """The modules that cannot be imported here, each with what it lacks."""
    for module in pkgutil.walk_packages(playroom.__path__, "playroom."):
        if not module.name.endswith("__main__"):
            try:
                import_module(module.name)
            except ImportError as error:
                yield f"{module.name}: {error}"


if __name__ == "__main__":
    print("Modules that cannot be imported:", *missing(), "and no other.", sep="\n")
