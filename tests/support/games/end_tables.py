"""Tables with more than two ends, and what is said at them."""

from dataclasses import dataclass, field

from tellings import NAMES

from playroom.narration.message import Message
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience, Verbosity
from playroom.rules.seat import Seat
from playroom.rules.view import View, view
from support.console.arrange import made, table


@dataclass(frozen=True)
class Table:
    """A position: whose the hands are stands clockwise from Ada, who is to move; *moves* are made in it."""

    game: str
    hands: str
    layout: str = ""
    boneyard: str = ""
    moves: str = ""
    options: dict[str, object] = field(default_factory=dict)

    def seen(self, ear: Seat | None = 0) -> View:
        """What the listener may know of it."""
        match = table(self.game, self.hands, self.layout, self.boneyard, options=self.options)
        return view(made(match, self.moves), ear)


CROSS = Table("all-fives", "5-5 1-0 6-3 2-1, 3-3 5-0", "5-4 4-4 4-1 / 4-3 / 4-0", "6-5 6-4")
SPINNER = Table("all-fives", "5-5 4-1 3-0, 3-3 5-0", "5-4 4-4 4-1", "6-5 6-4")
NO_ARMS = Table("all-fives", "5-5 4-1 3-0, 3-3 5-0", "5-4", "6-5 6-4")
MATADOR = Table("matador", "6-1 5-5 4-1 0-0, 3-3 2-2", "3-0", "6-0 6-5 6-4")
ENGINE = Table("mexican-train", "9-8 2-2, 3-3 6-0, 8-3 7-1", "", "1-0 5-0")
TRAINS = Table(
    "mexican-train", "7-0 6-4 2-2, 3-3 6-0, 8-3 7-1", "9-9 / 9-6 / 9-4 * / 9-3 5-3 / 9-7", "1-0 5-0"
)
OWING = Table(
    "mexican-train", "7-7 7-0 6-4, 3-3 3-2, 7-1", "9-9 / 9-6 / 9-4 * / 9-3 / 9-7", "1-0", "7-7 mexican"
)
TWO_OWED = Table(
    "mexican-train",
    "7-7 6-6 7-0 6-4, 3-3 3-2, 7-1",
    "9-9 / 9-6 / 9-4 * / 9-3 / 9-7",
    "1-0",
    "7-7 mexican, 6-6 train 0",
    {"doubles": "several"},
)
NOTHING_ELSE = Table(
    "mexican-train",
    "7-7 6-6 7-0, 3-3 3-2",
    "9-9 / 9-7 / 9-5 / 9-6",
    "1-0",
    "7-7 train 0, 6-6 mexican",
    {"doubles": "several"},
)
FIRST_TURN = Table(
    "mexican-train", "9-8 8-2 9-5, 3-3 6-0, 8-3 7-1", "", "1-0", "9-8 train 0", {"first_turn": "many"}
)


def said(
    message: Message, ear: Seat | None = 0, language: str = "en", verbosity: Verbosity = Verbosity.NORMAL
) -> str:
    """*message* in words, with plain spaces where French binds a sign to its word."""
    return phrasebook(language).say(message, Audience(NAMES, ear), verbosity).replace("\u00a0", " ")
