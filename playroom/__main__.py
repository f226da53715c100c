"""``python -m playroom``."""

import sys

from playroom.app import main

if __name__ == "__main__":
    sys.exit(main())
