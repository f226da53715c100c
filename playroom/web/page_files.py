"""The files of the page, as they are sent: the page itself in the words of the listener."""

from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from io import BytesIO
from pathlib import Path
from string import Template
from typing import Final, NamedTuple

from msgspec.json import encode

from playroom import __version__
from playroom.narration.message import Blank, Message
from playroom.narration.phrases.phrasebook import Phrasebook
from playroom.sound.cue_sounds import OUR_SOUNDS
from playroom.web.browser_output import SOUND_FILES

FOLDER: Final = Path(__file__).with_name("page")

_TYPES: Final[Mapping[str, str]] = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".wav": "audio/wav",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}

HTML: Final = "text/html; charset=utf-8"
TEXT: Final = "text/plain; charset=utf-8"

PAPER: Final = "#ffffff"
"""The colour of the page before it has drawn itself: that of its light theme."""

MANIFEST_PATH: Final = "/page.webmanifest"
MANIFEST: Final = "application/manifest+json; charset=utf-8"

ICON: Final = '<link rel="icon" type="image/svg+xml" href="/icon.svg">'
"""Without it, browsers ask for an icon that is not there."""

ASK_FILES: Final = frozenset(
    {"/ask.js", "/members.js", "/passkeys.js", "/style.css", "/icon.svg", "/icon.png"}
)
"""What a page needs that asks for a code, a name or a password; it has no secrets."""

NETWORK_PATH: Final = "/network.svg"
"""A QR code of the address for browsers of the network."""

WORDS: Final = (
    "share",
    "old",
    "link",
    "game",
    "heard",
    "keys",
    "steps",
    "save",
    "again",
    "way_out",
    "lost",
    "unsure",
    "gone",
    "phone",
    "account",
)
"""The texts of the page, by their entries: what a player hears or reads of it in their language."""

FIRST_WORDS: Final = (*WORDS, "title", "blocked")
"""Those with which it is sent."""

CODE_WORDS: Final = ("title", "code", "come_in", "code_lost", "blocked")
"""The texts of the page that asks for the code."""

NAME_WORDS: Final = ("title", "name", "come_in", "code_lost", "blocked", "sign_in")
"""Those of the page that asks for a name."""

_META: Final = (
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="color-scheme" content="light dark">'
)


class PageFile(NamedTuple):
    """A file as it is sent."""

    kind: str
    content: bytes


def page_file(path: str) -> PageFile | None:
    """The file at a path of the server; None if there is none. Only names that are known are opened."""
    found = _files().get(path)
    return PageFile(_TYPES[found.suffix], found.read_bytes()) if found else None


def page(book: Phrasebook, network: str = "", account: str = "") -> PageFile:
    """The page, in the words of a listener, with the address for its *network* if there is one.

    *account* is the path of the page of members, where there are any.
    """
    given = {
        "version": __version__,
        "address": f"http://{network}",
        "hidden": "" if network else "hidden",
        "account_path": account,
        "no_account": "" if account else "hidden",
    }
    return _in_words(book, "index.html", FIRST_WORDS, **given)


def qr_code(address: str) -> PageFile:
    """An address as a QR code, for the camera of a phone."""
    from segno import make_qr  # noqa: PLC0415 (few ask for it)

    drawn = BytesIO()
    make_qr(address).save(drawn, kind="svg", scale=4, light="#fff", xmldecl=False)
    return PageFile(_TYPES[".svg"], drawn.getvalue())


def page_words(book: Phrasebook) -> dict[str, str]:
    """The texts of the page in the words of a listener, by their names."""
    return {name: book.say(Message(f"web.page.{name}")) for name in WORDS}


def manifest(book: Phrasebook) -> PageFile:
    """What a browser needs to install the page like a program, in the words of a listener."""
    title = book.say(Message("web.page.title"))
    icons = (
        {"src": "/icon.svg", "sizes": "any", "type": _TYPES[".svg"], "purpose": "any"},
        {"src": "/icon.png", "sizes": "512x512", "type": _TYPES[".png"], "purpose": "any maskable"},
    )
    given = {
        "id": "/",
        "name": title,
        "short_name": title,
        "lang": book.language.code,
        "start_url": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
    }
    return PageFile(MANIFEST, encode(given))


def code_page(book: Phrasebook) -> PageFile:
    """The page that asks for the code, in the words of the player."""
    return _in_words(book, "code.html", CODE_WORDS)


def name_page(book: Phrasebook, privacy: str, account: str = "") -> PageFile:
    """The page that asks a guest of a club for a name.

    *privacy* is where it stands what is kept, *account* where members sign in, if any.
    """
    given = {
        "account": account,
        "hidden": "" if account else "hidden",
        "privacy_path": privacy,
        "privacy": escape(book.say(Message("members.privacy"))),
    }
    return _in_words(book, "name.html", NAME_WORDS, **given)


def text_file(text: str) -> PageFile:
    """A text that a script takes."""
    return PageFile(TEXT, text.encode())


def sentence_page(book: Phrasebook, entry: str, *, goes_on: str = "", **blanks: Blank) -> PageFile:
    """A page with one sentence; one that *goes_on* leads to that path at once."""
    words, title = (
        escape(book.say(Message(entry, blanks=blanks))),
        escape(book.say(Message("web.page.title"))),
    )
    refresh = f'<meta http-equiv="refresh" content="0; url={goes_on}">' if goes_on else ""
    body = f'<p><a href="{goes_on}">{words}</a></p>' if goes_on else f"<p>{words}</p>"
    head = f"{page_head(title)}{refresh}"
    language, main = escape(book.language.code), f"<main><h1>{title}</h1>{body}</main>"
    text = f'<!doctype html><html lang="{language}"><head>{head}</head><body>{main}</body></html>'
    return PageFile(HTML, text.encode())


def page_head(title: str) -> str:
    """The beginning of the head of a page whose title is written in HTML."""
    return f"{_META}<title>{title}</title>{ICON}"


def _in_words(book: Phrasebook, file: str, entries: Iterable[str], **given: str) -> PageFile:
    """A page in the words of a phrasebook, and with what else is *given*."""
    template = Template((FOLDER / file).read_text(encoding="utf-8"))
    words = {name: escape(book.say(Message(f"web.page.{name}"))) for name in entries}
    return PageFile(HTML, template.substitute(words, lang=escape(book.language.code), **given).encode())


@cache
def _files() -> Mapping[str, Path]:
    """The files that can be asked for, by path."""
    own = [file for file in FOLDER.iterdir() if file.suffix in _TYPES]
    return {
        **{f"/{file.name}": file for file in own},
        **{f"/cues/{name}": OUR_SOUNDS / name for name in SOUND_FILES},
    }
