"""Whether the disk of a server has room for what it stores."""

import os
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

PROBE_BYTES: Final = 65_536
"""More than a server stores at once."""


def has_room(folder: Path) -> bool:
    """Whether a file can be written there now."""
    try:
        with TemporaryFile(dir=folder) as probe:
            probe.write(bytes(PROBE_BYTES))
            probe.flush()
            os.fsync(probe.fileno())
    except OSError:
        return False
    return True
