"""The consoles of visitors, opened in another way for a test."""

from copy import copy

from playroom.web.console_factory import ConsoleFactory


def changed(factory: ConsoleFactory, **changes: object) -> ConsoleFactory:
    """The same factory but for these methods and values."""
    other = copy(factory)
    for name, value in changes.items():
        setattr(other, name, value)
    return other
