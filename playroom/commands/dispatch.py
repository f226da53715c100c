"""The program: parsing the command line, running the command, and reporting failures."""

import gc
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from playroom import __version__
from playroom.commands.context import Context
from playroom.commands.crash import CrashReport
from playroom.commands.parser import CommandLineError, parsed_command_line, subcommand
from playroom.commands.program_end import FAILED
from playroom.commands.speech_output import refuse
from playroom.commands.standard_streams import StreamError
from playroom.commands.subcommand import unknown_word
from playroom.commands.subcommands.help import tell, tell_help
from playroom.home.files import write_atomically
from playroom.home.folders import Folders, own_folders
from playroom.home.settings import OPTIONS, Settings, load_settings
from playroom.narration.message import Message
from playroom.strict_yaml.files import PageCache, using
from playroom.voice.mode import Mode

if TYPE_CHECKING:
    from playroom.table.shelf import Shelf


_COMPLETION: Final = "_ARGCOMPLETE"
"""The environment variable with which a shell asks for completions."""

LONGEST_WRITE: Final = 0.7
"""Seconds after which the program ends although the cache of pages is not written."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, by default that of the process; the exit code."""
    words, folders = sys.argv[1:] if arguments is None else arguments, own_folders()
    pages = PageCache(folders.cache)
    with using(pages):
        code = _run_line(words, folders)
    if pages.is_changed:
        # The program does not wait long for the cache to be written: the disk may hang.
        from threading import Thread  # noqa: PLC0415 (only a changed cache needs it)

        def write() -> None:
            with suppress(OSError):
                write_atomically(pages.file, pages.as_bytes())

        thread = Thread(target=write, name="page cache", daemon=True)
        with suppress(RuntimeError):  # no thread can be started
            thread.start()
            thread.join(LONGEST_WRITE)
    return code


def _run_line(words: Sequence[str], folders: Folders) -> int:
    """Run a command line; the exit code."""
    if _COMPLETION in os.environ:
        from playroom.commands.subcommands.completion import complete  # noqa: PLC0415 (only a shell asks for it)

        complete(folders)
    try:
        context, parsed = read_command_line(words, folders)
    except CommandLineError as error:
        return refuse(_context_of(words, folders), error.message)
    except Exception as error:  # noqa: BLE001 (players get a sentence here too)
        return CrashReport(Context(folders, _our_shelf, Settings())).tell(error)
    crash_report = CrashReport(context)
    try:
        code = _run(context, parsed, crash_report)
        sys.stdout.flush()
    except BrokenPipeError:
        return FAILED
    except StreamError as error:
        return refuse(context, error.why, code=FAILED)
    except BaseExceptionGroup as error:
        return crash_report.tell(error)
    except Exception as error:  # noqa: BLE001 (players get a sentence, volunteers the file)
        return crash_report.tell(error)
    return code


def read_command_line(arguments: Sequence[str], folders: Folders) -> tuple[Context, Namespace]:
    """The context of the player with these folders, and the parsed command line, or a CommandLineError."""
    context = _player(folders)
    parsed = parsed_command_line(arguments, lambda: context.shelf.variants)
    given = {name: getattr(parsed, name) for name in OPTIONS if hasattr(parsed, name)}
    if (code := given.get("language")) is not None and code not in context.language_codes:
        why = unknown_word(code, context.language_codes)
        raise CommandLineError(
            Message("command_line.argument", blanks={"name": "--language", "why": why}), "playroom"
        )
    return replace(context, settings=replace(context.settings, **given), given=given), parsed


def _player(folders: Folders) -> Context:
    """The content of the player's folders."""
    saved, errors = load_settings(folders.settings)
    return Context(folders, cache(partial(_our_shelf, folders.rulebooks)), saved, errors)


def _our_shelf(*own: Path) -> "Shelf":
    """Our rulebooks, and those in the player's *own* folder."""
    from playroom.table.shelf import OURS, shelf  # noqa: PLC0415 (a command without rulebooks reads none)

    return shelf([OURS, *own])


def _run(context: Context, parsed: Namespace, crash_report: CrashReport) -> int:
    """Run the command, or print its help or the version; the exit code."""
    needs_help = hasattr(parsed, "help")
    command = None if needs_help or parsed.version else subcommand(parsed)
    # The entry point may have disabled garbage collection. The modules stay out of it: keys wait for the
    # collections that thinking bots cause, some 30 ms each with the modules.
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
    if needs_help:
        return tell_help(context, parsed.command, getattr(parsed, "game", None) or "")
    if command is None:
        return tell(context, f"playroom {__version__}")
    done = command.run_parsed(context, parsed)
    if isinstance(done, int):
        return done
    from playroom.commands.assembly import stay  # noqa: PLC0415 (most commands open no console)

    crash_report.prepare()
    return stay(done)


def _context_of(arguments: Sequence[str], folders: Folders) -> Context:
    """The context for the error of a wrong command line, in the language and mode that it names."""
    context = _player(folders)
    words = [
        word for each in arguments for word in (each.split("=", 1) if each.startswith("--") else (each,))
    ]
    given = {option: value for option, value in pairwise(words) if option in ("--language", "--mode")}
    settings = context.settings
    if given.get("--language") in context.language_codes:
        settings = replace(settings, language=given["--language"])
    if given.get("--mode") == Mode.TEXT:
        settings = replace(settings, mode=Mode.TEXT)
    return replace(context, settings=settings)
