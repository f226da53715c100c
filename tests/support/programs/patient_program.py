"""The program for a busy machine, with long time limits; it finds no screen reader that runs.

usage: python tests/support/programs/patient_program.py [ARGUMENTS...]
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from support.time.patience import extend_limits, hide_programs

if __name__ == "__main__":
    from playroom.__main__ import main

    extend_limits(setattr)
    hide_programs(setattr)
    sys.exit(main())
