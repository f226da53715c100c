"""The games that can be played, and the place where matches are kept."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from playroom.console.play.adviser import Adviser
from playroom.home.own_table import OwnTable
from playroom.home.saved_match import SavedMatches
from playroom.rules.rulebook.variant import Variant
from playroom.table.table import Bot

if TYPE_CHECKING:
    from playroom.online.client.tables_protocol import SharedTables


class Games(Struct, frozen=True):
    """The parts of matches: rulebooks, bots by the word for their strength, and an adviser.

    *prepare* gets ready, a little later, what bots of these strengths need. *matches* and *transcripts* are
    where matches are written, *seed* is the seed of the next match, *now* the time with its time zone,
    *shared* makes the ways to shared tables when they are first needed, None where there are none;
    *own_table* is the player's own, to which they can go back.
    """

    variants: Mapping[str, Variant]
    bots: Mapping[str, Bot]
    adviser: Adviser
    prepare: Callable[[Iterable[str]], None]
    matches: SavedMatches
    transcripts: Path
    seed: Callable[[], int]
    now: Callable[[], datetime]
    shared: "Callable[[], SharedTables] | None"
    own_table: OwnTable
