"""The journal of a server: lines of JSON without secrets."""

import json
import logging
import re
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from people import ADMIN, Client, code_of, settings, venue
from players import TablePlayer
from support.time.virtual_time import run_virtually

from playroom.online.server.journal import (
    LOGGER,
    MOST_LINES,
    WINDOW_SECONDS,
    FewLines,
    JournalFile,
    JsonLines,
    journal,
    note,
)
from playroom.online.wire.messages import Ack, Chat, Nak
from playroom.online.wire.table_commands import Ready, SeatBot, Sit, StartMatch


def lines(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def without_time(line: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in line.items() if name != "time"}


def test_a_note_is_a_line_of_json(tmp_path: Path) -> None:
    with journal(tmp_path / "journal"):
        note("joined", table="OAK", person=2)
    note("joined", table="ELM", person=3)

    (line,) = lines(tmp_path / "journal")
    assert without_time(line) == {"level": "info", "event": "joined", "table": "OAK", "person": 2}
    assert str(line["time"]).endswith("+00:00")


def test_what_happens_too_often_is_left_out_and_counted() -> None:
    now = [0.0]
    few = FewLines(lambda: now[0])

    def written(event: str) -> dict[str, object] | None:
        record = logging.makeLogRecord({"msg": event, "facts": {"address": "192.0.2.7"}})
        return vars(record)["facts"] if few.filter(record) else None

    assert sum(written("connected") is not None for _ in range(MOST_LINES + 7)) == MOST_LINES
    assert written("joined") == {"address": "192.0.2.7"}

    now[0] = WINDOW_SECONDS
    assert written("connected") == {"address": "192.0.2.7", "left_out": 7}
    assert written("connected") == {"address": "192.0.2.7"}


def test_an_error_is_its_kind_and_place_without_its_text(tmp_path: Path) -> None:
    with journal(tmp_path / "journal"):
        try:
            json.loads("secret")
        except ValueError:
            LOGGER.exception("connection failed")

    (line,) = lines(tmp_path / "journal")
    assert (line["level"], line["error"]) == ("error", "JSONDecodeError")
    assert str(line["at"]).startswith("json.decoder:")
    assert "secret" not in json.dumps(line)


def test_no_frame_is_in_the_journal(tmp_path: Path) -> None:
    with journal(tmp_path / "journal"):
        assert not LOGGER.isEnabledFor(logging.DEBUG)
        assert LOGGER.isEnabledFor(logging.INFO)


async def evening() -> list[Client]:
    """Ada plays a match against a bot, talks, and Ben does what he may not."""
    async with venue() as place:
        ada = await place.host(settings("draw", 2, options={"target": 50}), admin=ADMIN)
        ben = await place.guest(code_of(ada), "Ben")
        for do in (Sit(0), SeatBot(1, "hard"), Ready(), StartMatch()):
            assert isinstance(await ada.do(do), Ack)
        ada.say(Chat("chat", "table", "between you and me"))
        await TablePlayer(ada, 1).play()
        assert isinstance(await ben.do(StartMatch()), Nak)
        return [ada, ben]


@pytest.mark.long
def test_no_token_no_tile_and_no_chat_is_in_the_journal(tmp_path: Path) -> None:
    with journal(tmp_path / "journal"):
        ada, ben = run_virtually(evening())

    written = [without_time(line) for line in lines(tmp_path / "journal")]
    assert [line["event"] for line in written] == ["joined", "joined"]
    text = json.dumps(written)
    assert not re.search(r"\b\d+-\d+\b", text)
    assert [each for each in (ADMIN, "between", ada.token, ben.token) if each in text] == []


def test_addresses_are_forgotten_after_a_time_and_nothing_else_is(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    old = '{"time": "2026-01-01T00:00:00.000+00:00", "event": "connected", "address": "192.0.2.7"}'
    file.write_text(f'{old}\nnot whole {{"address"\n')
    handler = JournalFile(file, encoding="utf-8")
    handler.setFormatter(JsonLines())
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.INFO)
    try:
        note("connected", address="192.0.2.8")
        handler.forget_addresses(datetime(2026, 2, 1, tzinfo=UTC))
        note("joined", table="OAK")
    finally:
        LOGGER.removeHandler(handler)
        handler.close()

    first, broken, *later = file.read_text(encoding="utf-8").splitlines()
    assert json.loads(first) == {"time": "2026-01-01T00:00:00.000+00:00", "event": "connected"}
    assert broken == 'not whole {"address"'
    assert [json.loads(each).get("address") for each in later] == ["192.0.2.8", None]
    assert [each.name for each in tmp_path.iterdir()] == ["journal"]


def test_a_server_forgets_addresses_at_its_start(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    with journal(file):
        note("connected", address="192.0.2.7")
    with journal(file, keep_days=0):
        (forgetting,) = [each for each in threading.enumerate() if each.name == "forget addresses"]
    forgetting.join()

    (line,) = lines(file)
    assert without_time(line) == {"level": "info", "event": "connected"}
