"""A desktop of its own in which a real Orca reads a real Chromium, without a screen or a sound card."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from support.voice.private_dispatcher import Dispatcher, until
from support.web.chromium import CHROMIUM, Tab, chromium

AT_SPI = "/usr/libexec/at-spi-bus-launcher"
SYSTEM_PYTHON = "/usr/bin/python3"
"""The Python that has the bindings of AT-SPI, which Orca needs too."""
PROGRAMS = (
    SYSTEM_PYTHON,
    "Xvfb",
    "dbus-daemon",
    "dbus-send",
    AT_SPI,
    "openbox",
    "speech-dispatcher",
    "orca",
    "xdotool",
)

MISSING = [name for name in PROGRAMS if not shutil.which(name)] + ([] if CHROMIUM else ["chromium"])
"""The programs that a session needs and that are not installed."""

READER_IS_ON = (
    *("dbus-send", "--session", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus"),
    *("org.freedesktop.DBus.Properties.Set", "string:org.a11y.Status", "string:ScreenReaderEnabled"),
    "variant:boolean:true",
)
"""The command that says on the session's bus that a screen reader runs."""

BROWSER_OPTIONS = ("--force-renderer-accessibility", "--password-store=basic", "--test-type")
"""With these it asks for no keyring, and shows no warning of the other options."""


class OrcaSession:
    """A desktop of its own: screen, buses, window manager, speech server and Orca.

    All its processes have its folder in their environment, and none is left once it has stopped.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._dispatcher = Dispatcher(folder / "speech")
        self._started: list[subprocess.Popen[bytes]] = []
        self._environment = {
            **os.environ,
            **self._dispatcher.environment,
            "HOME": str(folder / "home"),
            "XDG_RUNTIME_DIR": str(folder / "run"),
            "ACCESSIBILITY_ENABLED": "1",
            "GSETTINGS_BACKEND": "memory",
            "LC_ALL": "C.UTF-8",
        }
        for name in ("home", "run"):
            (folder / name).mkdir(mode=0o700)

    @property
    def spoken(self) -> list[str]:
        """What Orca had its voice say, in order."""
        return self._dispatcher.spoken()

    def start(self) -> None:
        """Start it, and wait until Orca speaks."""
        screen = ("-screen", "0", "1024x768x24", "-nolisten", "tcp")
        self._environment["DISPLAY"] = ":" + self._first_line("Xvfb", "-displayfd", "{}", *screen)
        bus = self._first_line("dbus-daemon", "--session", "--nofork", "--print-address={}")
        self._environment["DBUS_SESSION_BUS_ADDRESS"] = bus
        self._start("openbox")
        self._start(AT_SPI, "--launch-immediately")
        assert until(lambda: self._run(READER_IS_ON) == 0)
        self._dispatcher.start()
        self._start("orca", "--replace")
        assert until(lambda: self.spoken), "Orca does not speak"

    def stop(self) -> None:
        """Kill all its processes, those too that others have started for it."""
        while found := self._processes():
            for process in found:
                with suppress(psutil.NoSuchProcess):
                    process.kill()
            psutil.wait_procs(found)
        for started in self._started:
            started.wait()
        self._dispatcher.stop()

    def press(self, *keys: str) -> None:
        """Press keys by their names in X, such as Down, Return and ctrl+Home."""
        assert self._run(("xdotool", "key", *keys)) == 0

    def write(self, text: str) -> None:
        """Press the keys of a text."""
        assert self._run(("xdotool", "type", "--delay", "30", text)) == 0

    def activate(self, name: str) -> None:
        """Activate the button of a name as an assistive technology does."""
        assert self._run((SYSTEM_PYTHON, str(Path(__file__).with_name("activate.py")), name)) == 0

    @contextmanager
    def browser(self, folder: Path, address: str, *options: str) -> Iterator[Tab]:
        """A window of Chromium, as a program opens it for an address; its files are in *folder*."""
        given = (*BROWSER_OPTIONS, *options)
        with chromium(folder, address, options=given, environment=self._environment) as tab:
            yield tab

    def _run(self, command: Sequence[str]) -> int:
        return subprocess.run(
            command, env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
        ).returncode

    def _start(self, *command: str, keep: Sequence[int] = ()) -> None:
        with (self._folder / "output").open("ab") as output:
            started = subprocess.Popen(
                command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=keep,
            )
        self._started.append(started)

    def _first_line(self, *command: str) -> str:
        """The first line that a program writes to the file descriptor {}, once it is ready."""
        reading, writing = os.pipe()
        self._start(*(word.format(writing) for word in command), keep=(writing,))
        os.close(writing)
        with os.fdopen(reading) as written:
            return written.readline().strip()

    def _processes(self) -> list[psutil.Process]:
        return [process for process in psutil.process_iter() if self._is_ours(process)]

    def _is_ours(self, process: psutil.Process) -> bool:
        with suppress(psutil.Error, OSError):
            own = process.environ().get("XDG_RUNTIME_DIR") == self._environment["XDG_RUNTIME_DIR"]
            return own and process.status() != psutil.STATUS_ZOMBIE
        return False


@contextmanager
def orca_session() -> Iterator[OrcaSession]:
    """A session in which Orca speaks."""
    # A socket's path has room for a hundred characters only: not below pytest's own folders.
    folder = Path(tempfile.mkdtemp(prefix="playroom-"))
    session = OrcaSession(folder)
    try:
        session.start()
        yield session
    finally:
        session.stop()
        shutil.rmtree(folder, ignore_errors=True)
