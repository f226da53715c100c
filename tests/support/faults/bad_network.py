"""A network of consoles in one process that is slow and breaks connections."""

from dataclasses import dataclass, field
from random import Random


@dataclass
class BadNetwork:
    """Messages arrive *delay* seconds late; with the chance *loss*, one is lost and the connection breaks."""

    delay: float = 0.0
    loss: float = 0.0
    chance: Random = field(default_factory=lambda: Random(1))
    broken: int = 0
    """How many connections were broken."""

    def breaks(self) -> bool:
        """Whether the next message breaks its connection."""
        breaks = self.loss > 0 and self.chance.random() < self.loss
        self.broken += breaks
        return breaks
