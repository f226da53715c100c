"""The output of the commands: lines that are printed and spoken."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from playroom.commands.context import Context
from playroom.home.settings import Settings
from playroom.narration.message import Urgency
from playroom.voice.mode import Mode
from playroom.voice.sources import Source, all_sources, preferred_first
from playroom.voice.terminal import OUTPUT, own_terminal
from playroom.voice.utterance import Utterance
from playroom.voice.voice import Voice


def speech_sources(context: Context, settings: Settings) -> tuple[Source, ...]:
    """The speech sources as *settings* configure them, the preferred one first."""
    code = context.book_for(settings).language.code
    found = all_sources(settings.language, words=code, rate=settings.rate, pause=settings.pause)
    return preferred_first(settings.speaker, found)


def print_spoken(context: Context, lines: Iterable[str]) -> None:
    """Print *lines*, and speak them unless the player's mode is text."""
    with spoken_output(context) as write:
        for line in lines:
            write(line)


@contextmanager
def spoken_output(
    context: Context, standard: int = OUTPUT, *, aloud: bool = True
) -> Iterator[Callable[[str], None]]:
    """A function that prints a line on this standard stream and, if *aloud*, speaks it in its turn."""
    settings = context.settings
    mode = Mode.BOTH if aloud and settings.mode != Mode.TEXT else Mode.TEXT
    with own_terminal(standard) as terminal:
        show = partial(print, file=terminal, flush=True)
        voice = Voice(show, speech_sources(context, settings), mode=mode, terminal=os.isatty(standard))
        yield lambda line: voice.say(Utterance(line, Urgency.EVENT))
        voice.close()
