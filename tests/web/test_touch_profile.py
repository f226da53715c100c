"""A listener who touches hears the names of buttons in the place of keys, and the buttons are there."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from support.languages import CODES
from support.time.virtual_time import run_virtually
from support.web.virtual_visit import VirtualVisit, virtual_visit

from playroom.console.ui.preferences import book_with_keys
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import PlaceName
from playroom.keys.keymap import keymap
from playroom.narration.message import Message
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import NOBODY, Verbosity

REQUEST = re.compile(r"Press ([^.]+)\.|Touch this: ([^.]+)\.")
STEPS = 60


def buttons(visit: VirtualVisit) -> dict[str, dict[str, object]]:
    """What the page shows that can be touched: the messages by the labels."""
    shown: dict[str, Any] = {}
    for frame in visit.page.sent:
        shown |= json.loads(frame)
    board, place = shown.get("board") or {}, shown["place"]
    return {
        **{each["label"]: {"tile": each["tile"]} for each in board.get("hand", ())},
        **{each["label"]: {"command": each["command"]} for each in board.get("actions", ())},
        **{each["label"]: {"obey": each["command"]} for each in (*place["buttons"], *place["values"])},
        **{each["label"]: {"line": each["number"]} for each in place["lines"]},
        **{
            each["label"]: {"key": each["key"]}
            for each in (board.get("question") or {"answers": ()})["answers"]
        },
    }


@pytest.mark.long
def test_the_lesson_is_learnt_by_touch_alone(tmp_path: Path) -> None:
    async def visit() -> list[str]:
        asked: list[str] = []
        async with virtual_visit(tmp_path, keys="touch", waits=True) as visit:

            async def touch(label: str) -> None:
                found = next((each for each in buttons(visit).items() if each[0].startswith(label)), None)
                assert found, (label, sorted(buttons(visit)), visit.page.said[-3:])
                await visit.page.give(json.dumps(found[1]))

            await asyncio.sleep(10)
            await touch("Learn by playing")
            await asyncio.sleep(1)
            await touch("Playroom dominos")
            for _ in range(STEPS):
                heard = len(visit.page.said)
                await asyncio.sleep(30)
                said = " ".join(visit.page.said[max(0, heard - 1) :])
                if found := REQUEST.findall(said):
                    asked.append(next(filter(None, found[-1])))
                    await touch(asked[-1])
                elif said.endswith("?"):  # at which end, which the tutor has said before
                    await touch("Left")
        return asked

    asked = run_virtually(visit())

    assert len(asked) > 20
    assert asked[-1] == "Table menu"


@pytest.mark.parametrize(("touch", "keys"), [("", "browser"), (',"touch":1', "touch")])
def test_a_device_for_fingers_hears_the_names_of_buttons(tmp_path: Path, touch: str, keys: str) -> None:
    async def visit() -> str:
        async with virtual_visit(tmp_path, hello=f'{{"hello":0{touch}}}') as visit:
            return visit.consoles[0].room.settings.keys

    assert run_virtually(visit()) == keys


@pytest.mark.parametrize("code", CODES)
def test_no_sentence_names_a_key_to_who_touches(code: str) -> None:
    keys, _ = keymap(code, profile=KeyProfile.TOUCH)
    book = book_with_keys(phrasebook(code), keys, KeyProfile.TOUCH)

    named = {
        book.key_words(f"key_{place}_{command.replace('-', '_')}")
        for place in PlaceName
        for command in keys.commands(place)
    }

    assert not any(len(name) < 3 or name[1:].isdecimal() for name in named), named


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("verbosity", [Verbosity.BRIEF, Verbosity.NORMAL])
def test_after_a_round_the_button_is_named_that_deals(code: str, verbosity: Verbosity) -> None:
    keys, _ = keymap(code, profile=KeyProfile.TOUCH)
    book = book_with_keys(phrasebook(code), keys, KeyProfile.TOUCH)

    assert book.say(Message("menus.deal")) in book.say(Message("menus.next_round"), NOBODY, verbosity)
