"""A folder for players takes a newer version: beside the old one, which stays until the next update.

What starts the folder looks into the file newer.txt, which names the folder inside in which a newer version
is, if there is one. That file changes last, once the new version has started and said its number: until then,
whatever fails or is cut off, the old version is what starts.
"""

import os
import platform
import shutil
import subprocess
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Generator, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

from playroom.home.files import write_atomically
from playroom.update.newest_version import NotFetched, chunks
from playroom.update.offer import File, Offer, is_version

FOLDER: Final = "PLAYROOM_FOLDER"
"""The environment variable in which the starter of a folder for players names that folder."""
NEWER: Final = "newer.txt"
UNFINISHED: Final = "update"
"""Inside the folder: what was fetched, while it is not complete."""
INSIDE: Final = "playroom"
"""The one folder that the files of a release have inside."""
STARTER: Final = "playroom.cmd" if sys.platform == "win32" else "playroom"
STARTING: Final = 120.0
"""Seconds that a new version may take to say its number."""

READY: Final = 99
"""The percentage at which the new version is complete, and has started."""

Why = Literal["lost", "damaged", "broken", "unwritten"]


class NotUpdated(Exception):  # noqa: N818 (a refusal, not an error of the program)
    """The update was not possible, and all is as it was; *error* is that of a file that cannot be written."""

    def __init__(self, why: Why, error: OSError | None = None) -> None:
        super().__init__(why)
        self.why: Why = why
        self.error = error


def players_folder(environment: Mapping[str, str]) -> Path | None:
    """The folder that was started, if it is one for players that may be changed."""
    folder = Path(environment.get(FOLDER, ""))
    is_ours = folder.is_absolute() and (folder / STARTER).is_file()
    return folder if is_ours and os.access(folder, os.W_OK) else None


def installed_version(folder: Path) -> str:
    """The version that starts next time, if the folder has taken one; empty otherwise."""
    with suppress(OSError, UnicodeDecodeError):
        version = (folder / NEWER).read_text(encoding="ascii").strip()
        if is_version(version) and (folder / version / STARTER).is_file():
            return version
    return ""


def system_name() -> str:
    """The name of this system among the files of a release."""
    if sys.platform == "linux":
        return f"linux-{'arm64' if platform.machine() == 'aarch64' else platform.machine()}"
    return {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)


def steps(offer: Offer, file: File, address: str, folder: Path, running: str) -> Generator[int]:
    """Install the version of an offer: the percentage at each quarter that is fetched, then READY.

    What comes after READY is short, and alone changes what starts. A NotUpdated leaves all as it was. The
    version that is *running* stays.
    """
    unfinished = folder / UNFINISHED
    try:
        kept = {running, installed_version(folder)}
        for each in folder.iterdir():  # what an update that was stopped has left, and older versions
            if each.name == UNFINISHED or (is_version(each.name) and each.name not in kept):
                shutil.rmtree(each, ignore_errors=True)
        unfinished.mkdir()
        packed = unfinished / file.name
        yield from _fetch(file, f"{address}{file.name}", packed)
        new = unfinished / "new"
        if packed.suffix == ".zip":
            shutil.unpack_archive(packed, new, "zip")
        else:  # a file that reaches out of the folder is damaged
            shutil.unpack_archive(packed, new, "gztar", filter="data")
        packed.unlink()
        _start(new / INSIDE, offer.version)
        yield READY
        (new / INSIDE).rename(folder / offer.version)
        write_atomically(folder / NEWER, f"{offer.version}\n")
    except NotFetched as error:
        raise NotUpdated("lost") from error
    except (shutil.ReadError, zipfile.BadZipFile, tarfile.TarError, EOFError, zlib.error) as error:
        raise NotUpdated("damaged") from error
    except OSError as error:
        raise NotUpdated("unwritten", error) from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def _fetch(file: File, address: str, packed: Path) -> Iterator[int]:
    """Fetch a file; at each quarter its percentage. It is damaged if it has another size or hash."""
    hashed, read, said = sha256(), 0, 0
    with packed.open("xb") as written:
        for part in chunks(address, file.size):
            written.write(part)
            hashed.update(part)
            read += len(part)
            while said + 25 <= min(75, 100 * read // max(1, file.size)):
                said += 25
                yield said
        written.flush()
        os.fsync(written.fileno())
    if read != file.size or hashed.hexdigest() != file.sha256:
        raise NotUpdated("damaged")


def _start(new: Path, version: str) -> None:
    """Have the new version start, and say its number: a version that cannot do that here is broken."""
    environment = {name: value for name, value in os.environ.items() if name != FOLDER}
    environment["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    try:
        ended = subprocess.run(  # noqa: S603 (what was fetched is signed)
            [new / STARTER, "--version"],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=STARTING,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotUpdated("broken") from error
    if ended.returncode or ended.stdout.split() != [b"playroom", version.encode()]:
        raise NotUpdated("broken")
