"""The program: it reads the command line, runs the command, and reports what failed."""

import gc
import sys
import traceback
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from playroom.commands.context import Context
from playroom.commands.exit_codes import FAILED
from playroom.commands.parser import parser, subcommand
from playroom.commands.standard_streams import StreamError
from playroom.home.files import write_atomically
from playroom.home.folders import Folders, own_folders
from playroom.home.settings import OPTIONS, Settings, load_settings
from playroom.narration.message import Message
from playroom.table.shelf import OURS, shelf


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, by default that of the process; the exit code."""
    try:
        context, parsed = read_command_line(sys.argv[1:] if arguments is None else arguments, own_folders())
        return _run(context, parsed)
    except BrokenPipeError:
        return FAILED
    except StreamError as error:  # of the help, which is in English
        print(f"The help cannot be written: {error}.", file=sys.stderr)
        return FAILED


def read_command_line(arguments: Sequence[str], folders: Folders) -> tuple[Context, Namespace]:
    """The context of the player with these folders, and the parsed command line; a wrong one exits."""
    games = shelf([OURS, folders.rulebooks])
    reader = parser(arguments, games.variants)
    parsed = reader.parse_args(arguments)
    saved, errors = load_settings(folders.settings)
    context = Context(folders, games, _overridden(saved, parsed), (*errors, *games.left_out))
    _check_language(context, saved, reader.error)
    return context, parsed


def _run(context: Context, parsed: Namespace) -> int:
    """Run the command, and report what fails; the exit code."""
    try:
        command = subcommand(parsed)
        gc.enable()  # the entry point has switched it off while modules are loaded
        code = command.run_parsed(context, parsed)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except StreamError as error:
        print(context.book.say(error.why), file=sys.stderr)
        return FAILED
    except BaseExceptionGroup as error:
        return _report_crash(context, error)
    except Exception as error:  # noqa: BLE001 (a player gets a sentence, a volunteer the file)
        return _report_crash(context, error)
    return code


def _overridden(saved: Settings, parsed: Namespace) -> Settings:
    """The settings with those of the command line in their place, for this run."""
    given = {name: getattr(parsed, name) for name in OPTIONS if hasattr(parsed, name)}
    return replace(saved, **given)


def _check_language(context: Context, saved: Settings, refuse: Callable[[str], object]) -> None:
    """Refuse a language of the command line that does not exist."""
    given = context.settings.language
    if given != saved.language and given not in context.languages:
        refuse(f"--language: {given} is not a language here; choose {', '.join(context.languages)}")


def _report_crash(context: Context, error: BaseException) -> int:
    """Write the traceback to the crash report, and say so in one line; the exit code."""
    report = context.folders.crash
    with suppress(OSError):
        write_atomically(report, "".join(traceback.format_exception(error)))
    print(context.book.say(Message("menus.crashed", blanks={"file": str(report)})), file=sys.stderr)
    return FAILED
