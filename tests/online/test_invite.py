"""Invites as they are copied, typed and said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playroom.online.wire.invite import (
    ALPHABET,
    NO_CODE,
    Invite,
    InviteError,
    crockford,
    fingerprint,
    invite_of,
    lobby_of,
    server_of,
)

codes = st.text(ALPHABET, min_size=8, max_size=8)
pins = st.text(ALPHABET, min_size=16, max_size=16)
hosts = st.sampled_from(["example.org", "192.0.2.7", "2001:db8::7", "localhost", "münchen.example"])


@pytest.mark.long
@given(st.builds(Invite, codes, hosts, st.integers(1, 65535), pins | st.just("")))
def test_an_invite_comes_back_from_its_text(invite: Invite) -> None:
    assert invite_of(f" {invite}\n") == invite


@pytest.mark.long
@given(codes)
def test_a_code_alone_is_an_invite(code: str) -> None:
    assert invite_of(code) == Invite(code)


def test_look_alikes_and_hyphens_are_read_as_meant() -> None:
    assert invite_of("7kq2-mOIl") == Invite("7KQ2M011")


@pytest.mark.parametrize("margin", ["\ufeff", " \ufeff", "\ufeff ", "\u200e", "\u2068", "\u200b\n"])
def test_marks_that_were_copied_along_are_not_part_of_an_invite(margin: str) -> None:
    assert invite_of(f"{margin}7KQ2M9XD@example.org{margin}") == Invite("7KQ2M9XD", "example.org")
    assert lobby_of(f"{margin}club.example.org{margin}") == Invite(NO_CODE, "club.example.org")
    assert server_of(f"{margin}club.example.org") == Invite(NO_CODE, "club.example.org")


@pytest.mark.parametrize(
    "text", ["", "7KQ2", "7KQ2M9XU", "7KQ2M9XD@", "7KQ2M9XD@a:0", "7KQ2M9XD@a:7/4T", "@a:7"]
)
def test_what_is_not_an_invite_is_refused(text: str) -> None:
    with pytest.raises(InviteError):
        invite_of(text)


@pytest.mark.parametrize(
    ("link", "invite"),
    [
        ("https://club.example.org/7KQ2M9XD", Invite("7KQ2M9XD", "club.example.org", 443)),
        (" HTTPS://club.example.org:8443/7kq2-m9xd/\n", Invite("7KQ2M9XD", "club.example.org", 8443)),
        ("https://[2001:db8::7]/7KQ2M9XD?from=mail#top", Invite("7KQ2M9XD", "2001:db8::7", 443)),
    ],
)
def test_a_link_is_an_invite(link: str, invite: Invite) -> None:
    assert invite_of(link) == invite
    assert lobby_of(link) is None


@pytest.mark.parametrize(
    "link",
    [
        "http://club.example.org/7KQ2M9XD",
        "https://club.example.org",
        "https://club.example.org/7KQ2M9X",
        "https://club.example.org/in/7KQ2M9XD",
        "https://me@club.example.org/7KQ2M9XD",
        "https:///7KQ2M9XD",
        "https://club.example.org:0/7KQ2M9XD",
    ],
)
def test_a_link_to_anything_else_is_no_invite(link: str) -> None:
    with pytest.raises(InviteError):
        invite_of(link)


@pytest.mark.parametrize("text", ["https://club.example.org", "https://club.example.org/"])
def test_the_link_of_a_club_is_that_of_its_list(text: str) -> None:
    assert lobby_of(text) == server_of(text) == Invite(NO_CODE, "club.example.org", 443)


@pytest.mark.parametrize(
    ("text", "server"),
    [
        ("club.example.org", Invite(NO_CODE, "club.example.org")),
        ("localhost:7000", Invite(NO_CODE, "localhost", 7000)),
        ("[2001:db8::7]/0123456789ABCDEF", Invite(NO_CODE, "2001:db8::7", fingerprint="0123456789ABCDEF")),
        ("7KQ2M9XD", None),
        ("7KQ2M9XD@example.org", None),
        ("hello", None),
        ("a.b:0", None),
    ],
)
def test_the_address_of_a_server_has_no_code(text: str, server: Invite | None) -> None:
    assert lobby_of(text) == server


def test_bytes_are_written_five_bits_a_letter() -> None:
    assert crockford(bytes(5)) == "00000000"
    assert crockford(b"\xff" * 5) == "ZZZZZZZZ"
    assert crockford((1).to_bytes(5)) == "00000001"


def test_a_fingerprint_has_sixteen_letters() -> None:
    assert fingerprint(b"certificate") == invite_of(f"00000000@a/{fingerprint(b'certificate')}").fingerprint
    assert len(fingerprint(b"certificate")) == 16
