"""The messages by which people sign in where a server has accounts."""

from playroom.online.wire.message_bases import FromClient, FromServer


class SignIn(FromClient, frozen=True):
    """Sign in by a name and a password, or make an account of them."""

    name: str
    password: str
    is_new: bool = False


class SignInAgain(FromClient, frozen=True):
    """Sign in by the key that was given before."""

    key: str


class ChangePassword(FromClient, frozen=True):
    """Give an account another password; `SignedIn` answers, with the key that goes with it."""

    name: str
    password: str
    new: str


class SignedIn(FromServer, frozen=True):
    """The client has an account of this name now, and signs in by the key next time."""

    name: str
    key: str
