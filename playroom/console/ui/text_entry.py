"""A line of text that is typed, or put together by scanning."""

from collections.abc import Callable
from functools import partial
from typing import Final

from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.keys.commands import Command, PlaceName
from playroom.narration.message import Message, answer

MOST_WRITTEN: Final = 2000
"""The most characters of a line that can be pasted at once."""

LETTERS: Final = 26
"""The letters of an alphabet that come before those with accents."""
LETTERS_IN_ROW: Final = 6
DIGIT_ROWS: Final = ("01234", "56789")
SIGN_ROWS: Final = {"address": ".:/-_@", "sentence": ",'?!;\"()", "other": "#&+=%*$<>[]{}|\\^~`"}
"""All signs of a keyboard for those who scan; the first row has those of invites and addresses."""


class TextEntry:
    """A line of text, typed and read back letter by letter; it grows where the cursor is.

    Of a pasted text it takes the first line; *take_lines* takes all of a text of several lines, which ends
    the entry. What stands there at first gives way to what is typed or pasted, unless another key has worked
    on it before. *cancelled* is called if the line is left; without it, the place below says where one is.
    """

    bindings = PlaceName.WRITING
    is_secret = False
    """Whether what is written is neither said nor shown."""

    def __init__(
        self,
        room: Room,
        prompt: Message,
        text: str,
        done: Callable[[str], None],
        *,
        take_lines: Callable[[str], None] | None = None,
        cancelled: Callable[[], None] | None = None,
    ) -> None:
        self._cancelled = cancelled
        self._room, self._prompt, self._text, self._done = room, prompt, text, done
        self._cursor, self._is_suggestion, self._take_lines = len(text), True, take_lines
        self._row = ""
        """The characters of the row that was chosen by scanning; "" while none is."""
        self._is_other_case = False
        """Whether the next letter that is scanned is a capital where it would not be, or the reverse."""

    def resume(self) -> None:
        """Have what is typed added to what stands there, such as a text that was refused."""
        self._is_suggestion = False

    def tell(self) -> None:
        """Say what is to be written, and what stands there."""
        self._room.speech.answer(self._prompt, self._written())

    def obey(self, command: Command) -> None:
        """Take the text, take a letter back, or leave it all as it was."""
        # The line itself is before its choices, of which the first is in focus, or none.
        if command is Command.PREVIOUS and self._room.scanner.focused in ("", self.choices()[0].key):
            self._room.scanner.restart()
            self._room.speech.answer(self._written())
            return
        if self._room.scanner.obey(command):
            return
        match command:
            case Command.CHOOSE:
                self._end()
            case Command.ERASE:
                self._erase(self._cursor - 1)
            case Command.ERASE_NEXT:
                self._erase(self._cursor)
            case Command.CLEAR:
                self._set("")
                self._room.speech.answer(answer("menus.cleared"))
            case Command.LESS:
                self._go_to(self._cursor - 1)
            case Command.MORE:
                self._go_to(self._cursor + 1)
            case Command.FIRST:
                self._go_to(0)
            case Command.LAST:
                self._go_to(len(self._text))
            case _:
                self._leave()

    def _leave(self) -> None:
        if self._cancelled:
            self._room.places.drop()
            self._cancelled()
        else:
            self._room.places.back()

    def typed(self, key: str) -> bool:
        """Add a letter and say it."""
        letter = " " if key == "space" else key
        if len(letter) != 1:
            return False
        self._room.scanner.restart()
        self._insert(letter)
        self._tell_character(key)
        return True

    def paste(self, text: str) -> None:
        """Add a pasted line, and say all that is written; or take a pasted text of several lines."""
        self._room.scanner.restart()
        first, *others = text.split("\n")
        if others and self._take_lines:
            self._room.places.drop()
            self._take_lines(text)
        else:
            self._add(" ".join(first.split())[:MOST_WRITTEN])

    @property
    def question(self) -> Message:
        """What is to be written."""
        return self._prompt

    @property
    def text(self) -> str:
        """What stands there."""
        return self._text

    def write(self, text: str) -> None:
        """Take a whole line that was typed elsewhere, and end."""
        self._set(" ".join(text.split())[:MOST_WRITTEN])
        self._end()

    def choices(self) -> tuple[Item, ...]:
        """The characters of a row that was chosen; else the rows, the end, and the way back."""

        def character_item(character: str) -> Item:
            label = Message("menus.letter", blanks={"letter": self._room.speech.key_name(character)})
            written = character.upper() if self._writes_capital else character
            return Item(character, label, choose=partial(self._add, written))

        def change_case() -> None:
            self._is_other_case = not self._is_other_case
            case = "capital" if self._writes_capital else "small"
            self._room.speech.answer(answer(f"menus.next_letter.{case}"))

        if self._row:
            back = Item("back", Message("menus.back"), choose=partial(self._open_row, ""))
            return (*map(character_item, self._row), back)
        alphabet = self._room.speech.words(Message("menus.alphabet"))
        plain, accented = alphabet[:LETTERS], alphabet[LETTERS:]
        starts = range(0, len(plain), LETTERS_IN_ROW)
        rows = (*(plain[at : at + LETTERS_IN_ROW] for at in starts), *DIGIT_ROWS)
        named = {**({"accented": accented} if accented else {}), **SIGN_ROWS}
        case = "small" if self._writes_capital else "capital"
        return (
            *map(self._row_item, rows),
            Item("space", Message("keys.names.space"), choose=partial(self._add, " ")),
            *(self._row_item(row, Message(f"menus.signs.{name}")) for name, row in named.items()),
            Item("case", Message(f"menus.next_letter.{case}"), choose=change_case),
            Item("erase", Message("keys.writing.erase"), choose=lambda: self._erase(self._cursor - 1)),
            Item("done", Message("keys.writing.choose"), choose=self._end),
            Item("leave", Message("keys.writing.cancel"), choose=self._leave),
        )

    @property
    def _writes_capital(self) -> bool:
        """Whether the next letter that is scanned is a capital: that which begins a word is one."""
        begins = self._text[: self._cursor].endswith(" ") or not self._cursor
        return begins is not self._is_other_case

    def _row_item(self, row: str, name: Message | None = None) -> Item:
        ends = {"first": self._room.speech.key_name(row[0]), "last": self._room.speech.key_name(row[-1])}
        label = name or Message("menus.letter_row", blanks=ends)
        return Item(row, label, choose=partial(self._open_row, row))

    def _open_row(self, row: str) -> None:
        """Offer the characters of a row, or the rows again, and say the first."""
        self._row = row
        self._room.scanner.restart()
        self._room.scanner.move(1)

    def _add(self, letter: str) -> None:
        self._row, self._is_other_case = "", False
        self._insert(letter)
        self._room.speech.answer(self._written())

    def _insert(self, text: str) -> None:
        if self._is_suggestion:
            self._set("")
        at = self._cursor
        self._text = self._text[:at] + text + self._text[at:]
        self._cursor += len(text)

    def _go_to(self, cursor: int) -> None:
        """Put the cursor before a character, which is said, or at the end of the line."""
        self._room.scanner.restart()
        self._is_suggestion = False
        self._cursor = max(0, min(cursor, len(self._text)))
        under = self._text[self._cursor : self._cursor + 1]
        if under:
            self._tell_character("space" if under == " " else under)
        else:
            self._room.speech.answer(answer("menus.line_end"))

    def _tell_character(self, key: str) -> None:
        self._room.speech.answer(Message("menus.letter", blanks={"letter": self._room.speech.character(key)}))

    def _written(self) -> Message:
        return answer("menus.written", text=self._text, length=len(self._text))

    def _set(self, text: str) -> None:
        self._text, self._cursor, self._is_suggestion = text, len(text), False

    def _erase(self, at: int) -> None:
        """Erase the character at a place of the line, if there is one, and put the cursor there."""
        self._is_suggestion = False
        erased = self._text[at : at + 1] if at >= 0 else ""
        if erased:
            self._text = self._text[:at] + self._text[at + 1 :]
            self._cursor = at
        self._tell_erased(erased)

    def _tell_erased(self, erased: str) -> None:
        """Say what was erased; a line that is secret says less."""
        named = self._room.speech.character("space") if erased == " " else erased
        self._room.speech.answer(answer("menus.erased", letter=named, length=len(erased)))

    def _end(self) -> None:
        self._room.places.drop()
        self._done(self._text.strip())
