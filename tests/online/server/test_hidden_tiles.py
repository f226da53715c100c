"""What each client was sent is the redacted replay of the log; no hidden tile leaves the server."""

import asyncio
import logging
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from people import Client, Venue, code_of, settings, venue
from players import TablePlayer
from support.faults.soaks import SEED, soak
from support.time.same_chance import seed_chance
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.server.journal import journal
from playroom.online.server.tables import server_state
from playroom.online.server.tables.server_state import logged
from playroom.online.wire import messages
from playroom.online.wire.entries import AnyEntry, MatchWent
from playroom.online.wire.messages import Happened, ListTables, Tables
from playroom.online.wire.table_commands import Ready, SeatBot, Sit, StartMatch
from playroom.rules.event import Dealt, Drew, Ended, Event, Played
from playroom.rules.tile import Tile, whole_set
from playroom.rules.view import seen


@dataclass
class Evening:
    """A match of two people and bots, with somebody who watches."""

    log: MemoryLog
    code: str
    clients: list[Client]
    seats: list[int | None]

    def sent(self) -> str:
        return "\n".join(frame for client in self.clients for frame in client.frames)


async def evening(place: Venue, game: str, rules: dict[str, Any]) -> Evening:
    """Ada and Cy play with two bots; Ben watches."""
    ada = await place.host(settings(game, 4, **rules))
    ben = await place.guest(code_of(ada), "Ben")
    cy = await place.guest(code_of(ada), "Cy")
    for do in (Sit(0), SeatBot(1, "hard"), SeatBot(3, "steady")):
        await ada.do(do)
    await cy.do(Sit(2))
    await cy.do(Ready())
    await ada.do(StartMatch())
    players = [TablePlayer(ada, 1), TablePlayer(cy, 2)]
    await asyncio.gather(*(player.play() for player in players))
    late = await place.guest(code_of(ada), "Dora")
    ben.say(ListTables())
    await ben.wait(Tables)
    for client in (ada, ben, cy, late):
        await client.catch_up()
    assert isinstance(place.log, MemoryLog)
    return Evening(place.log, code_of(ada), [ada, ben, cy, late], [0, None, 2, None])


def one_evening(game: str, rules: dict[str, Any]) -> Evening:
    async def story() -> Evening:
        async with venue() as place:
            return await evening(place, game, rules)

    return run_virtually(story())


async def told_by(log: MemoryLog, code: str) -> list[list[Event]]:
    """The events of the rules in each event of the log."""
    entries = [logged(event.body).entries for event in await log.read(code)]
    return list(map(went, entries))


def went(entries: list[AnyEntry]) -> list[Event]:
    return [event for entry in entries if isinstance(entry, MatchWent) for event in entry.events]


GAMES: list[tuple[str, dict[str, Any]]] = [
    ("draw", {"options": {"target": 20}}),
    ("passing-game", {}),
    ("mexican-train", {"options": {"rounds": 1}}),
    ("pass-pass", {"teams": 2, "options": {"deals": 2}}),
]


def check_redacted(played: Evening) -> int:
    """Check that every client was sent the redacted replay of the log; how many frames they were sent."""
    truth = asyncio.run(told_by(played.log, played.code))
    for client, seat in zip(played.clients, played.seats, strict=True):
        happened = [message for message in client.told if isinstance(message, Happened)]
        heard = {each.number: went(each.entries) for each in happened}
        wanted = {number: [seen(event, seat) for event in truth[number - 1]] for number in heard}
        assert heard == wanted
        assert [each.number for each in happened] == list(range(happened[0].number, len(truth) + 1))
    return sum(len(client.frames) for client in played.clients)


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_every_client_was_sent_the_redacted_replay_of_the_log(game: str, rules: dict[str, Any]) -> None:
    assert check_redacted(one_evening(game, rules)) > 0


@pytest.mark.long
@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_so_it_was_in_many_matches(game: str, rules: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    seed_chance(monkeypatch.setattr, f"{game} {SEED}")

    frames = [check_redacted(one_evening(game, rules)) for _ in range(soak(50))]

    print(f"{game}: {len(frames)} matches, {sum(frames)} frames")
    assert min(frames) > 0


@pytest.fixture
def canaries(monkeypatch: pytest.MonkeyPatch) -> dict[Tile, str]:
    """A name for each tile that cannot be guessed, by which it is written and read."""
    names = {each: f"canary{token_hex(8)}" for each in whole_set(15)}
    tiles = {name: each for each, name in names.items()}
    monkeypatch.setattr(Tile, "__str__", lambda each: names[each])
    monkeypatch.setattr(Tile, "__repr__", lambda each: names[each])
    monkeypatch.setattr(messages, "_known_tile", tiles.__getitem__)
    return names


def hidden_from(events: list[Event], seat: int | None, names: dict[Tile, str]) -> set[str]:
    """The canaries of the tiles of the last round that *seat* never saw, in a round that did not end."""
    dealt = max(at for at, event in enumerate(events) if isinstance(event, Dealt))
    shown: set[Tile] = set()
    for event in events[dealt:]:
        match seen(event, seat):
            case Dealt(hands, _, _, engine):
                shown |= {each for hand in hands for each in hand if each} | ({engine} if engine else set())
            case Played(_, played) | Drew(_, Tile() as played):
                shown.add(played)
    return {names[each] for each in names.keys() - shown}


def test_no_canary_of_a_hidden_tile_is_sent_listed_or_logged(
    canaries: dict[Tile, str],
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    caplog.set_level(logging.DEBUG)
    file = tmp_path / "journal"

    with journal(file):
        stopped, truth = run_virtually(mid_round())

    assert not any(isinstance(event, Ended) for event in truth)
    written = file.read_text(encoding="utf-8")
    assert written
    leaks = caplog.text + "".join(capfd.readouterr()) + written
    for client, seat in zip(stopped.clients, stopped.seats, strict=True):
        frames = "\n".join(client.frames)
        hidden = hidden_from(truth, seat, canaries)
        assert len(hidden) > 20
        assert [name for name in hidden if name in frames + leaks] == []


def test_a_seeded_leak_is_found(canaries: dict[Tile, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_state, "seen", lambda event, _: event)

    stopped, truth = run_virtually(mid_round())

    frames = "\n".join(stopped.clients[1].frames)
    assert [name for name in hidden_from(truth, None, canaries) if name in frames] != []


async def mid_round() -> tuple[Evening, list[Event]]:
    """A first round that goes on, and all that has happened in it."""
    async with venue() as place:
        ada = await place.host(settings("draw", 4, options={"target": 100}))
        ben = await place.guest(code_of(ada), "Ben")
        cy = await place.guest(code_of(ada), "Cy")
        for do in (Sit(0), SeatBot(1, "hard"), SeatBot(3, "steady")):
            await ada.do(do)
        await cy.do(Sit(2))
        await cy.do(Ready())
        await ada.do(StartMatch())
        await cy.catch_up()
        back = await place.guest(code_of(ada), token=cy.token)
        ben.say(ListTables())
        await ben.wait(Tables)
        late = await place.guest(code_of(ada), "Dora")
        clients = [ada, ben, cy, back, late]
        for client in clients:
            await client.catch_up()
        assert isinstance(place.log, MemoryLog)
        told = await told_by(place.log, code_of(ada))
        stopped = Evening(place.log, code_of(ada), clients, [0, None, 2, 2, None])
        return stopped, [event for events in told for event in events]
