"""What a release needs besides its files: checks before it, and what is written of them.

usage: release_files.py check VERSION              prints what forbids the release; then the exit code is 1
       release_files.py describe VERSION FOLDER    writes newest.json, sbom.json and SHA256SUMS there

newest.json offers the folders for players to those who have an older version, sbom.json is the bill of
materials (CycloneDX), SHA256SUMS the hashes of all files, Playroom.Playroom.*.yaml the manifest for winget,
once there is an address. They follow from the files and the commit alone: the time is SOURCE_DATE_EPOCH.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

from lock_file import LOCK, needed
from winget_manifest import INSTALLER, manifest

from playroom.update.offer import ADDRESS

CHECKOUT: Final = Path(__file__).parents[1]
SYSTEMS: Final = ("windows", "macos", "linux-x86_64", "linux-arm64")
"""The systems that have a folder for players: playroom-windows.zip and so on."""
PAGE: Final = "newest.json"
SBOM: Final = "sbom.json"
SUMS: Final = "SHA256SUMS"
GREEN: Final = CHECKOUT / "build" / "green"
"""The commit for which all jobs of .ci/run have ended well."""


def problems(version: str, texts: Mapping[str, str], commit: str, green: str, status: str) -> Iterator[str]:
    """What forbids a release of a commit, by the *texts* of the checkout by path, and the *status* of git."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        yield f"{version} is no version: it has three numbers, such as 1.2.0."
    newest, *_ = _headings(texts["CHANGELOG.md"])
    if not _is_dated(newest, version):
        yield f"CHANGELOG.md begins with {newest}, not with {version} and its date: {version} - 2026-01-31."
    if f'__version__ = "{version}"' not in texts["playroom/__init__.py"]:
        yield f"playroom/__init__.py has another version than {version}."
    for name, text in texts.items():
        if name.endswith("news.md") and _headings(text)[0] != version:
            yield f"{name} begins with {_headings(text)[0]}, not with {version}."
    if empty := re.findall(r'^(\w+): Final = ""$', texts["playroom/update/offer.py"], re.MULTILINE):
        yield f"playroom/update/offer.py has nothing for {' and '.join(empty)}: folders could not be updated."
    if not tomllib.loads(texts["pyproject.toml"])["project"].get("urls"):
        yield "pyproject.toml has no project.urls: PyPI shows them, and people look there for the project."
    if status:
        yield f"The tree is not clean:\n{status}"
    if green.strip() != commit:
        yield "bash .ci/run has not ended well on this commit."


def _headings(text: str) -> list[str]:
    return re.findall(r"^## (.*)$", text, re.MULTILINE)


def _is_dated(heading: str, version: str) -> bool:
    name, _, day = heading.partition(" - ")
    try:
        return name == version and bool(date.fromisoformat(day))
    except ValueError:
        return False


def newest_page(version: str, folder: Path) -> bytes:
    """The page that offers the folders for players in *folder*, with the news in every language."""
    files = {system: found for system in SYSTEMS if (found := _folder_file(folder, system))}
    described = {
        system: {"name": file.name, "size": file.stat().st_size, "sha256": _hash(file)}
        for system, file in files.items()
    }
    return _json({"version": version, "news": news(version), "files": described})


def news(version: str) -> dict[str, list[str]]:
    """The paragraphs on a version by language."""
    return {code: _paragraphs(text, version) for code, text in _news_pages().items()}


def _news_pages() -> dict[str, str]:
    pages = {"en": CHECKOUT / "docs" / "news.md"}
    pages |= {page.parent.name: page for page in sorted(CHECKOUT.glob("docs/*/news.md"))}
    return {code: page.read_text(encoding="utf-8") for code, page in pages.items()}


def _paragraphs(text: str, version: str) -> list[str]:
    section = re.split(r"^## ", text.partition(f"## {version}\n")[2], flags=re.MULTILINE)[0]
    blocks = re.split(r"\n\n|\n(?=- )", section.strip())
    return [" ".join(block.removeprefix("- ").split()) for block in blocks if block.strip()]


def _folder_file(folder: Path, system: str) -> Path | None:
    return next(iter(sorted(folder.glob(f"playroom-{system}.[zt]*"))), None)


def sums(folder: Path) -> str:
    """The hashes of all files in a folder but itself and signatures, as sha256sum checks them."""
    names = sorted(each.name for each in folder.iterdir() if each.suffix != ".minisig" and each.name != SUMS)
    return "".join(f"{_hash(folder / name)}  {name}\n" for name in names)


def _hash(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def describe(version: str, folder: Path) -> None:
    """Write what follows from the files of a release into their folder."""
    from bill_of_materials import bill_of_materials  # noqa: PLC0415 (its libraries are needed by nothing else)

    made = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), UTC)
    entries = needed(["playroom"], LOCK.read_text(encoding="utf-8"))
    (folder / PAGE).write_bytes(newest_page(version, folder))
    (folder / SBOM).write_text(bill_of_materials(version, entries, made), encoding="utf-8", newline="\n")
    if ADDRESS and (folder / INSTALLER).exists():
        # The hash is that of this version, which may not be the newest any more when somebody installs it.
        address = ADDRESS.replace("/latest/download/", f"/download/v{version}/")
        for name, text in manifest(version, address, _hash(folder / INSTALLER), made.date()):
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    (folder / SUMS).write_text(sums(folder), encoding="utf-8", newline="\n")


def check(version: str) -> int:
    """Print what forbids a release; the exit code."""
    names = [
        "CHANGELOG.md",
        "playroom/__init__.py",
        "playroom/update/offer.py",
        "pyproject.toml",
        "docs/news.md",
    ]
    names += [page.relative_to(CHECKOUT).as_posix() for page in sorted(CHECKOUT.glob("docs/*/news.md"))]
    texts = {name: (CHECKOUT / name).read_text(encoding="utf-8") for name in names}
    green = GREEN.read_text(encoding="utf-8") if GREEN.exists() else ""
    found = list(problems(version, texts, _git("rev-parse", "HEAD"), green, _git("status", "--porcelain")))
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


def _git(*words: str) -> str:
    return subprocess.check_output(["git", *words], cwd=CHECKOUT, text=True).strip()  # noqa: S607 (git is on the path)


def main(*arguments: str) -> int:
    """Do one of the two tasks; the exit code."""
    match arguments:
        case "check", version:
            return check(version)
        case "describe", version, folder:
            describe(version, Path(folder))
            return 0
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
