"""What must hold of any rulebook page: it is a rulebook, or each error says where it is and what to write.

A rulebook can be explained in every language, and bots of all strengths play it to the end.
"""

import re
from dataclasses import dataclass
from random import Random
from typing import Final
from zlib import crc32

from composed_pages import composed_page
from page_mistakes import make_mistake
from support.console.thrifty_bots import thrifty_bots
from support.languages import CODES

from playroom.bots.roster import within
from playroom.commands.subcommands.check import explanation, uncovered_report
from playroom.narration.file_errors import reason_message
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Phrasebook
from playroom.rules.rulebook.questions import QUESTIONS
from playroom.rules.rulebook.variant import MATCH_ENDS, Rules, Variant
from playroom.simulation.plan import play_match
from playroom.strict_yaml import PageError, load_whole
from playroom.table.setup import agreed
from playroom.table.shelf import OURS, shelf
from playroom.table.trial import tables_of
from playroom.table.unreachable_choices import every_error

VARIANTS: Final = shelf([OURS]).variants
MOST_MISTAKES: Final = 3
ENGLISH, *OTHERS = (phrasebook(code) for code in sorted(CODES, key=lambda code: code != "en"))

_ADVICE: Final = re.compile(
    r"\b([Ww]rite|[Cc]hoose|[Tt]ake|[Pp]ut|[Bb]egin|[Ss]ave|[Gg]ive|[Ll]eave)\b|Did you mean|is missing"
)
"""What an error in English says besides what is wrong."""


@dataclass(frozen=True, slots=True)
class RandomPage:
    """A page, how many mistakes are in it, and the line of its only one; 0 if it has none or several."""

    text: str
    mistakes: int
    line: int


def random_page(chance: Random) -> RandomPage:
    """A page composed at random: half of them without mistakes, the others with up to three."""
    lines = composed_page(chance, tuple(VARIANTS))
    mistakes = chance.choice((0, 1)) * chance.randint(1, MOST_MISTAKES)
    found = [make_mistake(lines, chance) for _ in range(mistakes)]
    return RandomPage("\n".join(lines) + "\n", mistakes, found[0] if len(found) == 1 else 0)


def rulebook_or_errors(text: str) -> Variant | tuple[PageError, ...]:
    """The rulebook on a page, or the errors; an AssertionError if one of them says too little."""
    page, slips = load_whole(text, "mine.yaml")
    variant, errors = (
        (None, slips) if slips and not isinstance(page.value, dict) else every_error(page, slips, VARIANTS)
    )
    if variant is None or errors:
        assert errors
        for error in errors:
            _assert_helpful(error, text)
        return errors
    _assert_explained(variant)
    return variant


def assert_right(page: RandomPage) -> Variant | None:
    """The rulebook on a page, if it has one; an AssertionError if a mistake is not found."""
    found = rulebook_or_errors(page.text)
    if isinstance(found, Variant):
        assert not page.mistakes, page.text
        return found
    assert not page.line or page.line in {error.line for error in found}, page.text
    return None


def play_by_all(variant: Variant, matches: int) -> None:
    """Play so many short matches to the end, with bots of all strengths, at tables in turn."""
    tables = tables_of(variant)
    bots = tuple(within(0).values())
    with thrifty_bots():
        for number in range(matches):
            setup = tables[number * max(1, len(tables) // matches) % len(tables)]
            seated = tuple(bots[(seat + number) % len(bots)] for seat in range(setup.players))
            play_match(shortened(agreed(variant, setup)), seated, number)


def shortened(made: Rules) -> Rules:
    """The same rules, with the shortest match that ends in the same way; an exact target stays as it is."""
    names = [name for name in (*MATCH_ENDS, "rounds") if not (made.exact and name == "target")]
    ends = {name: 1 for name in names if getattr(made, name) is not None}
    rounds = {"rounds": 1} if made.has_engine else {}
    kept = {name: getattr(made, name) for name in ("players", "teams", "clauses", *QUESTIONS)}
    return Rules(**(kept | ends | rounds))


def _assert_helpful(error: PageError, text: str) -> None:
    """The error has its line, which is in the page, and says in every language what to write."""
    english, _ = (book.say(reason_message(error.why)) for book in (ENGLISH, _other(text)))
    assert 1 <= error.line <= text.count("\n") + 1, (error.line, text)
    assert error.why.entry == "empty" or _ADVICE.search(english), english


def _assert_explained(variant: Variant) -> None:
    """The rules can be told in every language."""
    messages = (*explanation(variant), *uncovered_report(variant))
    assert all(book.say(message) for book in (ENGLISH, _other(variant.name)) for message in messages)


def _other(text: str) -> Phrasebook:
    """Another language than English, which follows from a text: all of them take their turns."""
    return OTHERS[crc32(text.encode()) % len(OTHERS)]
