"""``python -m playroom``."""

import gc
import signal
import sys

try:
    from playroom.commands.program_end import FAILED, STOPPED, forget_interrupted_exec, noted_interrupts
except (ImportError, OSError) as unreadable:  # the program itself cannot be read
    sys.exit(f"playroom: {unreadable}")


def main() -> int:
    """Run the command line; the exit code."""
    # Modules stay: collecting garbage while they are loaded would take a twentieth of the start.
    gc.disable()
    code = STOPPED
    try:
        # Ctrl+C waits until all is loaded: halfway, it would leave a standard stream without its buffer.
        with noted_interrupts() as is_stopped:
            # Worker processes never need this.
            from playroom.commands import dispatch, standard_streams  # noqa: PLC0415 (Ctrl+C is noted meanwhile)

            standard_streams.open_standard_streams()
        if not is_stopped():
            code = dispatch.run()
    except KeyboardInterrupt:
        code = STOPPED
    except (ImportError, OSError) as error:
        code = FAILED
        sys.stderr.write(f"playroom: {error}\n")
    finally:
        # In the end of Python itself Ctrl+C would be a traceback: the first one ends the program at once, and
        # after one that was obeyed another has nothing left to end.
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.SIG_IGN if code == STOPPED else signal.SIG_DFL)
        forget_interrupted_exec()
    return code


if __name__ == "__main__":
    sys.exit(main())
