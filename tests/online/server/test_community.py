"""The files of a community's server."""

import asyncio
from pathlib import Path

from people import BOTS
from random_matches import VARIANTS

from playroom.online.server.community import CommunityPlan, community


def test_an_empty_file_of_the_token_gets_a_token(tmp_path: Path) -> None:
    (tmp_path / "administrator.txt").touch()

    async def token() -> str:
        async with community(CommunityPlan(tmp_path, 0, is_plain=True), BOTS, VARIANTS) as running:
            return running.token_file.read_text(encoding="ascii").strip()

    assert asyncio.run(token())
