"""Files with secrets: nobody else may read them, and they are written whole or not at all."""

import os
from pathlib import Path


def write_private(file: Path, content: bytes) -> None:
    """Put *content* into a file that its owner alone may read; an OSError leaves what was there."""
    draft = file.with_suffix(f".{os.getpid()}")
    try:
        _write_durably(draft, content)
        draft.replace(file)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def _write_durably(file: Path, content: bytes) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(descriptor)
