"""What Orca spoke, beside what the speech queue gave."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

ORCAS_WORDS: Mapping[str, str] = {
    "its start": r"Screen reader on\.",
    "a window": r".+ frame\.?",
    "a page that loads": r"Loading\.  Please wait\.|Finished loading( .+)?\.|Page has \d.+\.",
    "how it takes keys": r"(Focus|Browse) mode",
    "the echo of a key": r"(\S+|left shift) |\S",
    "a name and a role": r".+ tool bar\.|.+ entry( .+ selected)?\.|form|leaving \w+\.",
    "a heading": r"heading level \d",
    "a text that is typed over": r"Selection deleted\.|Text unselected\.",
}
"""Whole texts that Orca speaks of itself, by what they are about."""


class Differences(NamedTuple):
    """What differs between the texts that were said and those that Orca spoke.

    *lost* has all words from the first on that was not spoken in its turn; the *foreign* texts are neither
    ours nor Orca's own.
    """

    lost: str
    foreign: tuple[str, ...]


def differences(said: Sequence[str], spoken: Sequence[str], in_fields: Sequence[str] = ()) -> Differences:
    """Compare the texts of the speech queue with those that Orca spoke, word by word and in order.

    Orca speaks what stands *in fields* by itself: letter by letter or several at once as they are typed, and
    sometimes a whole text that is selected, once more after the name of its field.
    """
    waiting, foreign = " ".join(said).split(), []
    for text in spoken:
        words = text.split()
        if words == waiting[: len(words)]:
            del waiting[: len(words)]
        elif any(text in each for each in in_fields):
            continue
        elif not any(re.fullmatch(pattern, text) for pattern in ORCAS_WORDS.values()):
            foreign.append(text)
    return Differences(" ".join(waiting), tuple(foreign))
