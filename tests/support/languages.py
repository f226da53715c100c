"""The languages of the playroom: each folder of `locales/`, for tests that hold for all of them.

A test that reads words alone takes CODES. One that plays takes ENGLISH_FIRST, or CODES with `sample`: most of
its cases are then long.
"""

from typing import Final

import pytest

from playroom.narration.phrases.locales import ITSELF, ours

CODES: Final = tuple(sorted(file.parent.name for file in ours().glob(f"*/{ITSELF}")))
ENGLISH_FIRST: Final = (
    "en",
    *(pytest.param(code, marks=pytest.mark.long) for code in CODES if code != "en"),
)
"""English by default, and the others in a long run."""
