"""A disk that takes no file of the player's for a while."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

WRITERS = (
    "page_update.write_atomically",
    "saved_match.write_atomically",
    "match_notes.write_atomically",
    "saved_match.replace_end",
)
"""What writes settings, keys, presets and matches."""


@contextmanager
def refusing_disk(monkeypatch: pytest.MonkeyPatch, number: int) -> Iterator[None]:
    """Every write is refused by the error of this *number*."""

    def refuse(*_: object) -> None:
        raise OSError(number, "in the words of the system")

    with monkeypatch.context() as patched:
        for writer in WRITERS:
            patched.setattr(f"playroom.home.{writer}", refuse)
        yield
