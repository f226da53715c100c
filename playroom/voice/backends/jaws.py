"""JAWS as an output of accessible-output2, which notices that JAWS has ended."""

from accessible_output2.outputs.base import OutputError
from accessible_output2.outputs.jaws import Jaws


class JAWS(Jaws):  # type: ignore[misc]  # the library ships no types
    """The library's output, with the interface's own way to stop. JAWS never reports the end of a text."""

    def speak(self, text: str, interrupt: bool = False) -> None:  # noqa: FBT001, FBT002 (the library's signature)
        """Speak *text* now or in turn; OutputError if JAWS does not take it."""
        if not text:
            self.object.StopSpeech()
        # The spaces are the library's: JAWS may swallow the beginning of a text.
        elif not self.object.SayString(f"      {text}", interrupt):
            raise OutputError("JAWS takes no text")
