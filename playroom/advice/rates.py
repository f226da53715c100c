"""How often moves win, as far as a search can tell."""

from playroom.advice.statement import statement
from playroom.narration.message import Blank, Message

TEN, HUNDRED = 10, 100
"""Of how many rounds a rate is told: of ten, unless two moves would then seem to win as often."""


def rate(entry: str, worth: float, **blanks: Blank) -> Message:
    """How many rounds of ten a move wins."""
    return statement(entry, rate=round(TEN * worth), of=TEN, **blanks)


def rates(better: float, worse: float) -> tuple[int, int, int]:
    """How many rounds two moves win, and of how many: of ten, or of a hundred where ten are too few."""
    of = TEN if round(TEN * better) != round(TEN * worse) else HUNDRED
    return round(of * better), round(of * worse), of


def rate_beside(entry: str, beside: str, better: float, worse: float, **blanks: Blank) -> tuple[Message, ...]:
    """The rate of the better move as one sentence, and that of the other as the next."""
    first, second, of = rates(better, worse)
    return statement(entry, rate=first, of=of), statement(beside, rate=second, of=of, **blanks)
