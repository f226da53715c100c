"""The request of a command to open the playroom."""

from msgspec import Struct

from playroom.commands.context import Context
from playroom.console.start import Start


class Visit(Struct, frozen=True):
    """A visit that starts at *start*, or in the menu; *seed* makes it reproducible."""

    context: Context
    start: Start | None = None
    seed: int | None = None
