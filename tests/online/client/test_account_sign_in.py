"""How a client signs in: by a kept key, or as its player answers."""

import pytest

from playroom.online.client.table_client import AccountSignIn
from playroom.online.client.table_listener import Entrance
from playroom.online.wire.messages import Nak, SignedIn, SignIn, SignInAgain
from playroom.online.wire.protocol import RefusalCode


class Kept:
    """A way to sign in, and all that it did."""

    def __init__(self, key: str = "") -> None:
        self.done: list[object] = []
        entrance = Entrance("Ada", key=key, keep_key=lambda kept: self.done.append(("kept", kept)))
        self.way = AccountSignIn(
            entrance,
            lambda code, blanks: self.done.append(("asked", code, blanks)),
            self.done.append,
            lambda: self.done.append("joined"),
        )


def test_who_has_no_key_is_asked_and_keeps_the_key_that_comes() -> None:
    made = Kept()

    made.way.begin()
    made.way.answer("Ada", "eight or more", is_new=True)
    made.way.succeed(SignedIn("Ada", "ada.1"))
    made.way.begin()

    assert made.done == [
        ("asked", "", {}),
        SignIn("Ada", "eight or more", is_new=True),
        ("kept", "ada.1"),
        "joined",
        SignInAgain("ada.1"),
    ]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (RefusalCode.WRONG_KEY, ""),
        (RefusalCode.WRONG_PASSWORD, RefusalCode.WRONG_PASSWORD),
        (RefusalCode.TOO_FAST, RefusalCode.TOO_FAST),
    ],
)
def test_who_is_refused_is_asked_again_without_the_old_key(code: RefusalCode, said: str) -> None:
    made = Kept("ada.0")
    made.way.begin()

    taken = made.way.takes(Nak("", code, {"seconds": 3}))
    made.way.begin()

    assert taken
    assert made.done == [SignInAgain("ada.0"), ("asked", said, {"seconds": 3}), ("asked", "", {})]


@pytest.mark.parametrize("code", [RefusalCode.BANNED_UNTIL, RefusalCode.BANNED_FOREVER])
def test_who_is_banned_is_not_asked_again(code: RefusalCode) -> None:
    made = Kept("ada.0")
    made.way.begin()

    assert not made.way.takes(Nak("", code))
    assert made.done == [SignInAgain("ada.0")]


def test_a_refusal_before_and_after_signing_in_is_of_something_else() -> None:
    made = Kept("ada.0")

    before = made.way.takes(Nak("", RefusalCode.NO_SUCH_TABLE))
    made.way.begin()
    made.way.succeed(SignedIn("Ada", "ada.1"))
    after = made.way.takes(Nak("", RefusalCode.NO_SUCH_TABLE))

    assert (before, after) == (False, False)
    assert made.done == [SignInAgain("ada.0"), ("kept", "ada.1"), "joined"]
