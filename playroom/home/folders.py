"""The paths of the player's files."""

from pathlib import Path

from msgspec import Struct
from platformdirs import PlatformDirs


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


def own_folders() -> Folders:
    """The paths for this user on this system."""
    dirs = PlatformDirs("playroom", appauthor=False)
    config, data = dirs.user_config_path, dirs.user_data_path
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
        crash=dirs.user_log_path / "crash.txt",
        report=dirs.user_log_path / "report.txt",
    )
