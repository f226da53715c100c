"""The voice of the browser: chosen at the sound check, and heard to its end as the page reports."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from support.console.hand_held import folders, without_position
from support.web.chromium import CHROMIUM, Tab, chromium
from support.web.page_wait import wait_for
from support.web.web_room import web_room

from playroom.commands.browser_consoles import SETTINGS_FILE
from playroom.home.settings import load_settings
from playroom.voice.backends.backend import SpeechEvent
from playroom.voice.sources import BROWSER_SPEECH
from playroom.web.browser_output import MOST_KEPT, BrowserSpeech

STAND_IN = """
window.uttered = [];
window.SpeechSynthesisUtterance = class extends EventTarget {
  constructor(text) { super(); this.text = text; }
};
Object.defineProperty(window, "speechSynthesis", { value: {
  speak(utterance) {
    const { text, lang, rate } = utterance;
    uttered.push({ text, lang, rate });
    this.last = utterance;
    utterance.dispatchEvent(new Event("start"));
  },
  getVoices() { return [{}]; },
  cancel() { uttered.push("cancel"); this.last?.dispatchEvent(new Event("error")); },
} });
"""


KEPT_REGIONS = """
window.spoken = [];
addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
  for (const { target } of changes) if (target.textContent) spoken.push(target.textContent);
}).observe(document.querySelector(".spoken"), { childList: true, subtree: true, characterData: true }));
"""


class Reports:
    """A voice that says texts by number, and what is told of them."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.told: list[tuple[SpeechEvent, str]] = []
        self.voice = BrowserSpeech(self._say, lambda: None, lambda *event: self.told.append(event))

    def _say(self, text: str, urgent: bool) -> int:  # noqa: FBT001 (what the voice gives)
        del urgent
        self.said.append(text)
        return len(self.said)


def test_a_report_is_told_with_its_text_and_once() -> None:
    reports = Reports()
    reports.voice.speak("Left 5.", interrupt=True)
    reports.voice.speak("Your turn.", interrupt=False)

    for event, number in ((SpeechEvent.BEGUN, 1), (SpeechEvent.FINISHED, 1), (SpeechEvent.FINISHED, 1)):
        reports.voice.report(event, number)
    reports.voice.report(SpeechEvent.INTERRUPTED, 2)
    reports.voice.report(SpeechEvent.FINISHED, 3)

    assert reports.told == [
        (SpeechEvent.BEGUN, "Left 5."),
        (SpeechEvent.FINISHED, "Left 5."),
        (SpeechEvent.INTERRUPTED, "Your turn."),
    ]


def test_texts_without_a_report_are_not_kept_for_ever() -> None:
    reports = Reports()
    for number in range(MOST_KEPT + 1):
        reports.voice.speak(str(number), interrupt=False)

    reports.voice.report(SpeechEvent.FINISHED, 1)
    reports.voice.report(SpeechEvent.FINISHED, 2)

    assert reports.told == [(SpeechEvent.FINISHED, "1")]


def test_the_sound_check_of_a_new_browser_offers_its_voice(tmp_path: Path) -> None:
    async def visit() -> list[dict[str, Any]]:
        async with web_room(tmp_path) as room:
            folders(tmp_path).settings.with_name(SETTINGS_FILE).unlink()
            async with room.page(await room.cookie()) as page:
                await page.heard("If the browser should speak itself: 2.")
                await page.send(key="x")
                aloud = await page.until(lambda frame: "aloud" in frame)
                assert "If the browser should speak itself: 2." in aloud["aloud"]
                await page.send(key="2")
                await page.until(lambda frame: frame.get("voice"))
                return page.frames

    frames = asyncio.run(visit())

    assert [frame["voice"] for frame in frames if "voice" in frame] == [None, {"rate": 1.0}]
    saved, _ = load_settings(folders(tmp_path).settings.with_name(SETTINGS_FILE))
    assert (saved.speaker, saved.mode) == (BROWSER_SPEECH, "both")


def test_without_a_voice_the_live_regions_speak_until_another_page_comes(tmp_path: Path) -> None:
    async def visit() -> list[dict[str, Any]]:
        async with web_room(tmp_path, speaker=BROWSER_SPEECH) as room:
            cookie = await room.cookie()
            async with room.page(cookie) as page:
                await page.heard("The playroom.")
                await page.send(voiceless=1)
                await page.send(voiceless=1)
                await page.heard("This browser has no voice.")
                await page.send(key="down")
                await page.heard("All matches")
                frames = page.frames
            async with room.page(cookie) as page:
                await page.until(lambda frame: frame.get("voice"))
        return frames

    frames = asyncio.run(visit())

    assert [frame["voice"] for frame in frames if "voice" in frame] == [{"rate": 1.0}, None]
    assert [frame["say"] for frame in frames if "no voice" in frame.get("say", "")] == [
        "This browser has no voice. Only a screen reader can speak here, and everything is written."
    ]
    saved, _ = load_settings(folders(tmp_path).settings.with_name(SETTINGS_FILE))
    assert saved.speaker == BROWSER_SPEECH


def press(tab: Tab, key: str) -> None:
    tab.run(f"document.dispatchEvent(new KeyboardEvent('keydown', {{ key: {json.dumps(key)} }}))")


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
@pytest.mark.xdist_group("chromium")
def test_the_page_speaks_by_the_voice_and_reports_it(tmp_path: Path) -> None:
    def visit(address: str) -> tuple[list[Any], str]:
        with chromium(tmp_path) as tab:
            tab.call("Page.addScriptToEvaluateOnNewDocument", source=STAND_IN)
            tab.call("Page.navigate", url=address)
            wait_for(tab, "window.uttered?.length")
            tab.run("speechSynthesis.last.dispatchEvent(new Event('end'))")
            press(tab, "ArrowDown")
            wait_for(tab, "uttered.some((each) => each.text?.startsWith('All matches'))")
            regions = tab.run("document.querySelector('.spoken').textContent.trim()")
            return tab.run("uttered"), regions

    async def serve() -> tuple[list[Any], str]:
        async with web_room(tmp_path, speaker=BROWSER_SPEECH, rate=350) as room:
            return await asyncio.to_thread(visit, room.server.entrance.address)

    uttered, regions = asyncio.run(serve())

    *_, cancelled, last = uttered
    assert any(each["text"].startswith("The playroom") for each in uttered if each != "cancel")
    assert (cancelled, without_position(last["text"])) == ("cancel", "All matches")
    assert (last["lang"], last["rate"]) == ("en", 2)
    assert regions == ""


WITHOUT_VOICES = STAND_IN.replace("[{}]", "[]").replace(
    'utterance.dispatchEvent(new Event("start"));', "uttered.push(utterance.text);"
)
FAILING = STAND_IN.replace(
    'utterance.dispatchEvent(new Event("start"));',
    "utterance.dispatchEvent(Object.assign(new Event('error'), { error: 'synthesis-failed' }));",
)


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
@pytest.mark.xdist_group("chromium")
@pytest.mark.parametrize("voice", [WITHOUT_VOICES, FAILING, "delete window.speechSynthesis"])
def test_a_page_without_a_voice_says_so_in_its_live_regions_and_loses_nothing(
    tmp_path: Path, voice: str
) -> None:
    def visit(address: str) -> list[str]:
        with chromium(tmp_path) as tab:
            tab.call("Page.addScriptToEvaluateOnNewDocument", source=voice)
            tab.call("Page.addScriptToEvaluateOnNewDocument", source=KEPT_REGIONS)
            tab.call("Page.navigate", url=address)
            wait_for(tab, "window.spoken?.some((text) => text.includes('This browser has no voice.'))")
            press(tab, "ArrowDown")
            wait_for(tab, "spoken.some((text) => text.includes('All matches'))")
            return [str(text) for text in tab.run("spoken")]

    async def serve() -> list[str]:
        async with web_room(tmp_path, speaker=BROWSER_SPEECH) as room:
            return await asyncio.to_thread(visit, room.server.entrance.address)

    spoken = asyncio.run(serve())

    assert any("The playroom" in text for text in spoken)


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
@pytest.mark.xdist_group("chromium")
def test_the_question_of_a_field_is_read_with_the_focus_alone(tmp_path: Path) -> None:
    def visit(address: str) -> tuple[list[str], str]:
        with chromium(tmp_path) as tab:
            tab.call("Page.addScriptToEvaluateOnNewDocument", source=KEPT_REGIONS)
            tab.call("Page.navigate", url=address)
            wait_for(tab, "window.spoken?.some((text) => text.includes('The playroom'))")
            for key in ("n", "Enter", "Enter", "h", "f"):
                press(tab, key)
            wait_for(tab, "document.activeElement.id === 'line'")
            press(tab, "Escape")
            wait_for(tab, "document.activeElement.id === 'game'")
            return tab.run("spoken"), tab.run("document.getElementById('asked').textContent")

    async def serve() -> tuple[list[str], str]:
        async with web_room(tmp_path) as room:
            return await asyncio.to_thread(visit, room.server.entrance.address)

    spoken, question = asyncio.run(serve())

    assert question.startswith("Search")
    assert not any(question in text for text in spoken)
