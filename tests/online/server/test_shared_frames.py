"""What happens at a table is encoded once for each view of it, however many people are sent it."""

import asyncio
from pathlib import Path

import pytest
from people import Venue, code_of, venue
from support.time.virtual_time import run_virtually

from playroom.online.log.club_logs import open_log
from playroom.online.server.tables import live_table, presence, table_history
from playroom.online.wire.entries import MatchStarted, PauseAsked
from playroom.online.wire.messages import (
    Chat,
    Happened,
    Presence,
    Said,
    ServerMessage,
    encoded,
    server_message,
)
from playroom.online.wire.table_commands import Pause, Ready, Sit, StartMatch

WATCHERS = 5


def starts_match(message: ServerMessage) -> bool:
    """Whether a message says that a match begins."""
    return isinstance(message, Happened) and any(isinstance(each, MatchStarted) for each in message.entries)


def test_an_event_that_hides_nothing_is_encoded_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[ServerMessage] = []

    def counted(message: ServerMessage) -> str:
        made.append(message)
        return encoded(message)

    async def story() -> int:
        async with venue() as place:
            ada = await place.host()
            ben = await place.guest(code_of(ada), "Ben")
            for seat, player in enumerate((ada, ben)):
                await player.do(Sit(seat))
                await player.do(Ready())
            await ada.do(StartMatch())
            monkeypatch.setattr(table_history, "encoded", counted)
            await ada.do(Pause())
            await ben.entry(PauseAsked)
            return len(made)

    assert run_virtually(story()) == 1


def test_a_frame_is_encoded_once_for_each_view(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[ServerMessage] = []

    def counted(message: ServerMessage) -> str:
        made.append(message)
        return encoded(message)

    async def story() -> dict[str, int]:
        async with venue() as place:
            ada = await place.host()
            ben = await place.guest(code_of(ada), "Ben")
            watchers = [await place.guest(code_of(ada), f"Watcher {letter}") for letter in "ABCDE"]
            for seat, player in enumerate((ada, ben)):
                await player.do(Sit(seat))
                await player.do(Ready())
            for module in (live_table, table_history, presence):
                monkeypatch.setattr(module, "encoded", counted)
            await ada.do(StartMatch())
            start = len(made)
            ada.say(Chat("hi", text="Hello"))
            for each in (ben, *watchers):
                await each.wait(Said)
            chat = len(made) - start
            watchers[0].hang_up()
            await ben.wait(Presence, lambda message: len(message.connected) == WATCHERS + 1)
            presences = [type(message) for message in made].count(Presence)
            for letter in "FGH":
                late = await place.guest(code_of(ada), f"Watcher {letter}")
                await late.wait(Happened, starts_match)
            return {"match": sum(map(starts_match, made)), "chat": chat, "presence": presences}

    assert run_virtually(story()) == {"match": 3, "chat": 1, "presence": 1}


def test_an_answer_is_sent_together_with_its_event(tmp_path: Path) -> None:
    async def story() -> list[list[str]]:
        place = Venue(await open_log(str(tmp_path / "tables.sqlite")))
        ada, sent = await place.host(), list[list[str]]()

        def send_now(*frames: str) -> bool:
            sent.append([type(server_message(each)).__name__ for each in frames])
            return put(*frames)

        put, ada.channel.send_now = ada.channel.send_now, send_now  # type: ignore[method-assign]
        await ada.do(Sit(0))
        await place.close()
        return sent

    assert asyncio.run(story()) == [["Happened", "Ack"]]
