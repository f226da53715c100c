"""What a visitor reads, writes and takes along: lines, fields, the file of what was said, the clipboard."""

import asyncio
import json
from itertools import repeat
from pathlib import Path

import pytest
from support.console.hand_held import folders, without_position
from support.languages import CODES
from support.time.virtual_time import run_virtually
from support.web.virtual_visit import another_page, virtual_visit
from support.web.web_room import web_room

from playroom.console.shared.sign_in import PasswordEntry
from playroom.keys.commands import Command, CommandGroup
from playroom.narration.message import Message, Urgency
from playroom.web.page_outbox import MOST_KEPT
from playroom.web.web_server import TRANSCRIPT_PATH


def test_a_line_of_text_is_typed_in_a_field(tmp_path: Path) -> None:
    async def visit() -> tuple[dict[str, object], str]:
        async with web_room(tmp_path) as room, room.page(await room.cookie()) as page:
            await page.begin_match()
            await page.answer("h", "istory")
            await page.send(key="f")
            asked = await page.until(lambda frame: frame.get("input"))
            await page.send(text="New   round")
            return asked, await page.heard("1 of 1. ")  # what happens in the match may be said before

    asked, found = asyncio.run(visit())

    assert asked["input"]["value"] == ""  # type: ignore[index] # a frame
    assert "New round" in found


def test_lines_that_reach_the_machine_are_not_there(tmp_path: Path) -> None:
    async def visit() -> list[str]:
        async with web_room(tmp_path) as room, room.page(await room.cookie()) as page:
            await page.heard("The playroom")
            menu = [await page.answer("down") for _ in range(5)]
            await page.answer("s")
            await page.answer("enter")
            settings = [await page.answer("down") for _ in range(8)]
            await page.answer("enter")
            return [*menu, *settings, *[await page.answer("down") for _ in range(2)]]

    lines = asyncio.run(visit())

    assert any("Settings" in line for line in lines)
    assert any("Presets" in line for line in lines)
    assert not any(word in line for line in lines for word in ("found", "sound check"))


def test_a_transcript_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async def visit() -> str:
        async with web_room(tmp_path) as room, room.page(await room.cookie()) as page:
            await page.begin_match()
            await page.answer("h", "istory")
            return await page.answer("x", "file")

    assert asyncio.run(visit()).startswith("No file in the browser.")
    assert not folders(tmp_path).transcripts.exists()


@pytest.mark.long
def test_the_file_of_what_was_said_has_more_than_a_page_that_comes_back_shows(tmp_path: Path) -> None:
    async def visit() -> tuple[str, str]:
        async with virtual_visit(tmp_path) as visit:
            await visit.page.press("n", "enter", "enter")
            room = visit.consoles[-1].room
            for number in range(MOST_KEPT + 1):
                room.speech.say(Message("web.above", blanks={"count": number}), urgency=Urgency.EVENT)
            async with another_page(visit) as page:
                (lines,) = (frame for frame in page.sent if frame.startswith('{"lines"'))
            return lines, await visit.visitor.transcript()

    lines, transcript = run_virtually(visit())

    assert "New round" not in lines
    assert "New round" in transcript
    assert f"\n{MOST_KEPT} lines above\n" in transcript  # bots may have moved since
    assert "New match. Left and Right" not in transcript  # a list


def test_what_was_said_is_a_file_for_its_visitor_alone(tmp_path: Path) -> None:
    async def visit() -> tuple[str, str, int]:
        async with web_room(tmp_path) as room:
            cookie, other = await room.cookie(), await room.cookie()
            async with room.page(cookie) as page:
                await page.begin_match()
                kept, without = [
                    (await room.get(TRANSCRIPT_PATH, Cookie=each))[1].decode() for each in (cookie, other)
                ]
                stranger, _ = await room.get(TRANSCRIPT_PATH)
                return kept, without, stranger.status

    kept, without, status = asyncio.run(visit())

    assert "New round" in kept
    assert (without, status) == ("", 403)


def test_each_line_has_the_language_in_which_it_was_said(tmp_path: Path) -> None:
    async def visit() -> tuple[list[dict[str, str]], list[dict[str, str]]]:
        async with virtual_visit(tmp_path) as visit:
            await visit.page.press("down", "s", "enter", "end", *repeat("up", 4), "enter", "home")
            await visit.page.press(*repeat("right", CODES.index("fr") - CODES.index("en")))
            frames = [json.loads(each) for each in visit.page.sent]
            async with another_page(visit) as page:
                again = next(json.loads(each)["lines"] for each in page.sent if each.startswith('{"lines"'))
            return [each for each in frames if "line" in each], again

    lines, again = run_virtually(visit())

    said = [(without_position(each["line"]), each["lang"]) for each in lines]
    assert ("All matches", "en") in said
    assert said[-1] == ("Langue : Français", "fr")
    assert again == lines


def test_a_field_is_named_by_its_question(tmp_path: Path) -> None:
    async def visit() -> str:
        async with virtual_visit(tmp_path) as visit:
            await visit.page.press("n", "enter", "enter", "h", "f")
            frames = [json.loads(each) for each in visit.page.sent]
            return str(next(each["input"]["label"] for each in frames if each.get("input")))

    assert run_virtually(visit()).startswith("Search")


@pytest.mark.parametrize("code", CODES)
def test_the_question_of_a_new_field_is_left_to_the_focus_and_said_again_on_request(
    tmp_path: Path, code: str
) -> None:
    async def visit() -> list[bool]:
        async with virtual_visit(tmp_path, language=code) as visit:
            await visit.page.press("n", "enter", "enter", "h", "f")
            label = json.loads(next(each for each in visit.page.sent if each.startswith('{"input":{')))
            await visit.page.press("f2")
            said = [json.loads(each) for each in visit.page.sent if each.startswith('{"say"')]
            question = label["input"]["label"]
            return [each.get("in_field", False) for each in said if question in each["say"]]

    assert run_virtually(visit()) == [True, False]


def test_a_password_is_asked_for_in_a_field_for_it_and_never_sent_back(tmp_path: Path) -> None:
    async def visit() -> tuple[list[bool], list[str], list[str]]:
        async with virtual_visit(tmp_path) as visit:
            taken: list[str] = []
            room = visit.consoles[-1].room
            room.places.open(PasswordEntry(room, Message("online.sign_in.password"), "", taken.append))
            await visit.page.press("o", "p", "e", "n", "left")
            await visit.page.give(json.dumps({"text": "open sesame"}))
            fields = [field for each in visit.page.sent if (field := json.loads(each).get("input"))]
            return [each["is_secret"] for each in fields], taken, [each["value"] for each in fields]

    secret, taken, values = run_virtually(visit())

    assert set(secret) == {True}
    assert taken == ["open sesame"]
    assert set(values) == {""}


def test_the_menu_of_the_table_has_all_that_reads_again_what_was_said(tmp_path: Path) -> None:
    async def visit() -> tuple[set[str], str, list[str]]:
        async with virtual_visit(tmp_path) as visit:
            await visit.page.press("n", "enter", "enter", "c")
            before = visit.page.said[-1]
            await visit.page.press("m")
            places = visit.consoles[-1].room.places
            for item in places.current.choices():  # type: ignore[union-attr] # the menu is open
                if item.key == CommandGroup.SAID:
                    item.choose()  # type: ignore[misc] # it opens a list
            items = places.current.choices()  # type: ignore[union-attr] # the list is open
            count = len(visit.page.said)
            next(each for each in items if each.key == Command.REPEAT).choose()  # type: ignore[misc]
            await asyncio.sleep(1)
            return {each.key for each in items}, before, visit.page.said[count:]

    keys, before, again = run_virtually(visit())

    assert keys >= {Command.REPEAT, Command.EARLIER, Command.LATER, Command.OLDEST, Command.NEWEST}
    assert before in again


def test_what_is_copied_goes_to_the_browser(tmp_path: Path) -> None:
    async def visit() -> dict[str, object]:
        async with web_room(tmp_path) as room, room.page(await room.cookie()) as page:
            await page.begin_match()
            await page.answer("h")
            await page.answer("home")
            await page.send(key="c")
            return await page.until(lambda frame: "copy" in frame)

    assert "New round" in str(asyncio.run(visit())["copy"])
    assert not folders(tmp_path).copied.exists()
