"""A page that offers a version is believed if its key has signed it, and asked for once a day."""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from support.update.releases import Server, Signer, folder_of, page_of, serving

from playroom.update.newest_version import Releases, newest_version
from playroom.update.offer import ADDRESS, PAGE, SIGNATURE, BadOffer, is_newer, read_offer

TODAY, TOMORROW = date(2026, 1, 1), date(2026, 1, 2)
SIGNER = Signer()
CONTENT = folder_of("1.1.0")
GOOD = page_of("1.1.0", CONTENT)


def refused(page: bytes, signature: bytes | None = None, key: str = SIGNER.public) -> None:
    with pytest.raises(BadOffer):
        read_offer(page, SIGNER.sign(page) if signature is None else signature, key)


def test_nothing_is_asked_before_there_is_an_address() -> None:
    assert ADDRESS == ""
    assert not Releases(ADDRESS, "").may_be_asked({})
    assert Releases("https://there.example/", "").may_be_asked({})
    assert not Releases("https://there.example/", "").may_be_asked({"PLAYROOM_NO_UPDATE": "1"})


def test_a_signed_page_offers_its_version_with_news_in_the_language_or_in_english() -> None:
    offer = read_offer(GOOD, SIGNER.sign(GOOD), SIGNER.public)

    assert offer.version == "1.1.0"
    assert offer.news_in("fr") == ["Kozel, et des indices plus vite."]
    assert offer.news_in("eo")[0] == "Kozel, and faster hints."


def test_what_minisign_has_signed_is_believed() -> None:
    page = b'{"version": "1.1.0", "news": {"en": ["Kozel, and faster hints."]}}\n'
    signature = (
        b"untrusted comment: signature from minisign secret key\n"
        b"RUSgMwp8jzK06yHXqGdMHaWoIJc0cbbpnT4kEV/eDJEk6pXahTzcRLA0AIJN"
        b"J0CE/f0Ht66BtszeQ9CZNwQRsB5Aij5/aIImjgY=\n"
        b"trusted comment: timestamp:1795828784\tfile:newest.json\thashed\n"
        b"Sqj3nsNl1BZHU0lKW18O6zXKM0YcIIAykGngEKalwM/U78itMxv6Oz2GDd1odu995FQazjmCpq1WVsQ2OCBpBg==\n"
    )
    key = "RWSgMwp8jzK068GTtjRpnbuBcRcYeF7ADktfdZB8vhFXM7l4ogaFem+E"

    assert read_offer(page, signature, key).version == "1.1.0"
    assert read_offer(page, signature.replace(b"\n", b"\r\n"), key).version == "1.1.0"


def test_a_page_that_was_changed_is_refused() -> None:
    refused(GOOD.replace(b"1.1.0", b"1.2.0"), SIGNER.sign(GOOD))


@pytest.mark.parametrize(
    "signature",
    [
        *(b"", b"\n\n\n\n", b"x" * 500, SIGNER.sign(GOOD)[:-20]),
        SIGNER.sign(GOOD, kind=b"Ed"),
        Signer(b"another!").sign(GOOD),
        SIGNER.sign(GOOD).replace(b"a release", b"a older one"),
    ],
)
def test_a_signature_that_is_none_of_ours_is_refused(signature: bytes) -> None:
    refused(GOOD, signature)


@pytest.mark.parametrize("key", ["", "x", "QUFB", SIGNER.public[:-8]])
def test_without_a_whole_key_nothing_is_believed(key: str) -> None:
    refused(GOOD, key=key)


@pytest.mark.parametrize(
    "page",
    [
        *(b"", b"[]", b"{", b"\xff", b"[" * 100_000),
        *(page_of(version, CONTENT) for version in ("", "1", "1.1.0rc1", "../1.1", "1.1.0\n", "-1.0")),
        *(
            page_of("1.1.0", CONTENT, name=name)
            for name in ("../x.zip", "a/b.zip", "x.exe", ".zip", "C:x.zip")
        ),
        page_of("1.1.0", CONTENT, size="many"),
        json.dumps({"version": "1.1.0", "news": {}}).encode(),
    ],
)
def test_a_signed_page_that_makes_no_sense_is_refused(page: bytes) -> None:
    refused(page)


@pytest.mark.parametrize(
    ("version", "than", "is_so"),
    [("1.1.0", "1.0.0", True), ("1.10.0", "1.9.0", True), ("1.0.0", "1.0.0", False), ("0.9", "1.0.0", False)],
)
def test_a_version_is_newer_by_its_numbers(version: str, than: str, *, is_so: bool) -> None:
    assert is_newer(version, than) == is_so


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as server:
        server.release("1.1.0", SIGNER)
        yield server


def asked(server: Server, notes: Path, today: date, version: str = "1.0.0") -> tuple[str, bool] | None:
    found = newest_version(Releases(server.address, SIGNER.public), notes, today, version)
    return found and (found.offer.version, found.is_fresh)


def test_the_server_is_asked_once_a_day_and_the_offer_kept(server: Server, tmp_path: Path) -> None:
    offers = [asked(server, tmp_path, day) for day in (TODAY, TODAY, TOMORROW)]

    assert offers == [("1.1.0", True), ("1.1.0", False), ("1.1.0", True)]
    assert server.asked == [PAGE, SIGNATURE] * 2


@pytest.mark.parametrize("version", ["1.1.0", "1.2.0"])
def test_the_same_version_and_an_older_one_are_not_offered(
    server: Server, tmp_path: Path, version: str
) -> None:
    assert asked(server, tmp_path, TODAY, version) is None


def test_a_server_that_is_lost_or_wrong_is_silent_and_not_asked_again(server: Server, tmp_path: Path) -> None:
    server.files[SIGNATURE] = b"nothing"

    assert [asked(server, tmp_path, TODAY) for _ in range(2)] == [None, None]
    assert server.asked == [PAGE, SIGNATURE]
    server.cut[PAGE] = 20
    assert asked(server, tmp_path, TOMORROW) is None


@pytest.mark.parametrize("address", ["http://there.example/", "file:///etc/", "ftp://there.example/"])
def test_only_a_safe_address_is_asked(tmp_path: Path, address: str) -> None:
    assert newest_version(Releases(address, SIGNER.public), tmp_path, TODAY, "1.0.0") is None


def test_a_page_that_is_too_long_is_not_read(server: Server, tmp_path: Path) -> None:
    server.files[PAGE] = b" " * 300_000 + GOOD

    assert asked(server, tmp_path, TODAY) is None
