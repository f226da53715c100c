"""The log of a round."""

from playroom.rules.event import Event
from playroom.rules.log.growing import Growing


class EventLog(Growing[Event]):
    """Events in the order in which they happened."""

    __slots__ = ()
