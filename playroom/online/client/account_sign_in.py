"""How a client signs in at a server with accounts."""

from collections.abc import Callable

from playroom.online.client.guest_ear import Blanks, Entrance
from playroom.online.wire.messages import Nak, SignedIn, SignIn, SignInAgain
from playroom.online.wire.protocol import RefusalCode

BANS = (RefusalCode.BANNED_UNTIL, RefusalCode.BANNED_FOREVER)


class AccountSignIn:
    """Signs in by the key of the last time, or has the player asked for a name and a password."""

    def __init__(
        self,
        entrance: Entrance,
        ask: Callable[[str, Blanks], None],
        send: Callable[[SignIn | SignInAgain], None],
        join: Callable[[], None],
    ) -> None:
        """*ask* asks the player, with the refusal of the last answer; *join* continues afterwards."""
        self._key, self._keep = entrance.key, entrance.keep_key
        self._ask, self._send, self._join = ask, send, join
        self._is_under_way = False

    def begin(self) -> None:
        """Sign in by the key, or ask."""
        self._is_under_way = True
        if self._key:
            self._send(SignInAgain(self._key))
        else:
            self._ask("", {})

    def answer(self, name: str, password: str, *, is_new: bool) -> None:
        """Sign in as the player has answered."""
        self._send(SignIn(name, password, is_new))

    def succeed(self, signed_in: SignedIn) -> None:
        """Keep the key for the next time, and go on."""
        self._is_under_way, self._key = False, signed_in.key
        self._keep(self._key)
        self._join()

    def takes(self, nak: Nak) -> bool:
        """Ask again after a refusal; False if it is none of signing in, or one that no answer changes."""
        if not self._is_under_way or nak.code in BANS:
            return False
        self._key = ""
        self._ask("" if nak.code == RefusalCode.WRONG_KEY else nak.code, nak.blanks)
        return True
