"""accessible-output2 as a backend: NVDA, JAWS, SAPI 5, VoiceOver, Speech Dispatcher and more."""

import importlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from playroom.voice.backend import Heard, Sort, UnusableError, Why
from playroom.voice.running import is_running

_DISPATCHER = "Linux Speech Dispatcher"
_SORTS = {
    _DISPATCHER: Sort.SYNTHESISER,
    "Linux ESpeak": Sort.SYNTHESISER,
    "sapi5": Sort.SYNTHESISER,
    "VoiceOver": Sort.TERMINAL_READER,
}


class Accessible:
    """The first of the library's outputs that is active at each call, as its ``Auto`` would choose."""

    def __init__(self, outputs: Sequence[Any], *, orca: bool) -> None:
        self._outputs = outputs
        self._orca = orca

    @property
    def name(self) -> str:
        """The output that speaks now."""
        return str(self._output.name)

    @property
    def sort(self) -> Sort:
        """A screen reader, unless the output is known as something else."""
        if self.reports and self._orca:
            return Sort.POLITE_READER
        return _SORTS.get(self.name, Sort.READER)

    @property
    def brailles(self) -> bool:
        """Whether the output has a method for braille of its own: that of the base class does nothing."""
        return str(type(self._output).braille.__qualname__) != "Output.braille"

    @property
    def reports(self) -> bool:
        """Speech Dispatcher alone tells when a text is over."""
        return self.name == _DISPATCHER

    def speak(self, text: str, *, interrupt: bool) -> None:
        """Say this now, or after what is being said."""
        output = self._output
        # SAPI is given XML by the library, which escapes "<" but not "&".
        output.speak(text.replace("&", " ") if output.name == "sapi5" else text, interrupt=interrupt)

    def braille(self, text: str) -> None:
        """Show this where the output has a display; the library shows nothing of what it speaks."""
        self._output.braille(text)

    def silence(self) -> None:
        """Let nothing cut what is being said: not every output can stop, but each can be interrupted."""
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
        raise UnusableError(Why.NOT_RUNNING, "no screen reader and no synthesiser is active")


def build(language: str, heard: Heard) -> Accessible:
    """The library's outputs of this system; UnusableError if none of them is active."""
    failures: list[str] = []
    _join_com()
    try:
        outputs = tuple(_outputs(language, heard, failures))
    except ModuleNotFoundError as error:
        raise UnusableError(Why.NOT_INSTALLED, str(error)) from error
    if not any(output.is_active() for output in outputs):
        raise UnusableError(Why.NOT_RUNNING, "; ".join(failures) or "nothing is active")
    return Accessible(outputs, orca=is_running("orca"))


def _outputs(language: str, heard: Heard, failures: list[str]) -> Iterator[Any]:
    """Each output that can be made, best first.

    The library's ``Auto`` makes them too, but fails as a whole if one fails with anything but OutputError.
    """
    importlib.import_module("accessible_output2.outputs")
    for output_class in importlib.import_module("accessible_output2").get_output_classes():
        try:
            is_dispatcher = output_class.name == _DISPATCHER
            yield _speech_dispatcher(language, heard) if is_dispatcher else output_class()
        except Exception as error:  # noqa: BLE001 - the library below may raise anything
            failures.append(f"{output_class.name}: {type(error).__name__} {error}")


def _speech_dispatcher(language: str, heard: Heard) -> Any:  # noqa: ANN401 - the library ships no types
    """Our output for Speech Dispatcher; it is imported late, as it brings the library with it."""
    return importlib.import_module("playroom.voice.speech_dispatcher").SpeechDispatcher(language, heard)


def _join_com() -> None:
    """Let this thread use COM on Windows: its objects belong to the thread that makes them."""
    with suppress(ImportError):
        importlib.import_module("pythoncom").CoInitialize()
