"""What the system says of a file, in words of our own where we have them."""

import errno
from collections.abc import Mapping
from typing import Final

from playroom.strict_yaml.page import Reason, reason

_IN_USE: Final = frozenset({32, 33})
"""The errors of Windows for a file that another program has open or has locked."""

_ENTRIES: Final[Mapping[int, str]] = {
    errno.ENOENT: "no_file",
    errno.EACCES: "no_permission",
    errno.EPERM: "no_permission",
    errno.EISDIR: "is_folder",
    errno.ENOTDIR: "no_folder",
    errno.ENOSPC: "disk_full",
    errno.EFBIG: "file_limit",
    errno.EROFS: "read_only",
    errno.EBUSY: "in_use",
    errno.ENAMETOOLONG: "name_too_long",
    errno.ELOOP: "link_loop",
    errno.EIO: "disk_error",
    errno.EBADF: "closed",
}


class NotRegularFileError(OSError):
    """A device or a pipe, which might have no end, where a file is needed."""


def system_reason(error: OSError) -> Reason | str:
    """Why a file cannot be read or written; for a rare error in the words of the system."""
    entry = _entry(error)
    return reason(f"system.{entry}") if entry else error.strerror or str(error)


def _entry(error: OSError) -> str | None:
    """The entry of files.system for an error, if it has one."""
    if isinstance(error, NotRegularFileError):
        return "not_regular"
    if getattr(error, "winerror", None) in _IN_USE:
        return "in_use"
    return _ENTRIES.get(error.errno or 0)
