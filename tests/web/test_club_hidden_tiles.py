"""What a stranger's browser is ever sent by a club names no hidden tile."""

import asyncio
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from support.web.club_room import ClubRoom, club_room
from support.web.web_room import Page
from test_club_links import code_of_table, named_cookie
from test_web_hidden_tiles import tiles_in
from test_web_tables import NO_TILES, choose

QUESTIONS = ("w", "s", "e", "v", "t", "i", "f", "j")


def hidden_in(club: ClubRoom, code: str) -> set[frozenset[int]]:
    """The tiles in all hands and in the boneyard, as the server knows them."""
    match = club.rooms._rooms._tables[code].history.truth.match  # noqa: SLF001 (nobody else knows them)
    assert match
    return {frozenset((tile.low, tile.high)) for tile in (*sum(match.now.hands, ()), *match.now.boneyard)}


def named_in(frames: Iterable[dict[str, Any]]) -> set[frozenset[int]]:
    return tiles_in(json.dumps([*frames]))


def is_ends(frame: dict[str, Any]) -> bool:
    """Whether the ends are told."""
    return str(frame.get("say", "")).startswith(("Ends ", NO_TILES))


async def begin(ada: Page) -> None:
    """Begin a match with bots on all other seats, though one who watches has none."""
    await choose(ada, "Start the match")
    await ada.heard("Start with bots?")
    await ada.answer("y", "New round")


@pytest.mark.long
def test_who_watches_by_a_link_is_sent_no_hidden_tile(tmp_path: Path) -> None:
    async def watch() -> tuple[set[frozenset[int]], ...]:
        async with club_room(tmp_path, asks_name=True) as club:
            stranger = await named_cookie(club, "Eve")
            async with club.page(await named_cookie(club, "Ada")) as ada:
                code = await code_of_table(club, ada)
                async with club.page(stranger, table=code) as eve:
                    await eve.heard("You are at the table of Ada")
                    await begin(ada)
                    await eve.heard("New round")
                    for key in QUESTIONS:
                        await eve.send(key=key)
                        await ada.send(key=key)
                    for page in (eve, ada):
                        await page.send(key="c")
                        await page.until(is_ends)
                    return hidden_in(club, code), named_in(eve.frames), named_in(ada.frames)

    hidden, seen, seen_by_player = asyncio.run(watch())

    assert hidden
    assert not seen & hidden
    assert seen_by_player & hidden  # her own hand: what is looked for is found
