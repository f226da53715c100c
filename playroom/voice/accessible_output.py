"""accessible-output2 as a backend: NVDA, JAWS, SAPI 5, VoiceOver, Speech Dispatcher and more."""

import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from playroom.voice.backend import BackendError, BackendKind, Failure, OnSpeechEvent
from playroom.voice.processes import is_running

_DISPATCHER = "Linux Speech Dispatcher"
_KINDS = {
    _DISPATCHER: BackendKind.SYNTHESISER,
    "Linux ESpeak": BackendKind.SYNTHESISER,
    "sapi5": BackendKind.SYNTHESISER,
    "VoiceOver": BackendKind.TERMINAL_READER,
}


class AccessibleOutput:
    """The first active output of the library, looked up at each call as its ``Auto`` does."""

    def __init__(self, outputs: Sequence[Any], *, orca: bool) -> None:
        self._outputs = outputs
        self._orca = orca

    @property
    def name(self) -> str:
        """The name of the active output."""
        return str(self._output.name)

    @property
    def kind(self) -> BackendKind:
        """A screen reader, unless the output is known as something else."""
        if self.reports_end and self._orca:
            return BackendKind.KEY_TOLERANT_READER
        return _KINDS.get(self.name, BackendKind.SCREEN_READER)

    @property
    def has_braille(self) -> bool:
        """Whether the output overrides the method for braille, which does nothing in the base class."""
        return str(type(self._output).braille.__qualname__) != "Output.braille"

    @property
    def reports_end(self) -> bool:
        """Only Speech Dispatcher reports the end of a text."""
        return self.name == _DISPATCHER

    def speak(self, text: str, *, interrupt: bool) -> None:
        """Speak *text* now, or after the texts that it was given before."""
        output = self._output
        # The library makes XML for SAPI, and escapes "<" but not "&".
        output.speak(text.replace("&", " ") if output.name == "sapi5" else text, interrupt=interrupt)

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

    @property
    def _output(self) -> Any:  # noqa: ANN401 - the library ships no types
        for output in self._outputs:
            if output.is_active():
                return output
        raise BackendError(Failure.NOT_RUNNING, "no screen reader and no synthesiser is active")


def accessible_backend(language: str, on_event: OnSpeechEvent) -> AccessibleOutput:
    """The outputs of this system as a backend; BackendError if none of them is active."""
    failures: list[str] = []
    _initialise_com()
    try:
        outputs = tuple(_outputs(language, on_event, failures))
    except ModuleNotFoundError as error:
        raise BackendError(Failure.NOT_INSTALLED, str(error)) from error
    if not any(output.is_active() for output in outputs):
        raise BackendError(Failure.NOT_RUNNING, "; ".join(failures) or "nothing is active")
    return AccessibleOutput(outputs, orca=is_running("orca"))


def _outputs(language: str, on_event: OnSpeechEvent, failures: list[str]) -> Iterator[Any]:
    """Each output that can be made, best first.

    The library's ``Auto`` makes them too, but fails as a whole if one fails with anything but OutputError.
    """
    importlib.import_module("accessible_output2.outputs")
    for output_class in importlib.import_module("accessible_output2").get_output_classes():
        _discard_prints(output_class)
        try:
            is_dispatcher = output_class.name == _DISPATCHER
            yield _speech_dispatcher(language, on_event) if is_dispatcher else output_class()
        except Exception as error:  # noqa: BLE001 - the library may raise anything
            failures.append(f"{output_class.name}: {type(error).__name__} {error}")


def _discard_prints(output_class: Any) -> None:  # noqa: ANN401 - the library ships no types
    """Let the module of an output print nothing, as it may do so after the terminal is ours no more."""
    vars(sys.modules[output_class.__module__])["print"] = lambda *_arguments, **_named: None


def _speech_dispatcher(language: str, on_event: OnSpeechEvent) -> Any:  # noqa: ANN401 - the library ships no types
    """Our output for Speech Dispatcher; it is imported late, as it brings the library with it."""
    return importlib.import_module("playroom.voice.speech_dispatcher").SpeechDispatcher(language, on_event)


def _initialise_com() -> None:
    """Let this thread use COM on Windows: COM objects belong to the thread that makes them."""
    with suppress(ImportError):
        importlib.import_module("pythoncom").CoInitialize()
