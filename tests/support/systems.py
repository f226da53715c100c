"""What not every system has, as marks of the tests that need it, each with its reason.

Tests that need a pseudo-terminal, signals or limits of files are in files named test_posix_*.py instead.
"""

import sys
from typing import Final

import pytest

ON_WINDOWS: Final = sys.platform == "win32"

needs_permission_bits = pytest.mark.skipif(ON_WINDOWS, reason="Windows has no permission bits")
needs_links = pytest.mark.skipif(ON_WINDOWS, reason="symbolic links need a privilege on Windows")
needs_device_files = pytest.mark.skipif(ON_WINDOWS, reason="Windows has no pipes and devices in folders")
needs_unix_sockets = pytest.mark.skipif(ON_WINDOWS, reason="Python has no Unix sockets on Windows")
needs_free_replacing = pytest.mark.skipif(
    ON_WINDOWS, reason="a reader that never pauses keeps a file of Windows from being replaced"
)
