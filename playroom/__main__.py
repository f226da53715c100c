"""``python -m playroom``."""

import gc
import sys

from playroom.commands.exit_codes import STOPPED


def main() -> int:
    """Run the command line; the exit code."""
    # Modules stay: collecting garbage while they are loaded would take a twentieth of the start.
    gc.disable()
    try:
        # Loading takes a while, in which Ctrl+C may be pressed; worker processes never need it.
        from playroom.commands import dispatch, standard_streams  # noqa: PLC0415 (Ctrl+C is pressed meanwhile)

        standard_streams.open_standard_streams()
        return dispatch.run()
    except KeyboardInterrupt:
        return STOPPED


if __name__ == "__main__":
    sys.exit(main())
