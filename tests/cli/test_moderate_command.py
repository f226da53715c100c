"""`playroom moderate`: roles, and what was done."""

import asyncio
from pathlib import Path

import pytest
from support.online.plain_hasher import PlainHasher
from support.programs.runs import Program

from playroom.online.log.sqlite import SqliteLog
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.wire.moderation import Role


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """The file of a club's tables, with an account."""
    file = tmp_path / "tables.sqlite"

    async def make() -> None:
        log = await SqliteLog.open(file)
        accounts = Accounts(log, PlainHasher(), lambda: 0.0)
        await accounts.open()
        await accounts.register("Ada", "eight or more", "192.0.2.7")
        await log.close()

    asyncio.run(make())
    return file


def role(tables: Path) -> Role:
    async def read() -> Role:
        log = await SqliteLog.open(tables)
        accounts = Accounts(log, PlainHasher())
        await accounts.catch_up()
        await log.close()
        return accounts.book.acts.role("Ada")

    return asyncio.run(read())


def test_a_role_is_given_and_stands_in_what_was_done(program: Program, tables: Path) -> None:
    given = program.run("moderate", tables, "ada", "--role", "moderator", "--mode", "text")
    is_moderator = role(tables) is Role.MODERATOR
    program.run("ban", tables, "Ada", "--reason", "insults", "--mode", "text")
    done = program.run("moderate", tables, "--mode", "text").out.splitlines()

    assert given.code == 0
    assert given.out.startswith("Moderator: Ada, ")
    assert is_moderator
    assert done[0].startswith("Moderator: Ada, ")
    assert done[1].startswith("Banned: Ada, ")
    assert done[1].endswith("reason: insults")


def test_where_nothing_was_done_that_is_said(program: Program, tables: Path) -> None:
    done = program.run("moderate", tables, "--mode", "text")

    assert (done.code, done.out) == (0, "Nothing was done yet.\n")


def test_nobody_is_given_a_role_without_an_account_or_a_whole_command(program: Program, tables: Path) -> None:
    nobody = program.run("moderate", tables, "Ben", "--role", "moderator", "--mode", "text")
    half = program.run("moderate", tables, "Ada", "--mode", "text")

    assert (nobody.code, half.code) == (1, 2)
    assert nobody.err.startswith("There is no account of this name: Ben.")
    assert half.err.startswith("Name where the tables are")
