"""The system's file errors as reasons, in our own words where there are any."""

import errno
from collections.abc import Mapping
from typing import Final

from playroom.strict_yaml.page import Reason, reason

_IN_USE: Final = frozenset({32, 33})
"""The errors of Windows for a file that another program has open or has locked."""

_ERRORS: Final[Mapping[str, tuple[str, ...]]] = {
    "no_file": ("ENOENT",),
    "no_permission": ("EACCES", "EPERM"),
    "is_folder": ("EISDIR",),
    "no_folder": ("ENOTDIR",),
    "name_taken": ("EEXIST",),
    "not_empty": ("ENOTEMPTY",),
    "disk_full": ("ENOSPC",),
    "quota": ("EDQUOT",),
    "file_limit": ("EFBIG",),
    "read_only": ("EROFS",),
    "in_use": ("EBUSY", "ETXTBSY", "EAGAIN"),
    "name_too_long": ("ENAMETOOLONG",),
    "wrong_name": ("EILSEQ",),
    "link_loop": ("ELOOP",),
    "disk_error": ("EIO", "EUCLEAN", "EREMOTEIO"),
    "no_device": ("ENODEV", "ENXIO", "ENOMEDIUM"),
    "no_answer": ("ETIMEDOUT", "ENOTCONN", "EHOSTDOWN", "EHOSTUNREACH", "ENETDOWN", "ENETUNREACH", "ESTALE"),
    "too_many_files": ("EMFILE", "ENFILE"),
    "no_memory": ("ENOMEM",),
    "address_in_use": ("EADDRINUSE",),
    "no_address": ("EADDRNOTAVAIL",),
    "closed": ("EBADF",),
}
"""The entries of files.system with the names of their errors, some of which only some systems have."""

_ENTRIES: Final[Mapping[int, str]] = {
    getattr(errno, name): entry for entry, names in _ERRORS.items() for name in names if hasattr(errno, name)
}


class NotRegularFileError(OSError):
    """A device or a pipe, which might have no end, where a file is needed."""


def system_reason(error: OSError) -> Reason | str:
    """The reason for a file error; for rare errors their name, for a library's errors its text."""
    if entry := _entry(error):
        return reason(f"system.{entry}")
    if name := errno.errorcode.get(error.errno or 0):
        return reason("system.other", name=name)
    return error.strerror or str(error)


def _entry(error: OSError) -> str | None:
    """The entry of files.system for an error, if it has one."""
    if isinstance(error, NotRegularFileError):
        return "not_regular"
    if getattr(error, "winerror", None) in _IN_USE:
        return "in_use"
    return _ENTRIES.get(error.errno or 0)
