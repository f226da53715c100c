"""Speech Dispatcher as an output of accessible-output2, over our own SSIP client.

The library's own output needs a system package, and blocks for ever if the server stops answering.
"""

from accessible_output2.outputs.base import Output, OutputError

from playroom.voice.backends.backend import OnSpeechEvent
from playroom.voice.backends.ssip import SSIPClient, SSIPError


class SpeechDispatcher(Output):  # type: ignore[misc]  # the library ships no types
    """The output for Speech Dispatcher; OutputError if the server cannot be reached."""

    name = "Linux Speech Dispatcher"
    reports_end = True

    def __init__(self, language: str, on_event: OnSpeechEvent) -> None:
        # Output.__init__ is not called: it only loads DLLs, and starts a program to do so.
        try:
            self._client = SSIPClient("playroom", language=language, on_event=on_event)
        except SSIPError as error:
            raise OutputError(str(error)) from error

    def is_active(self) -> bool:
        """Return True: the output cannot be made without a server."""
        return True

    def speak(self, text: str, interrupt: bool = False) -> None:  # noqa: FBT001, FBT002 (the library's signature)
        """Speak *text* now or in turn; an interruption stops other programs too."""
        if interrupt:
            self.silence()
        if text:
            self._client.speak(text, important=interrupt)

    def silence(self) -> None:
        """Stop the present text, and drop those that wait."""
        self._client.cancel()

    def close(self) -> None:
        """Disconnect from the server."""
        self._client.close()
