"""Who of the people at a table is connected."""


class ConnectedPeople:
    """The people who are connected *now*, by number; those who went are known until they are back."""

    def __init__(self) -> None:
        self.now: frozenset[int] = frozenset()
        self._absent: frozenset[int] = frozenset()

    def begin(self, connected: frozenset[int]) -> None:
        """Take in who is connected when one comes to the table, for the first time."""
        self.now = connected

    def after(self, connected: frozenset[int], me: int) -> list[tuple[str, int]]:
        """Take in who is connected: who of the others has "gone", and who is "back"."""
        gone, back = self.now - connected - {me}, self._absent & connected
        self.now, self._absent = connected, (self._absent | gone) - back
        return [*(("gone", each) for each in gone), *(("back", each) for each in back)]
