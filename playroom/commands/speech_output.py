"""The output of the commands: lines that are printed and spoken."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, TextIO

from playroom.commands.context import Context
from playroom.commands.program_end import WRONG_COMMAND
from playroom.commands.standard_streams import StreamError, output_errors
from playroom.home.settings import Settings
from playroom.narration.message import Message
from playroom.strict_yaml import one_line
from playroom.voice.mode import Mode
from playroom.voice.sources import Source, all_sources, preferred_first, pronouncing
from playroom.voice.terminal import ERROR, OUTPUT, own_terminal

if TYPE_CHECKING:
    from playroom.voice.line_speaker import LineSpeaker


def speech_sources(context: Context, settings: Settings) -> tuple[Source, ...]:
    """The speech sources as *settings* configure them, the preferred one first."""
    words = context.book_for(settings).language
    spoken = words.voice or words.code
    found = all_sources(settings.language and spoken, words=spoken, rate=settings.rate)
    return preferred_first(settings.speaker, pronouncing(words.pronounced, found))


def print_spoken(context: Context, lines: Iterable[str]) -> None:
    """Print *lines*, and speak them unless the player's mode is text."""
    with spoken_output(context) as write:
        for line in lines:
            write(line)


def show(terminal: TextIO, line: str, *, is_result: bool) -> None:
    """Print *line*; a StreamError if it is a part of the result and cannot be written."""
    try:
        with output_errors(terminal):
            print(line, file=terminal, flush=True)
    except (StreamError, BrokenPipeError):
        if is_result:
            raise


def refuse(context: Context, *reasons: Message | str, code: int = WRONG_COMMAND) -> int:
    """Print the error of a command in one line, and speak it in a terminal; the exit code."""
    book = context.book
    line = " ".join(each if isinstance(each, str) else book.say(each) for each in reasons)
    with spoken_output(context, ERROR, aloud=os.isatty(ERROR)) as write:
        write(one_line(line))
    return code


def needs_file(program: str) -> Message:
    """That a command was given no file."""
    return Message("command_line.needs_file", blanks={"program": program})


@contextmanager
def spoken_output(
    context: Context, standard: int = OUTPUT, *, aloud: bool = True
) -> Iterator[Callable[[str], None]]:
    """A function that prints a line on this standard stream and, if *aloud*, speaks it in its turn.

    At its end it waits until every line was spoken; Ctrl+C silences it.
    """
    with own_terminal(standard) as terminal:
        write = partial(show, terminal, is_result=standard == OUTPUT)
        if not aloud or context.settings.mode == Mode.TEXT:
            yield write
            return
        from playroom.voice.line_speaker import LineSpeaker  # noqa: PLC0415 (what is only printed needs no speech)

        try:
            speaker = LineSpeaker(speech_sources(context, context.settings))
        except RuntimeError:  # no thread can be started
            yield write
            return
        with spoken_to_the_end(speaker):

            def write_and_speak(line: str) -> None:
                write(line)
                speaker.put(line)

            yield write_and_speak


@contextmanager
def spoken_to_the_end(speaker: "LineSpeaker") -> Iterator["LineSpeaker"]:
    """The speaker, whose lines are all spoken before it ends; an exception, such as Ctrl+C, silences it."""
    try:
        yield speaker
        speaker.finish()
    except BaseException:
        speaker.stop()
        raise
