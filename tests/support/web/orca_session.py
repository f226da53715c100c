"""A real Orca and a real browser without a screen or a sound card, and what Orca speaks."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

NEEDED: Final = ("chromium", "orca", "Xvfb", "openbox", "xdotool", "dbus-run-session", "speech-dispatcher")
BUS: Final = Path("/usr/libexec/at-spi-bus-launcher")
SPOKEN: Final = re.compile(r"SPEECH OUTPUT: '(.*)'\{")

SPEECH_CONFIGURATION: Final = """\
LogLevel 3
LogDir "{folder}/"
CommunicationMethod "unix_socket"
AddModule "dummy" "sd_dummy" ""
DefaultModule dummy
"""


def is_here() -> bool:
    """Whether all programs that this needs are installed."""
    return all(map(shutil.which, NEEDED)) and BUS.exists()


class OrcaSession:
    """A browser under Orca: keys go in, what Orca has spoken comes out."""

    def __init__(self, log: Path, environment: Mapping[str, str]) -> None:
        self._log, self._environment = log, environment

    def press(self, *keys: str) -> None:
        """Press keys, by the names of X."""
        subprocess.run(["xdotool", "key", *keys], env=self._environment, check=True)

    def spoken(self) -> list[str]:
        """All texts so far."""
        return SPOKEN.findall(self._log.read_text(errors="replace")) if self._log.exists() else []

    def wait(self, found: Callable[[list[str]], object], seconds: float = 60) -> list[str]:
        """What was spoken, once this is true of it."""
        end = time.monotonic() + seconds
        while not found(spoken := self.spoken()):
            assert time.monotonic() < end, spoken
            time.sleep(0.05)
        return spoken


@contextmanager
def orca_session(folder: Path, address: str) -> Iterator[OrcaSession]:
    """A browser at this address, and an Orca that has begun to speak."""
    home, run = folder / "home", folder / "run"
    (home / ".config" / "speech-dispatcher").mkdir(parents=True)
    run.mkdir(mode=0o700)
    speech = home / ".config" / "speech-dispatcher"
    (speech / "speechd.conf").write_text(SPEECH_CONFIGURATION.format(folder=folder))
    read, write = os.pipe()
    with ExitStack() as stack:
        environment = {
            **os.environ,
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(run),
            "ACCESSIBILITY_ENABLED": "1",
        }

        def start(*command: object) -> None:
            process = subprocess.Popen(
                list(map(str, command)), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            stack.callback(process.wait)
            stack.callback(process.terminate)

        screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1024x768x24"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        stack.callback(screen.wait)
        stack.callback(screen.terminate)
        os.close(write)
        with os.fdopen(read) as number:
            environment["DISPLAY"] = f":{number.readline().strip()}"
        bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--print-address", "--nofork"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        stack.callback(bus.wait)
        stack.callback(bus.terminate)
        assert bus.stdout
        stack.callback(bus.stdout.close)
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        start("openbox")
        start(BUS, "--launch-immediately")
        _announce_reader(environment)
        start("speech-dispatcher", "-s", "-t", "0", "-C", speech)
        log = folder / "orca.debug"
        start("/usr/bin/python3", shutil.which("orca"), "--replace", f"--debug-file={log}")
        session = OrcaSession(log, environment)
        session.wait(lambda spoken: "Screen reader on." in spoken)
        start("chromium", *_options(folder), address)
        yield session


def _options(folder: Path) -> list[str]:
    # A container's root has no sandbox, and the pages of tests are our own.
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return [*sandbox, "--no-first-run", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"]


def _announce_reader(environment: Mapping[str, str]) -> None:
    """Have programs tell what they show; asked for until the bus is there."""
    command = [
        *("dbus-send", "--session", "--dest=org.a11y.Bus", "--print-reply", "/org/a11y/bus"),
        "org.freedesktop.DBus.Properties.Set",
        *("string:org.a11y.Status", "string:ScreenReaderEnabled", "variant:boolean:true"),
    ]
    for _ in range(100):
        if subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0:
            return
        time.sleep(0.1)
    raise AssertionError("no bus for accessibility")
