"""The request of a command to open the playroom."""

from dataclasses import dataclass

from playroom.commands.context import Context
from playroom.console.start import Start


@dataclass(frozen=True, slots=True)
class Visit:
    """A visit that starts at *start*, or in the menu; *seed* makes it reproducible."""

    context: Context
    start: Start | None = None
    seed: int | None = None
