"""Links by which one can only watch: they have another word in the place of the table's code.

The word is made of the code by a key of the club, which alone finds the code in it again. So links hold as
long as the key does, at all servers of the club, and nothing is stored. Who guesses has as little chance as
with codes, and an answer is counted as for these. Who comes by a link is refused what players may do.
"""

from hmac import compare_digest, digest
from typing import Final

from playroom.online.server.refused import Refused
from playroom.online.server.tables.live_table import LiveTable
from playroom.online.server.tables.outbox import Outbox
from playroom.online.wire.invite import ALPHABET, CODE_BYTES, WATCH, crockford
from playroom.online.wire.messages import ClientMessage, InvitePerson, TableCommand
from playroom.online.wire.protocol import RefusalCode
from playroom.online.wire.table_commands import HandOver

_LETTERS: Final = CODE_BYTES * 8 // 5


class WatchLinks:
    """Makes words of codes, and finds the codes of words, by a *key*."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def word(self, code: str) -> str:
        """The word for the code of a table; "" for what no server gives as a code."""
        if len(code) != _LETTERS or not set(code) <= set(ALPHABET):
            return ""
        seal = self._mixed("watch", code)
        return f"{WATCH}{seal}{self._masked(code, seal)}"

    def code(self, word: str) -> str:
        """The code for a word; "" if it is none of this club."""
        letters = word.removeprefix(WATCH)
        if len(letters) != 2 * _LETTERS or not set(letters) <= set(ALPHABET):
            return ""
        seal = letters[:_LETTERS]
        code = self._masked(letters[_LETTERS:], seal)
        return code if compare_digest(self._mixed("watch", code), seal) else ""

    def _masked(self, letters: str, seal: str) -> str:
        """Letters that say nothing without the key; the same again for those."""
        mask = self._mixed("mask", seal)
        pairs = zip(letters, mask, strict=True)
        return "".join(ALPHABET[ALPHABET.index(one) ^ ALPHABET.index(other)] for one, other in pairs)

    def _mixed(self, purpose: str, letters: str) -> str:
        """Letters that follow from others by the key."""
        return crockford(digest(self._key, f"{purpose} {letters}".encode(), "sha256")[:CODE_BYTES])


def check_watching(message: ClientMessage, outbox: Outbox, table: LiveTable | None) -> None:
    """Refused if who only watches would do something at the table, or be its host."""
    match message:
        case TableCommand() if outbox.watches:
            raise Refused(RefusalCode.ONLY_WATCHING)
        case InvitePerson(code=code) if outbox.watches or code.startswith(WATCH):
            raise Refused(RefusalCode.ONLY_WATCHING)
        case TableCommand(do=HandOver(person=person)) if table and person in table.watching:
            raise Refused(RefusalCode.NO_SUCH_PERSON)
