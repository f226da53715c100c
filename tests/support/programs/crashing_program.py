"""The program with a fault: the first key makes it crash. It gives up nothing because the machine is busy.

usage: python tests/support/programs/crashing_program.py [ARGUMENTS...]
"""

import sys
from pathlib import Path
from typing import NoReturn

sys.path.insert(0, str(Path(__file__).parents[2]))

from support.time.patience import extend_limits


def crash(*_: object) -> NoReturn:
    raise RuntimeError("the house is on fire")


if __name__ == "__main__":
    from playroom.commands import dispatch
    from playroom.console.console import Console

    setattr(Console, "press", crash)  # noqa: B010 (mypy lets nobody assign to a method)
    extend_limits(setattr)
    sys.exit(dispatch.run())
