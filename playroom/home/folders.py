"""The paths of the player's files."""

import os
import sys
from pathlib import Path

from msgspec import Struct

_NAME = "playroom"


class Folders(Struct, frozen=True):
    """The player's files and folders; they need not exist."""

    settings: Path
    presets: Path
    keys: Path
    rulebooks: Path
    sounds: Path
    languages: Path
    matches: Path
    transcripts: Path
    online: Path
    copied: Path
    crash: Path
    report: Path
    updates: Path
    cache: Path


def own_folders() -> Folders:
    """The paths for this user on this system."""
    home = os.environ.get("HOME", "")
    if sys.platform == "linux" and home.startswith("/") and "ANDROID_ROOT" not in os.environ:
        config = _xdg_folder("XDG_CONFIG_HOME", home, ".config")
        data = _xdg_folder("XDG_DATA_HOME", home, ".local/share")
        logs = _xdg_folder("XDG_STATE_HOME", home, ".local/state") / "log"
        cache = _xdg_folder("XDG_CACHE_HOME", home, ".cache")
    else:
        from platformdirs import PlatformDirs  # noqa: PLC0415 (with tempfile, a tenth of the start of `--version`)

        dirs = PlatformDirs(_NAME, appauthor=False)
        config, data = dirs.user_config_path, dirs.user_data_path
        logs, cache = dirs.user_log_path, dirs.user_cache_path
    return Folders(
        settings=config / "settings.yaml",
        presets=config / "presets.yaml",
        keys=config / "keys.yaml",
        rulebooks=data / "rulebooks",
        sounds=data / "sounds",
        languages=data / "languages",
        matches=data / "matches",
        transcripts=data / "transcripts",
        online=data / "online",
        copied=data / "copied.txt",
        crash=logs / "crash.txt",
        report=logs / "report.txt",
        updates=data / "updates",
        cache=cache / "pages.cache",
    )


def _xdg_folder(variable: str, home: str, usual: str) -> Path:
    """Our folder in the one that the variable names, if that is absolute, or else in the *usual* one."""
    named = os.environ.get(variable, "")
    return Path(named if named.startswith("/") else f"{home}/{usual}", _NAME)
