"""What a command asks for that opens the playroom: a stay there, as a value."""

from dataclasses import dataclass

from playroom.commands.context import Context
from playroom.console.start import Start


@dataclass(frozen=True, slots=True)
class Visit:
    """A stay that begins at the table of *start*, or in the menu; *seed* makes its chance repeatable."""

    context: Context
    start: Start | None = None
    seed: int | None = None
