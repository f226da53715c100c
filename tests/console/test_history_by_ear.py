"""The history by keys and ears: the real program, a real terminal, a real speech-dispatcher."""

import re
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest
from player import Player, keys_of_a_move
from private_dispatcher import Dispatcher, until

from playroom.narration.locales import phrasebook
from playroom.narration.missed import missed
from playroom.narration.phrasebook import Audience
from playroom.rules.event import Played
from playroom.rules.view import seen

OPENED = "New round, 7 tiles each. You start."
NO_TILE = "No tile lies on the table yet."
MOST = 40
"""Lines that a list has at most."""


FIRST, LAST = "text \x1b[5;5~", "text \x1b[6;5~"
"""Control with Page Up and Page Down, as terminals send them."""


@pytest.fixture(autouse=True)
def _usual_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TMUX", "STY", "VTE_VERSION", "TERM_PROGRAM"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def player(dispatcher: Dispatcher, home: Path) -> Iterator[Player]:
    """Somebody who is to open a match of two."""
    with Player(dispatcher, home, "play", "--seed", "7", "--players", "2", "--pace", "0") as player:
        player.wait_for("Your turn.")
        yield player


def said(player: Player, *keys: str) -> list[str]:
    """The answer to each key."""
    return [answer(player, key) for key in keys]


def answer(player: Player, key: str) -> str:
    """The answer to a key, whatever else is said meanwhile."""
    heard = player.press(key)
    while not (answers := [each.text for each in heard if each.priority == "important"]):
        assert not player.is_over, player.screen
        heard = player.hear()
    return answers[-1]


def write(player: Player, words: str) -> None:
    """Type some words of which the last letter stands nowhere else."""
    player.send(f"text {words}")
    player.wait_for(words[-1])


def choose(player: Player, name: str) -> str:
    """Walk to what begins with this name, and press Enter: what is said then."""
    for _ in range(MOST):
        if said(player, "down")[0].startswith(name):
            return said(player, "enter")[0]
    raise LookupError(name)


def play(player: Player) -> None:
    match = player.match()
    assert match
    for key in keys_of_a_move(match):
        player.press(key)


def test_the_history_is_read_from_first_to_last_part_by_part(player: Player) -> None:
    player.press("c")

    assert said(player, "h", "up", "home", "up", "down", "end", "down") == [
        "History. All, 3 messages.",
        NO_TILE,
        OPENED,
        "That was the first.",
        "Your turn.",
        NO_TILE,
        "That was the last.",
    ]
    assert said(player, "right", "right", "right", "up", "right", "right", "left") == [
        "Table, 2 messages.",
        "Scores, no messages.",
        "Chat, no messages.",
        "No messages here.",
        "System, 1 message.",
        "All, 3 messages.",
        "System, 1 message.",
    ]


def test_what_was_said_is_read_again_at_the_hand_and_in_lists_too(player: Player) -> None:
    said(player, "c", "m")

    assert said(player, FIRST, "pagedown", "pageup", "pageup") == [
        OPENED,
        "Your turn.",
        OPENED,
        "That was the first.",
    ]
    player.send("escape")
    player.wait_for("Your turn: ")
    assert said(player, "pagedown", "pagedown", FIRST, LAST)[:3] == ["Your turn.", NO_TILE, OPENED]


def test_words_are_searched_and_other_matches_follow(player: Player) -> None:
    said(player, "c", "w", "c", "h")

    assert said(player, "n")[0].startswith("Search.")
    write(player, "NO til")
    assert said(player, "enter", "p", "p", "n", "n") == [
        NO_TILE,
        NO_TILE,
        "No match before.",
        NO_TILE,
        "No match after.",
    ]
    player.press("f")
    write(player, "zebra")
    assert said(player, "enter", "f", "enter") == [
        "Not found: zebra.",
        "Search. Type words, then Enter. Empty.",
        "Nothing to search for.",
    ]


def test_the_history_is_reached_and_used_by_arrows_and_enter_alone(player: Player) -> None:
    chosen = [
        choose(player, "Menu of the table"),
        choose(player, "History"),
        *said(player, "right", "enter"),
        choose(player, "First message"),
        *said(player, "enter"),
        choose(player, "Mute"),
        *said(player, "enter"),
        choose(player, "Copy"),
    ]

    assert re.fullmatch(r"History\. All, \d+ messages\.", chosen[1])
    assert chosen[2].startswith("Table, 2 messages")
    assert chosen[4] == OPENED
    assert chosen[6] == "Table muted, but still recorded."
    assert chosen[8] == "Copied."


def test_a_muted_part_is_not_said_and_still_recorded(player: Player) -> None:
    muted = said(player, "h", "right", "s", "escape")
    match = player.match()
    assert match
    heard = [each.text for key in keys_of_a_move(match) for each in player.press(key)]
    counted = said(player, "h", "s", "up")

    assert muted[2] == "Table muted, but still recorded."
    assert not [text for text in heard if "Ben" in text]
    assert re.fullmatch(r"History\. Table, \d messages, muted\.", counted[0])
    assert counted[1] == "Table: aloud again."
    assert counted[2] == "Your turn."


def test_a_muted_part_is_still_muted_at_the_next_visit(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home) as player:
        player.hear()
        said(player, "f3", "right", "right", "s")

    with Player(dispatcher, home) as player:
        player.hear()
        turned = said(player, "f3", "right", "right", "s")

    assert turned[2].endswith(", muted.")
    assert turned[3] == "Scores: aloud again."


def test_the_present_message_is_copied_and_the_transcript_is_not_disturbed(player: Player) -> None:
    told = said(player, "h", "home", "c", "down")
    copied = re.findall(r"\x1b\]52;c;(.*?)\x07", player.screen)
    lines = re.sub(r"\x1b\]52;c;.*?\x07", "", player.screen).replace("\r", "").splitlines()

    assert told[2] == "Copied."
    assert [b64decode(text).decode() for text in copied] == [OPENED]
    assert [line for line in lines if line][-4:] == [
        "History. All, 2 messages.",
        OPENED,
        "Copied.",
        "Your turn.",
    ]


def test_where_no_terminal_takes_copies_they_are_in_a_file(
    dispatcher: Dispatcher, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMUX", "somewhere")
    with Player(dispatcher, home, "play", "--seed", "7", "--players", "2", "--pace", "0") as player:
        player.wait_for("Your turn.")
        file = home / "data" / "playroom" / "copied.txt"

        assert said(player, "h", "c") == ["History. All, 2 messages.", f"Copied to {file}."]
        assert file.read_text() == "Your turn.\n"
        file.unlink()
        file.mkdir()
        assert said(player, "c") == ["Not copied: Is a directory."]


@pytest.mark.parametrize(
    ("language", "name", "nothing"),
    [("en", "What you missed", "Nothing since"), ("fr", "Ce que vous avez", "Rien depuis")],
)
def test_what_was_missed_is_told_as_often_as_it_is_asked_for(
    dispatcher: Dispatcher, home: Path, language: str, name: str, nothing: str
) -> None:
    table = ("--seed", "7", "--players", "4", "--pace", "0", "--language", language)
    with Player(dispatcher, home, "play", *table) as player:
        player.hear()
        for _ in range(2):
            play(player)
        match = player.match()
        assert match
        log = match.rounds[-1].log
        own = max(index for index, event in enumerate(log) if isinstance(event, Played) and event.seat == 0)
        summary = missed([seen(event, 0) for event in log[own + 1 :]], 0, match.rules)
        expected = phrasebook(language).say(summary, Audience(("Ada", "Ben", "Cleo", "Dan"), 0))

        assert said(player, "u", "u") == [expected.replace("\u00a0", " ")] * 2
        player.press("m")
        assert choose(player, name) == expected.replace("\u00a0", " ")
        player.press("c")
        assert said(player, "u")[0].startswith(nothing)


def test_a_match_is_written_down_from_its_beginning_in_the_listeners_words(
    dispatcher: Dispatcher, home: Path
) -> None:
    table = ("--seed", "7", "--players", "2", "--pace", "0", "--language", "fr")
    with Player(dispatcher, home, "play", *table) as player:
        player.hear()
        before = [each.text for each in player.press("c")]
        told = said(player, "h", "t", "t")
        file = Path(told[1].partition("dans ")[2].removesuffix("."))
        player.press("escape")
        play(player)
        written = file.read_text("utf-8").splitlines()
        said(player, "q", "o", "down", "up")
        afterwards = file.read_text("utf-8").splitlines()

    assert told[1] == told[2]
    assert file.parent == home / "data" / "playroom" / "transcripts"
    assert written[0] == "Nouvelle manche, 7 dominos chacun. Vous commencez."
    assert [line.replace("\u00a0", " ") for line in written if line in before]
    assert any(line.startswith("Vous ouvrez") for line in written)
    assert any(line.startswith("Ben ") for line in written)
    assert afterwards[: len(written)] == written
    assert afterwards[-1].startswith("Quitter la partie")


def test_a_disk_that_refuses_the_transcript_is_told_of_once(player: Player, home: Path) -> None:
    folder = home / "data" / "playroom" / "transcripts"
    folder.write_text("in the way")

    told = said(player, "h", "t", "escape", "w")
    folder.unlink()
    player.press("c")

    assert told[1] == "The transcript cannot be written: File exists. It goes on as soon as that works."
    assert not [text for text in told[2:] if "cannot be written" in text]
    assert until(lambda: [*folder.glob("*.txt")])
    lines = next(folder.glob("*.txt")).read_text().splitlines()
    assert lines[0] == OPENED
    assert lines[-1] == NO_TILE


def test_away_from_a_table_there_is_nothing_to_write_down(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home) as player:
        player.wait_for("playroom")

        assert said(player, "f3", "t") == ["History. All, 1 message.", "There is no match to write down."]
