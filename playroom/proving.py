"""``playroom check``: a page explained back, and what many random matches by it came to."""

from collections.abc import Iterator
from statistics import mean

from playroom.narration.message import Blank, Message
from playroom.narration.option import table_told
from playroom.narration.rulebook import rulebook
from playroom.rules.variant import Variant
from playroom.table.setup import agreed, first_setup
from playroom.table.trial import Trial, trial
from playroom.table.unheard import MOST_ROUNDS


class Proof:
    """A page put to the proof; *is_sound* is known once all messages have been taken."""

    def __init__(self, variant: Variant, matches: int) -> None:
        self.is_sound = False
        self._variant = variant
        self._matches = matches

    def messages(self) -> Iterator[Message]:
        """What is to be said of the page, each as soon as it is known: the matches take a while."""
        yield from _explained(self._variant)
        found = trial(self._variant, self._matches)
        self.is_sound = found.endless is None
        yield from _found(found)


def _explained(variant: Variant) -> Iterator[Message]:
    for section in rulebook(variant, agreed(variant, first_setup(variant))):
        yield Message("rulebooks.proof.heading", blanks={"heading": section.heading})
        yield from section.paragraphs
    yield Message("rulebooks.proof.playing")


def _found(found: Trial) -> Iterator[Message]:
    if rounds := sum(found.rounds):
        yield Message("rulebooks.proof.matches", blanks={"matches": len(found.rounds), "rounds": rounds})
        lengths = {"least": min(found.rounds), "most": max(found.rounds), "mean": round(mean(found.rounds))}
        yield Message("rulebooks.proof.lengths", blanks={**lengths, "tiles": round(found.tiles / rounds)})
    for ending, count in sorted(found.endings.items()):
        blanks = {"count": count, "percent": round(100 * count / rounds)}
        yield Message(f"rulebooks.proof.{ending}", blanks=blanks)
    yield _verdict(found)


def _verdict(found: Trial) -> Message:
    if found.endless is None:
        return Message("rulebooks.proof.every_match_ends")
    setup = found.endless
    blanks: dict[str, Blank] = {
        "rounds": MOST_ROUNDS,
        "table": table_told(setup.players, setup.teams, setup.options),
    }
    return Message("rulebooks.proof.endless", blanks=blanks)
