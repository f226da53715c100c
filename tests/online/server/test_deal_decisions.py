"""Whose random numbers a deal waits for, and which numbers it takes."""

from random import Random

import pytest
from support.games.random_matches import VARIANTS

from playroom.online.server.refused import Refused
from playroom.online.server.tables.match_decisions import committed, share_given
from playroom.online.server.tables.server_state import FullTableState
from playroom.online.wire.entries import (
    AnyEntry,
    DealCommitted,
    MatchStarted,
    MatchWent,
    PersonCame,
    SeatLeft,
    SeatTaken,
    ShareSealed,
    StandInSeated,
    TableOpened,
    TableSettings,
)
from playroom.online.wire.protocol import RefusalCode
from playroom.online.wire.provable_deal import DealTerms, commitment_of, seal_of
from playroom.online.wire.table_state import TableState

ADA, BEN, CY = 1, 2, 3
SHARE = "0a" * 16


def table(*entries: AnyEntry) -> FullTableState:
    """A table at whose seats Ada and Ben are, while Cy watches; the match has begun."""
    return FullTableState(TableState()).after_all(
        [
            TableOpened("7KQ2M9XD", TableSettings(game="draw", players=2)),
            *(PersonCame(person, name) for person, name in ((ADA, "Ada"), (BEN, "Ben"), (CY, "Cy"))),
            SeatTaken(0, ADA),
            SeatTaken(1, BEN),
            MatchStarted(["Ada", "Ben"]),
            *entries,
        ],
        VARIANTS,
    )


def sealed(*people: int) -> list[AnyEntry]:
    return [ShareSealed(person, seal(person), deal_number=1) for person in people]


def seal(person: int, share: str = SHARE) -> str:
    return seal_of(share, "7KQ2M9XD", 1, person)


@pytest.mark.parametrize(
    ("entries", "people"),
    [
        (sealed(ADA, BEN), [ADA, BEN]),
        (sealed(BEN), [BEN]),
        ([*sealed(ADA, BEN), StandInSeated(1, "steady")], [ADA]),
        ([*sealed(ADA, BEN), SeatLeft(1, "steady")], [ADA]),
        ([], []),
    ],
    ids=["both have sealed", "one has sealed", "one is absent", "one has left", "nobody has sealed"],
)
def test_a_deal_waits_for_those_at_their_seats_who_have_sealed(
    entries: list[AnyEntry], people: list[int]
) -> None:
    first, *dealt = committed(table(*entries), VARIANTS, Random(1))

    assert isinstance(first, DealCommitted)
    assert first.people == people
    assert [type(each) for each in dealt] == [MatchWent] * (not people)


@pytest.mark.parametrize(
    ("person", "sealed", "share", "code"),
    [
        (CY, seal(BEN), SHARE, RefusalCode.NO_SHARE),
        (BEN, seal(BEN), SHARE.upper(), RefusalCode.MALFORMED),
        (BEN, seal(BEN), "0b" * 16, RefusalCode.MALFORMED),
    ],
    ids=["of a watcher", "no number", "another than was sealed"],
)
def test_a_number_that_is_not_taken(person: int, sealed: str, share: str, code: RefusalCode) -> None:
    commitment = commitment_of("5e" * 32, DealTerms("7KQ2M9XD", 1, {BEN: sealed}))
    truth = table(
        ShareSealed(BEN, sealed, deal_number=1), DealCommitted(commitment, [BEN], "5e" * 32, deal_number=1)
    )

    with pytest.raises(Refused) as refused:
        share_given(truth, person, share, VARIANTS)

    assert refused.value.code == code
