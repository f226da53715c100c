"""The files of a community's server."""

import asyncio
import gc
from pathlib import Path

import pytest
from people import BOTS
from support.games.random_matches import VARIANTS
from support.online.plain_hasher import PlainHasher

from playroom.commands.log_access import log_error_message
from playroom.narration.phrases.locales import phrasebook
from playroom.online.log.club_logs import EmptyFile
from playroom.online.log.sqlite import SqliteLog
from playroom.online.server.accounts.club_accounts import ACCOUNTS, Accounts
from playroom.online.server.community import CommunityPlan, community
from playroom.online.server.machine import RUSH_OBJECTS
from playroom.online.server.match_archive import LOG_FILE, ArchiveDamaged


def test_an_empty_file_of_the_token_gets_a_token(tmp_path: Path) -> None:
    (tmp_path / "administrator.txt").touch()

    async def token() -> str:
        async with community(CommunityPlan(tmp_path, 0, is_plain=True), BOTS, VARIANTS) as running:
            return running.token_file.read_text(encoding="ascii").strip()

    assert asyncio.run(token())


@pytest.mark.parametrize("needs_account", [pytest.param(True, marks=pytest.mark.long), False])
def test_a_server_without_accounts_stores_nothing_of_them(tmp_path: Path, needs_account: bool) -> None:  # noqa: FBT001 (a row's answer)
    plan = CommunityPlan(tmp_path, 0, is_plain=True, needs_account=needs_account)

    async def logs() -> list[str]:
        async with community(plan, BOTS, VARIANTS):
            pass
        log = await SqliteLog.open(tmp_path / "tables.sqlite")
        found = await log.tables()
        await log.close()
        return found

    assert asyncio.run(logs()) == [ACCOUNTS] * needs_account


def test_a_server_collects_as_usual_once_all_could_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = asyncio.Event()
    monkeypatch.setattr("playroom.online.server.community.RUSH_SECONDS", 0)
    monkeypatch.setattr("playroom.online.server.community.end_rush", ended.set)

    async def objects_before_a_collection() -> int:
        async with community(CommunityPlan(tmp_path, 0, is_plain=True), BOTS, VARIANTS):
            async with asyncio.timeout(5):
                await ended.wait()
            return gc.get_threshold()[0]

    assert asyncio.run(objects_before_a_collection()) == RUSH_OBJECTS


def started(plan: CommunityPlan) -> None:
    async def start() -> None:
        async with community(plan, BOTS, VARIANTS):
            pass

    asyncio.run(start())


def test_a_banned_address_is_forgotten_at_the_start_once_its_days_are_over(tmp_path: Path) -> None:
    async def story() -> list[bytes]:
        log = await SqliteLog.open(tmp_path / LOG_FILE)
        await Accounts(log, PlainHasher(), lambda: 0.0).ban("192.0.2.7", "a flood", 0)
        async with community(CommunityPlan(tmp_path, 0, is_plain=True, keep_addresses=1), BOTS, VARIANTS):
            while await log.number(ACCOUNTS) == 1:  # noqa: ASYNC110 (another program would wait so too)
                await asyncio.sleep(0.01)
        bodies = [event.body for event in await log.read(ACCOUNTS)]
        await log.close()
        return bodies

    (body,) = asyncio.run(story())

    assert b"a flood" in body
    assert b"192.0.2.7" not in body


@pytest.mark.parametrize("name", ["tables.sqlite", "others.sqlite"])
def test_an_empty_file_of_tables_is_not_taken_for_a_new_club(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.touch()

    with pytest.raises(EmptyFile):
        started(CommunityPlan(tmp_path, 0, is_plain=True, log_address=str(file)))

    assert file.read_bytes() == b""
    assert (
        phrasebook("en")
        .say(log_error_message(EmptyFile(name)))
        .startswith("The file of the tables is empty.")
    )


def test_a_damaged_archive_is_not_called_damaged_tables(tmp_path: Path) -> None:
    (tmp_path / "archive.sqlite").write_bytes(b"no file of SQLite" * 999)

    with pytest.raises(ArchiveDamaged) as damaged:
        started(CommunityPlan(tmp_path, 0, is_plain=True))

    said = phrasebook("en").say(log_error_message(damaged.value))
    assert said.startswith("The archive of finished matches cannot be read. The tables are not concerned.")
