"""The log of accounts: several servers that share it, and faults."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from club import PASSWORD, accounts_in, club, signed_in, visitor
from support.online.faulty_log import Fault, FaultyLog
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import RETRY_STEP, TRIES
from playroom.online.server.accounts.club_accounts import ACCOUNTS
from playroom.online.server.journal import journal
from playroom.online.server.refused import Refused
from playroom.online.wire.protocol import RefusalCode

ADDRESS = "192.0.2.7"


def test_two_servers_that_open_at_once_sign_keys_alike() -> None:
    async def story() -> tuple[int, bool]:
        log = MemoryLog()
        slow = FaultyLog(log, lambda: Fault.SLOW)
        first, second = await asyncio.gather(accounts_in(slow), accounts_in(slow))
        account = await first.register("Ada", PASSWORD, ADDRESS)
        await second.catch_up()
        return len(await log.read(ACCOUNTS)), second.book.account_of(first.book.key(account)) == account

    assert run_virtually(story()) == (2, True)


def test_a_password_is_right_at_another_server_at_once() -> None:
    async def story() -> None:
        log = MemoryLog()
        async with club(log) as first, club(log) as second:
            await signed_in(visitor(first), "Ada")
            await signed_in(visitor(second), "Ada", is_new=False)

    run_virtually(story())


async def registered(*appends: Fault) -> tuple[RefusalCode | None, float, int]:
    """The refusal of a new account if its appends have these faults, the time it took, and the entries."""
    faults: list[Fault] = []
    log = FaultyLog(MemoryLog(), lambda: faults.pop(0) if faults else Fault.NOTHING)
    accounts = await accounts_in(log)
    # After each append that fails the log is read.
    faults[:] = [each for fault in appends for each in (fault, Fault.NOTHING)]
    refusal = None
    try:
        await accounts.register("Ada", PASSWORD, ADDRESS)
    except Refused as refused:
        refusal = refused.code
    return refusal, asyncio.get_running_loop().time(), len(await log.read(ACCOUNTS))


@pytest.mark.parametrize(
    ("faults", "refusal", "waits", "entries"),
    [
        ([Fault.LOST] * TRIES, RefusalCode.STORAGE_FAILED, range(1, TRIES + 1), 1),
        ([Fault.LOST] * (TRIES - 1), None, range(1, TRIES), 2),
        ([*[Fault.LOST] * (TRIES - 1), Fault.UNANSWERED], None, range(1, TRIES + 1), 2),
        ([Fault.REFUSED], RefusalCode.STORAGE_FAILED, (), 1),
    ],
    ids=["always lost", "stored by the last try", "the last try has no answer", "disk full"],
)
def test_an_account_is_tried_to_be_stored_for_some_time(
    faults: list[Fault], refusal: RefusalCode | None, waits: Sequence[int], entries: int
) -> None:
    told, seconds, stored = run_virtually(registered(*faults))

    assert (told, stored) == (refusal, entries)
    assert seconds == pytest.approx(sum(RETRY_STEP * tries for tries in waits))


def test_an_append_that_is_answered_late_changes_nothing_that_followed_it() -> None:
    async def story() -> None:
        faults: list[Fault] = []
        log = MemoryLog()
        slow = FaultyLog(log, lambda: faults.pop(0) if faults else Fault.NOTHING)
        accounts, other = await accounts_in(slow), await accounts_in(log)
        faults.append(Fault.SLOW)
        banning = asyncio.ensure_future(accounts.ban("Ada", "loud", 0))
        await asyncio.sleep(1.5)  # the ban is stored, and its answer is under way
        await other.catch_up()
        await other.lift("Ada")
        await accounts.catch_up()
        await banning
        accounts.check_not_banned("Ada")

    run_virtually(story())


def test_the_journal_has_the_addresses_of_new_accounts_and_wrong_passwords(tmp_path: Path) -> None:
    async def story() -> None:
        accounts = await accounts_in(MemoryLog())
        await accounts.register("Ada", PASSWORD, ADDRESS)
        with pytest.raises(Refused):
            await accounts.sign_in("Ada", "another one", "192.0.2.8")

    with journal(tmp_path / "journal"):
        run_virtually(story())

    lines = [json.loads(line) for line in (tmp_path / "journal").read_text(encoding="utf-8").splitlines()]
    assert [(line["event"], line["address"]) for line in lines] == [
        ("account made", ADDRESS),
        ("wrong password", "192.0.2.8"),
    ]
    assert PASSWORD not in str(lines)
