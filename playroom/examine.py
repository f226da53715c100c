"""The doctor's report, written and spoken."""

import os
import sys
from collections.abc import Iterable, Sequence

from playroom.console.menus.speech import why_told
from playroom.doctor import Doctor, without_home
from playroom.narration.message import Blank, Message
from playroom.narration.phrasebook import Phrasebook
from playroom.voice.speakers import Finding, Source, found, tried
from playroom.voice.terminal import own_terminal


def examine(doctor: Doctor, book: Phrasebook, ways: Sequence[Source], *, aloud: bool) -> bool:
    """Write the report, and say it if it may be heard; whether it went out in one way at least."""
    with own_terminal():
        findings = found(ways)
    lines = [book.say(message) for message in doctor.report(findings)]
    is_written = _write(lines)
    return (aloud and _speak(lines, book, ways, findings)) or is_written


def _speak(
    lines: Sequence[str], book: Phrasebook, ways: Sequence[Source], findings: Iterable[Finding]
) -> bool:
    """Say the lines by the first way that can, and write why those before it could not."""
    for source, finding in zip(ways, findings, strict=True):
        if finding.why:
            continue
        with own_terminal():
            after = tried(source, " ".join(lines), leaving=True)
        if not after.why:
            return True
        _write([book.say(_failed(after))])
    return False


def _failed(finding: Finding) -> Message:
    why = why_told(finding.why) if finding.why else ""
    blanks: dict[str, Blank] = {
        "source": finding.source,
        "why": why,
        "detail": without_home(finding.detail).rstrip("."),
    }
    return Message("doctor.failed", blanks=blanks)


def _write(lines: Iterable[str]) -> bool:
    """Whether somebody could read the lines."""
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.writelines(f"{line}\n".encode(encoding, "replace").decode(encoding) for line in lines)
        sys.stdout.flush()
    except OSError:
        # What was not taken is not tried again when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return False
    return True
