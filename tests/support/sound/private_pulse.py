"""A private, real PulseAudio server with a sink that nobody hears, and what arrives there."""

import os
import signal
import subprocess
from array import array
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from support.voice.private_dispatcher import until

RATE = 44_100
SINK = "ear"
LOUD = 33
"""The least sample that is heard: 60 decibels under the loudest."""
SAMPLE = 2
"""Bytes."""


class PulseServer:
    """One server in a folder of its own, whose path must be short: it is that of a socket."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = folder / "native"
        self._record = folder / "heard.raw"
        self._server: subprocess.Popen[bytes] | None = None
        self._recorder: subprocess.Popen[bytes] | None = None
        self._read, self._heard = 0, 0

    @property
    def environment(self) -> Mapping[str, str]:
        """What a program needs to find this server, and no other output."""
        return {
            "ALSOFT_DRIVERS": "pulse",
            "PULSE_SERVER": f"unix:{self.socket}",
            "PULSE_RUNTIME_PATH": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder),
        }

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._server
        return self._server.pid

    def start(self) -> None:
        """Start it, and wait until what arrives is recorded."""
        socket = f"module-native-protocol-unix socket={self.socket} auth-anonymous=1"
        modules = [socket, f"module-null-sink sink_name={SINK} rate={RATE}"]
        options = ["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--log-level=error"]
        loads = [word for module in modules for word in ("-L", module)]
        self.socket.unlink(missing_ok=True)
        self._record.unlink(missing_ok=True)
        self._read, self._heard = 0, 0
        with (self.folder / "output").open("w") as output:
            self._server = self._started(["pulseaudio", *options, *loads], output=output)
            assert until(self.socket.exists), (self.folder / "output").read_text()
            form = ["--raw", "--format=s16le", "--channels=2", f"--rate={RATE}", "--latency-msec=50"]
            command = ["parec", f"--device={SINK}.monitor", *form, str(self._record)]
            assert until(lambda: self._records(command, output)), (self.folder / "output").read_text()

    def heard(self) -> int:
        """How many samples have arrived since the start that are not silence."""
        with self._record.open("rb") as record:
            record.seek(self._read)
            new = record.read()
        whole = len(new) - len(new) % SAMPLE
        self._read += whole
        self._heard += sum(abs(sample) >= LOUD for sample in array("h", new[:whole]))
        return self._heard

    def kill(self) -> None:
        """Kill it with no warning."""
        for process in (self._recorder, self._server):
            if process:
                with suppress(ProcessLookupError):
                    process.send_signal(signal.SIGKILL)
                process.wait()

    def _records(self, command: list[str], output: object) -> bool:
        """Whether something is recorded; a recorder that came before the server listened is started again."""
        if self._recorder is None or self._recorder.poll() is not None:
            self._recorder = self._started(command, output=output)
        return self._record.exists() and self._record.stat().st_size > 0

    def _started(self, command: list[str], *, output: object) -> subprocess.Popen[bytes]:
        environment = {**os.environ, **self.environment}
        return subprocess.Popen(command, env=environment, stdout=output, stderr=output)  # type: ignore[call-overload,no-any-return]
