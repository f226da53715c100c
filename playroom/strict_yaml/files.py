"""Files and texts read as pages; everything wrong with one is a PageError with its line."""

from errno import ENOENT
from pathlib import Path

import yaml
from yaml.reader import Reader

from playroom.strict_yaml.page import Page, PageError
from playroom.strict_yaml.parser import StrictParser


def read(file: Path) -> Page:
    """The page in *file*; OSError if it cannot be opened, PageError for its content."""
    content = _bytes(file)
    try:
        return load(content.decode("utf-8"), str(file))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise PageError(str(file), line, "this is not UTF-8 text: save the file as UTF-8.") from error


def load(text: str, source: str) -> Page:
    """The page in *text*; *source* is the name for a PageError."""
    if found := Reader.NON_PRINTABLE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise PageError(source, line, f"the character U+{ord(found[0]):04X} may not stand in a text file.")
    try:
        return Page(source, *StrictParser(text, source).document())
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(error, source) from error


def unreadable(file: Path, error: OSError) -> PageError:
    """The error for a file that cannot be opened."""
    return PageError(str(file), 1, f"the file cannot be read: {error.strerror}.")


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except ValueError as error:
        raise FileNotFoundError(ENOENT, "no file can be called so", str(file)) from error


def _syntax_error(error: yaml.MarkedYAMLError, source: str) -> PageError:
    mark = error.problem_mark or error.context_mark
    start = (
        f", {error.context} that begins on line {error.context_mark.line + 1}" if error.context_mark else ""
    )
    return PageError(source, mark.line + 1 if mark else 1, f"this is not YAML: {error.problem}{start}.")
