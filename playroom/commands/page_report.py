"""A rulebook explained in sentences, and the results of its random matches."""

from collections.abc import Iterator
from statistics import mean

from playroom.engine.coverage import uncovered
from playroom.narration.message import Blank, Message
from playroom.narration.rules.option import question_name, table_summary
from playroom.narration.rules.rulebook import rulebook
from playroom.rules.rulebook.variant import Variant
from playroom.table.autoplay import MOST_ROUNDS
from playroom.table.setup import agreed, first_setup
from playroom.table.trial import Trial, tables_of


def explanation(variant: Variant) -> Iterator[Message]:
    """The rules of the first table."""
    for section in rulebook(variant, agreed(variant, first_setup(variant))):
        yield Message("rulebooks.proof.heading", blanks={"heading": section.heading})
        yield from section.paragraphs


def trial_report(found: Trial, seconds: int, wanted: int) -> Iterator[Message]:
    """The number of matches, their lengths, how rounds ended, and whether every match ended.

    The trial may have stopped after these *seconds*, before all the matches *wanted* were played.
    """
    rounds = sum(found.rounds)
    blanks: dict[str, Blank] = {"matches": len(found.rounds), "rounds": rounds}
    if found.stopped:
        yield Message("rulebooks.proof.stopped", blanks={**blanks, "seconds": seconds, "wanted": wanted})
    elif rounds:
        yield Message("rulebooks.proof.matches", blanks=blanks)
    if rounds:
        lengths = {"least": min(found.rounds), "most": max(found.rounds), "mean": round(mean(found.rounds))}
        yield Message("rulebooks.proof.lengths", blanks={**lengths, "tiles": round(found.tiles / rounds)})
    for ending, number in sorted(found.endings.items()):
        share: dict[str, Blank] = {"count": number, "percent": round(100 * number / rounds)}
        yield Message(f"rulebooks.proof.{ending}", blanks=share)
    yield _verdict(found)


def works(found: Trial) -> bool:
    """Whether matches were played, and all that were played to the end or the limit have ended."""
    return found.endless is None and bool(found.rounds)


def uncovered_report(variant: Variant) -> Iterator[Message]:
    """The questions whose answers the engine of the bots does not know, if there are any."""
    found = (each for setup in tables_of(variant) for each in uncovered(agreed(variant, setup)))
    if questions := tuple(dict.fromkeys(found)):
        blanks: dict[str, Blank] = {
            "questions": tuple(map(question_name, questions)),
            "count": len(questions),
        }
        yield Message("rulebooks.proof.not_covered", blanks=blanks)


def _verdict(found: Trial) -> Message:
    if works(found):
        return Message("rulebooks.proof.every_match_ends")
    setup = found.endless
    if setup is None:
        return Message("rulebooks.proof.none_ended")
    blanks: dict[str, Blank] = {
        "rounds": MOST_ROUNDS,
        "table": table_summary(setup.players, setup.teams, setup.options),
    }
    return Message("rulebooks.proof.endless", blanks=blanks)
