"""People of an evening with real clients, in virtual time: they go to their tables, play, and come back."""

import asyncio
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from people import MemoryChannel, Venue
from support.games.random_matches import VARIANTS

from playroom.online.client.link import LinkEnd, LinkUser
from playroom.online.client.remote_table import RemoteTable
from playroom.online.client.table_client import TableClient
from playroom.online.client.table_listener import Entrance, Witnesses
from playroom.online.log.memory import MemoryLog
from playroom.online.wire.entries import AnyEntry, EveningCalled
from playroom.online.wire.evening import Evening, EveningStep
from playroom.online.wire.moderation import News
from playroom.online.wire.table_commands import EnterEvening, OpenEvening, RunEvening
from playroom.online.wire.table_state import TableState
from playroom.rules.event import Event
from playroom.rules.legal import legal_moves
from playroom.rules.tile import Hand
from playroom.rules.view import view
from playroom.table.record import Record
from playroom.table.setup import Setup
from playroom.table.shared_table import ChatLine, DealProof

READING_SECONDS = 5.0
"""The seconds for which people stay at a table whose match is over."""


MOST_SECONDS = 20_000
"""The time after which an evening must be over."""


class EveningPlace:
    """The server to which people come, and come back; it can be killed."""

    def __init__(self) -> None:
        self.log = MemoryLog()
        self.frames: list[str] = []
        """All that was sent to anybody."""
        self.venue = Venue(self.log)
        self.second: Venue | None = None
        """Another server with the same log, to which every other connection goes."""
        self._connections = 0

    def connected(self, address: str) -> MemoryChannel:
        """A new connection."""
        self._connections += 1
        venue = self.second if self.second and self._connections % 2 else self.venue
        return venue.connected(address=address).channel

    async def kill(self) -> None:
        """End the server without a word, and start another with its log."""
        tell = self.log.tell
        await self.venue.die()
        await self.venue.rooms.close()
        self.log.tell = tell  # type: ignore[method-assign]
        self.venue = Venue(self.log)


class EveningLink:
    """The client's end of a connection in memory."""

    def __init__(self, place: EveningPlace, user: LinkUser, address: str) -> None:
        self._user, self._frames = user, place.frames
        self._channel = place.connected(address)
        self._reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        self._user.opened()
        while (frame := await self._channel.to_client.get()) is not None:
            self._frames.append(frame)
            self._user.received(frame)
        self._user.ended(LinkEnd.CLOSED)

    def send(self, frame: str) -> None:
        self._channel.to_server.put_nowait(frame)

    def close(self) -> None:
        self._reading.cancel()
        self._channel.to_server.put_nowait(None)

    def cut(self) -> None:
        """Let the connection break."""
        self.close()
        self._user.ended(LinkEnd.CLOSED)


class EveningGuest:
    """A person who takes part in an evening, and plays what may be played."""

    def __init__(self, place: EveningPlace, name: str, number: int) -> None:
        self.name = name
        self.reading = READING_SECONDS
        self._place, self._address, self._chance = place, f"192.0.2.{number}", Random(number)
        self._tokens: dict[str, str] = {}
        self.witnesses: Witnesses = {}
        self.key = ""
        """The key of this person's account, where there are accounts."""
        self._gathering = ""
        self.links: list[EveningLink] = []
        self.proofs: list[DealProof] = []
        self.tables: list[str] = []
        """The codes of the tables of rounds where this person was."""
        self.refusals: list[str] = []

    def open(self, setup: Setup) -> None:
        """Open the table at which all gather."""
        self._start(Entrance(self.name, setup=setup, key=self.key, witnesses=self.witnesses))

    def forget_tokens(self) -> None:
        """Forget the tokens of seats, as a person who goes on at another computer."""
        self._tokens.clear()

    def go(self, code: str) -> None:
        """Go to a table, as the same person as before."""
        self.client.stop()
        self._enter(code)

    def come(self, code: str) -> None:
        """Come to the evening."""
        self._enter(code)

    def _enter(self, code: str) -> None:
        token = self._tokens.get(code, "")
        self._start(Entrance(self.name, code, token=token, key=self.key, witnesses=self.witnesses))

    def _start(self, entrance: Entrance) -> None:
        self.client = TableClient(
            entrance, self._connect, self._later, VARIANTS, self, self._tokens.__setitem__
        )
        self.client.start()

    def _connect(self, user: LinkUser) -> EveningLink:
        self.links.append(EveningLink(self._place, user, self._address))
        return self.links[-1]

    def _later(self, seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, call)

    def run(self, step: EveningStep) -> None:
        """Do something with the evening as its host."""
        self.client.do(RunEvening(step))

    @property
    def state(self) -> TableState:
        return self.client.table.state

    @property
    def evening(self) -> Evening:
        """The evening as this person knows it, who is where all gather."""
        assert self.state.evening
        return self.state.evening

    def arrived(self) -> None:
        if self.state.of_evening is None:
            self._gathering = self.state.code
            if self.state.evening and self.client.table.me in self.evening.away:
                self.client.do(EnterEvening())
        else:
            self.tables.append(self.state.code)
        self._follow()

    def changed(self, before: TableState, entry: AnyEntry) -> None:
        del before
        if isinstance(entry, EveningCalled):
            self.go(self._gathering)
        else:
            self._follow()

    def came_back(self) -> None:
        self._follow()

    def _follow(self) -> None:
        """Go to one's table of the round."""
        table = self.state.evening.table_of(self.client.table.me) if self.state.evening else None
        if table:
            self.client.keep_seat(table.code)
            self.go(table.code)

    def begin_match(self, table: RemoteTable, _events: tuple[Event, ...], _played_for: Hand) -> None:
        table.listen(lambda *_: self._plan(table))
        self._plan(table)

    def catch_up(self, _events: tuple[Event, ...], _played_for: Hand) -> None:
        if self.client.match:
            self._plan(self.client.match)

    def _plan(self, table: RemoteTable) -> None:
        """Play soon, or go back once the match is over."""
        if table.match.winners:
            self._later(self.reading, lambda: self._go_back(table))
        else:
            self._later(self._chance.uniform(0.1, 1), lambda: self._play(table))

    def _go_back(self, table: RemoteTable) -> None:
        if self.client.match is table:
            self.go(self._gathering)

    def _play(self, table: RemoteTable) -> None:
        if self.client.match is not table or self.client.is_waiting or table.match.winners:
            return
        if not table.match.round:
            table.deal()
        elif table.match.turn == table.seat is not None:
            seen = view(table.match, table.seat)
            table.play(table.seat, self._chance.choice(legal_moves(seen.position)))

    def deal_judged(self) -> None:
        assert self.client.proof
        self.proofs.append(self.client.proof)

    def refused(self, code: str, blanks: Mapping[str, Any]) -> None:
        del blanks
        self.refusals.append(code)

    def ended(self, code: str, blanks: Mapping[str, Any]) -> None:
        raise AssertionError(f"{self.name} was sent away: {code}, {blanks}")

    def presence_changed(self, person: int, *, is_connected: bool) -> None: ...
    def time_left(self, seat: int, seconds: int) -> None: ...
    def miss_end(self, record: Record) -> None: ...
    def hear(self, line: ChatLine) -> None: ...
    def met(self, host: str, fingerprint: str) -> None: ...
    def lost(self) -> None: ...
    def reported(self) -> None: ...
    def hear_news(self, news: News) -> None: ...
    def sign_in(self, code: str, blanks: Mapping[str, Any]) -> None: ...


async def gathered(place: EveningPlace, people: int, setup: Setup, opens: OpenEvening) -> list[EveningGuest]:
    """The people of an evening, all of whom have entered; the first is the host."""
    guests = [EveningGuest(place, f"Guest {chr(64 + each)}{each}", each) for each in range(1, people + 1)]
    guests[0].open(setup)
    await asyncio.sleep(1)
    guests[0].client.do(opens)
    await asyncio.sleep(1)
    for guest in guests[1:]:
        guest.come(guests[0].state.code)
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    for guest in guests:
        guest.client.do(EnterEvening())
    await asyncio.sleep(1)
    return guests


async def ended(guests: list[EveningGuest]) -> Evening:
    """The evening at its end, once all have come back to it, as the host knows it."""
    while not (guests[0].state.evening and guests[0].evening.is_over):
        await asyncio.sleep(10)
        assert asyncio.get_running_loop().time() < MOST_SECONDS, guests[0].state
    await asyncio.sleep(100)
    return guests[0].evening
