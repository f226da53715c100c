"""Who may read the key of a player's own server."""

from pathlib import Path

from playroom.online.server.certificate import certificate_in


def test_the_key_is_read_by_its_owner_alone(tmp_path: Path) -> None:
    file = certificate_in(tmp_path).file

    assert file.stat().st_mode & 0o077 == 0
