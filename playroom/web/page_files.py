"""The files of the page, as they are sent: the page itself in the words of the listener."""

from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Final, NamedTuple

from playroom.narration.message import Message
from playroom.narration.phrases.phrasebook import Phrasebook
from playroom.sound.cue_sounds import OUR_SOUNDS
from playroom.web.browser_sound import SOUND_FILES

FOLDER: Final = Path(__file__).with_name("page")

_TYPES: Final[Mapping[str, str]] = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".wav": "audio/wav",
}

HTML: Final = "text/html; charset=utf-8"

WORDS: Final = (
    *("title", "game", "heard", "keys", "earlier", "next", "choose", "back", "menu", "save", "text", "again"),
    *("way_out", "lost", "blocked"),
)
"""The texts of the page, by their entries."""


class PageFile(NamedTuple):
    """A file as it is sent."""

    kind: str
    content: bytes


def page_file(path: str) -> PageFile | None:
    """The file at a path of the server; None if there is none. Only names that are known are opened."""
    found = _files().get(path)
    return PageFile(_TYPES[found.suffix], found.read_bytes()) if found else None


def page(book: Phrasebook) -> PageFile:
    """The page, in the words of a listener."""
    template = Template((FOLDER / "index.html").read_text(encoding="utf-8"))
    words = {name: escape(book.say(Message(f"web.page.{name}"))) for name in WORDS}
    return PageFile(HTML, template.substitute(words, lang=escape(book.language.code)).encode())


def sentence_page(book: Phrasebook, entry: str, *, goes_on: bool = False) -> PageFile:
    """A page with one sentence; one that *goes_on* leads to the page of the playroom at once."""
    words, title = escape(book.say(Message(entry))), escape(book.say(Message("web.page.title")))
    refresh = '<meta http-equiv="refresh" content="0; url=/">' if goes_on else ""
    body = f'<p><a href="/">{words}</a></p>' if goes_on else f"<p>{words}</p>"
    head = f'<meta charset="utf-8"><title>{title}</title>{refresh}'
    language = escape(book.language.code)
    text = f'<!doctype html><html lang="{language}"><head>{head}</head><body>{body}</body></html>'
    return PageFile(HTML, text.encode())


@cache
def _files() -> Mapping[str, Path]:
    """The files that can be asked for, by path."""
    own = [file for file in FOLDER.iterdir() if file.suffix in {".js", ".css"}]
    return {
        **{f"/{file.name}": file for file in own},
        **{f"/cues/{name}": OUR_SOUNDS / name for name in SOUND_FILES},
    }
