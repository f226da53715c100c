"""A private, real speech-dispatcher whose only voice writes down what it is given."""

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from support.time.patience import PATIENCE

PRIORITIES = {"1": "important", "2": "message", "3": "text", "4": "notification", "5": "progress"}
QUEUED = re.compile(
    r"^\[\w+ (?P<second>\w+ +\d+ [\d:]+ \d+) : (?P<micro>\d+)\]"
    r"(?:[^\n]*Queueing message \|(?P<text>.*?)\| with priority (?P<priority>\d))?",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Queued:
    """A text that the server has taken, its priority, and the wall clock's seconds when it did."""

    text: str
    priority: str
    at: float


class Dispatcher:
    """One server in a folder of its own. Nothing of it is left once it is stopped."""

    def __init__(self, folder: Path, speed: float = 0) -> None:
        self.folder = folder
        self.socket = folder / "speechd.sock"
        self.record = folder / "spoken.jsonl"
        self.log = folder / "log" / "speech-dispatcher.log"
        self.process: subprocess.Popen[bytes] | None = None
        self._queued: list[Queued] = []
        self._read = 0
        self._latest = 0.0
        self._configure()
        self.speak_at(speed)

    @property
    def environment(self) -> Mapping[str, str]:
        """What a program needs to find this server, and to start no other."""
        return {"SPEECHD_ADDRESS": f"unix_socket:{self.socket}", "SPEECHD_CMD": "/bin/false"}

    @property
    def asleep(self) -> Mapping[str, str]:
        """What a program needs to start this server by itself, as it does where nothing is configured."""
        starter = self.folder / "starter"
        starter.write_text(f'#!/bin/sh\nexec {" ".join(self.command)} "$@"\n')
        starter.chmod(0o755)
        return {"SPEECHD_ADDRESS": "", "XDG_RUNTIME_DIR": str(self.folder), "SPEECHD_CMD": str(starter)}

    @property
    def command(self) -> list[str]:
        """The server with all its files in this folder, but for the socket."""
        options = {"-C": "conf", "-P": "pid", "-L": "log"}
        paths = [word for option, name in options.items() for word in (option, str(self.folder / name))]
        return ["speech-dispatcher", *paths, "-l", "5"]

    def speak_at(self, speed: float) -> None:
        """Set the rate of its voice in characters a second; 0 is immediate."""
        new = self.folder / "speed.new"
        new.write_text(str(speed))
        new.replace(self.folder / "speed")

    def start(self) -> None:
        """Start it, and wait until it listens."""
        self.socket.unlink(missing_ok=True)
        with (self.folder / "output").open("w") as output:
            command = [*self.command, "-s", "-S", str(self.socket)]
            self.process = subprocess.Popen(command, stdout=output, stderr=output)
        if not until(self._listens):
            raise RuntimeError("speech-dispatcher did not start: " + (self.folder / "output").read_text())

    def kill(self) -> None:
        """Kill it and its module with no warning."""
        for process in self._family():
            with suppress(psutil.NoSuchProcess):
                process.kill()
        if self.process:
            self.process.wait()

    def freeze(self) -> None:
        """Let it live, and do nothing."""
        assert self.process
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        assert self.process
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """Kill it, even if it is frozen or was started by another process here."""
        self.kill()
        with suppress(OSError, ValueError, psutil.Error):
            found = psutil.Process(int((self.folder / "pid").read_text()))
            if str(self.folder / "pid") in found.cmdline():  # another program may have its number by now
                found.kill()

    def queued(self) -> list[Queued]:
        """What it has taken, in order, by its own log, of which only what is new is read."""
        with suppress(FileNotFoundError), self.log.open("rb") as log:
            log.seek(self._read)
            whole, line_end, _being_written = log.read().rpartition(b"\n")
            self._read += len(whole + line_end)
            self._queued += self._found(whole.decode(errors="replace"))
        return list(self._queued)

    def _found(self, log: str) -> Iterator[Queued]:
        for match in QUEUED.finditer(log):
            at = time.mktime(time.strptime(match["second"], "%b %d %H:%M:%S %Y")) + int(match["micro"]) / 1e6
            # The server reads its two clocks one after the other: its second can be that before.
            self._latest = at = at + 1 if at < self._latest - 0.5 else at
            if match["text"] is not None:
                yield Queued(match["text"], PRIORITIES[match["priority"]], at)

    def texts(self) -> list[str]:
        """The texts that it has taken, in order."""
        return [queued.text for queued in self.queued()]

    def spoken(self, event: str = "speak") -> list[str]:
        """The texts that its voice has begun ("end": has ended, "stop": was cut), in order."""
        if not self.record.exists():
            return []
        whole, _, _being_written = self.record.read_text().rpartition("\n")
        lines = map(json.loads, whole.splitlines())
        return [line["text"] for line in lines if line["event"] == event]

    def _listens(self) -> bool:
        with socket.socket(socket.AF_UNIX) as client:
            return client.connect_ex(str(self.socket)) == 0

    def _family(self) -> list[psutil.Process]:
        if self.process is None or self.process.poll() is not None:
            return []
        server = psutil.Process(self.process.pid)
        return [server, *server.children(recursive=True)]

    def _configure(self) -> None:
        modules = self.folder / "conf" / "modules"
        modules.mkdir(parents=True)
        (self.folder / "log").mkdir()
        (modules / "recorder.conf").touch()
        voice = self.folder / "recorder"
        script = Path(__file__).with_name("recorder.py")
        voice.write_text(
            f'#!/bin/sh\nexec "{sys.executable}" -u "{script}" "{self.record}" "{self.folder}/speed"\n'
        )
        voice.chmod(0o755)
        (self.folder / "conf" / "speechd.conf").write_text(
            'CommunicationMethod "unix_socket"\nTimeout 0\nSymbolsPreproc "no"\n'
            f'AddModule "recorder" "{voice}" "recorder.conf"\nDefaultModule recorder\n'
        )


def until(true: Callable[[], object], seconds: float = PATIENCE) -> bool:
    """Whether this became true in time."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True
