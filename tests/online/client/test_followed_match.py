"""A match that a client follows: when it is waited for, told and checked."""

from itertools import count
from random import Random

import pytest
from support.games.random_matches import VARIANTS
from table_guest import ADA, in_match

from playroom.online.server.tables.match_decisions import after_move, committed, next_deal
from playroom.online.server.tables.server_state import redacted
from playroom.online.wire.entries import AnyEntry, DealCommitted
from playroom.online.wire.messages import Ack, Happened, TableCommand
from playroom.rules.legal import legal_moves, position


class Followed:
    """Ben's client in a match in which Ada does all that happens."""

    def __init__(self) -> None:
        self.guest, self.truth = in_match()
        self._numbers = count(8)

    def happen(self, *entries: AnyEntry) -> list[tuple[object, ...]]:
        """Let something happen: what the client reports."""
        self.truth = self.truth.after_all([*entries], VARIANTS)
        number = next(self._numbers)
        self.guest.answered(Happened(number, f"c{number}", ADA, redacted([*entries], 1)))
        return self.guest.heard

    def play_round(self) -> list[list[tuple[object, ...]]]:
        """Let the round be played: what is reported of each event."""
        heard = []
        while self.truth.match and self.truth.match.round:
            heard.append(self.happen(after_move(self.truth, legal_moves(position(self.truth.match))[0])))
        return heard


def test_a_deal_is_judged_once_at_the_end_of_its_round() -> None:
    *before, end = Followed().play_round()

    assert before
    assert not any(before)
    assert end == [("judged",)]


def test_a_deal_is_waited_for_until_anybody_has_made_it_happen() -> None:
    made = Followed()
    made.play_round()
    table = made.guest.client.match
    assert table

    table.deal()
    assert table.is_waiting
    made.happen(*committed(made.truth, VARIANTS, Random(1)))

    assert len(table.match.rounds) == 2
    assert not table.is_waiting


def test_a_deal_is_waited_for_while_the_server_waits_for_shares() -> None:
    made = Followed()
    made.play_round()
    table = made.guest.client.match
    assert table

    table.deal()
    asked = made.guest.sent[-1]
    assert isinstance(asked, TableCommand)
    made.happen(DealCommitted("commitment", [ADA]))
    made.guest.answered(Ack(asked.id, 99))

    assert table.is_waiting


@pytest.mark.parametrize("seat", [None, 0])
def test_a_server_that_hides_the_listeners_own_tiles_ends_the_stay(seat: int | None) -> None:
    made = Followed()
    made.play_round()
    dealt = next_deal(made.truth, VARIANTS, Random(1))

    made.guest.answered(Happened(made.guest.client.table.number + 1, "c", ADA, redacted([*dealt], seat)))

    assert made.guest.heard[-1] == ("ended", "malformed", {})
