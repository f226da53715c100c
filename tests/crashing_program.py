"""The program with a fault: the first key makes it crash. It gives up nothing because the machine is busy.

usage: python tests/crashing_program.py [ARGUMENTS...]
"""

import sys
from typing import NoReturn

from patience import extend_limits


def crash(*_: object) -> NoReturn:
    raise RuntimeError("the house is on fire")


if __name__ == "__main__":
    from playroom.commands import dispatch
    from playroom.console.console import Console

    setattr(Console, "press", crash)  # noqa: B010 (mypy lets nobody assign to a method)
    extend_limits(setattr)
    sys.exit(dispatch.run())
