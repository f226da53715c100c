"""``playroom check``: a page explained back, and what many random matches by it came to."""

from collections.abc import Iterator
from statistics import mean

from playroom.narration.message import Message
from playroom.narration.phrasebook import Phrasebook
from playroom.narration.rulebook import rulebook
from playroom.rules.variant import Variant
from playroom.table.setup import Setup, agreed, first_setup
from playroom.table.trial import Trial, trial


def proof(variant: Variant, matches: int, book: Phrasebook) -> tuple[tuple[str, ...], bool]:
    """What is to be said of a page, a line each, and whether every match by it ends."""
    found = trial(variant, matches)
    return tuple(map(book.say, (*_explained(variant), *_found(found)))), not found.endless


def _explained(variant: Variant) -> Iterator[Message]:
    for section in rulebook(variant, agreed(variant, first_setup(variant))):
        yield Message("rulebooks.proof.heading", blanks={"heading": section.heading})
        yield from section.paragraphs


def _found(found: Trial) -> Iterator[Message]:
    rounds = sum(found.rounds)
    yield Message("rulebooks.proof.matches", blanks={"matches": found.matches, "rounds": rounds})
    if found.rounds:
        lengths = {"least": min(found.rounds), "most": max(found.rounds), "mean": round(mean(found.rounds))}
        yield Message(
            "rulebooks.proof.lengths", blanks={**lengths, "tiles": round(found.tiles / max(rounds, 1))}
        )
    for ending, count in sorted(found.endings.items()):
        percent = round(100 * count / rounds)
        yield Message(f"rulebooks.proof.{ending}", blanks={"count": count, "percent": percent})
    yield _verdict(found.endless)


def _verdict(endless: tuple[Setup, ...]) -> Message:
    if not endless:
        return Message("rulebooks.proof.every_match_ends")
    table = endless[0]
    blanks = {"count": len(endless), "players": table.players, "teams": table.teams}
    return Message("rulebooks.proof.endless", blanks=blanks)
