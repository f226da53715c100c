"""The program for a busy machine that serves tables, with long time limits.

usage: python tests/support/programs/patient_server.py [ARGUMENTS...]
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from support.time.patience import SERVER_LIMITS, extend_limits

if __name__ == "__main__":
    from playroom.__main__ import main

    extend_limits(setattr, SERVER_LIMITS)
    sys.exit(main())
