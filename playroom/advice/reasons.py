"""The reasons for a move, each a sentence that is certainly true, the most telling first."""

from collections.abc import Callable, Iterator
from itertools import islice

from playroom.advice import reasons_of_games as games
from playroom.advice import reasons_of_plays as plays
from playroom.advice import reasons_of_waiting as waiting
from playroom.advice.outlook import Outlook, outlook
from playroom.advice.statement import at_time, statement
from playroom.narration.message import Message
from playroom.rules.legal import legal_moves
from playroom.rules.move import Draw, Move, Pass
from playroom.rules.view import View

MOST = 3
"""The most reasons given for a move, as more are not remembered."""

Reason = Callable[[Outlook], Message | None]
"""A function that returns a reason for a move, None if it does not apply."""

OF_PLAYS: tuple[Reason, ...] = (
    *(plays.last_tile, games.scores_at_once, plays.again, plays.skips, plays.nobody_else, plays.cannot_play),
    *(games.only_matadors, games.denies, plays.partner_has, plays.unshown, games.closes_train),
    *(games.covers, games.can_cover, games.matador_needed, games.keeps_matadors, games.keeps_run),
    *(plays.keeps_number, plays.for_each_end, plays.few_hidden, games.blank_counts, plays.double),
    *(plays.heaviest_tile, plays.fit_next, plays.only_fitting),
)
OF_LAST_PLAYS: tuple[Reason, ...] = (
    games.wins_match,
    plays.last_tile,
    games.scores_at_once,
    plays.ends_round,
)
"""The reasons for plays that end the round, which have no later effects."""
OF_DRAWS: tuple[Reason, ...] = (waiting.stuck, games.keeps_matadors, waiting.hidden_fit)
OF_PASSES: tuple[Reason, ...] = (
    *(plays.ends_round, waiting.keeps_drawn, waiting.light, waiting.hidden_fit, waiting.counts_against),
)


def reasons(view: View, move: Move, most: int = MOST) -> tuple[Message, ...]:
    """The reasons for a legal move, the most telling first; empty if there are none."""
    if legal_moves(view.position) == (move,):
        return (statement("only", tense="now"),)
    return tuple(islice(true_reasons(view, move), most))


def true_reasons(view: View, move: Move) -> Iterator[Message]:
    """All reasons that are true of a move, the most telling first."""
    seen = outlook(view, move)
    found = filter(None, (reason(seen) for reason in _reasons(seen)))
    return (at_time("now", each) for each in found)


def _reasons(seen: Outlook) -> tuple[Reason, ...]:
    if isinstance(seen.move, Draw):
        return OF_DRAWS
    if isinstance(seen.move, Pass):
        return OF_PASSES
    return OF_LAST_PLAYS if seen.ending else OF_PLAYS
