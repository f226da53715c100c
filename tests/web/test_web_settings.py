"""What a visitor sets and saves."""

import asyncio
from pathlib import Path

from support.console.hand_held import folders
from support.languages import CODES
from support.time.virtual_time import run_virtually
from support.web.virtual_visit import virtual_visit


def test_settings_that_nobody_has_chosen_are_saved_as_a_preset(tmp_path: Path) -> None:
    async def visit() -> None:
        async with virtual_visit(tmp_path) as visit:
            await visit.page.press("s", "enter", "end", "up", "enter", "enter")
            await visit.page.press("s", "enter")
            await visit.page.give('{"text": "Evening"}')
            assert not visit.errors

    run_virtually(visit())

    assert "keys: browser" in folders(tmp_path).presets.read_text(encoding="utf-8")


def test_an_error_in_a_file_names_no_folder_of_the_machine(tmp_path: Path) -> None:
    folders(tmp_path).keys.parent.mkdir(parents=True)
    folders(tmp_path).keys.write_text("hand: {x: fly}\n", encoding="utf-8")

    async def visit() -> list[str]:
        async with virtual_visit(tmp_path) as visit:
            await asyncio.sleep(60)
            return visit.page.sent

    sent = run_virtually(visit())

    assert any("keys.yaml" in frame for frame in sent)
    assert not any(str(tmp_path) in frame for frame in sent)


def test_the_first_list_changes_the_language(tmp_path: Path) -> None:
    async def visit() -> str:
        async with virtual_visit(tmp_path) as visit:
            await visit.page.press(
                "end", "up", *["right"] * ((CODES.index("fr") - CODES.index("en")) % len(CODES))
            )
            return visit.page.said[-1]

    assert run_virtually(visit()).startswith("Langue : Français")
