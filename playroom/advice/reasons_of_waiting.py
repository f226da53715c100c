"""Reasons for a draw or a pass."""

from playroom.advice.outlook import Outlook
from playroom.advice.statement import statement
from playroom.bots.placement import playable_tiles
from playroom.narration.message import Message
from playroom.rules.legal import against_draw
from playroom.rules.move import Pass
from playroom.rules.rulebook.questions import Count
from playroom.rules.tile import Hand


def stuck(seen: Outlook) -> Message | None:
    """That no tile of the hand fits."""
    return statement("stuck") if seen.view.position.is_stuck else None


def hidden_fit(seen: Outlook) -> Message | None:
    """The number of hidden tiles that fit, where one may draw; for a pass only if few do."""
    hidden = seen.belief.unseen
    fitting = len(playable_tiles(seen.view.position).intersection(hidden))
    is_likely = 2 * fitting > len(hidden)
    if against_draw(seen.view.position) or (isinstance(seen.move, Pass) and is_likely):
        return None
    return statement("hidden_fit", fitting=fitting, hidden=len(hidden))


def keeps_drawn(seen: Outlook) -> Message | None:
    """That the tile just drawn, which fits, is kept for later."""
    drawn = seen.view.hand[-1:] if seen.view.drew else ()
    fits = bool(drawn) and seen.view.position.is_playable(drawn[0])
    return statement("keeps_drawn", tile=drawn[0]) if fits else None


def light(seen: Outlook) -> Message | None:
    """That the own hand has fewer pips than any other is likely to have."""
    hidden = seen.belief.unseen
    own, mean = _pips(seen.hand), _pips(hidden) / max(1, len(hidden))
    least = min((seen.view.counts[seat] * mean for seat in seen.others), default=0.0)
    if seen.rules.count is not Count.PIPS or own >= least:
        return None
    return statement("light", pips=own)


def counts_against(seen: Outlook) -> Message | None:
    """That a tile that one might draw would count against its owner."""
    return None if against_draw(seen.view.position) else statement("counts_against")


def _pips(hand: Hand) -> int:
    return sum(tile.pips for tile in hand)
