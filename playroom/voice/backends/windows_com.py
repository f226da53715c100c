"""COM, through which programs reach JAWS and SAPI on Windows."""

import importlib
from contextlib import suppress


def initialise_com() -> None:
    """A context in which this thread uses COM; COM objects belong to the thread that creates them."""
    with suppress(ImportError):
        importlib.import_module("pythoncom").CoInitialize()
