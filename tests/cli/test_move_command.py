"""`playroom move`: all tables of a server at another place, and back."""

import asyncio
from pathlib import Path

import pytest
from support.online.log_engines import fill
from support.programs.runs import Program

from playroom.online.log.sqlite import SqliteLog


async def write(file: Path, count: int) -> None:
    log = await SqliteLog.open(file)
    await fill(log, "oak", count)
    await fill(log, "elm", count)
    await log.close()


def test_tables_are_copied_and_a_second_time_nothing_is(program: Program, tmp_path: Path) -> None:
    source, target = tmp_path / "one.sqlite", tmp_path / "two.sqlite"
    asyncio.run(write(source, 3))

    first = program.run("move", str(source), str(target), "--mode", "text")
    second = program.run("move", str(source), str(target), "--mode", "text")

    assert (first.code, first.out) == (
        0,
        "2 tables with 6 events copied, 6 of them new. Nothing was deleted.\n",
    )
    assert second.out == "2 tables with 6 events copied, 0 of them new. Nothing was deleted.\n"


@pytest.mark.parametrize("arguments", [(), ("one.sqlite",)])
def test_both_places_are_named(program: Program, arguments: tuple[str, ...]) -> None:
    told = program.run("move", *arguments, "--mode", "text")

    assert told.code == 2
    assert told.err.startswith("Name where the tables are")


def test_a_missing_file_is_refused_and_not_made(program: Program, tmp_path: Path) -> None:
    missing = tmp_path / "missing.sqlite"

    told = program.run("move", str(missing), str(tmp_path / "two.sqlite"), "--mode", "text")

    assert told.code == 1
    assert told.err == f"No tables: the file {missing} does not exist.\n"
    assert not missing.exists()


def test_other_tables_of_the_same_names_are_kept(program: Program, tmp_path: Path) -> None:
    source, target = tmp_path / "one.sqlite", tmp_path / "two.sqlite"
    asyncio.run(write(source, 2))
    asyncio.run(write(target, 2))

    told = program.run("move", str(source), str(target), "--mode", "text")

    assert (told.code, told.err) == (1, "Not copied: other tables of the same names are there.\n")


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("nats://a,b,c", "Not an address of NATS. An example: nats://a,b,c/club\n"),
        ("nats://a,b/club", "NATS refused: three servers are needed"),
        ("{folder}", "The tables cannot be read or written: "),
    ],
)
def test_a_place_that_cannot_be_is_refused(program: Program, tmp_path: Path, address: str, why: str) -> None:
    source = tmp_path / "one.sqlite"
    asyncio.run(write(source, 1))

    told = program.run("move", str(source), address.format(folder=source / "inside"), "--mode", "text")

    assert told.code == 1
    assert told.err.startswith(why)
