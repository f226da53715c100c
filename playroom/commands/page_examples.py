"""Checking the examples of a player's rulebook: invalid ones, and rules without any."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from playroom.console.rulebook.shown_examples import shown_examples
from playroom.narration.message import Message
from playroom.narration.phrases.phrasebook import Phrasebook
from playroom.narration.rules.rule import needs_example, rule_name
from playroom.narration.rules.rulebook import rulebook
from playroom.rules.rulebook.variant import Rules, Variant
from playroom.strict_yaml import PageError, quoted, reason, unreadable
from playroom.strict_yaml.page import EXAMPLES
from playroom.table.examples.example import WrongExampleError, proved
from playroom.table.examples.example_file import examples_file, read_examples
from playroom.table.setup import agreed, first_setup


def wrong_examples(folder: Path, variant: Variant) -> tuple[PageError, ...]:
    """Every error in the examples of a rulebook in *folder*; none if it has no examples."""
    file = examples_file(folder, variant.name)
    if not file.exists():
        return ()
    try:
        return tuple(_wrong_rows(file, variant))
    except OSError as error:
        return (unreadable(file, error),)
    except PageError as error:
        return (error,)


def _wrong_rows(file: Path, variant: Variant) -> Iterator[PageError]:
    page, rows = read_examples(file)
    for number, row in enumerate(rows):
        try:
            names = _names(variant, proved(row, variant).before.rules)
        except WrongExampleError as error:
            yield page.error(error.why, number)
            continue
        if row.rule not in names:
            blanks = {"given": quoted(row.rule), "known": names[:EXAMPLES], "count": len(names)}
            yield page.error(reason("examples.no_sentence", **blanks), number, "rule")


def _paragraphs(variant: Variant, rules: Rules) -> Iterator[Message]:
    return chain.from_iterable(section.paragraphs for section in rulebook(variant, rules))


def _names(variant: Variant, rules: Rules) -> tuple[str, ...]:
    return tuple(map(rule_name, _paragraphs(variant, rules)))


def examples_report(folder: Path, book: Phrasebook, variant: Variant) -> Iterator[Message]:
    """The number of rules of the first table with examples, and each rule that lacks one."""
    setup = first_setup(variant)
    rules = agreed(variant, setup)
    paragraphs = _paragraphs(variant, rules)
    every = tuple(each for each in paragraphs if needs_example(rule_name(each)))
    missing = tuple(
        each for each in every if not shown_examples(folder, book, variant, rules, setup.options, each)
    )
    found = len(every) - len(missing)
    yield Message("rulebooks.proof.examples", blanks={"found": found, "missing": len(missing)})
    for sentence in missing:
        yield Message("rulebooks.proof.no_example", blanks={"sentence": sentence})
