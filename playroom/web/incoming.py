"""What a page may send: one message a frame, in JSON, checked before anything is done with it."""

import re
from collections import deque
from math import inf
from typing import Final, NamedTuple

from msgspec import Struct, ValidationError, convert
from msgspec.json import Decoder

from playroom.keys.bindings import is_key
from playroom.keys.commands import TABLE_BUTTONS, Command

MOST_BYTES: Final = 16_384
"""The longest message; a line of text has up to 2,000 characters."""

KEYS_A_SECOND: Final = 40.0
"""The keys a second that are taken for long: a key that is held repeats 30 times."""
MOST_AT_ONCE: Final = 80.0
"""The keys that are taken at once after a pause."""


class PageHello(Struct, frozen=True, forbid_unknown_fields=True):
    """The first message: the number of the last text that this page has got, 0 for a new page.

    *touch*: it is on a device for fingers, without a mouse. *table* is the code of the link to it,
    *version* that of the program that has sent the page. *told* are the code of the table where the visitor
    was, and the number of the event up to which all was told there, such as 7KQ2M9XD:57.
    """

    hello: int
    touch: int = 0
    table: str = ""
    version: str = ""
    told: str = ""


class PageAlive(Struct, frozen=True, forbid_unknown_fields=True):
    """The page asks for a sign of life; the number has no meaning."""

    alive: int


class KeyPress(Struct, frozen=True, forbid_unknown_fields=True):
    """A key by its name in keymaps."""

    key: str


class TextLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole line of text."""

    text: str


class ButtonCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """A command of the table, from a button."""

    command: Command


class PlaceCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """A command of the current place, from a button."""

    obey: Command


class LineTouch(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a list or an answer, by the number with which it was shown."""

    line: int


class TileChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile of the hand that is played, in the notation of the record, at an *end* if one was touched."""

    tile: str
    end: str = ""


class TextBegun(Struct, frozen=True, forbid_unknown_fields=True):
    """The browser's voice has begun the text of a number."""

    begun: int


class TextFinished(Struct, frozen=True, forbid_unknown_fields=True):
    """The browser's voice has said the text of a number to its end."""

    finished: int


class TextInterrupted(Struct, frozen=True, forbid_unknown_fields=True):
    """The browser's voice has not said the text of a number to its end."""

    interrupted: int


class VoiceMissing(Struct, frozen=True, forbid_unknown_fields=True):
    """The browser has no voice that could say the texts; the number has no meaning."""

    voiceless: int


TextReport = TextBegun | TextFinished | TextInterrupted

Incoming = (
    PageHello
    | PageAlive
    | KeyPress
    | TextLine
    | ButtonCommand
    | PlaceCommand
    | LineTouch
    | TileChoice
    | VoiceMissing
    | TextReport
)


class PageIsBack(NamedTuple):
    """A page has come back that has the texts up to a number; the lines too, unless it *is_new*."""

    seen: int
    is_new: bool


class LinkOpened(NamedTuple):
    """A link to the table of a code was opened where a console was open already."""

    code: str


class TooMuch(NamedTuple):
    """More was sent than is taken, and some of it was left out."""


class TooLate(NamedTuple):
    """What was sent has come late, and was left out: it was meant for what was so then."""


VisitEvent = Incoming | PageIsBack | LinkOpened | TooMuch | TooLate
"""What comes to a console: a message of the page, or news of it."""


_KINDS: Final[dict[str, type[Incoming]]] = {
    "hello": PageHello,
    "alive": PageAlive,
    "key": KeyPress,
    "text": TextLine,
    "command": ButtonCommand,
    "obey": PlaceCommand,
    "line": LineTouch,
    "tile": TileChoice,
    "voiceless": VoiceMissing,
    "begun": TextBegun,
    "finished": TextFinished,
    "interrupted": TextInterrupted,
}
_CODE: Final = re.compile(r"[0-9A-Za-z]{4}-?[0-9A-Za-z]{4}|[Ww]-[0-9A-Za-z]{16}", re.ASCII)
_TOLD: Final = re.compile(r"([0-9A-Z]{8}:[0-9]{1,9})?", re.ASCII)


def is_code(text: str) -> bool:
    """Whether a text may be the code of a table, or the word of a link to watch it."""
    return _CODE.fullmatch(text) is not None


_DECODER: Final = Decoder(dict[str, str | int])


def incoming(frame: str | bytes) -> tuple[Incoming | None, int | None]:
    """The message of a frame and when it was sent, in milliseconds of the page's clock, if it says so.

    The message is None if it is none, or none that a page of ours sends.
    """
    try:
        given = _DECODER.decode(frame)
        at = given.pop("at", None)
        name = next(iter(given))
        message = convert(given, _KINDS[name])
    except (ValidationError, ValueError, KeyError, RecursionError, StopIteration):
        return None, None
    at = at if isinstance(at, int) else None
    match message:
        case KeyPress(key) if not is_key(key):
            return None, at
        case PageHello(table=table, told=told) if (table and not is_code(table)) or not _TOLD.fullmatch(told):
            return None, at
        case ButtonCommand(command) if command not in TABLE_BUTTONS:
            return None, at
        case _:
            return message, at


LATE_SECONDS: Final = 2.0
"""The delay from which on a message is late: others have moved meanwhile, or a voice has spoken."""

DELAYS: Final = 20
"""The messages among which the quickest is taken to be in time: a clock may be set anew."""


class Delay:
    """How late messages come: those of a page have its own time, and the quickest is taken to be in time."""

    def __init__(self) -> None:
        self._last: deque[float] = deque(maxlen=DELAYS)
        self._noticed = -inf
        """When a message came that was too late, in seconds."""

    def is_late(self, sent: int | None, now: float) -> bool:
        """Whether a message is late that was sent at a time in milliseconds, and came at one in seconds.

        So is what was sent before that could be noticed: the end of what somebody has pressed would do
        something else without its beginning.
        """
        if sent is None:
            return False
        self._last.append(now - sent / 1000)
        sent_at = sent / 1000 + min(self._last)
        if now - sent_at > LATE_SECONDS:
            self._noticed = now
        return sent_at < self._noticed


class Budget:
    """How many messages are taken: those of a person, even one who holds a key."""

    def __init__(self, now: float) -> None:
        self._left, self._at = MOST_AT_ONCE, now
        self._is_spent = self.is_new_refusal = False

    def takes(self, now: float) -> bool:
        """Whether a message at this time, in seconds, is taken; after a refusal, only after a while."""
        self._left = min(MOST_AT_ONCE, self._left + (now - self._at) * KEYS_A_SECOND)
        self._at = now
        least = KEYS_A_SECOND / 2 if self._is_spent else 1
        is_spent = self._left < least
        self.is_new_refusal = is_spent and not self._is_spent
        self._is_spent = is_spent
        if not is_spent:
            self._left -= 1
        return not is_spent
