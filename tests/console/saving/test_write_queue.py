"""Settings, presets and transcripts are written beside the keys, in order, and before the visit ends."""

import asyncio
import errno
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event
from threading import enumerate as enumerate_threads

import pytest
from support.console.hand_held import ClockBackground, Console
from support.time.clock import Clock
from support.time.patience import PATIENCE

from playroom.console.ui.background import TaskBackground
from playroom.console.ui.write_queue import WriteOutcome, WriteQueue
from playroom.home.presets import Presets
from playroom.home.settings import Settings, load_settings
from playroom.narration.message import Message


def opened(home: Path, settings: str = "language: en\n") -> Console:
    file = home / "config" / "playroom" / "settings.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(settings)
    console = Console(home=home)
    console.hear()
    return console


def verbosity(console: Console) -> str:
    """The verbosity as it is saved."""
    return load_settings(console.folders.settings)[0].verbosity


def test_writes_are_made_in_order_and_each_outcome_is_reported() -> None:
    clock = Clock()
    queue, told = WriteQueue(ClockBackground(clock)), list[object]()

    def refuse() -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    queue.add(lambda: told.append("first"), told.append)
    queue.add(refuse, told.append)
    queue.add(lambda: Path("kept"), told.append)
    clock.advance(0)

    assert told == [
        "first",
        WriteOutcome(),
        WriteOutcome(Message("files.system.disk_full")),
        WriteOutcome(kept=Path("kept")),
    ]


def test_what_waits_is_written_at_the_end_and_nothing_twice() -> None:
    clock = Clock()
    written: list[int] = []
    queue = WriteQueue(ClockBackground(clock))
    for number in range(3):
        queue.add(partial(written.append, number), lambda _: None)

    queue.finish()
    clock.advance(10)

    assert written == [0, 1, 2]


def test_the_end_does_not_wait_for_a_disk_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playroom.console.ui.write_queue.FINISH", 0.01)
    written: list[str] = []
    answers, goes_on = Event(), Event()
    queue = WriteQueue(ClockBackground(Clock()))

    def hang() -> None:
        answers.wait()
        written.append("first")
        goes_on.set()

    queue.add(hang, lambda _: None)
    queue.add(lambda: written.append("second"), lambda _: None)
    queue.finish()

    assert written == []
    answers.set()
    assert goes_on.wait(PATIENCE)
    join_last_writes()
    assert written == ["first"]


def test_the_last_writes_take_no_thread_of_their_own() -> None:
    """Those of a visitor are made where the server's threads make all others."""

    async def close() -> tuple[list[str], int]:
        written: list[str] = []
        started = list[Callable[[], None]]()

        def start(work: Callable[[], None]) -> None:
            started.append(work)
            if len(started) > 1:
                work()

        async with asyncio.TaskGroup() as tasks:
            background = TaskBackground(tasks, start)
            queue = WriteQueue(background)
            queue.add(lambda: written.append("the match"), lambda _: None)
            background.stop()
            queue.finish()
        return written, len(started)

    assert asyncio.run(close()) == (["the match"], 2)


def join_last_writes() -> None:
    """Wait for the thread that was left behind."""
    for thread in enumerate_threads():
        if thread.name == "last writes":
            thread.join(PATIENCE)


def test_a_setting_is_in_force_before_it_is_written(home: Path) -> None:
    console = opened(home)
    console.background.seconds = 2.0

    console.press("f6")

    assert console.heard() == ["Verbosity: brief."]
    assert verbosity(console) == "normal"
    console.wait(2)
    assert verbosity(console) == "brief"


def test_the_last_of_many_changes_is_what_is_saved(home: Path) -> None:
    console = opened(home)
    console.background.seconds = 2.0

    console.press("f6", "f6", "ctrl-c", "y")

    assert not console.is_open
    assert verbosity(console) == "summary"


@pytest.mark.parametrize("broken", ["pace: 0.2\npace: 0.4", "confirm: yes"])
def test_one_key_does_not_erase_settings_that_cannot_be_read(home: Path, broken: str) -> None:
    text = f"language: en\ndraws: true # mine\n{broken}\n"
    console = opened(home, text)

    told = console.hear("f6")
    again = console.hear("f6")

    kept = console.folders.settings.with_name("settings.unreadable.yaml")
    assert told == ["Verbosity: brief.", f"Old file saved as {kept}: parts of it could not be read."]
    assert again == ["Verbosity: summary."]
    assert kept.read_text() == text
    assert load_settings(console.folders.settings)[0].draws


def test_one_preset_does_not_erase_the_others(home: Path) -> None:
    console = opened(home)
    console.folders.presets.write_text("Work: {pace: 1.0}\nHome: {confirm: yes}\n")
    presets = Presets(console.folders.presets)
    (error,) = presets.errors

    kept = presets.save("New", Settings())

    assert error.line == 2
    assert presets.names == ("Work", "New")
    assert presets.errors == ()
    assert kept == console.folders.presets.with_name("presets.unreadable.yaml")
    assert "Home" in kept.read_text()
