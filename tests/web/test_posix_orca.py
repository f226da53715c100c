"""The page under a real Orca in a real Chromium: keys arrive, and what is said is spoken, word by word."""

import asyncio
from pathlib import Path

import pytest
from support.web.orca_session import OrcaSession, is_here, orca_session
from support.web.web_room import web_room

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not is_here(), reason="Chromium, Orca or what they need is not installed"),
]


def walk(session: OrcaSession) -> list[str]:
    """What Orca has spoken of a walk through a menu, a match, the history and a field for text."""
    session.wait(lambda spoken: "The playroom. New match, 1 of 6" in spoken)
    for key, words in (
        ("t", "Nothing here begins with t."),
        ("Down", "All matches, 2 of 6"),
        ("n", "New match, 1 of 6"),
        ("Return", "Start, 1 of"),
        ("Return", "New round"),
        ("s", "0"),
        ("h", "History."),
        ("f", "Search. Type words"),
    ):
        before = len(session.spoken())
        session.press(key)
        session.wait(lambda spoken, words=words, before=before: [t for t in spoken[before:] if words in t])  # type: ignore[misc] # a lambda with defaults
    session.press("a", "b", "Return")
    session.wait(lambda spoken: [text for text in spoken if "ab" in text and len(text) > 3])
    before = len(session.spoken())
    session.press("F6")
    session.wait(lambda spoken: [text for text in spoken[before:] if text.startswith("Outside the game.")])
    return session.spoken()


def test_keys_arrive_and_what_is_said_is_spoken(tmp_path: Path) -> None:
    async def visit() -> tuple[list[str], list[str]]:
        async with web_room(tmp_path / "player", pace=10.0) as room:
            with orca_session(tmp_path / "orca", room.server.entrance.address) as session:
                spoken = await asyncio.to_thread(walk, session)
                (visitor,) = room.server.visitors
                return spoken, list(visitor.said)

    spoken, said = asyncio.run(visit())

    assert "Focus mode" in spoken
    assert [text for text in said if text not in spoken] == []
