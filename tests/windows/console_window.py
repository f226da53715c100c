"""The playroom in a console window of Wine: the keys that go in, and what the stand-in for NVDA is told."""

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self
from xml.sax.saxutils import unescape

import psutil

PATIENT: Final = Path(__file__).parents[1] / "support" / "programs" / "patient_program.py"
"""The program with long time limits, for a machine that is busy."""
PATIENCE: Final = 90.0
"""Seconds that a busy machine may need for anything."""
CLOSING: Final = """
from ctypes import windll
window = windll.user32.FindWindowW("WineConsoleClass", None)
windll.user32.PostMessageW(window, 0x10, 0, 0)
"""
"""A program for Windows that closes the window of the console as its cross does, with WM_CLOSE."""
READING: Final = """
import sys
from ctypes import byref, create_unicode_buffer, sizeof, windll, wintypes
kernel, own = windll.kernel32, windll.kernel32.GetCurrentProcessId()
ids, size, read = (wintypes.DWORD * 1024)(), wintypes.DWORD(), wintypes.DWORD()
windll.psapi.EnumProcesses(ids, sizeof(ids), byref(size))
kernel.FreeConsole()
any(kernel.AttachConsole(each) for each in ids[:size.value // sizeof(wintypes.DWORD)] if each not in (0, own))
kernel.CreateFileW.restype = wintypes.HANDLE
screen = wintypes.HANDLE(kernel.CreateFileW("CONOUT$", 0xC0000000, 3, None, 3, 0, None))
text = create_unicode_buffer(10_000)
kernel.ReadConsoleOutputCharacterW(screen, text, 9_999, 0, byref(read))
sys.stdout.buffer.write(text.value.encode())
"""
"""A program for Windows that prints what stands in the console of another, as a screen reader gets it."""
CLICKED: Final = ("60", "8")
"""A point in the first line of a window."""
LOOK: Final = 0.01
"""Seconds between two looks at what was told."""
SSML: Final = frozenset({"ssml", "now"})
"""The calls with marks in their texts, which NVDA has since 2024."""
SPOKEN: Final = SSML | {"speak"}
SYMBOLS: Final = {
    "enter": "Return",
    "space": "space",
    "escape": "Escape",
    "tab": "Tab",
    "backspace": "BackSpace",
    "pageup": "Prior",
    "pagedown": "Next",
    "?": "question",
    "@": "at",
    ":": "colon",
    "/": "slash",
    ".": "period",
}
"""What X11 calls the keys whose names differ."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call to the stand-in: the wall clock's seconds, its name, and its text."""

    at: float
    name: str
    text: str


class StandIn:
    """What stands in for NVDA, of 2024 or *old*, by the folder that the library writes to."""

    def __init__(self, folder: Path, *, old: bool = False) -> None:
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        if old:
            (folder / "old").touch()

    def calls(self) -> list[Call]:
        """All calls so far, in order."""
        with suppress(FileNotFoundError):
            whole, _, _being_written = (self.folder / "calls").read_bytes().rpartition(b"\n")
            return [_call(line) for line in whole.decode().split("\n") if line]
        return []

    def end(self) -> None:
        """Let NVDA end."""
        (self.folder / "off").touch()

    def start(self) -> None:
        """Let NVDA run again."""
        (self.folder / "off").unlink()


class ConsoleWindow:
    """The program in a console window, which has the keys."""

    def __init__(
        self,
        program: Path,
        stand_in: StandIn,
        *arguments: str,
        way: str,
        is_patient: bool = False,
        data: Path | None = None,
        beside: "ConsoleWindow | None" = None,
    ) -> None:
        """Start a python.exe or playroom.cmd; *way* is how keys are given: as records or sequences.

        If it *is_patient*, the playroom of a python.exe has long time limits. The folder of the playroom lies
        in *data* if that is given, and otherwise where the user's is. *beside* is a window that stays open.
        """
        self.delays: list[float] = []
        """The seconds from each question to the call that answers it."""
        self._python, self._stand_in = _python_of(program), stand_in
        self._heard = len(stand_in.calls())
        self.number, self._beside = "", beside
        """The number that the window has for X11, once it is known, and the window beside it."""
        folders = {"NVDA_STAND_IN": _windows_path(stand_in.folder)}
        if data:
            folders["WIN_PD_OVERRIDE_LOCAL_APPDATA"] = _windows_path(data)
        self._process = subprocess.Popen(
            [*_start(program, is_patient=is_patient), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**_installed(), **folders, "PLAYROOM_KEYS": way},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def press(self, *keys: str) -> None:
        """Press keys, each once the one before was answered by any call."""
        for key in keys:
            self._heard = len(self._stand_in.calls())
            self.send(key)
            self.wait_until(self._new_calls, f"{key} is answered")

    def send(self, *keys: str) -> None:
        """Press keys, and wait for nothing."""
        for key in keys:
            _run("xdotool", "key", _x11_name(key))

    def come_to_front(self) -> None:
        """Have the keys, after a click on the first line."""
        self.number = self.number or self._found_window()
        place = ("mousemove", "--window", self.number, *CLICKED)
        _run("xdotool", "windowraise", self.number, *place, "click", "1")

    def _found_window(self) -> str:
        """The window, once that of a program that has ended before is gone."""
        others = {self._beside.number} if self._beside else set()
        self.wait_until(lambda: len(_windows() - others) == 1, "there is one more window")
        return next(iter(_windows() - others))

    def hear(self, *texts: str) -> Call:
        """Wait until a text with some of these words is spoken that was not heard before."""
        found: list[Call] = []

        def is_told() -> bool:
            found.extend(call for call in self._new_calls() if any(text in call.text for text in texts))
            return bool(found)

        self.wait_until(is_told, f"{' or '.join(texts)!r} is said")
        self._heard = self._stand_in.calls().index(found[0]) + 1
        return found[0]

    def ask(self, key: str, *texts: str) -> str:
        """Press a key that asks: the answer with some of these words."""
        self._heard = len(self._stand_in.calls())
        at = time.time()
        self.send(key)
        answer = self.hear(*texts)
        self.delays.append(answer.at - at)
        return answer.text

    def wait_until(self, true: Callable[[], object], what: str) -> None:
        """Wait until something is true, as long as the program runs."""
        end = time.perf_counter() + PATIENCE
        runs = True
        while not true():
            if not runs or time.perf_counter() > end:
                state = "runs" if runs else "has ended"
                raise TimeoutError(
                    f"waited in vain until {what}; the program {state}; the last calls: {self._last()}"
                )
            time.sleep(LOOK)
            runs = self._process.poll() is None

    def end(self) -> None:
        """Wait until the program has ended."""
        self.wait_until(lambda: self._process.poll() is not None, "the program ends")

    def close(self) -> None:
        """Close the window by its cross."""
        _run("wine", str(self._python), "-c", CLOSING)

    @property
    def screen(self) -> str:
        """The words that stand in the window."""
        return " ".join(_run("wine", str(self._python), "-c", READING).split())

    def kill(self) -> None:
        """Kill the program with no warning, as a power cut does."""
        for process in _programs():
            with suppress(psutil.NoSuchProcess):
                process.send_signal(signal.SIGKILL)
        self._process.wait(PATIENCE)

    def _new_calls(self) -> list[Call]:
        """The texts since the last that was heard, or since the last key that asked for one."""
        return [call for call in self._stand_in.calls()[self._heard :] if call.name in SPOKEN]

    def _last(self) -> list[str]:
        return [call.text for call in self._stand_in.calls()[-20:] if call.name in SPOKEN]


def _python_of(program: Path) -> Path:
    """The python.exe that a program runs: itself, or that beside playroom.cmd."""
    return program.parent / "python" / "python.exe" if program.suffix == ".cmd" else program


def _start(program: Path, *, is_patient: bool) -> Sequence[str]:
    """How to start the playroom in a console window."""
    if program.suffix == ".cmd":
        return ("wineconsole", "cmd", "/c", _windows_path(program))
    return ("wineconsole", str(program), *([_windows_path(PATIENT)] if is_patient else ["-m", "playroom"]))


def _installed() -> dict[str, str]:
    """The environment in which a Windows Python finds the playroom that is installed, not a checkout."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def _windows_path(path: Path) -> str:
    return f"Z:{path}".replace("/", "\\")


def _run(*command: str) -> str:
    """What a command prints."""
    null = subprocess.DEVNULL
    return subprocess.run(
        command, stdin=null, stdout=subprocess.PIPE, stderr=null, check=True, encoding="utf-8"
    ).stdout


def _windows() -> set[str]:
    """The numbers of the windows on the screen; the screen itself has no title."""
    return set(_run("xdotool", "search", "--onlyvisible", "--name", ".").split())


def _call(line: str) -> Call:
    at, name, text = line.split("\t", 2)
    return Call(float(at), name, unescape(re.sub("<[^>]*>", "", text)) if name in SSML else text)


def _x11_name(key: str) -> str:
    """What X11 calls a key."""
    if key in SYMBOLS or len(key) == 1:
        return SYMBOLS.get(key, key)
    return key.replace("-", "+") if "-" in key else key.capitalize()


def _programs() -> Iterator[psutil.Process]:
    """The processes of the playroom in this Wine."""
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            is_ours = process.environ().get("WINEPREFIX") == os.environ["WINEPREFIX"]
            if is_ours and {"playroom", _windows_path(PATIENT)} & set(process.cmdline()):
                yield process
