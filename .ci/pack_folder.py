"""Packs a folder for players as a tar file: the same files make the same bytes.

usage: pack_folder.py FOLDER RESULT
"""

import gzip
import sys
import tarfile
from pathlib import Path

EXECUTABLE = 0o111


def pack(folder: Path, result: Path) -> None:
    """Write the folder to a compressed tar file, without times, owners and rights of its own."""
    with (
        result.open("wb") as raw,
        gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w") as tar,
    ):
        tar.add(folder, folder.name, filter=_plain)


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    is_program = entry.isdir() or entry.mode & EXECUTABLE
    mode = 0o755 if is_program else 0o644
    return entry.replace(mtime=0, uid=0, gid=0, uname="", gname="", mode=mode, deep=False)


if __name__ == "__main__":
    pack(Path(sys.argv[1]), Path(sys.argv[2]))
