"""A pupil at the first match, who knows nothing but what the tutor says: the key, or the choice."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from playroom.console.ui.list import ListPlace
from playroom.console.ui.preferences import book_with_keys, key_name
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import Command, PlaceName
from playroom.keys.keymap import Keymap, keymap
from playroom.narration.message import Message
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Phrasebook
from support.console.hand_held import Console
from support.voice.list_voice import Said

MOST_CHOICES: Final = 20
"""The choices after which a pupil who scans gives up."""

BEFORE_LESSON: Final = 2
"""The lines before the lesson in the first list, for somebody who has played no match."""


class Pupil:
    """A player with a language and a profile of keys, whose voice says *speed* characters a second."""

    def __init__(
        self, home: Path, language: str = "en", profile: str = "playroom", speed: float = 0.0
    ) -> None:
        self._home, self.language, self._profile = home, language, profile
        waits: Mapping[str, object] = {} if speed else {"pace": 0}
        self._settings = {"language": language, "keys": profile, **waits}
        self._speed = speed
        self.keys = self._read_keys()
        self.book = book_with_keys(phrasebook(language), self.keys, profile)
        self._known = {_name(self.book, key): key for key in self._every_key()}
        self.texts: list[str] = []
        """All that was heard."""
        self._asked = ""
        """The last text that named a key or a choice."""
        self.console = self._open()

    @property
    def scans(self) -> bool:
        """Whether the pupil has two keys, which scan and choose."""
        return self._profile == KeyProfile.SWITCH

    @property
    def asked(self) -> str:
        """The text in which the tutor has last named a key or a choice; "" once that was done."""
        return self._asked

    @property
    def asked_keys(self) -> Sequence[str]:
        """The keys that the tutor has named last: one, or two in a row; none for a choice."""
        if not self._names(self._asked, "press", "key"):
            return ()
        read = self._read(self._asked, "press", "key")
        two = self.book.say(Message("lessons.two_keys", blanks={"key": "", "end": ""}))
        return tuple(map(self._known.__getitem__, read.split(two) if two in read else [read]))

    def begin(self) -> Sequence[Said]:
        """Choose the first match in the list of lessons; what is heard from there on."""
        self.console.rest()
        self.console.forget()
        *way, last = self._way_in
        self.press(*way)
        return self.press(last)

    def come_back(self) -> None:
        """End the program, and start it again at the same match."""
        self.console.close()
        self._asked = ""
        self.console = self._open("continue")
        self._listen()

    def follow(self) -> Sequence[Said]:
        """Do what was asked for; what was heard then."""
        asked, keys, self._asked = self._asked, self.asked_keys, ""
        if self._names(asked, "choose", "choice"):
            return self._scan_to(self._read(asked, "choose", "choice"))
        heard = self.press(*keys)
        return [*heard, *self._close_list()]

    def _close_list(self) -> Sequence[Said]:
        """Close the list that a key of the table has opened, as was said before: nothing is asked there."""
        if self._asked or not isinstance(self.console.place, ListPlace):
            return []
        return self.press(self.keys.named_key(PlaceName.MENU, Command.CANCEL))

    def press(self, *keys: str) -> Sequence[Said]:
        """Press keys, and listen until nothing more would happen."""
        heard: list[Said] = []
        for key in keys:
            self.console.press(key)
            heard += self._listen()
        return heard

    def follow_until(self, words: str) -> None:
        """Do what is asked for, until that is said with these words."""
        while words not in self._asked:
            assert self._asked, words
            self.follow()

    def play(self, most: int = 100) -> None:
        """Do what is asked for, until nothing is or the console is back in the first list."""
        while self._asked and most:
            self.follow()
            most -= 1
        assert most, self._asked

    def _listen(self) -> Sequence[Said]:
        self.console.rest()
        heard = self.console.new()
        self.texts += [said.text for said in heard]
        asked = [said.text for said in heard if self.asks(said.text)]
        self._asked = asked[-1] if asked else self._asked
        return heard

    def asks(self, text: str) -> bool:
        """Whether a text names a key or a choice."""
        return self._names(text, "press", "key") or self._names(text, "choose", "choice")

    def _names(self, text: str, entry: str, blank: str) -> bool:
        return any(re.search(each, text) for each in self._patterns(entry, blank))

    def _read(self, text: str, entry: str, blank: str) -> str:
        """The key or choice that a text names last."""
        found = [name for each in self._patterns(entry, blank) for name in re.findall(each, text)]
        return str(found[-1])

    def _patterns(self, entry: str, blank: str) -> Sequence[str]:
        """What a request looks like, and a plain one."""
        made = [self.book.say(Message(f"lessons.{entry}", blanks={blank: "KEY"}))]
        if entry == "press":
            made.append(self.book.say(Message("lessons.plainly", blanks={"key": "KEY", "again": ""})))
        # A voice is given plain spaces, also before the colons of French.
        return [re.escape(" ".join(each.split()).partition("KEY")[0]) + r"(.+?)\.(?= |$)" for each in made]

    def _scan_to(self, choice: str) -> Sequence[Said]:
        """Scan until a choice is heard, and take it."""
        for _ in range(MOST_CHOICES):
            heard = self.press("space")
            # What follows the name of a tile is shorter where the player has chosen fewer words.
            if any(said.text.startswith(choice.partition(",")[0]) for said in heard):
                return self.press("enter")
        raise AssertionError(choice)

    @property
    def _way_in(self) -> Sequence[str]:
        if self._profile == KeyProfile.SWITCH:
            return (*["space"] * BEFORE_LESSON, "enter", "enter")
        down, choose = (self.keys.named_key(PlaceName.MENU, each) for each in (Command.NEXT, Command.CHOOSE))
        return (*[down] * BEFORE_LESSON, choose, choose)

    def _open(self, *arguments: str) -> Console:
        return Console(*arguments, home=self._home, settings=self._settings, speed=self._speed)

    def _read_keys(self) -> Keymap:
        found, faults = keymap(
            self.language, self._home / "config/playroom/keys.yaml", KeyProfile(self._profile)
        )
        assert faults == ()
        return found

    def _every_key(self) -> Sequence[str]:
        return [key for place in PlaceName for key in self.keys.bindings[place]]


def _name(book: Phrasebook, key: str) -> str:
    """The name of a key as the tutor says it."""
    return key.upper() if len(key) == 1 and key.islower() else key_name(book, key)
