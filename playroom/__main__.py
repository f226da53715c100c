"""``python -m playroom``."""

import gc
import sys

from playroom.commands.exit_codes import STOPPED
from playroom.commands.interrupts import noted_interrupts


def main() -> int:
    """Run the command line; the exit code."""
    # Modules stay: collecting garbage while they are loaded would take a twentieth of the start.
    gc.disable()
    try:
        # Ctrl+C waits until all is loaded: halfway, it would leave a standard stream without its buffer.
        with noted_interrupts() as is_stopped:
            # Worker processes never need this.
            from playroom.commands import dispatch, standard_streams  # noqa: PLC0415 (Ctrl+C is noted meanwhile)

            standard_streams.open_standard_streams()
        return STOPPED if is_stopped() else dispatch.run()
    except KeyboardInterrupt:
        return STOPPED
    finally:
        # After Ctrl+C in the exec of a string, such as that of dataclasses, Python ends by that signal, not
        # with our exit code, unless another exec has followed.
        exec("")  # noqa: S102


if __name__ == "__main__":
    sys.exit(main())
