"""The text of a page: what it holds, and every error in it."""

import yaml
from yaml.reader import Reader

from playroom.strict_yaml.page import Page, PageError, reason
from playroom.strict_yaml.parser import StrictParser
from playroom.strict_yaml.typo_repairs import typo_repairs


def page_in(text: str, source: str) -> tuple[Page, tuple[PageError, ...]]:
    """The readable part of the page in *text*, and every error."""
    if found := Reader.NON_PRINTABLE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        return _no_page(source), (
            PageError(source, line, reason("control_character", code=f"U+{ord(found[0]):04X}")),
        )
    try:
        page, errors = _parsed(text, source)
    except yaml.MarkedYAMLError as error:
        small, repaired = typo_repairs(text, source)
        return _mended(repaired, source, small or (_syntax_error(text, error, source),))
    if isinstance(page.value, str):
        small, repaired = typo_repairs(text, source)
        return _mended(repaired, source, small) if small else (page, errors)
    return page, errors


def _parsed(text: str, source: str) -> tuple[Page, tuple[PageError, ...]]:
    """The readable part of the page in *text*, and every error; a YAMLError if it is not YAML."""
    parser = StrictParser(text, source)
    try:
        page = Page(source, *parser.document())
    except PageError as error:
        return _no_page(source), (*parser.errors, error)
    return page, tuple(parser.errors)


def _mended(repaired: str, source: str, errors: tuple[PageError, ...]) -> tuple[Page, tuple[PageError, ...]]:
    """The readable part of the page without these errors, and all errors by line."""
    try:
        page, others = _parsed(repaired, source)
    except yaml.MarkedYAMLError as error:
        more = _syntax_error(repaired, error, source)
        page, others = _no_page(source), () if more.line in {each.line for each in errors} else (more,)
    return page, tuple(sorted((*errors, *others), key=lambda error: error.line))


def _no_page(source: str) -> Page:
    return Page(source, None, (1, ()))


def _syntax_error(text: str, error: yaml.MarkedYAMLError, source: str) -> PageError:
    """The library's error in plain words, with its first line."""
    mark = error.context_mark or error.problem_mark
    line = min(mark.line if mark else 0, text.rstrip("\n").count("\n")) + 1
    has_two_colons = text.split("\n")[line - 1].count(": ") > 1
    return PageError(source, line, reason("two_colons" if has_two_colons else "not_yaml"))
