"""``python -m playroom``."""

import sys

from playroom.exits import STOPPED


def main() -> int:
    """Do what the command line asks; the exit code."""
    try:
        # It takes a while to load, in which Ctrl+C may be pressed; processes of our own never need it.
        from playroom import app  # noqa: PLC0415 (Ctrl+C is pressed meanwhile)
    except KeyboardInterrupt:
        return STOPPED
    return app.main()


if __name__ == "__main__":
    sys.exit(main())
