"""Orca as a backend: its own voice and braille, by the service that Orca 49 and later have on D-Bus.

The calls are made by `gdbus`, which comes with the libraries that Orca itself needs.
"""

import shutil
import subprocess
import sys
from typing import Final

from playroom.voice.backends.backend import BackendError, BackendKind, Failure, OnSpeechEvent, is_running

SERVICE: Final = "org.gnome.Orca.Service"
PATH: Final = "/org/gnome/Orca/Service"
SPEECH_MODULES: Final = ("SpeechManager", "SpeechAndVerbosityManager")
"""The module that interrupts speech, as it is called since Orca 50, and in Orca 49."""
_TIMEOUT: Final = 1.5
"""Seconds after which an Orca that does not answer is given up."""
_DONE: Final = "(true,)"


class OrcaBackend:
    """Speaks and brailles by Orca, which reports nothing of what it says."""

    name = "Orca"
    kind = BackendKind.SCREEN_READER
    has_braille = True
    reports_end = False
    outlives_us = True

    def __init__(self, program: str) -> None:
        self._program = program
        self._modules = list(SPEECH_MODULES)

    def speak(self, text: str, *, interrupt: bool) -> None:
        """Speak *text* now, or after what Orca says; Orca shows it in braille too."""
        if interrupt:
            self.silence()
        if self._call(PATH, f"{SERVICE}.PresentMessage", _quoted(text)) != _DONE:
            raise BackendError(Failure.REFUSED, "Orca presents no message")

    def braille(self, text: str) -> None:
        """Nothing: Orca shows what it says."""

    def silence(self) -> None:
        """Stop all that Orca says, by the module of its version."""
        for module in tuple(self._modules):
            try:
                self._call(
                    f"{PATH}/{module}", "org.gnome.Orca.Module.ExecuteCommand", "InterruptSpeech", "false"
                )
            except BackendError as error:
                if error.failure is Failure.STUCK:
                    raise
            else:
                self._modules = [module]
                return

    def close(self) -> None:
        """Nothing is held."""

    def is_there(self) -> bool:
        """Whether an Orca with the service is running."""
        bus = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.NameHasOwner")
        return self._call(bus[1], bus[2], _quoted(SERVICE), to=bus[0]) == _DONE

    def _call(self, path: str, method: str, *given: str, to: str = SERVICE) -> str:
        """The answer of a method; BackendError if there is none."""
        words = ("call", "--session", "--dest", to, "--object-path", path, "--method", method, *given)
        try:
            done = subprocess.run(  # noqa: S603 (the program was found by its name)
                [self._program, *words],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=_TIMEOUT,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise BackendError(Failure.STUCK, f"no answer from Orca in {_TIMEOUT} seconds") from error
        if done.returncode:
            raise BackendError(Failure.NOT_RUNNING, done.stderr.strip() or method)
        return done.stdout.strip()


def orca_backend(_on_event: OnSpeechEvent) -> OrcaBackend:
    """Orca as a backend; BackendError if it is not running, or has no service yet."""
    program = shutil.which("gdbus") if sys.platform == "linux" else None
    if program is None:
        raise BackendError(Failure.NOT_INSTALLED, "there is no gdbus")
    if not is_running("orca"):
        raise BackendError(Failure.NOT_RUNNING, "Orca is not running")
    made = OrcaBackend(program)
    if not made.is_there():
        raise BackendError(Failure.NOT_RUNNING, "this Orca takes no messages: that needs Orca 49")
    return made


def _quoted(text: str) -> str:
    """A text as an argument of `gdbus`."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
