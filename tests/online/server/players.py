"""Players who know only what they were sent, and play by it until the match is over."""

import asyncio
from random import Random

from msgspec.structs import replace
from people import Client
from support.games.random_matches import VARIANTS

from playroom.online.server.tables.outbox import ChannelClosed
from playroom.online.server.tables.server_state import begun_record
from playroom.online.wire.entries import AnyEntry, MatchStarted, MatchWent
from playroom.online.wire.messages import Happened, Joined, Nak
from playroom.online.wire.table_commands import DealRound, MakeMove
from playroom.online.wire.table_state import TableState
from playroom.rules.event import Dealt, Drew, Event
from playroom.rules.legal import legal_moves
from playroom.rules.match import Match
from playroom.rules.tile import UNKNOWN_TILE
from playroom.rules.view import view

STALE = ("round_runs", "match_over")
"""What a player is refused who did not know yet what another has done."""


class TablePlayer:
    """A client with the table as its person knows it."""

    def __init__(self, client: Client, seed: int, stale: tuple[str, ...] = STALE) -> None:
        self.client = client
        self.state = TableState()
        self.match: Match | None = None
        self._chance = Random(seed)
        self._read = 0
        self._stale = stale

    async def play(self) -> None:
        """Play and deal until the match is over."""
        self.apply()
        while not (self.match and self.match.winners):
            if self.match is None:
                await self._listen()
            elif not self.match.round:
                await self._ask(DealRound())
            elif self.match.turn == self.state.seat_of(self.client.person):
                seen = view(self.match, self.match.turn)
                await self._ask(MakeMove(self._chance.choice(legal_moves(seen.position))))
            else:
                await self._listen()

    async def play_until_cut_off(self) -> bool:
        """Play; whether the match is over, and not the connection."""
        try:
            await self.play()
        except ChannelClosed:
            self.apply()
        return bool(self.match and self.match.winners)

    def change_client(self, client: Client) -> None:
        """Go on over another connection."""
        self.client, self._read = client, 0

    async def _listen(self) -> None:
        await self.client.next()
        self.apply()

    async def _ask(self, do: DealRound | MakeMove) -> None:
        answer = await self.client.do(do)
        self.apply()
        assert not isinstance(answer, Nak) or answer.code in self._stale, answer
        await asyncio.sleep(0.3)

    def apply(self) -> None:
        for message in self.client.told[self._read :]:
            if isinstance(message, Joined) and message.state:
                self.state = message.state
            elif isinstance(message, Happened):
                for entry in message.entries:
                    self._after(entry)
        self._read = len(self.client.told)

    def _after(self, entry: AnyEntry) -> None:
        self.state = self.state.after(entry)
        if isinstance(entry, MatchStarted):
            self.match = begun_record(self.state.settings, tuple(entry.players), VARIANTS).match
        if isinstance(entry, MatchWent):
            for event in entry.events:
                assert self.match
                self.match = known_after(self.match, event)


def known_after(match: Match, event: Event) -> Match:
    """The match after an event of which one may not know everything."""
    if isinstance(event, Dealt):
        hands = tuple(tuple(tile or UNKNOWN_TILE for tile in hand) for hand in event.hands)
        return match.after(replace(event, hands=hands, boneyard=(UNKNOWN_TILE,) * len(event.boneyard)))
    if isinstance(event, Drew) and event.tile:
        drawn = replace(match.now, boneyard=(event.tile, *match.now.boneyard[1:]))
        return match.with_last(drawn).after(event)
    return match.after(event)
