"""The types of arguments: each reads a text, or raises the error that argparse prints."""

from argparse import ArgumentTypeError
from collections.abc import Collection


def whole_number(text: str) -> int:
    """A whole number."""
    try:
        return int(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text} is not a whole number") from error


def count(text: str, least: int = 0) -> int:
    """A number of things, *least* or more, in ASCII digits."""
    if not (text.isascii() and text.isdigit()) or whole_number(text) < least:
        raise ArgumentTypeError(f"{text} is not a whole number from {least} up")
    return whole_number(text)


def at_least_one(text: str) -> int:
    """A number of things, 1 or more."""
    return count(text, least=1)


def player_name(text: str) -> str:
    """A name that can be printed and spoken."""
    name = text.strip()
    if not name or not name.isprintable():
        raise ArgumentTypeError("a name is one or more letters")
    return name


def strengths(known: Collection[str], text: str) -> tuple[str, ...]:
    """One of the *known* strengths of bots, or several separated by commas."""
    given = tuple(word.strip() for word in text.split(","))
    if unknown := [word for word in given if word not in known]:
        raise ArgumentTypeError(f"{unknown[0] or 'nothing'} is not a strength; choose {', '.join(known)}")
    return given


def escaped(text: str) -> str:
    """A help text in which argparse replaces nothing, though it holds a percent sign."""
    return text.replace("%", "%%")
