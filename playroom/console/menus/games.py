"""What can be played, and where matches are kept."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from playroom.console.match.hints import Adviser
from playroom.console.shared.protocols import SharedTables
from playroom.home.own_table import OwnTable
from playroom.home.saved_match import SavedMatches
from playroom.rules.variant import Variant
from playroom.table.table import Bot


@dataclass(frozen=True, slots=True)
class Games:
    """What can be played: rulebooks, bots by the word for their strength, and an adviser.

    *matches* and *transcripts* are where matches are written, *seed* is the seed of the next match, *shared*
    leads to tables that people share, *own_table* is the player's own, to which they can go back.
    """

    variants: Mapping[str, Variant]
    bots: Mapping[str, Bot]
    adviser: Adviser
    matches: SavedMatches
    transcripts: Path
    seed: Callable[[], int]
    shared: SharedTables
    own_table: OwnTable
