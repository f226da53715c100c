"""What happens at a table is encoded once for each view of it, however many people are sent it."""

import pytest
from people import code_of, venue
from support.time.virtual_time import run_virtually

from playroom.online.server.tables import live_table, presence, table_history
from playroom.online.wire.entries import MatchStarted
from playroom.online.wire.messages import Chat, Happened, Presence, Said, ServerMessage, encoded
from playroom.online.wire.table_commands import Ready, Sit, StartMatch

WATCHERS = 5


def starts_match(message: ServerMessage) -> bool:
    """Whether a message says that a match begins."""
    return isinstance(message, Happened) and any(isinstance(each, MatchStarted) for each in message.entries)


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
