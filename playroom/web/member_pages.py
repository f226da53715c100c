"""The pages of members: forms with labels and real fields, which password managers fill in.

A script sends a form in a header, as no address and no history has it then, and no page of another site can
send it. Each error stands beside its field, which it describes.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from typing import Final, NamedTuple

from playroom.narration.message import Blank, Message
from playroom.narration.phrases.phrasebook import Phrasebook
from playroom.web.incoming import is_code
from playroom.web.members import Member, MemberBrowser, MemberPasskey
from playroom.web.page_files import HTML, PageFile, page_head

ACCOUNT_PATH: Final = "/account"
NEW_PATH: Final = "/account/new"
DELETE_PATH: Final = "/account/delete"
HOME_PATH: Final = "/account/home.zip"
ALL_PATH: Final = "/account/all.zip"
PRIVACY_PATH: Final = "/privacy"
TOLD_PATHS: Final[Mapping[str, str]] = {
    f"{ACCOUNT_PATH}/passkey-added": "members.passkey_added",
    f"{ACCOUNT_PATH}/passkey-removed": "members.passkey_removed",
}
"""Where the page of the account says what was done; the page then takes its usual address."""

TABLE_QUERY: Final = "?table="
"""In the address of a page of members, before the code of the table to which it leads back."""

KEPT: Final = (
    "account",
    "browsers",
    "passkeys",
    "home",
    "guests",
    "tables",
    "chat",
    "addresses",
    "elsewhere",
    "yours",
)
KEPT_WITHOUT_ACCOUNTS: Final = ("guests", "tables", "no_chat", "addresses", "elsewhere", "ask")
"""What the page on privacy says, by its entries."""

LEAST_PASSWORD: Final = 8
LONGEST_NAME: Final = 40

NOT_FILLED: Final = "off"
"""Of a field that no password manager fills in, and that may be left empty."""


class FormField(NamedTuple):
    """A field: its name, its label, and what a password manager puts in, as HTML calls it."""

    name: str
    label: Message
    autocomplete: str


class WaysIn(NamedTuple):
    """By what a member is or comes in: browsers and passkeys, of which this page *may_add* one."""

    browsers: Sequence[MemberBrowser]
    passkeys: Sequence[MemberPasskey] = ()
    may_add: bool = False


def with_table(path: str, table: str) -> str:
    """The address of a page that leads back to the table of a link, if there is one."""
    return f"{path}{TABLE_QUERY}{table}" if table else path


def without_table(address: str) -> tuple[str, str]:
    """The path of a page, and the code of the table to which it leads back, if that can be one."""
    path, query, table = address.partition(TABLE_QUERY)
    return path, table if query and is_code(table) else ""


def _password(name: str, label: str, autocomplete: str) -> FormField:
    return FormField(name, Message(f"members.{label}", blanks={"least": LEAST_PASSWORD}), autocomplete)


_NAME: Final = FormField("name", Message("members.name"), "username")
_PASSWORD: Final = _password("password", "password", "current-password")
_NEW: Final = _password("new", "new_password", "new-password")
_OLD: Final = _password("password", "old_password", "current-password")
_LABEL: Final = FormField("label", Message("members.passkey_label"), NOT_FILLED)


def sign_in_page(book: Phrasebook, table: str = "", *, has_passkeys: bool = False) -> PageFile:
    """The page on which a member signs in, who then goes to the *table* of a link.

    Where there are passkeys, the field for the name offers them too (conditional mediation).
    """
    name = _NAME._replace(autocomplete="username webauthn") if has_passkeys else _NAME
    more = (
        '<p><button type="button" class="passkey" hidden>'
        f"{_said(book, Message('members.passkey_sign_in'))}</button></p>{_passkey_words(book)}"
    )
    fields, more = (name, _PASSWORD), more if has_passkeys else ""
    parts = [
        _paragraph(book, "members.guest_moves"),
        _form(book, "sign-in", fields, "members.sign_in", table=table, more=more),
        _link(book, with_table(NEW_PATH, table), "members.new"),
        _paragraph(book, "members.forgotten"),
        _link(book, with_table(PRIVACY_PATH, table), "members.privacy"),
    ]
    return _page(book, "members.sign_in", parts, table)


def new_account_page(book: Phrasebook, table: str = "") -> PageFile:
    """The page on which somebody becomes a member, who then goes to the *table* of a link."""
    fields = (_NAME, _password("password", "new_password", "new-password"))
    parts = [
        _paragraph(book, "members.guest_moves"),
        _form(book, "new", fields, "members.new", table=table),
        _link(book, with_table(ACCOUNT_PATH, table), "members.sign_in"),
        _link(book, with_table(PRIVACY_PATH, table), "members.privacy"),
    ]
    return _page(book, "members.new", parts, table)


def reset_page(book: Phrasebook, name: str, secret: str, *, has_passkeys: bool) -> PageFile:
    """The page to which the administrator's link leads: another password for a member.

    Passkeys that the member *has* are removed by it.
    """
    hidden = {"secret": secret}
    parts = [
        _paragraph(book, "members.reset", name=name),
        *([_paragraph(book, "members.reset_passkeys")] if has_passkeys else []),
        _form(book, "reset", (_NEW,), "members.change", hidden=hidden, member=name),
    ]
    return _page(book, "members.change", parts)


def account_page(book: Phrasebook, member: Member, ways: WaysIn, table: str = "", told: str = "") -> PageFile:
    """The member's own page: browsers, password, passkeys, and the way out, or to the *table* of a link.

    *told* is the entry of what was just done, "" for nothing.
    """
    browsers = ways.browsers
    parts = [
        _paragraph(book, "members.signed_in", name=member.name),
        _form(book, "sign-out", (), "members.sign_out"),
        _heading(book, "members.browsers"),
        "<ul>",
        *(f"<li>{_browser(book, member, each)}</li>" for each in browsers),
        "</ul>",
        *([_form(book, "end-others", (), "members.end_others")] if len(browsers) > 1 else []),
        _heading(book, "members.change"),
        _form(book, "password", (_OLD, _NEW), "members.change", member=member.name),
        *(_passkeys(book, member, ways, told) if ways.may_add or ways.passkeys or told else ()),
        _heading(book, "members.yours"),
        _download(book, HOME_PATH, "members.take_home"),
        _paragraph(book, "members.taken_in"),
        _download(book, ALL_PATH, "members.take_all"),
        _link(book, DELETE_PATH, "members.delete"),
        _link(book, PRIVACY_PATH, "members.privacy"),
    ]
    return _page(book, "members.account", parts, table)


def privacy_page(book: Phrasebook, table: str = "", *, has_accounts: bool) -> PageFile:
    """What the club keeps of people, and for how long; there is a way back to the *table* of a link."""
    parts = [
        _paragraph(book, f"members.kept_{each}") for each in (KEPT if has_accounts else KEPT_WITHOUT_ACCOUNTS)
    ]
    if has_accounts:
        parts.append(_link(book, with_table(ACCOUNT_PATH, table), "members.account"))
    return _page(book, "members.privacy", parts, table)


def shut_out_page(book: Phrasebook, said: Message, table: str = "") -> PageFile:
    """The page of who may not come as a guest, and why; others may sign in with that browser."""
    sign_in = _link(book, with_table(ACCOUNT_PATH, table), "members.sign_in")
    return _page(book, "web.page.title", [f"<p>{_said(book, said)}</p>", sign_in], table)


def delete_page(book: Phrasebook, member: Member) -> PageFile:
    """The page on which a member confirms that the account is to be deleted."""
    parts = [
        _paragraph(book, "members.delete_what", name=member.name),
        _form(book, "delete", (_PASSWORD,), "members.delete", member=member.name, sure="members.delete_sure"),
        _link(book, ACCOUNT_PATH, "members.account"),
    ]
    return _page(book, "members.delete", parts)


def _passkeys(book: Phrasebook, member: Member, ways: WaysIn, told: str) -> Iterable[str]:
    """The part of the account's page for passkeys; browsers that can have some show the form for new ones."""
    yield _heading(book, "members.passkeys")
    if told:
        yield f'<p id="told" tabindex="-1" data-path="{ACCOUNT_PATH}">{_said(book, Message(told))}</p>'
    yield _paragraph(book, "members.passkeys_what")
    for each in ways.passkeys:
        blanks = {"passkey": each.label, "added": _day(book, each.added)}
        entry = "members.passkey_unused"
        if each.used:
            entry, blanks["used"] = "members.passkey", _day(book, each.used)
        remove = Message("members.passkey_remove", blanks={"passkey": each.label})
        form = _form(book, "passkey-remove", (), remove, hidden={"passkey": each.identifier})
        line = f"<li><p>{_said(book, Message(entry, blanks={**blanks}))}</p>{form}</li>"
        yield f"<ul>{line}" if each is ways.passkeys[0] else line
    yield "</ul>" if ways.passkeys else _paragraph(book, "members.passkeys_none")
    if ways.may_add:
        fields, words = (_LABEL, _OLD), _passkey_words(book)
        form = _form(book, "passkey-new", fields, "members.passkey_add", member=member.name, more=words)
        yield f'<div class="passkey" hidden>{form}</div>'


def _passkey_words(book: Phrasebook) -> str:
    """Where a browser says why it has made or used no passkey, with the words for that."""
    said = {name: _said(book, Message(f"members.passkey_{name}")) for name in ("stopped", "here", "failed")}
    words = " ".join(f'data-{name}="{each}"' for name, each in said.items())
    return f'<p class="why" role="status" {words}></p>'


def _browser(book: Phrasebook, member: Member, browser: MemberBrowser) -> str:
    is_this = browser.identifier == member.session
    entry = "members.this_browser" if is_this else "members.browser"
    blanks: dict[str, Blank] = {
        "browser": browser.name,
        "began": _day(book, browser.began),
        "seen": _day(book, browser.seen),
    }
    words = f"<p>{_said(book, Message(entry, blanks=blanks))}</p>"
    if is_this:
        return words
    end = Message("members.end", blanks=blanks)
    return words + _form(book, "end", (), end, hidden={"browser": browser.identifier})


def _day(book: Phrasebook, when: int) -> str:
    from babel.dates import format_date  # noqa: PLC0415 (only this page needs it)

    return str(format_date(datetime.fromtimestamp(when, UTC), "d MMMM y", locale=book.language.locale))


def _form(  # noqa: PLR0913 (the parts of a form)
    book: Phrasebook,
    name: str,
    fields: Iterable[FormField],
    button: str | Message,
    *,
    hidden: dict[str, str] | None = None,
    member: str = "",
    sure: str = "",
    table: str = "",
    more: str = "",
) -> str:
    """A form; *member* is whose password it has, for password managers.

    *sure* is what one confirms by a checkbox. Once it is taken, it leads to a *table*. *more* is HTML behind
    its button.
    """
    parts = [f'<form data-form="{name}" data-next="/{table}">' if table else f'<form data-form="{name}">']
    if member:
        parts.append(f'<input type="text" autocomplete="username" value="{escape(member)}" readonly hidden>')
    parts += [
        f'<input type="hidden" name="{key}" value="{escape(value)}">' for key, value in (hidden or {}).items()
    ]
    is_secret = False
    for field in fields:
        spot = f"{name}-{field.name}"
        is_text = not field.autocomplete.endswith("password")
        is_secret = is_secret or not is_text
        kind = f'type="text" maxlength="{LONGEST_NAME}"' if is_text else 'type="password" maxlength="200"'
        plain = 'autocapitalize="none" autocorrect="off" spellcheck="false"'
        plain += "" if field.autocomplete == NOT_FILLED else " required"
        parts.append(
            f'<p><label for="{spot}">{_said(book, field.label)}</label>'
            f'<input id="{spot}" name="{field.name}" {kind} autocomplete="{field.autocomplete}" {plain} '
            f'aria-describedby="{spot}-why"></p><p id="{spot}-why" class="why"></p>'
        )
    if is_secret:
        show = _said(book, Message("members.show"))
        parts.append(f'<p><label><input type="checkbox" class="show"> {show}</label></p>')
    if sure:
        spot = f"{name}-sure"
        box = f'<input type="checkbox" id="{spot}" name="sure" value="yes" aria-describedby="{spot}-why">'
        parts.append(f"<p><label>{box} {_said(book, Message(sure))}</label></p>")
        parts.append(f'<p id="{spot}-why" class="why"></p>')
    said = button if isinstance(button, Message) else Message(button)
    parts.append(
        f'<p class="why" role="alert"></p><p><button type="submit">{_said(book, said)}</button></p>'
        f"{more}</form>"
    )
    return "".join(parts)


def _page(book: Phrasebook, title: str, parts: Iterable[str], table: str = "") -> PageFile:
    heading, lost = _said(book, Message(title)), _said(book, Message("web.page.code_lost"))
    blocked = _said(book, Message("web.page.blocked"))
    back = _link(book, f"/{table}", "members.to_game")
    script = '<link rel="stylesheet" href="/style.css"><script type="module" src="/members.js"></script>'
    text = (
        f'<!doctype html><html lang="{escape(book.language.code)}"><head>{page_head(heading)}{script}</head>'
        f'<body data-lost="{lost}"><noscript><p>{blocked}</p></noscript>'
        f"<main><h1>{heading}</h1>{''.join(parts)}{back}</main></body></html>"
    )
    return PageFile(HTML, text.encode())


def _said(book: Phrasebook, message: Message) -> str:
    return escape(book.say(message))


def _paragraph(book: Phrasebook, entry: str, **blanks: Blank) -> str:
    return f"<p>{_said(book, Message(entry, blanks=blanks))}</p>"


def _heading(book: Phrasebook, entry: str) -> str:
    return f"<h2>{_said(book, Message(entry))}</h2>"


def _download(book: Phrasebook, path: str, entry: str) -> str:
    return f'<p><a href="{path}" download>{_said(book, Message(entry))}</a></p>'


def _link(book: Phrasebook, path: str, entry: str) -> str:
    return f'<p><a href="{path}">{_said(book, Message(entry))}</a></p>'
