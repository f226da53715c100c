"""The application for macOS, where a stand-in plays Terminal, and the manifest of the Flatpak for Linux."""

import os
import plistlib
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
FLATPAK = ROOT / ".ci" / "flatpak"


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """An application made of a folder whose program says how it was started."""
    folder = tmp_path / "playroom"
    folder.mkdir()
    (folder / "playroom").write_text('#!/bin/sh\necho "started with $#"\n', encoding="utf-8")
    (folder / "playroom").chmod(0o755)
    made = tmp_path / "Été et hiver" / "Playroom.app"
    subprocess.run(["bash", ROOT / ".ci" / "mac_app", folder, "1.2.0", made], check=True)
    return made


def test_the_application_opens_the_program_in_terminal(app: Path, tmp_path: Path) -> None:
    described = plistlib.loads((app / "Contents" / "Info.plist").read_bytes())
    (tmp_path / "open").write_text('#!/bin/sh\n[ "$1 $2" = "-a Terminal" ] && exec "$3"\n', encoding="utf-8")
    (tmp_path / "open").chmod(0o755)

    told = subprocess.check_output(
        [app / "Contents" / "MacOS" / described["CFBundleExecutable"]],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        cwd="/",
        text=True,
    )

    assert told == "started with 0\n"
    assert (described["CFBundlePackageType"], described["CFBundleVersion"]) == ("APPL", "1.2.0")


def test_the_flatpak_reaches_the_speech_outside_and_no_file_of_the_player() -> None:
    (file,) = FLATPAK.glob("*.yml")
    manifest = yaml.safe_load(file.read_text(encoding="utf-8"))
    desktop = dict(
        line.split("=", 1)
        for line in (FLATPAK / f"{manifest['id']}.desktop").read_text(encoding="utf-8").splitlines()[1:]
    )
    (module,) = manifest["modules"]

    assert file.stem == manifest["id"]
    assert {each for each in manifest["finish-args"] if "filesystem" in each} == {
        "--filesystem=xdg-run/speech-dispatcher:ro"
    }
    assert {"--socket=pulseaudio", "--talk-name=org.gnome.Orca.Service"} <= {*manifest["finish-args"]}
    assert (desktop["Exec"], desktop["Terminal"]) == (manifest["command"], "true")
    assert [each["path"] for each in module["sources"]] == [
        "playroom-linux-x86_64.tar.gz",
        f"{manifest['id']}.desktop",
    ]
