"""Errors in files, as a player hears them in English."""

from playroom.narration.file_errors import page_error_message, reason_message
from playroom.narration.phrases.locales import phrasebook
from playroom.strict_yaml import PageError

BOOK = phrasebook("en")


def spoken_error(error: PageError) -> str:
    """The error with its file and line."""
    return BOOK.say(page_error_message(error))


def why(error: PageError) -> str:
    """What is wrong."""
    return BOOK.say(reason_message(error.why))
