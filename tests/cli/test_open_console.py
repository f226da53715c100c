"""Consoles in the event loop of their caller: no terminal, no thread, no state that they share."""

import asyncio
import threading
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import NoReturn, TypeVar

import pytest
from support.console.hand_held import folders
from support.console.player import save_settings
from support.sound.list_sound import ListSound
from support.time.virtual_time import run_virtually

from playroom.commands.assembly import ScreenWithClipboard, open_console
from playroom.commands.context import Context
from playroom.commands.dispatch import read_command_line
from playroom.console.console import Console
from playroom.voice.backends.backend import BackendKind, OnSpeechEvent
from playroom.voice.sources import Source
from playroom.voice.voice import Voice
from playroom.voice.worker import without_threads

Result = TypeVar("Result")


class LoopBackground:
    """Work in the event loop itself."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()

    @property
    def now(self) -> float:
        return self._loop.time()

    def start(self, work: Callable[[], None]) -> None:
        work()

    def run(
        self, work: Callable[[], Result], done: Callable[[Result], object], *, in_turn: bool = False
    ) -> asyncio.Handle:
        del in_turn
        return self._loop.call_soon(lambda: done(work()))

    def later(self, seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle:
        return self._loop.call_later(seconds, call)


class KeptBackend:
    """A voice that keeps its texts."""

    name, has_braille, outlives_us, reports_end = "kept", False, True, False
    kind = BackendKind.SYNTHESISER

    def __init__(self, said: list[str]) -> None:
        self._said = said

    def speak(self, text: str, *, interrupt: bool) -> None:
        del interrupt
        self._said.append(text)

    def braille(self, text: str) -> None:
        pass

    def silence(self) -> None:
        pass

    def close(self) -> None:
        pass


def context_of(home: Path, language: str) -> Context:
    save_settings(folders(home).settings, {"language": language})
    return read_command_line([], folders(home))[0]


def opened(context: Context, said: list[str]) -> Console:
    """A console of a player whose voice keeps what it says."""

    def build(_on_event: OnSpeechEvent) -> KeptBackend:
        return KeptBackend(said)

    loop, background = asyncio.get_running_loop(), LoopBackground()
    screen = ScreenWithClipboard(StringIO(), context.folders.copied)
    runtime = without_threads(loop.time, background.later)
    voice = Voice(screen.show, (Source("kept", build),), runtime=runtime)
    return open_console(context, voice, screen, ListSound(), background, seed=1)


def test_two_players_are_at_their_consoles_in_one_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contexts = [context_of(tmp_path / language, language) for language in ("en", "fr")]

    def refuse(_thread: threading.Thread) -> NoReturn:
        raise AssertionError("no thread is needed")

    async def visit() -> list[list[str]]:
        said: list[list[str]] = [[], []]
        consoles = [opened(context, each) for context, each in zip(contexts, said, strict=True)]
        await asyncio.sleep(1)
        for console in consoles:
            console.press("down", asyncio.get_running_loop().time())
        await asyncio.sleep(1)
        for console in consoles:
            console.close()
        return said

    monkeypatch.setattr(threading.Thread, "start", refuse)
    english, french = run_virtually(visit())

    assert english[0].startswith("The playroom. New match")
    assert english[1].startswith("All matches")
    assert french[1].startswith("Toutes les parties")
