"""COM, through which programs reach JAWS and SAPI on Windows."""

import importlib
from contextlib import suppress


def initialise_com() -> None:
    """Let this thread use COM on Windows: COM objects belong to the thread that makes them."""
    with suppress(ImportError):
        importlib.import_module("pythoncom").CoInitialize()
