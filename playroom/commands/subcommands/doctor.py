"""``playroom doctor``: the report on this system, printed and spoken."""

import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import partial

from msgspec import Struct

from playroom.commands.context import Context
from playroom.commands.diagnosis import details, diagnosis
from playroom.commands.speech_output import show, speech_sources, spoken_to_the_end
from playroom.commands.standard_streams import StreamError
from playroom.commands.subcommand import Subcommand
from playroom.console.settings.speech import failure_message
from playroom.home.files import write_atomically
from playroom.home.settings import sound_options
from playroom.narration.message import Blank, Message
from playroom.sound.sound_thread import found_sound
from playroom.voice.line_speaker import LineSpeaker
from playroom.voice.mode import Mode
from playroom.voice.probe import ProbeResult, probe_sources
from playroom.voice.terminal import own_terminal


class DoctorRequest(Struct, frozen=True):
    """The doctor has no arguments."""


def run(context: Context, request: DoctorRequest) -> int:
    """Print the report, write it to a file, and speak it unless the mode is text; the exit code."""
    del request
    sources = speech_sources(context, context.settings)
    book = context.book
    with own_terminal() as ours:
        wait = book.say(Message("doctor.still_looking"))
        findings = probe_sources(sources, partial(show, ours, wait, is_result=False))
    terminal = sys.stdout if sys.stdout.isatty() else None
    sound = found_sound(sound_options(context.settings, context.folders.sounds))
    messages = diagnosis(context, context.settings, terminal, sound).lines(findings)
    lines = [book.say(message) for message in messages]
    with suppress(OSError):  # the same lines are printed and spoken
        write_atomically(
            context.folders.report, "".join(f"{line}\n" for line in (*lines, *details(findings)))
        )
    error = _print(lines)
    is_spoken = False
    if context.settings.mode != Mode.TEXT:  # why a source before the one that speaks does not is printed
        failed: list[ProbeResult] = []
        with own_terminal(), spoken_to_the_end(LineSpeaker(sources, failed.append)) as speaker:
            for line in lines:
                speaker.put(line)
        for finding in failed:
            why: Blank = failure_message(finding.failure) if finding.failure else ""
            _print([book.say(Message("doctor.failed", blanks={"source": finding.source, "why": why}))])
        is_spoken = speaker.has_spoken
    if error and not is_spoken:
        raise error
    return 0


def _print(lines: Iterable[str]) -> StreamError | BrokenPipeError | None:
    """Print the lines; the error if that failed."""
    encoding = sys.stdout.encoding or "utf-8"
    try:
        for line in lines:
            sys.stdout.write(f"{line}\n".encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()
    except (StreamError, BrokenPipeError) as error:
        return error
    return None


COMMAND = Subcommand(DoctorRequest, run)
