"""The folders of the player, where platformdirs has them too."""

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from platformdirs import PlatformDirs

from playroom.home.folders import own_folders

NAMES = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")


@pytest.mark.parametrize(
    "environment",
    [
        {"HOME": "/home/ben"},
        {"HOME": "/home/ben/", "XDG_STATE_HOME": ""},
        {"HOME": "/home/ben", **{name: f"/else/{name}/" for name in NAMES}},
        {"HOME": "/home/ben", "XDG_DATA_HOME": "not/absolute", "XDG_CONFIG_HOME": "~/settings"},
        {"HOME": "not/absolute", **{name: f"/else/{name}" for name in NAMES}},
    ],
    ids=str,
)
def test_the_folders_are_those_of_the_system(
    environment: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if sys.platform == "linux":
        for name in ("HOME", *NAMES):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
    system = PlatformDirs("playroom", appauthor=False)

    ours = own_folders()

    assert ours.settings == Path(system.user_config_dir) / "settings.yaml"
    assert ours.matches == Path(system.user_data_dir) / "matches"
    assert ours.crash == Path(system.user_log_dir) / "crash.txt"
    assert ours.cache == Path(system.user_cache_dir) / "pages.cache"
