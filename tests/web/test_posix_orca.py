"""A real Orca speaks what the speech queue gives, in a real Chromium that is played by keys alone."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.web.orca_player import OrcaPlayer, orca_player
from support.web.orca_session import MISSING, OrcaSession, orca_session
from support.web.orca_speech import differences
from test_web_tables import join_table

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]

BLOCK = {"game": "block", "players": 2, "options": {"target": 1}, "bots": ["", "casual"]}
"""A table whose match is over once a round is won."""

WITHOUT_LIVE_REGIONS = (
    "document.querySelectorAll('[aria-live]').forEach((each) => each.removeAttribute('aria-live'))",
    "document.querySelector('.spoken').hidden = true",
)


@pytest.fixture(scope="module")
def session() -> Iterator[OrcaSession]:
    with orca_session() as session:
        yield session


def test_orca_speaks_menus_a_name_a_match_and_a_search_word_by_word(
    session: OrcaSession, tmp_path: Path
) -> None:
    async def visit() -> tuple[tuple[str, ...], list[str]]:
        async with orca_player(session, tmp_path, BLOCK) as player:
            assert "New match" in await player.press("down", "down", "n", "enter")
            assert "Zoe, you" in await player.press(*["down"] * 3)
            assert "Name of seat 1" in await player.press("enter")
            assert "Zora, you" in await player.write("Zora")
            await player.press("home", "enter")
            await player.play()
            assert "History" in await player.press("s", "h")
            assert "Search" in await player.press("f")
            assert "The round is over" in await player.write("round is over")
            await player.listen()
            return player.said, player.spoken

    said, spoken = asyncio.run(visit())

    assert any("You win the match" in text or "wins the match" in text for text in said)
    assert len(said) > 30
    assert differences(said, spoken, in_fields=("Zoe", "Zora", "round is over")) == ("", ())


def test_orca_speaks_chat_at_a_shared_table_word_by_word(session: OrcaSession, tmp_path: Path) -> None:
    async def visit() -> tuple[tuple[str, ...], list[str]]:
        async with orca_player(session, tmp_path) as player:
            await choose(player, "Open a table to others")
            await choose(player, "Open the table")
            await player.hear("Your table is open.")
            async with player.room.page(await player.room.cookie()) as ben:
                await join_table(ben, "Ben")
                await player.hear("Ben joins.")
                await ben.send(key=";")
                await ben.until(lambda frame: frame.get("input"))
                await ben.send(text="Good luck")
                await player.hear("Good luck")
                await player.press(";")
                await player.write("Have fun")
                await ben.heard("Have fun")
                await player.listen()
                return player.said, player.spoken

    said, spoken = asyncio.run(visit())

    assert any("Good luck" in text for text in said)
    assert any("Have fun" in text for text in said)
    assert differences(said, spoken, in_fields=("Have fun",)) == ("", ())


async def choose(player: OrcaPlayer, line: str) -> None:
    """Choose the line of a list that begins so."""
    said = await player.press("home")
    while line not in said:
        said = await player.press("down")
    await player.press("enter")


@pytest.mark.parametrize("change", WITHOUT_LIVE_REGIONS)
def test_without_live_regions_orca_speaks_nothing_of_ours(
    session: OrcaSession, tmp_path: Path, change: str
) -> None:
    async def visit() -> tuple[tuple[str, ...], list[str]]:
        async with orca_player(session, tmp_path) as player:
            await player.press("down")
            await player.listen()
            player.tab.run(change)
            before = len(player.said)
            await player.tap("down")
            await player.hear_more(before)
            # Orca speaks in order, so what comes before these would have been spoken.
            await player.tap("f6")
            await player.hear("What was said")
            await player.tap("shift-f6")
            await player.hear("Keys work here")
            return player.said, player.spoken

    said, spoken = asyncio.run(visit())

    assert differences(said[:-1], spoken).lost == ""
    assert differences(said, spoken).lost == said[-1]


def test_the_way_out_of_the_game_is_spoken(session: OrcaSession, tmp_path: Path) -> None:
    async def visit() -> list[str]:
        async with orca_player(session, tmp_path) as player:
            await player.press("down")
            await player.listen()
            await player.tap("f6")
            await player.hear("Outside the game. The browse mode of your screen reader reads on here.")
            await player.tap("shift-f6")
            assert "Learn by playing" in await player.press("down")
            await player.listen()
            return player.spoken

    spoken = asyncio.run(visit())

    print(spoken)
    assert any("What was said" in text for text in spoken)


ACTIVE = "(document.activeElement.id || document.activeElement.textContent)"


def test_an_activation_by_a_screen_reader_does_not_move_the_focus_to_the_game(
    session: OrcaSession, tmp_path: Path
) -> None:
    async def visit() -> tuple[str, str]:
        async with orca_player(session, tmp_path) as player:
            await player.press("down")
            await player.listen()
            player.tab.run("document.querySelector('#touch button').focus()")
            before, start = len(player.said), player.tab.run(ACTIVE)
            await asyncio.to_thread(session.activate, "Next line")
            await player.hear_more(before)
            return str(start), str(player.tab.run(ACTIVE))

    before, after = asyncio.run(visit())

    assert before == "Previous line"
    assert after in (before, "Next line")  # Chromium itself may focus what is activated
