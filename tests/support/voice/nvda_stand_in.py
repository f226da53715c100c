"""A stand-in for NVDA and its client library, as its sources describe them, with which a test speaks by hand.

NVDA runs in a test as long as its texts are begun and ended by the test. As in NVDA, a call that waits for
its text returns when that was spoken or cut. Before 2026.2 it never returns if the text was cut before its
sound began; since then it returns when anything is cut, even if the text itself is spoken after that.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from xml.etree import ElementTree as ET

SUCCESS, SERVER_UNAVAILABLE, UNKNOWN_INTERFACE, CALL_FAILED, CANCELLED = 0, 1722, 1717, 1726, 1223
ACCESS_DENIED, REFUSED = 5, -1
"""Results of the interface, by their names in Windows."""
OF_2024 = ("nvdaController_speakSsml", "nvdaController_getProcessId")
"""The functions that NVDA 2024 has brought, beside the one for the callback."""
IS_SPEAKING = "nvdaController_isSpeaking"
"""The function that NVDA 2026.3 has brought."""
SET_CALLBACK = "nvdaController_setOnSsmlMarkReachedCallback"
NORMAL, NOW = 0, 2
"""Priorities of the interface."""


@dataclass(eq=False)
class Heard:
    """A text that NVDA was given: its marks, and what its call waits for; None if nobody waits."""

    text: str
    priority: int
    marks: tuple[str, ...] = ()
    news: "SimpleQueue[str | int] | None" = None
    has_begun: bool = False

    def tell(self, news: str | int) -> None:
        if listener := self.news:
            listener.put(news)


@dataclass
class Function:
    """A function of a library, with the attributes that ctypes gives it."""

    call: Callable[..., int]
    argtypes: tuple[object, ...] = ()

    def __call__(self, *arguments: object) -> int:
        return self.call(*arguments)


@dataclass(eq=False)
class NvdaStandIn:
    """NVDA and the library; one *of_2024* or not, each."""

    is_running: bool = True
    library_of_2024: bool = True
    nvda_of_2024: bool = True
    nvda_of_2026: bool = False
    library_of_2026: bool = False
    """Whether the library knows `IS_SPEAKING`."""
    is_asleep: bool = False
    """Whether it takes nothing from the window that has the focus."""
    is_busy: bool = False
    """Whether it leaves in its queue what it is given until that is carried out."""
    calls: list[tuple[object, ...]] = field(default_factory=list)
    """The calls that NVDA took, and what they were given."""
    waiting: list[Heard] = field(default_factory=list)
    """What sounds, and what waits behind it."""
    orphans: list[Heard] = field(default_factory=list)
    """The texts whose calls never return."""
    spoken: list[str] = field(default_factory=list)
    """The texts that were spoken to their end."""

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._functions: dict[str, Function] = {}
        self._callback: Callable[[str], int] | None = None
        self._queue: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._listening: list[Heard] = []
        """The texts whose calls wait for reports."""

    def __getattr__(self, name: str) -> Function:
        if name in (*OF_2024, SET_CALLBACK) and not self.library_of_2024:
            raise AttributeError(f"function '{name}' not found")
        if name == IS_SPEAKING and not self.library_of_2026:
            raise AttributeError(f"function '{name}' not found")
        if not name.startswith("nvdaController_"):
            raise AttributeError(name)
        return self._functions.setdefault(name, Function(lambda *given: self._take(name, given)))

    @property
    def texts(self) -> list[str]:
        """What sounds and waits."""
        return [heard.text for heard in self.waiting]

    def begin(self) -> None:
        """The sound of the first text begins."""
        heard = self.waiting[0]
        heard.has_begun = True
        heard.tell(heard.marks[0])

    def end(self) -> None:
        """The first text is spoken to its end."""
        heard = self.waiting.pop(0)
        self.spoken.append(heard.text)
        heard.tell(heard.marks[1])
        heard.tell(SUCCESS)

    def silence(self) -> None:
        """The player presses a key, or a program cuts what sounds and what waits."""
        with self._lock:
            cut, self.waiting = self.waiting, []
            listening = tuple(self._listening)
        for heard in listening:
            if heard.has_begun or self.nvda_of_2026:
                heard.tell(CANCELLED)
            elif heard in cut:
                self.orphans.append(heard)

    def carry_out(self) -> None:
        """Do what waits in the queue."""
        while not self._queue.empty():
            self._queue.get()()

    def quit(self) -> None:
        """NVDA ends: its calls fail."""
        self.is_running = False
        for heard in tuple(self._listening):
            heard.tell(CALL_FAILED)
        self.waiting, self.orphans = [], []

    def _take(self, name: str, given: tuple[object, ...]) -> int:
        if name == SET_CALLBACK:
            self._callback = given[0]  # type: ignore[assignment]
            return SUCCESS
        if not self.is_running:
            return SERVER_UNAVAILABLE
        if name in OF_2024 and not self.nvda_of_2024:
            return UNKNOWN_INTERFACE
        if name == IS_SPEAKING:
            given[0]._obj.value = any(heard.has_begun for heard in self.waiting)  # type: ignore[attr-defined]  # noqa: SLF001 (what ctypes.byref points to)
            return SUCCESS
        short = name.removeprefix("nvdaController_")
        if self.is_asleep and short not in ("testIfRunning", "getProcessId"):
            return ACCESS_DENIED if short == "speakSsml" else REFUSED
        if short == "speakSsml":
            return self._speak_ssml(*given)  # type: ignore[arg-type]
        if short not in ("testIfRunning", "getProcessId"):
            self.calls.append((short, *given))
        return self._do(short)

    def _do(self, name: str) -> int:
        if name == "cancelSpeech":
            self._enqueue(self.silence)
        return SUCCESS

    def _enqueue(self, call: Callable[[], None]) -> None:
        self._queue.put(call)
        if not self.is_busy:
            self.carry_out()

    def _speak_ssml(self, ssml: str, symbols: int, priority: int, asynchronous: int) -> int:
        root = ET.fromstring(ssml)  # noqa: S314 (our own text)
        marks = tuple(str(mark.get("name")) for mark in root.iter("mark"))
        news: SimpleQueue[str | int] | None = None if asynchronous else SimpleQueue()
        heard = Heard("".join(root.itertext()), priority, marks, news)
        if news:
            with self._lock:
                self._listening.append(heard)
        self._enqueue(lambda: self._insert(heard))
        # Noted once it can be carried out and cut: tests wait for the call before they do either.
        self.calls.append(("speakSsml", ssml, symbols, priority, asynchronous))
        return self._result(heard, news) if news else SUCCESS

    def _insert(self, heard: Heard) -> None:
        """Put a text behind those of its priority."""
        with self._lock:
            before = [each for each in self.waiting if each.priority >= heard.priority]
            self.waiting.insert(len(before), heard)

    def _result(self, heard: Heard, news: "SimpleQueue[str | int]") -> int:
        """The result of a call that waits for its text, once it is known."""
        while not isinstance(item := news.get(), int):
            assert self._callback
            self._callback(item)
        with self._lock:
            self._listening.remove(heard)
        heard.news = None
        return item
