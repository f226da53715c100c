"""Who of the people at a table is connected."""


class ConnectedPeople:
    """The people who are connected *now*, by number; those who went are known until they are back."""

    def __init__(self) -> None:
        self.now: frozenset[int] = frozenset()
        self._absent: frozenset[int] = frozenset()

    def begin(self, connected: frozenset[int]) -> None:
        """Take in who is connected when one comes to the table, for the first time."""
        self.now = connected

    def after(self, connected: frozenset[int], me: int) -> list[tuple[int, bool]]:
        """Note who is connected now: the others who have gone (False), and those who are back (True)."""
        gone, back = self.now - connected - {me}, self._absent & connected
        self.now, self._absent = connected, (self._absent | gone) - back
        return [*((each, False) for each in gone), *((each, True) for each in back)]
