"""Clients that check each deal of a real server, honest or not, over connections in memory."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace
from support.online.shared_room import MemoryTables, SharedRoom

from playroom.online.client.deal_witness import DealWitness
from playroom.online.client.remote_table import RemoteTable
from playroom.online.server.tables import match_decisions, table_history
from playroom.online.server.tables.server_state import redacted
from playroom.online.wire.entries import AnyEntry, DealCommitted, MatchWent, ShareGiven
from playroom.online.wire.protocol import SHARE_SECONDS
from playroom.online.wire.provable_deal import DealChance, commitment_of
from playroom.online.wire.table_commands import Ready, Sit, StartMatch
from playroom.rules.event import Dealt, Event
from playroom.rules.legal import legal_moves
from playroom.rules.view import view
from playroom.table.setup import Setup
from playroom.table.shared_table import DealProof, DealVerdict
from playroom.table.shelf import OURS, shelf

ADA, BEN = 0, 1
GAMES = sorted(name for name, variant in shelf([OURS]).variants.items() if 2 in variant.players)
E = TypeVar("E", bound=Event)


class Nothing:
    """An ear that hears nothing, and a call that cannot be cancelled."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_, **__: None


class ProvedRoom:
    """Clients without consoles at one table; each message arrives when the test lets it."""

    def __init__(self, home: Path) -> None:
        self.room = SharedRoom(home)
        self._due: list[Callable[[], object]] = []
        self._variants = shelf([OURS]).variants
        self.clients = self.room.clients

    def later(self, _seconds: float, call: Callable[[], object]) -> Any:  # noqa: ANN401 (has a cancel)
        self._due.append(call)
        return Nothing()

    def settle(self) -> None:
        """Let all messages arrive."""
        while self._due:
            self._due.pop(0)()

    def wait(self, seconds: float) -> None:
        """Let time pass at the server."""
        self.room.advance(seconds)
        self.settle()

    def sit(self, game: str = "block") -> None:
        """Let Ada open a table for two, and Ben sit down at it."""
        ear: Any = Nothing()
        self._tables("ada").open("Ada", Setup(game, 2), ear)
        self.settle()
        code = self.clients[ADA].table.state.code
        self._tables("ben").join(code, "Ben", ear)
        self.settle()
        for seat, client in enumerate(self.clients):
            client.do(Sit(seat))
            client.do(Ready())
            self.settle()

    def _tables(self, name: str) -> MemoryTables:
        return MemoryTables(self.room, Path(name), self._variants, self.later)

    def start(self) -> None:
        """Start the match, without waiting for anything."""
        self.clients[ADA].do(StartMatch())

    def play_round(self) -> None:
        """Let both make the first move that they may until the round is over."""
        self.settle()
        while (turn := self.table(ADA).match.turn) is not None:
            self.table(turn).play(turn, legal_moves(view(self.table(turn).match, turn).position)[0])
            self.settle()

    def table(self, client: int) -> RemoteTable:
        table = self.clients[client].match
        assert table
        return table

    def verdicts(self) -> list[DealVerdict | None]:
        return [client.proof.verdict if client.proof else None for client in self.clients]


@pytest.fixture
def room(home: Path) -> Iterator[ProvedRoom]:
    made = ProvedRoom(home)
    yield made
    made.room.close()


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_every_deal_is_verified_with_the_numbers_of_both(room: ProvedRoom, game: str) -> None:
    room.sit(game)
    room.start()

    for _ in range(2):
        room.play_round()
        assert room.verdicts() == [DealVerdict.VERIFIED] * 2
        room.table(BEN).deal()

    ada, ben = [client.proof for client in room.clients]
    assert ada
    assert ada == ben == DealProof(DealVerdict.VERIFIED, code=ada.code)
    assert re.fullmatch(r"[0-9]{8}", ada.code)


def test_nothing_is_proved_before_a_round_is_over(room: ProvedRoom) -> None:
    room.sit()
    room.start()
    room.settle()

    assert room.table(ADA).match.round
    assert room.verdicts() == [None, None]


def with_other_order(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(match_decisions, "DealChance", lambda *_: Random(7))


def without_shares(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(match_decisions, "DealChance", lambda secret, terms, _: DealChance(secret, terms, {}))


def with_other_secret(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(match_decisions, "commitment_of", lambda secret, terms: commitment_of(secret[::-1], terms))


def with_other_share(patch: pytest.MonkeyPatch) -> None:
    def given(person: int, share: str) -> ShareGiven:
        return ShareGiven(person, share if person == ADA + 1 else share[::-1])

    patch.setattr(match_decisions, "ShareGiven", given)


def without_ben(patch: pytest.MonkeyPatch) -> None:
    def committed(commitment: str, _people: list[int], secret: str, *, deal_number: int) -> DealCommitted:
        return DealCommitted(commitment, [ADA + 1], secret, deal_number=deal_number)

    patch.setattr(match_decisions, "DealCommitted", committed)


def without_commitment(patch: pytest.MonkeyPatch) -> None:
    def uncommitted(entries: list[AnyEntry], seat: int | None) -> list[AnyEntry]:
        return redacted([each for each in entries if not isinstance(each, DealCommitted)], seat)

    patch.setattr(table_history, "redacted", uncommitted)


def with_another_deal_revealed(patch: pytest.MonkeyPatch) -> None:
    def other(event: E) -> E:
        return replace(event, hands=event.hands[::-1]) if isinstance(event, Dealt) else event

    def went(events: list[Event], deal: Dealt | None = None, secret: str = "") -> MatchWent:
        return MatchWent(list(map(other, events)), deal and other(deal), secret)

    patch.setattr(match_decisions, "MatchWent", went)


@pytest.mark.parametrize(
    ("cheat", "ada", "ben"),
    [
        (with_other_order, DealVerdict.OTHER_ORDER, DealVerdict.OTHER_ORDER),
        (without_shares, DealVerdict.OTHER_ORDER, DealVerdict.OTHER_ORDER),
        (with_other_secret, DealVerdict.OTHER_SECRET, DealVerdict.OTHER_SECRET),
        (with_other_share, DealVerdict.OTHER_SHARE, DealVerdict.OTHER_SHARE),
        (without_ben, DealVerdict.OTHER_SECRET, DealVerdict.OTHER_SECRET),
        (without_commitment, DealVerdict.NOT_COMMITTED, DealVerdict.NOT_COMMITTED),
    ],
)
def test_a_server_that_cheats_is_found_out(
    room: ProvedRoom,
    monkeypatch: pytest.MonkeyPatch,
    cheat: Callable[[pytest.MonkeyPatch], None],
    ada: DealVerdict,
    ben: DealVerdict,
) -> None:
    cheat(monkeypatch)
    room.sit()
    room.start()
    room.settle()
    room.wait(SHARE_SECONDS)

    room.play_round()

    assert room.verdicts() == [ada, ben]


def test_a_deal_that_is_revealed_differently_at_the_end_is_detected(
    room: ProvedRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.sit()
    room.start()
    room.settle()
    with_another_deal_revealed(monkeypatch)

    room.play_round()

    assert room.verdicts() == [DealVerdict.OTHER_ORDER] * 2


def test_who_gives_no_number_in_time_is_named_and_left_out(room: ProvedRoom) -> None:
    room.sit()
    room.clients[BEN].table.match.witness = DealWitness()  # it has forgotten its number
    room.start()

    room.settle()
    assert not room.table(ADA).match.rounds
    room.wait(SHARE_SECONDS)
    room.play_round()

    ada, ben = room.clients[ADA].proof, room.clients[BEN].proof
    assert ada
    assert ada == DealProof(DealVerdict.WITHHELD, ("Ben",), code=ada.code)
    assert ben == DealProof(DealVerdict.OF_OTHERS, ("Ben",), code=ada.code)


def test_a_client_that_was_cut_off_before_the_deal_gives_its_number_when_it_is_back(room: ProvedRoom) -> None:
    room.sit()
    room.room.doors[BEN].cut()
    room.start()
    room.settle()

    room.play_round()

    assert room.verdicts() == [DealVerdict.VERIFIED] * 2


def kill_and_return(room: ProvedRoom) -> None:
    """Kill the server; both are back at the next one, which has its log."""
    room.room.kill()
    room.settle()


@pytest.mark.parametrize("when", ["before the deal", "between commitment and deal", "in the round"])
def test_an_honest_deal_is_verified_though_the_server_was_killed(room: ProvedRoom, when: str) -> None:
    room.sit()
    if when == "before the deal":
        kill_and_return(room)
    room.start()
    if when == "between commitment and deal":
        room.room.advance()
        kill_and_return(room)
    room.settle()
    if when == "in the round":
        kill_and_return(room)

    room.play_round()

    assert room.verdicts() == [DealVerdict.VERIFIED] * 2


def test_the_round_after_a_kill_is_verified_too(room: ProvedRoom) -> None:
    room.sit()
    room.start()
    room.play_round()
    kill_and_return(room)
    room.table(BEN).deal()

    room.play_round()

    assert room.verdicts() == [DealVerdict.VERIFIED] * 2


def test_the_secret_leaves_the_server_once_the_round_is_over(room: ProvedRoom) -> None:
    room.sit()
    room.start()
    room.settle()
    (secret,) = re.findall(r'"secret":"([0-9a-f]{64})"', room.room.logged().decode())
    before = "".join(room.room.frames)

    room.play_round()

    assert secret not in before
    assert secret in "".join(room.room.frames)
