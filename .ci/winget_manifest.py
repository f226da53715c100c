"""The manifest by which winget installs the playroom: three files, as microsoft/winget-pkgs takes them."""

from collections.abc import Iterator
from datetime import date
from typing import Any, Final

import yaml

NAME: Final = "Playroom.Playroom"
SCHEMA: Final = "1.10.0"
INSTALLER: Final = "playroom-windows-setup.exe"
IN_USE: Final = 3
"""The exit code of the installer while the program runs (.ci/installer.nsi)."""


def manifest(version: str, address: str, sha256: str, day: date) -> Iterator[tuple[str, str]]:
    """The name and the text of each file: *address* is where the files of this version are."""
    yield _file("version", "", version, {"DefaultLocale": "en-US"})
    installer = {
        "Architecture": "x64",
        "InstallerUrl": address + INSTALLER,
        "InstallerSha256": sha256.upper(),
    }
    yield _file(
        "installer",
        ".installer",
        version,
        {
            "Platform": ["Windows.Desktop"],
            "MinimumOSVersion": "10.0.0.0",
            "InstallerType": "nullsoft",
            "Scope": "user",
            "InstallModes": ["interactive", "silent"],
            "ExpectedReturnCodes": [{"InstallerReturnCode": IN_USE, "ReturnResponse": "packageInUse"}],
            "UpgradeBehavior": "install",
            "ReleaseDate": day,
            "UnsupportedArguments": ["log", "location"],
            "AppsAndFeaturesEntries": [{"DisplayName": "Playroom", "ProductCode": "playroom"}],
            "Installers": [installer],
        },
    )
    yield _file(
        "defaultLocale",
        ".locale.en-US",
        version,
        {
            "PackageLocale": "en-US",
            "Publisher": "The playroom volunteers",
            "PackageName": "Playroom",
            "License": "MIT",
            "ShortDescription": "Domino games played by ear, by keys alone, through your screen reader.",
            "Moniker": "playroom",
            "Tags": ["accessibility", "blind", "braille", "dominoes", "game", "screen-reader"],
        },
    )


def _file(kind: str, ending: str, version: str, fields: dict[str, Any]) -> tuple[str, str]:
    first = {"PackageIdentifier": NAME, "PackageVersion": version}
    last = {"ManifestType": kind, "ManifestVersion": SCHEMA}
    address = f"https://aka.ms/winget-manifest.{kind}.{SCHEMA}.schema.json"
    text = yaml.safe_dump({**first, **fields, **last}, sort_keys=False, allow_unicode=True, width=1000)
    return f"{NAME}{ending}.yaml", f"# yaml-language-server: $schema={address}\n{text}"
