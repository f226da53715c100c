"""Messages about shared tables."""

import pytest

from playroom.console.shared.words import names_of
from playroom.online.wire.table_state import PersonAtTable, TableState

TABLE = TableState(people={1: PersonAtTable("Ada"), 2: PersonAtTable("Ben")})


def test_people_are_named_by_their_numbers() -> None:
    assert names_of(TABLE, [2, 1]) == ("Ben", "Ada")


@pytest.mark.parametrize("people", [None, 2, "12", [3], [[1]], [None], ["Ada"], {1: 2}])
def test_numbers_of_nobody_name_nobody(people: object) -> None:
    assert names_of(TABLE, people) == ()
