"""accessible-output2 as a backend: NVDA, JAWS, SAPI 5, VoiceOver, Speech Dispatcher and more."""

import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from playroom.voice.backends.backend import (
    BackendError,
    BackendKind,
    Failure,
    OnSpeechEvent,
    initialise_com,
    is_running,
)

_DISPATCHER = "Linux Speech Dispatcher"
_KINDS = {
    _DISPATCHER: BackendKind.SYNTHESISER,
    "Linux ESpeak": BackendKind.SYNTHESISER,
    "sapi5": BackendKind.SYNTHESISER,
    "VoiceOver": BackendKind.TERMINAL_READER,
}
_IN_PROCESS = frozenset({"sapi5", "Linux ESpeak"})
"""The outputs that fall silent with this process."""


class AccessibleOutput:
    """The last of these outputs of the library, the only active one when this is built."""

    def __init__(self, outputs: Sequence[Any], *, orca: bool) -> None:
        self._outputs = outputs
        self._orca = orca
        self._output = outputs[-1]

    @property
    def name(self) -> str:
        """The name of the active output."""
        return str(self._output.name)

    @property
    def kind(self) -> BackendKind:
        """A screen reader, unless the output is known as something else."""
        if self.name == _DISPATCHER and self._orca:
            return BackendKind.KEY_TOLERANT_READER
        return _KINDS.get(self.name, BackendKind.SCREEN_READER)

    @property
    def has_braille(self) -> bool:
        """Whether the output overrides the method for braille, which does nothing in the base class."""
        return str(type(self._output).braille.__qualname__) != "Output.braille"

    @property
    def reports_end(self) -> bool:
        """Whether the output reports the end of a text; those of the library never do, some of ours do."""
        return bool(getattr(self._output, "reports_end", False))

    @property
    def outlives_us(self) -> bool:
        """Whether the output speaks on when this process has ended."""
        return self.name not in _IN_PROCESS

    def speak(self, text: str, *, interrupt: bool) -> None:
        """Speak *text* now, or after the texts that it was given before.

        BackendError if another output is active by now: it may report what this one does not.
        """
        is_active = next((output for output in self._outputs if output.is_active()), None) is self._output
        if not is_active:
            with suppress(Exception):
                self._output.speak("", interrupt=True)
            raise BackendError(Failure.NOT_RUNNING, f"{self.name} is not the active output any more")
        self._output.speak(text, interrupt=interrupt)

    def braille(self, text: str) -> None:
        """Show *text* on the braille display; the library does not braille what it speaks."""
        self._output.braille(text)

    def silence(self) -> None:
        """Interrupt with an empty text: not every output has a method for silence."""
        self.speak("", interrupt=True)

    def close(self) -> None:
        """Close the outputs that can be closed."""
        for output in self._outputs:
            with suppress(Exception):
                getattr(output, "close", lambda: None)()


def accessible_backend(language: str, rate: int, on_event: OnSpeechEvent) -> AccessibleOutput:
    """The outputs of this system as a backend; BackendError if none of them is active.

    *language* is for Speech Dispatcher, *rate* in words a minute for SAPI; "" and 0 leave them as they are.
    """
    failures: list[str] = []
    outputs = []
    initialise_com()
    try:
        for output in _outputs(language, rate, on_event, failures):
            outputs.append(output)
            if output.is_active():  # those after it are not even made
                return AccessibleOutput(tuple(outputs), orca=is_running("orca"))
    except ModuleNotFoundError as error:
        raise BackendError(Failure.NOT_INSTALLED, str(error)) from error
    raise BackendError(Failure.NOT_RUNNING, "; ".join(failures) or "nothing is active")


def _outputs(language: str, rate: int, on_event: OnSpeechEvent, failures: list[str]) -> Iterator[Any]:
    """Each output that can be made, best first.

    The library's ``Auto`` makes them too, but fails as a whole if one fails with anything but OutputError.
    """
    importlib.import_module("accessible_output2.outputs")
    for output_class in importlib.import_module("accessible_output2").get_output_classes():
        # What the module prints could be written to the terminal after our end.
        vars(sys.modules[output_class.__module__])["print"] = lambda *_arguments, **_named: None
        try:
            yield _own_output(output_class.name, language, rate, on_event) or output_class()
        except Exception as error:  # noqa: BLE001 (the library may raise anything)
            failures.append(f"{output_class.name}: {type(error).__name__} {error}")


def _own_output(name: str, language: str, rate: int, on_event: OnSpeechEvent) -> Any:  # noqa: ANN401 (no types)
    """Our output in place of the library's of this name, or None.

    The modules are imported late, as they bring the library with them.
    """
    match name:
        case "Linux Speech Dispatcher":
            return importlib.import_module("playroom.voice.backends.ssip").SpeechDispatcher(
                language, on_event
            )
        case "NVDA":
            return importlib.import_module("playroom.voice.backends.nvda").NVDA(on_event)
        case "jaws":
            return importlib.import_module("playroom.voice.backends.jaws").JAWS()
        case "sapi5":
            return importlib.import_module("playroom.voice.backends.sapi").SAPI(rate, on_event)
    return None
