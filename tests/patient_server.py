"""The program for a busy machine that serves tables, with long time limits.

usage: python tests/patient_server.py [ARGUMENTS...]
"""

import sys

from patience import SERVER_LIMITS, extend_limits

if __name__ == "__main__":
    from playroom.__main__ import main

    extend_limits(setattr, SERVER_LIMITS)
    sys.exit(main())
