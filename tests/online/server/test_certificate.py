"""The certificate of a player's own server."""

from pathlib import Path

import pytest

from playroom.online.server.certificate import certificate_in


def test_a_certificate_is_made_once(tmp_path: Path) -> None:
    first = certificate_in(tmp_path / "new")

    assert certificate_in(tmp_path / "new") == first
    assert first.context().get_ca_certs() == []


def test_a_broken_certificate_is_replaced(tmp_path: Path) -> None:
    first = certificate_in(tmp_path)
    first.file.write_text("broken")

    assert certificate_in(tmp_path).fingerprint != first.fingerprint


def test_a_certificate_that_cannot_be_read_now_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = certificate_in(tmp_path)

    def fail(_file: Path) -> bytes:
        raise PermissionError("another program has locked it")

    with monkeypatch.context() as now:
        now.setattr(Path, "read_bytes", fail)
        with pytest.raises(PermissionError):
            certificate_in(tmp_path)

    assert certificate_in(tmp_path) == first


def test_the_key_of_bans_stays_with_the_certificate(tmp_path: Path) -> None:
    first, other = certificate_in(tmp_path / "one"), certificate_in(tmp_path / "other")

    assert certificate_in(tmp_path / "one").ban_key == first.ban_key != other.ban_key
