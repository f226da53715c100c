"""Matches that were only tried: left at their very beginning, and not gone on with for a day."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from playroom.home.match_notes import MatchNotes
from playroom.home.saved_match import SavedMatch, SavedMatches
from playroom.rules.event import Drew, Passed, Played
from playroom.rules.match import Match
from playroom.rules.rulebook.variant import Variant
from playroom.strict_yaml import PageError
from playroom.table.record_parser import RuleBroken

KEPT_FOR: Final = timedelta(days=1)
"""The time from its beginning on which a trial can be continued."""
MOST_MOVES: Final = 2
"""The most moves of the player in a trial."""
_LARGEST: Final = 4000
"""The bytes of a record that is read: that of so few moves has less than half of them."""


def remove_trials(matches: SavedMatches, known: Mapping[str, Variant], now: datetime) -> None:
    """Remove the unfinished matches that were only tried, unless another program plays them."""
    for saved in matches.newest_first():
        if saved.size <= _LARGEST and _is_old_trial(saved, known, now) and saved.open():
            saved.remove()
            saved.close()


def is_trial(match: Match, notes: MatchNotes) -> bool:
    """Whether a player alone against bots has left a match in its first round, after hardly a move."""
    is_plain = len(notes.own) == 1 and not (notes.title or notes.lesson or notes.branched_from)
    if not is_plain or len(match.rounds) != 1 or match.now.ending or match.winners:
        return False
    moves = (event for event in match.now.log if isinstance(event, Played | Drew | Passed))
    return sum(event.seat == notes.own[0] for event in moves) <= MOST_MOVES


def _is_old_trial(saved: SavedMatch, known: Mapping[str, Variant], now: datetime) -> bool:
    notes = saved.notes()
    if notes.begun is None or now - notes.begun < KEPT_FOR:
        return False
    try:
        return is_trial(saved.load(known).match, notes)
    except (PageError, RuleBroken):
        return False
