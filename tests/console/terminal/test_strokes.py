"""What terminals send, and the names of the keys that it stands for."""

from math import inf

import pytest
from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

from playroom.console.terminal.strokes import (
    ESCAPE_PAUSE,
    REPLY_PAUSE,
    SEQUENCE_NAMES,
    SEQUENCE_PAUSE,
    finished_keys,
    pause,
    strokes,
)
from playroom.console.terminal.windows_console import terminal_text
from playroom.keys.bindings import MOST_PASTED


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("g", "g"),
        ("G?é€ñßжλ@", "G ? é € ñ ß ж λ @"),
        ("\r\n\t \x7f\x08", "enter enter tab space backspace backspace"),
        ("\x00\x03\x12\x1c\x1d\x1e\x1f", "ctrl-space ctrl-c ctrl-r ctrl-\\ ctrl-] ctrl-^ ctrl-_"),
        ("\u3000\xa0", "space space"),
        ("\x1b[A\x1b[B\x1b[C\x1b[D", "up down right left"),
        ("\x1bOA\x1bOB\x1bOC\x1bOD", "up down right left"),
        ("\x1b[H\x1b[F\x1bOH\x1bOF\x1b[1~\x1b[4~\x1b[7~\x1b[8~", "home end home end home end home end"),
        ("\x1b[2~\x1b[3~\x1b[5~\x1b[6~", "insert delete pageup pagedown"),
        ("\x1b[Z\x1b\t", "shift-tab shift-tab"),
        ("\x1b[Ia\x1b[O", "focus-in a focus-out"),
        ("\x1bOP\x1bOQ\x1bOR\x1bOS", "f1 f2 f3 f4"),
        ("\x1b[11~\x1b[12~\x1b[13~\x1b[14~", "f1 f2 f3 f4"),
        ("\x1b[[A\x1b[[B\x1b[[C\x1b[[D\x1b[[E", "f1 f2 f3 f4 f5"),
        ("\x1b[15~\x1b[17~\x1b[18~\x1b[19~\x1b[20~\x1b[21~\x1b[23~\x1b[24~", "f5 f6 f7 f8 f9 f10 f11 f12"),
        ("\x1b[1;5P\x1b[5;5~\x1b[1;2A\x1b[1;6D", "ctrl-f1 ctrl-pageup shift-up ctrl-shift-left"),
        ("\x1bx\x1b\r\x1b\x7f\x1bé", "alt-x alt-enter alt-backspace alt-é"),
        ("\x1b[1;3D\x1b\x1b[D\x1b\x1bOD\x1b[1;9D", "alt-left alt-left alt-left alt-left"),
        ("\x1b\x1b\x1b[", "escape"),
        ("\x1b\x03", "escape ctrl-c"),
    ],
)
def test_every_press_has_its_name(sent: str, keys: str) -> None:
    assert strokes(sent)[0] == tuple(keys.split())


@pytest.mark.parametrize(
    "sent",
    [
        "\x1b[99~",
        "\x1b[?1;2c",
        "\x1b[1;2;3;4X",
        "\x1b[103;5u",
        "\x1bOz",
        "\x1bO5P",
        "\x1bxyz",
        "\x1b(dg",
        "\x1b[1é",
        "\x1b[<0;12;3M\x1b[<0;12;3m",
        "\x1b[96;14;13M",
        "\x1b[M gd",
        "\x1b[24;80R",
        "\x1b]11;rgb:0000/0000/0000\x07",
        "\x1bP1+r544e=787465726d\x1b\\",
        "\x1b[200~ \r\x1b[201~",
        "\x1b]52;c;" + "q\ry" * 100_000 + "\x07",
        "\x1bP" + "q\ry" * 100_000 + "\x1b\\",
        "\udce9",
        "\x80\x9f\u200e\ufeff",
    ],
)
def test_what_is_no_key_of_ours_gives_no_letter(sent: str) -> None:
    keys, begun = strokes(sent)

    assert (keys, begun) == ((), "")


@pytest.mark.parametrize("sequence", ["\x1b[99~", "\x1b[M gd", "\x1b]0;q\x07", "\x1b[200~\x1b[201~"])
def test_the_key_after_a_sequence_is_heard(sequence: str) -> None:
    assert strokes(sequence + "c")[0] == ("c",)


@pytest.mark.parametrize(
    "start", ["\x1b[", "\x1bO", "\x1b[1;", "\x1b[M ", "\x1b]0;q", "\x1b[200~abc", "\x1b[["]
)
def test_ctrl_c_works_after_any_incomplete_sequence(start: str) -> None:
    assert strokes(start + "\x03")[0][-1] == "ctrl-c"


@pytest.mark.parametrize(
    ("pasted", "key"),
    [
        ("Ann", "paste Ann"),
        ("\r\n  Ann \t Lee\rq\r \r\ny\r", "paste   Ann   Lee\nq\ny"),
        ("A\x1b[Db\x00\u200e", "paste A[Db"),
        ("é" * (MOST_PASTED + 1), "paste " + "é" * MOST_PASTED),
        ("\r\x00\r", ""),
    ],
)
def test_a_paste_is_one_key_with_its_lines(pasted: str, key: str) -> None:
    assert strokes(f"\x1b[200~{pasted}\x1b[201~c") == (tuple(filter(None, (key, "c"))), "")


def test_a_paste_that_ctrl_c_ends_is_no_key() -> None:
    assert strokes("\x1b[200~q\ry\x1b[A\x03c") == (("ctrl-c", "c"), "")


def test_a_sequence_that_another_one_interrupts_is_no_key() -> None:
    assert strokes("\x1b]11;qqq\x1b[A\x1b[1;1\x1b[B") == (("up", "down"), "")


@pytest.mark.parametrize(
    ("start", "more", "end", "keys"),
    [
        ("\x1b]52;c;", "q\ry", "\x07", ()),
        ("\x1bP", "q\ry", "\x1b\\", ()),
        ("\x1b[1", ";12", "A", ()),
    ],
)
def test_a_long_sequence_in_many_reads_is_one_and_little_of_it_is_kept(
    start: str, more: str, end: str, keys: tuple[str, ...]
) -> None:
    begun = start
    for chunk in (*[more * 1000] * 100, *end):
        found, begun = strokes(begun + chunk)
        assert len(begun) < 300

    assert (found, begun) == (keys, "")


@pytest.mark.parametrize("start", ["\x1b[200~Ann\rx", "\x1b[200~Ann\r" + "x" * 190 + "\x1b[20"])
def test_a_paste_in_many_reads_is_one_key_and_its_end_is_left_out_if_it_is_too_long(start: str) -> None:
    begun, chunk = start, "x1~q" * 1000
    for _ in range(MOST_PASTED // 2000):
        found, begun = strokes(begun + chunk)
        assert found == ()
        assert len(begun) < MOST_PASTED + 20

    (key,), begun = strokes(begun + "\x1b[201~")
    assert key.startswith("paste Ann\nx")
    assert len(key.replace("[20", "\x1b[20")) == len("paste ") + MOST_PASTED
    assert begun == ""


SPLIT = [
    "\x1b[A",
    "\x1bOB",
    "\x1b[15~",
    "\x1b[[A",
    "\x1b[1;5C",
    "\x1b[99~",
    "\x1b[M gd",
    "\x1b[200~g\rd\x1b[201~",
]


@pytest.mark.parametrize("sequence", SPLIT)
def test_a_sequence_split_over_two_reads_is_the_same_key(sequence: str) -> None:
    whole = strokes(sequence)[0]

    for place in range(1, len(sequence)):
        first, begun = strokes(sequence[:place])
        second, rest = strokes(begun + sequence[place:])
        assert (first + second, rest) == (whole, ""), f"split after {place}"


@pytest.mark.parametrize(
    ("begun", "seconds", "keys"),
    [
        ("\x1b", ESCAPE_PAUSE, ("escape",)),
        ("\x1b\x1b", ESCAPE_PAUSE, ("escape", "escape")),
        ("\x1bP", ESCAPE_PAUSE, ("alt-P",)),
        ("\x1b[", SEQUENCE_PAUSE, ("alt-[",)),
        ("\x1bO", SEQUENCE_PAUSE, ("alt-O",)),
        ("\x1b[1;", REPLY_PAUSE, ()),
        ("\x1b]11;rgb", REPLY_PAUSE, ()),
        ("\x1b]11;rgb\x1b", REPLY_PAUSE, ()),
        ("\x1b[200~gd", inf, ()),
        ("", SEQUENCE_PAUSE, ()),
    ],
)
def test_a_pause_ends_an_incomplete_sequence(begun: str, seconds: float, keys: tuple[str, ...]) -> None:
    assert strokes(begun) == ((), begun)
    assert pause(begun) == seconds
    assert finished_keys(begun) == keys


OWN_NAMES = {
    Keys.ControlM: "enter",
    Keys.ControlJ: "enter",
    Keys.ControlI: "tab",
    Keys.ControlH: "backspace",
    Keys.ControlAt: "ctrl-space",
}
CORRECTED = {
    *(f"\x1b[1;{number}{letter}" for number in (4, 6, 7, 8) for letter in "AB"),
    "\x1b[5;7~",
    "\x1b[5;8~",
}
"""Sequences of an arrow or of Page Up that prompt_toolkit takes for the opposite key."""


def name(keys: Keys | tuple[Keys, ...]) -> str | None:
    """Our name for a key of prompt_toolkit, None for what is not a key."""
    if isinstance(keys, tuple):
        return f"alt-{name(keys[-1])}"
    if keys.value.startswith("<"):
        return None
    return OWN_NAMES.get(keys) or keys.value.replace("c-", "ctrl-", 1).replace("s-", "shift-", 1)


def test_every_sequence_that_prompt_toolkit_knows_has_the_same_name() -> None:
    names = {sequence: name(keys) for sequence, keys in ANSI_SEQUENCES.items()}

    assert {
        sequence for sequence, expected in names.items() if SEQUENCE_NAMES.get(sequence) != expected
    } == CORRECTED


def test_an_arrow_has_the_same_direction_with_every_modifier() -> None:
    assert strokes("\x1b[1;4A\x1b[1;6B\x1b[5;7~")[0] == ("alt-shift-up", "ctrl-shift-down", "alt-ctrl-pageup")


def test_the_keys_of_the_windows_console_have_the_same_names() -> None:
    presses = [
        KeyPress(Keys.Left, ""),
        KeyPress(Keys.BackTab, "\t"),
        KeyPress(Keys.ControlSpace, " "),
        KeyPress(Keys.ControlM, "\r"),
        KeyPress("é", "é"),
        KeyPress(Keys.F1, ""),
        KeyPress(Keys.ControlH, "\x08"),
        KeyPress(Keys.ControlC, "\x03"),
        KeyPress(Keys.WindowsMouseEvent, "LEFT;MOUSE_DOWN;3;4"),
        KeyPress(Keys.BracketedPaste, "gd\x03\rq\r"),
        KeyPress(Keys.Escape, "\x1b"),
        KeyPress("x", "x"),
    ]

    keys = strokes("".join(terminal_text(press) for press in presses))[0]

    assert keys == (
        *("left", "shift-tab", "ctrl-space", "enter", "é", "f1", "backspace", "ctrl-c"),
        *("paste gd\nq", "alt-x"),
    )


def test_no_known_sequence_gives_more_than_one_key() -> None:
    found = {sequence: strokes(sequence) for sequence in ANSI_SEQUENCES}

    assert not {sequence for sequence, (keys, begun) in found.items() if len(keys + finished_keys(begun)) > 1}
