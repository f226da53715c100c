"""`playroom ban`: accounts and addresses that may not come."""

import asyncio
from pathlib import Path

import pytest
from support.online.plain_hasher import PlainHasher
from support.programs.runs import Program

from playroom.online.log.sqlite import SqliteLog
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.refused import Refused


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """The file of a club's tables."""
    file = tmp_path / "tables.sqlite"

    async def make() -> None:
        await (await SqliteLog.open(file)).close()

    asyncio.run(make())
    return file


def refusal(tables: Path, *who: str) -> tuple[str, dict[str, object]] | None:
    """Why one of these may not come; None if they may."""

    async def as_answer() -> None:
        log = await SqliteLog.open(tables)
        accounts = Accounts(log, PlainHasher())
        try:
            await accounts.catch_up()
            accounts.check_not_banned(*who)
        finally:
            await log.close()

    try:
        asyncio.run(as_answer())
    except Refused as refused:
        return refused.code, {**refused.blanks, "seconds": "seconds" in refused.blanks}
    return None


def test_an_account_is_banned_for_some_days_and_comes_again(program: Program, tables: Path) -> None:
    told = program.run("ban", tables, "Ada", "--days", "7", "--reason", "shouting", "--mode", "text")
    why = refusal(tables, "ada", "192.0.2.7")
    lifted = program.run("ban", tables, "ADA", "--lift", "--mode", "text")

    assert (told.code, told.out) == (
        0,
        (
            "Ada is banned for 7 days. Running servers know it within seconds.\n"
            "There is no account of this name: Ada.\n"
        ),
    )
    assert why == ("banned_until", {"reason": "shouting", "seconds": True})
    assert (lifted.code, lifted.out) == (0, "ADA may come again.\nThere is no account of this name: ADA.\n")
    assert refusal(tables, "ada", "192.0.2.7") is None


def test_an_address_is_banned_for_ever(program: Program, tables: Path) -> None:
    told = program.run("ban", tables, "192.0.2.7", "--mode", "text")

    assert told.out == "192.0.2.7 is banned for ever. Running servers know it within seconds.\n"
    assert refusal(tables, "192.0.2.7") == ("banned_forever", {"reason": "", "seconds": False})
    assert refusal(tables, "192.0.2.8") is None


def test_missing_arguments_and_missing_tables_are_reported(program: Program, tmp_path: Path) -> None:
    nobody = program.run("ban", "tables.sqlite", "--mode", "text")
    nowhere = program.run("ban", tmp_path / "no.sqlite", "Ada", "--mode", "text")

    assert (nobody.code, nowhere.code) == (2, 1)
    assert nobody.err.startswith("Name where the tables are, and who is banned.")
    assert "does not exist" in nowhere.err


def test_the_ban_of_a_network_can_be_lifted(program: Program, tables: Path) -> None:
    told = program.run("ban", tables, "203.0.113.0/24", "--mode", "text")
    banned = refusal(tables, "203.0.113.200")
    program.run("ban", tables, "203.0.113.0/24", "--lift", "--mode", "text")

    assert told.out.startswith("203.0.113.0/24 is banned for ever.")
    assert banned == ("banned_forever", {"reason": "", "seconds": False})
    assert refusal(tables, "203.0.113.200") is None


def test_what_cannot_be_banned_is_refused_and_changes_nothing(program: Program, tables: Path) -> None:
    told = program.run("ban", tables, "203.0.113.0/99", "--mode", "text")

    assert told.code == 2
    assert told.err.startswith("203.0.113.0/99 is neither a name, nor an address, nor a network")
    assert refusal(tables, "203.0.113.0") is None
