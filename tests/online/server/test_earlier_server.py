"""The files of a server of an earlier version, in `earlier`: they are read, and written as they were."""

import asyncio
import base64
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from club import PASSWORD, accounts_in, answer, visitor
from people import Venue
from players import TablePlayer
from support.games.random_matches import VARIANTS
from support.online.log_engines import open_nats, shared_cluster
from support.systems import ON_WINDOWS
from support.time.virtual_time import run_virtually

from playroom.online.log.club_logs import copy_logs, open_log
from playroom.online.log.memory import MemoryLog
from playroom.online.log.nats import pack, unpack
from playroom.online.log.table_log import LogEvent, first_chain, verify
from playroom.online.seat_tokens import SeatTokens
from playroom.online.server.accounts.club_accounts import ACCOUNTS
from playroom.online.server.match_archive import MatchArchive
from playroom.online.server.tables.server_state import FullTableState, body_of, logged
from playroom.online.wire.messages import Ack, Join, Joined, SignedIn, SignIn
from playroom.online.wire.table_commands import DealRound, GoOn, MakeMove, Rematch
from playroom.online.wire.table_state import TableState
from playroom.rules.legal import legal_moves
from playroom.rules.view import view
from playroom.strict_yaml import load
from playroom.table.record import text
from playroom.table.record_parser import record

EARLIER = Path(__file__).parent / "earlier"


class Seat(NamedTuple):
    """The table of a game, and the token of Ada's seat there."""

    code: str
    token: str


SEATS = {
    each["game"]: Seat(code, each["token"])
    for code, each in json.loads((EARLIER / "tokens.json").read_text(encoding="utf-8")).items()
}


async def earlier_tables(folder: Path) -> MemoryLog:
    """A copy of all that the server has stored in a file."""
    shutil.copy(EARLIER / "tables.sqlite", folder / "tables.sqlite")
    stored, log = await open_log(str(folder / "tables.sqlite")), MemoryLog()
    await copy_logs(stored, log)
    await stored.close()
    return log


def earlier_messages() -> dict[str, list[LogEvent]]:
    """All that the server has stored in NATS, by tables."""
    found: dict[str, list[LogEvent]] = {}
    for line in (EARLIER / "nats.jsonl").read_text(encoding="utf-8").splitlines():
        message = json.loads(line)
        packed = base64.b64decode(message["payload"])
        event = unpack(message["table"], packed)
        assert pack(event) == packed
        found.setdefault(event.table, []).append(event)
    return found


def check_events(events: list[LogEvent]) -> FullTableState:
    """The truth of a table after these events, each of which is written as it was."""
    verify(events, 0, first_chain(events[0].table))
    truth = FullTableState(TableState())
    for event in events:
        known = logged(event.body)
        assert body_of(known.by, known.entries) == event.body
        truth = truth.after_all(known.entries, VARIANTS)
    return truth


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", SEATS)
def test_a_log_in_a_file_is_read_and_written_as_it_was(game: str, tmp_path: Path) -> None:
    async def events() -> list[LogEvent]:
        return await (await earlier_tables(tmp_path)).read(SEATS[game].code)

    truth = check_events(asyncio.run(events()))

    assert truth.record
    assert truth.record.variant.name == game
    assert truth.record.match.rounds[0].ending


@pytest.mark.parametrize("game", ["mexican-train", "pass-pass", "passing-game"])
def test_a_log_in_nats_is_read_and_written_as_it_was(game: str) -> None:
    truth = check_events(earlier_messages()[SEATS[game].code])

    assert truth.match
    assert truth.match.rules.players == min(VARIANTS[game].players)


@pytest.mark.long
@pytest.mark.skipif(ON_WINDOWS, reason="POSIX alone")
def test_servers_of_nats_take_over_a_log_as_it_was() -> None:
    async def moved(events: list[LogEvent]) -> list[LogEvent]:
        log = await open_nats(shared_cluster(), "earlier")
        for event in events:
            await log.adopt(event)
        found = await log.read(events[0].table)
        await log.close()
        return found

    events = earlier_messages()[SEATS["pass-pass"].code]

    assert asyncio.run(moved(events)) == events


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", SEATS)
def test_a_person_signs_in_comes_back_and_plays_on(game: str, tmp_path: Path) -> None:
    log = asyncio.run(earlier_tables(tmp_path))

    async def story() -> Ack:
        place = Venue(log, accounts=await accounts_in(log))
        ada = visitor(place)
        assert isinstance(await answer(ada, SignIn("Ada", PASSWORD)), SignedIn)
        joined = await answer(ada, Join(SEATS[game].code, token=SEATS[game].token))
        assert isinstance(joined, Joined)
        await ada.catch_up()
        player = TablePlayer(ada, 1)
        player.apply()
        if player.state.paused:
            assert isinstance(await ada.do(GoOn()), Ack)
        match = player.match
        assert match
        turn = match.turn
        moves = [] if turn is None else legal_moves(view(match, turn).position)
        do = Rematch() if match.winners else MakeMove(moves[0]) if moves else DealRound()
        done = await ada.do(do)
        assert isinstance(done, Ack), done
        await place.close()
        return done

    assert run_virtually(story()).number > 0


def test_the_accounts_are_one_of_the_logs(tmp_path: Path) -> None:
    async def tables() -> list[str]:
        return await (await earlier_tables(tmp_path)).tables()

    assert set(asyncio.run(tables())) == {ACCOUNTS, *(seat.code for seat in SEATS.values())}


def test_a_match_in_the_archive_is_read_and_written_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "archive.sqlite"
    shutil.copy(EARLIER / "archive.sqlite", file)
    archive = MatchArchive(file)

    asyncio.run(archive.open())
    asyncio.run(archive.close())

    with closing(sqlite3.connect(file)) as connection:
        ((players, stored),) = connection.execute("SELECT players, record FROM matches")
    found = record(load(stored, "archive"), VARIANTS)
    assert found.match.winners
    assert text(found) == stored
    assert tuple(json.loads(players)) == found.players


def test_the_tokens_of_seats_are_read() -> None:
    assert SeatTokens(EARLIER / "seats.json").get("ABCD2345/aa:bb") == "a-seat-token"
