"""What is kept of servers: by which name, and whom it is shown to."""

from pathlib import Path

import pytest

from playroom.online.client.websocket_link import ServerAddress
from playroom.online.seat_tokens import KnownServer, SeatTokens
from playroom.online.wire.invite import Invite

CODE, PIN, OTHER_PIN = "7KQ2M9XD", "0123456789ABCDEF", "AAAAAAAAAAAAAAAA"
CLUB = "club.example"


def server(folder: Path, host: str, pinned: str = "", shown: str = "") -> KnownServer:
    """The server of an invite; *pinned* is the certificate in the invite, *shown* that which it shows."""
    files = (SeatTokens(folder / "online" / f"{name}.json") for name in ("seats", "accounts", "admins"))
    return KnownServer(Invite(CODE, host, 7373, pinned), ServerAddress(host, 7373, pinned or shown), *files)


def test_the_folder_of_the_tokens_is_made(tmp_path: Path) -> None:
    tokens = SeatTokens(tmp_path / "playroom" / "online" / "seats.json")

    tokens.keep("a", "1")
    tokens.keep("b", "2")

    assert [tokens.get(each) for each in "abc"] == ["1", "2", ""]


def test_the_certificate_of_a_table_is_known_by_its_code(tmp_path: Path) -> None:
    tokens = SeatTokens(tmp_path / "seats.json")
    for name in (f"0000000A/{OTHER_PIN}", f"{CODE}/{PIN}", f"0000000B@{CLUB}:7373"):
        tokens.keep(name, "a token")

    assert [tokens.fingerprint(code) for code in ("0000000A", CODE, "0000000B", "0000000C")] == [
        OTHER_PIN,
        PIN,
        "",
        "",
    ]


@pytest.mark.parametrize(
    ("host", "pinned", "shown", "name"),
    [
        (CLUB, PIN, PIN, f"{CODE}/{PIN}"),
        (CLUB, "", PIN, f"{CODE}@{CLUB}:7373"),
        ("", "", PIN, f"{CODE}/{PIN}"),
    ],
    ids=["an invite with a certificate", "an invite without one", "a code alone"],
)
def test_a_seat_is_kept_by_what_the_player_knows_of_the_server(
    tmp_path: Path, host: str, pinned: str, shown: str, name: str
) -> None:
    known = server(tmp_path, host, pinned, shown)

    known.keep_seat(CODE, "a token")

    assert known.seats.get(name) == "a token"


@pytest.mark.parametrize(
    ("host", "pinned", "shown", "key"),
    [
        (CLUB, "", PIN, "the key"),
        (CLUB, PIN, "", "the key"),
        ("elsewhere.example", PIN, "", "the key"),
        ("elsewhere.example", "", "", ""),
        (CLUB, OTHER_PIN, "", ""),
        (CLUB, "", "", ""),
        ("", "", PIN, "the key"),
        ("", "", "", ""),
        ("", "", OTHER_PIN, ""),
    ],
    ids=[
        "the same address",
        "the address and the certificate",
        "the certificate elsewhere",
        "another address",
        "another certificate at the address",
        "an address where it is not known who answers",
        "a code alone, and the certificate",
        "a code alone",
        "a code alone, and another certificate",
    ],
)
def test_the_key_of_an_account_is_shown_to_its_server_alone(
    tmp_path: Path, host: str, pinned: str, shown: str, key: str
) -> None:
    server(tmp_path, CLUB, "", PIN).keep_account_key("the key")

    assert server(tmp_path, host, pinned, shown).account_key == key


@pytest.mark.parametrize(("known", "secrets"), [(PIN, ("a key", "a token")), (OTHER_PIN, ("", ""))])
def test_what_was_kept_with_the_certificate_is_found_by_an_address_that_is_known_for_it(
    tmp_path: Path, known: str, secrets: tuple[str, str]
) -> None:
    typed_in_full = server(tmp_path, CLUB, PIN)
    typed_in_full.keep_account_key("a key")
    typed_in_full.keep_admin_token("a token")

    address_alone = server(tmp_path, CLUB)
    address_alone.address.known = known

    assert (address_alone.account_key, address_alone.admin_token) == secrets
    assert address_alone.key_reader()() == secrets[0]
