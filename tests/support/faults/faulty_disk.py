"""A disk for SQLite that is slow or full, breaks, or loses its power: a VFS over the system's own.

What SQLite writes goes to the real files. A write that has not been synced is lost in the copy of the files
that a power cut leaves, or not, as chance has it.
"""

import ctypes
import time
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from ctypes.util import find_library
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from threading import Lock
from typing import Any

FULL, SYNC_FAILED = 13, 1034
"""SQLITE_FULL and SQLITE_IOERR_FSYNC."""

Open = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
"""The name is a pointer, not bytes: SQLite keeps it as long as the file is open."""
Delete = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
Sync = CFUNCTYPE(c_int, c_void_p, c_int)
NUMBERS = count()


class Methods(Structure):
    """The beginning of sqlite3_io_methods; the rest is copied as it is."""

    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", Write),
        ("truncate", Truncate),
        ("sync", Sync),
        ("others", c_void_p * 13),
    )


class File(Structure):
    _fields_ = (("methods", POINTER(Methods)),)


class Vfs(Structure):
    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", Open),
        ("delete", Delete),
        ("others", c_void_p * 14),
    )


def library() -> Any:  # noqa: ANN401 (a library of C)
    """The SQLite that Python uses, if it is one that other programs can use too."""
    sqlite = ctypes.CDLL(find_library("sqlite3"))
    sqlite.sqlite3_vfs_find.restype = POINTER(Vfs)
    return sqlite


@dataclass
class Contents:
    """A file: what is on the disk, and the writes since."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)

    def sync(self) -> None:
        for offset, written in self.pending:
            apply(self.durable, offset, written)
        self.pending.clear()

    def after_power_cut(self, chance: Random) -> bytes:
        """What may be on the disk: of the writes since the last sync, any may be there or not."""
        found = bytearray(self.durable)
        for offset, written in self.pending:
            if chance.random() < 0.5:
                apply(found, offset, written)
        return bytes(found)


def apply(contents: bytearray, offset: int, written: bytes | None) -> None:
    """Write at an offset, or truncate there with None."""
    if written is None:
        del contents[offset:]
        return
    contents.extend(bytes(max(0, offset - len(contents))))
    contents[offset : offset + len(written)] = written


class FaultyDisk:
    """The disk under all files that SQLite opens meanwhile; with *only_syncs*, writes are left alone."""

    def __init__(self, *, only_syncs: bool = False) -> None:
        self._only_syncs = only_syncs
        self.syncs = 0
        self.sync_delay = 0.0
        self.is_full = False
        self.syncs_fail = False
        self._files: dict[str, Contents] = {}
        self._paths: dict[int, str] = {}
        self._methods: dict[int, Methods] = {}
        self._lock = Lock()
        self._sqlite = library()
        self._original = self._sqlite.sqlite3_vfs_find(None)
        self._vfs = Vfs()
        ctypes.pointer(self._vfs)[0] = self._original.contents
        self._vfs.name = b"faulty-%d" % next(NUMBERS)
        self._vfs.open, self._vfs.delete = Open(self._open), Delete(self._delete)

    @contextmanager
    def installed(self) -> Iterator["FaultyDisk"]:
        self._sqlite.sqlite3_vfs_register(ctypes.byref(self._vfs), 1)
        try:
            yield self
        finally:
            self._sqlite.sqlite3_vfs_unregister(ctypes.byref(self._vfs))
            self._sqlite.sqlite3_vfs_register(self._original, 1)

    def cut_power(self, folder: Path, chance: Random) -> None:
        """Write to *folder* what a power cut now may leave of all files."""
        with self._lock:
            left = {name: each.after_power_cut(chance) for name, each in self._files.items()}
        for name, contents in left.items():
            (folder / Path(name).name).write_bytes(contents)

    def _open(self, vfs: int, pointer: int | None, file: int, flags: int, out_flags: int) -> int:
        code = self._original.contents.open(vfs, pointer, file, flags, out_flags)
        if code == 0 and pointer:
            name = ctypes.string_at(pointer).decode()
            opened = File.from_address(file)
            original = ctypes.addressof(opened.methods.contents)
            self._paths[file] = name
            self._files.setdefault(name, Contents(bytearray(Path(name).read_bytes())))
            if original not in self._methods:
                self._methods[original] = self._faulty(opened)
            opened.methods = ctypes.pointer(self._methods[original])
        return int(code)

    def _delete(self, vfs: int, name: bytes, sync: int) -> int:
        with self._lock:
            self._files.pop(name.decode(), None)
        return int(self._original.contents.delete(vfs, name, sync))

    def _faulty(self, file: File) -> Methods:
        """The methods of a file, with ours in between."""
        own = Methods()
        ctypes.pointer(own)[0] = original = file.methods.contents

        def write(file: int, data: int, size: int, offset: int) -> int:
            if self.is_full:
                return FULL
            with self._lock:
                self._note(file, offset, ctypes.string_at(data, size))
            return int(original.write(file, data, size, offset))

        def truncate(file: int, size: int) -> int:
            with self._lock:
                self._note(file, size, None)
            return int(original.truncate(file, size))

        def sync(file: int, flags: int) -> int:
            self.syncs += 1
            time.sleep(self.sync_delay)
            if self.syncs_fail:
                return SYNC_FAILED
            with self._lock:
                self._files[self._paths[file]].sync()
            return int(original.sync(file, flags))

        own.sync = Sync(sync)
        if not self._only_syncs:
            own.write, own.truncate = Write(write), Truncate(truncate)
        return own

    def _note(self, file: int, offset: int, written: bytes | None) -> None:
        self._files[self._paths[file]].pending.append((offset, written))
