"""Changes of a player's file that keep its comments, quotes and unknown entries."""

import os
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from io import StringIO
from itertools import chain, count
from math import inf
from pathlib import Path
from typing import Any, Final, TypeAlias

from playroom.home.files import locked, regular_target, write_atomically
from playroom.strict_yaml import Page, PageError, load, read
from playroom.strict_yaml.files import content_of
from playroom.strict_yaml.salvage import salvage

_BOM: Final = "\ufeff"
"""The byte order mark with which some editors on Windows begin a text."""

PageChange: TypeAlias = Callable[[MutableMapping[Any, Any]], None]
"""Changes the mapping of a page in place."""


def update_page(file: Path, change: PageChange) -> Path | None:
    """Change the mapping in *file*; an OSError leaves the old file.

    A page that could not be read in full is kept beside the new one, under the name that is returned.
    """
    with locked(file):
        return update_locked_page(file, change)


def update_locked_page(file: Path, change: PageChange) -> Path | None:
    """Like `update_page`, for a file whose lock the caller holds."""
    try:
        page = read(file)
    except FileNotFoundError:
        page = Page(str(file), None, (1, ()))
    except PageError as error:
        found = salvage(file, error)
        return _replaced(file, _changed(found.text, found.page, change))
    if not isinstance(page.value, dict | None):
        return _replaced(file, _dumped(_applied(Page(str(file), {}, (1, {})), change)))
    old = content_of(file).decode("utf-8") if file.exists() else ""
    write_atomically(file, _changed(old, page, change))
    return None


def _replaced(file: Path, text: str) -> Path:
    """Write a new page, and keep the old one beside it."""
    target = regular_target(file)
    endings = chain([""], (f"-{number}" for number in count(2)))
    beside = (file.with_name(f"{file.stem}.unreadable{ending}{file.suffix}") for ending in endings)
    kept = next(name for name in beside if not name.exists())
    with suppress(OSError):  # some disks have no hard links
        os.link(target, kept)
    if not kept.exists():
        import shutil  # noqa: PLC0415 (no start waits for it)

        shutil.copyfile(target, kept)
    try:
        write_atomically(file, text)
    except OSError:
        with suppress(OSError):
            if target.samefile(kept):
                kept.unlink()
        raise
    return kept


def flow_line(value: Mapping[str, object]) -> str:
    """A mapping as one line, which the page language reads as this mapping."""
    import yaml  # noqa: PLC0415 (no start waits for it)

    return yaml.safe_dump(
        value, allow_unicode=True, sort_keys=False, default_flow_style=True, width=inf
    ).strip()


def _changed(old: str, page: Page, change: PageChange) -> str:
    """The text of the changed page, with the comments, the line ends and the BOM of the *old* text."""
    wanted = _applied(page, change)
    plain = old.removeprefix(_BOM).replace("\r\n", "\n")
    if page.value is None:  # a page without an entry, which may have comments
        text = plain + ("\n" if plain and not plain.endswith("\n") else "") + _dumped(wanted)
    elif isinstance(page.value, dict) and plain == _dumped(page.value):  # the program wrote it: no comment
        text = _dumped(wanted)
    else:
        text = _edited(plain, change)
    has_carriage_returns = old.partition("\n")[0].endswith("\r")
    lines = text.replace("\n", "\r\n") if has_carriage_returns else text
    formatted = _BOM + lines if old.startswith(_BOM) else lines
    with suppress(PageError):
        if load(formatted, "").value == wanted:
            return formatted
    return _dumped(wanted)


def _applied(page: Page, change: PageChange) -> dict[Any, Any]:
    value = dict(page.value) if isinstance(page.value, dict) else {}
    change(value)
    return value


def _dumped(value: dict[Any, Any]) -> str:
    import yaml  # noqa: PLC0415 (no start waits for it)

    return yaml.safe_dump(value, allow_unicode=True, sort_keys=False) if value else ""


def _edited(old: str, change: PageChange) -> str:
    """The text of a page after a change that leaves all else as it is; empty if that is not possible."""
    # ruamel.yaml keeps comments.
    from ruamel.yaml import YAML  # noqa: PLC0415 (no start waits the 20 ms that it takes to load)
    from ruamel.yaml.representer import RoundTripRepresenter  # noqa: PLC0415 (likewise)

    from playroom.strict_yaml.parser import AmbiguousScalarError, plain_scalar  # noqa: PLC0415 (likewise)

    def represented(representer: Any, text: str) -> Any:  # noqa: ANN401 (nodes of a library)
        """A word without quotes where the page language reads it as a word, else with them."""
        style: str | None = '"'
        with suppress(AmbiguousScalarError):
            if plain_scalar(text) == text:
                style = None
        return representer.represent_scalar("tag:yaml.org,2002:str", text, style=style)

    class Representer(RoundTripRepresenter):
        """Writes words as the page language reads them."""

    Representer.add_representer(str, represented)
    editor = YAML()
    editor.preserve_quotes, editor.width, editor.Representer = True, len(old) + 1000, Representer
    out = StringIO()
    try:
        page = editor.load(old)
        change(page)
        editor.dump(page, out)
    except Exception:  # noqa: BLE001 (what the library cannot edit is written anew)
        return ""
    return out.getvalue()
