"""The argument with which a program that was built as one folder starts as a process that thinks."""

from typing import Final

WORKER: Final = "--think-for-parent"
