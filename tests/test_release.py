"""A release: what forbids it, what is written of its files, and that the same commit makes the same bytes."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from datetime import UTC, date, datetime
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest
import yaml
from lock_file import LOCK, needed
from pack_folder import pack
from release_files import describe, newest_page, news, problems, sums
from support.languages import CODES
from support.systems import needs_permission_bits
from support.update.releases import Signer
from winget_manifest import IN_USE

from playroom.narration.guide import news as news_read_by_help
from playroom.update.offer import read_offer

ROOT = Path(__file__).parents[1]
GOOD = {
    "CHANGELOG.md": "# Changelog\n\n## 1.1.0 - 2026-01-31\n\n- New.\n\n## 1.0.0 - 2025-01-31\n",
    "playroom/__init__.py": '__version__ = "1.1.0"\n',
    "docs/news.md": "# What is new\n\n## 1.1.0\n\nNew.\n",
    "playroom/update/offer.py": 'ADDRESS: Final = "https://example.org/"\nKEY: Final = "RWQ"\n',
    "pyproject.toml": '[project.urls]\nHomepage = "https://example.org"\n',
}


def found(version: str = "1.1.0", green: str = "c0ffee\n", status: str = "", **texts: str) -> list[str]:
    changed = {name: texts.get(Path(name).stem, text) for name, text in GOOD.items()}
    return list(problems(version, changed, "c0ffee", green, status))


def test_a_release_of_a_clean_tested_commit_with_its_version_everywhere_is_allowed() -> None:
    assert found() == []


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (found("1.1"), "1.1 is no version"),
        (found("1.2.0"), "CHANGELOG.md begins with 1.1.0 - 2026-01-31, not with 1.2.0"),
        (found(CHANGELOG="## Unreleased\n\n## 1.1.0 - 2026-01-31\n"), "CHANGELOG.md begins with Unreleased"),
        (found(CHANGELOG="## 1.1.0\n"), "CHANGELOG.md begins with 1.1.0, not with 1.1.0 and its date"),
        (found(CHANGELOG="## 1.1.0 - 2026-02-31\n"), "CHANGELOG.md begins with"),
        (found(__init__='__version__ = "1.0.0"'), "playroom/__init__.py has another version"),
        (found(news="## 1.0.0\n"), "docs/news.md begins with 1.0.0"),
        (
            found(offer='ADDRESS: Final = ""\nKEY: Final = ""\n'),
            "playroom/update/offer.py has nothing for ADDRESS",
        ),
        (found(pyproject="[project]\n"), "pyproject.toml has no project.urls"),
        (found(status="?? new.py"), "The tree is not clean:\n?? new.py"),
        (found(green=""), "bash .ci/run has not ended well"),
        (found(green="another"), "bash .ci/run has not ended well"),
    ],
)
def test_what_forbids_a_release_is_named(problem: list[str], told: str) -> None:
    assert problem[0].startswith(told)


def test_the_news_of_the_page_are_what_help_reads() -> None:
    version = news_read_by_help("en")[0].heading

    assert news(version) == {code: list(news_read_by_help(code)[0].paragraphs) for code in CODES}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Files of a release."""
    for name in ("windows.zip", "linux-x86_64.tar.gz", "1.1.0.tar.gz", "1.1.0-py3-none-any.whl"):
        (tmp_path / f"playroom-{name}").write_bytes(name.encode())
    return tmp_path


def test_the_page_offers_the_folders_for_players_to_older_versions(files: Path) -> None:
    page = newest_page("1.1.0", files)
    offer = read_offer(page, Signer().sign(page), Signer().public)

    assert offer.version == "1.1.0"
    assert {system: file.name for system, file in offer.files.items()} == {
        "windows": "playroom-windows.zip",
        "linux-x86_64": "playroom-linux-x86_64.tar.gz",
    }
    assert offer.files["windows"].size == len("windows.zip")


def test_the_hashes_are_of_all_files_but_signatures_and_what_the_commands_of_the_page_check(
    files: Path,
) -> None:
    (files / "newest.json.minisig").write_bytes(b"")
    (files / "SHA256SUMS").write_text(sums(files), encoding="utf-8")
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    commands = re.findall(r"`(sha\w+ [^`]*)`", page)

    names = [line.split()[1] for line in sums(files).splitlines()]
    assert names == sorted(each.name for each in files.glob("playroom-*"))
    assert len(commands) == 2
    (files / names[0]).unlink()  # nobody needs all files
    words = [each.split() for each in commands if sys.platform != "win32"]
    for command in (each for each in words if shutil.which(each[0])):
        told = subprocess.check_output(command, cwd=files, text=True)
        assert told.splitlines() == [f"{name}: OK" for name in names[1:]]
        (files / names[1]).write_bytes(b"changed")
        assert subprocess.run(command, cwd=files, check=False, capture_output=True).returncode == 1
        (files / names[1]).write_bytes(names[1].removeprefix("playroom-").encode())


@pytest.mark.long
def test_the_bill_of_materials_has_what_players_get_and_nothing_of_today(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("cyclonedx", reason="only what makes a release has its library")
    from bill_of_materials import bill_of_materials  # noqa: PLC0415 (likewise)

    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    entries, made = needed(["playroom"], LOCK.read_text("utf-8")), datetime.fromtimestamp(1_700_000_000, UTC)

    describe("1.1.0", files)
    written = (files / "sbom.json").read_text(encoding="utf-8")
    bill = json.loads(written)

    assert written == bill_of_materials("1.1.0", entries, made)
    assert (bill["bomFormat"], bill["metadata"]["component"]["name"]) == ("CycloneDX", "playroom")
    assert {each["name"] for each in bill["components"]} == {each.name for each in entries}
    (ours,) = (each for each in bill["dependencies"] if each["ref"] == "pkg:pypi/playroom@1.1.0")
    assert any(name.startswith("pkg:pypi/cryptography@") for name in ours["dependsOn"])


def test_winget_gets_the_installer_of_this_version_once_there_is_an_address(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("cyclonedx", reason="only what makes a release has its library")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    (files / "playroom-windows-setup.exe").write_bytes(b"a program")

    describe("1.1.0", files)
    before = [*files.glob("Playroom.*")]
    monkeypatch.setattr("release_files.ADDRESS", "https://example.org/releases/latest/download/")
    describe("1.1.0", files)
    version, installer, texts = (
        yaml.safe_load((files / f"Playroom.Playroom{ending}.yaml").read_text(encoding="utf-8"))
        for ending in ("", ".installer", ".locale.en-US")
    )

    assert before == []
    for each in (version, installer, texts):
        assert (each["PackageIdentifier"], each["PackageVersion"]) == ("Playroom.Playroom", "1.1.0")
        assert each["ManifestVersion"] == "1.10.0"
    assert version["DefaultLocale"] == texts["PackageLocale"]
    (described,) = installer["Installers"]
    assert (
        described["InstallerUrl"] == "https://example.org/releases/download/v1.1.0/playroom-windows-setup.exe"
    )
    assert described["InstallerSha256"] == sha256(b"a program").hexdigest().upper()
    assert installer["ReleaseDate"] == date(2023, 11, 14)
    assert f"  SetErrorLevel {IN_USE}\n" in (ROOT / ".ci" / "installer.nsi").read_text(encoding="utf-8")


def test_the_installer_says_the_same_in_every_language() -> None:
    script = (ROOT / ".ci" / "installer.nsi").read_text(encoding="utf-8")
    words = (ROOT / ".ci" / "installer_words.nsh").read_text(encoding="utf-8")
    said = re.findall(r"^LangString (\w+) \$\{LANG_(\w+)\} \"(.+)\"$", words, re.MULTILINE)
    languages = {each.upper() for each in re.findall(r"^!insertmacro language (\w+)$", script, re.MULTILINE)}

    assert len(languages) == len(CODES)
    assert {(name, language) for name, language, _ in said} == {
        *product(re.findall(r"\$\((\w+)\)", script), languages)
    }
    assert all("Alt P" in text for name, _, text in said if name == "INSTALLED")


@needs_permission_bits
def test_a_folder_that_is_packed_twice_makes_the_same_bytes_and_keeps_what_can_be_run(tmp_path: Path) -> None:
    for number, name in enumerate(("one", "other")):
        folder = tmp_path / name / "playroom"
        folder.mkdir(parents=True)
        for file in sorted(("words.txt", "playroom"), reverse=bool(number)):
            (folder / file).write_text(file, encoding="utf-8")
            os.utime(folder / file, (number, number))
        (folder / "playroom").chmod(0o755 if number else 0o711)
        pack(folder, tmp_path / f"{name}.tar.gz")

    with tarfile.open(tmp_path / "one.tar.gz") as tar:
        modes = {entry.name: entry.mode for entry in tar}
    assert (tmp_path / "one.tar.gz").read_bytes() == (tmp_path / "other.tar.gz").read_bytes()
    assert modes == {"playroom": 0o755, "playroom/playroom": 0o755, "playroom/words.txt": 0o644}


@pytest.mark.long
def test_wheel_and_source_distribution_built_twice_are_the_same(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="the build backend comes from the lock file")
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT)
    built = []
    for number, name in enumerate(("one", "other elsewhere")):
        source = tmp_path / name
        source.mkdir()
        subprocess.run(
            ["tar", "-cf", str(tmp_path / "all.tar"), "--null", "--files-from", "-"],
            cwd=ROOT,
            input=listed,
            check=True,
        )
        subprocess.run(["tar", "-xmf", tmp_path / "all.tar", "-C", source], check=True)
        os.utime(source / "README.md", (number, number))
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
        command = [sys.executable, "-m", "hatchling", "build", "-d", str(source / "dist")]
        subprocess.run(command, cwd=source, env=environment, check=True, capture_output=True)
        built.append({file.name: file.read_bytes() for file in (source / "dist").iterdir()})

    assert len(built[0]) == 2
    assert built[0] == built[1]
