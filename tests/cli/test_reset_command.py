"""`playroom reset`: links by which members set another password."""

import asyncio
import re
from pathlib import Path

import pytest
from support.online.plain_hasher import PlainHasher
from support.programs.runs import Program

from playroom.online.log.sqlite import SqliteLog
from playroom.online.server.accounts.club_accounts import Accounts

NEW = "another password"


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """The file of the tables of a club with Ada."""
    file = tmp_path / "tables.sqlite"

    async def make() -> None:
        log = await SqliteLog.open(file)
        accounts = Accounts(log, PlainHasher())
        await accounts.open()
        await accounts.register("Ada", "forgotten", "192.0.2.7")
        await log.close()

    asyncio.run(make())
    return file


def name_by(tables: Path, secret: str) -> str:
    """Whose password the secret of a link sets."""

    async def use() -> str:
        log = await SqliteLog.open(tables)
        accounts = Accounts(log, PlainHasher())
        await accounts.open()
        account = await accounts.reset_password(secret, NEW, "192.0.2.7")
        await log.close()
        return account.name

    return asyncio.run(use())


def test_a_link_sets_the_password_of_a_member(program: Program, tables: Path) -> None:
    told = program.run("reset", tables, "ada", "--public", "https://club.example.org", "--mode", "text")

    found = re.fullmatch(
        r"Give ada this link\. It sets a new password, once, within a day: "
        r"https://club\.example\.org/reset/(\S{32})\n",
        told.out,
    )
    assert found
    assert name_by(tables, found[1]) == "Ada"


def test_without_the_address_of_the_club_the_end_of_the_link_is_printed(
    program: Program, tables: Path
) -> None:
    told = program.run("reset", tables, "Ada", "--mode", "text")

    assert told.code == 0
    assert re.search(r"ends like this.*: /reset/\S{32}\n$", told.out)


def test_who_has_no_account_gets_no_link(program: Program, tables: Path) -> None:
    told = program.run("reset", tables, "Ben", "--mode", "text")

    assert (told.code, told.err) == (1, "Ben has no account there. Nothing was changed.\n")


def test_what_is_missing_is_said(program: Program, tmp_path: Path) -> None:
    nobody = program.run("reset", "tables.sqlite", "--mode", "text")
    nowhere = program.run("reset", tmp_path / "no.sqlite", "Ada", "--mode", "text")

    assert nobody.code == 2
    assert nowhere.code == 1
    assert not (tmp_path / "no.sqlite").exists()
