"""What a stay at a shared table needs of the playroom."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from playroom.console.match.draft import Draft
from playroom.console.match.hints import Adviser
from playroom.console.room import Room
from playroom.console.shared.protocols import SharedTables
from playroom.home.own_table import OwnTable
from playroom.home.saved_match import SavedMatches
from playroom.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class VisitParts:
    """What a stay at a shared table needs of the playroom.

    *set_up* has a table set up and calls what is given to it with the draft.
    """

    room: Room
    tables: SharedTables
    variants: Mapping[str, Variant]
    adviser: Adviser
    transcripts: Path
    list_settings: Callable[[], None]
    set_up: Callable[[Callable[[Draft], None]], None]
    own: OwnTable
    matches: SavedMatches
