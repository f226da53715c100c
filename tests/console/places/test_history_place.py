"""The history: what was said is read again, searched, muted, copied and written down."""

import re
from pathlib import Path

import pytest
from support.console.hand_held import Console
from support.console.opened import opened

from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience
from playroom.narration.summaries import missed
from playroom.rules.event import Played
from playroom.rules.view import seen

OPENED = (
    "Playroom dominos, low is good: 100 points eliminate. You against Ben. New round, 7 tiles each. "
    "Ben starts."
)
BEN_OPENS = "Ben opens: 6-6. Ends 6 and 6. Ben has 6."
ENDS = "Ends 6 and 6."
NO_TILE = "No tiles on the table yet."
TABLE = ("play", "--seed", "2", "--pace", "0", "--players", "2")
MOST = 40
"""Lines that a list has at most."""


@pytest.fixture
def console(home: Path) -> Console:
    """A match of two that the other player has opened."""
    return opened(home, *TABLE)


def choose(console: Console, name: str) -> str:
    """Walk to what begins with this name, and press Enter: what is said then."""
    for _ in range(MOST):
        if console.hear("down")[0].startswith(name):
            return console.hear("enter")[-1]
    raise LookupError(name)


def test_the_history_is_read_from_first_to_last_part_by_part(console: Console) -> None:
    console.hear("c")

    assert console.answers("h", "up", "home", "up", "down", "end", "down") == [
        "History. What happened, 3 messages.",
        "Your turn.",
        OPENED,
        "That was the first.",
        BEN_OPENS,
        "Your turn.",
        "That was the last.",
    ]
    assert console.answers(*["right"] * 3, "up", *["right"] * 5, "left") == [
        "Table, 3 messages.",
        "Scores, no messages.",
        "Chat, no messages.",
        "No messages here.",
        "Answers, 1 message.",
        "System, no messages.",
        "Focus, 1 message.",
        "What happened, 3 messages.",
        "Table, 3 messages.",
        "What happened, 3 messages.",
    ]


def test_page_up_walks_what_happened_and_not_what_the_keys_said(console: Console) -> None:
    console.answers("right", "left", "é", "c", "m", "down", "escape", "h", "f")
    console.write("zebra")
    console.answers("escape", "escape")

    walked = console.answers("pageup", "pageup", "pageup")
    parts = console.answers("h", "left", "left", "left", "up")

    assert walked == ["Your turn.", BEN_OPENS, OPENED]
    assert re.fullmatch(r"Focus, \d+ messages\.", parts[1])
    assert parts[2:] == ["System, no messages.", "Answers, 1 message.", ENDS]


def test_the_place_in_the_history_is_left_by_any_key_that_does_not_read_there(console: Console) -> None:
    console.play()
    newest = console.answers("pageup")[0]

    assert console.answers("pageup", "right", "pageup")[-1] == newest
    assert console.answers("h", "home", "right", "home", "escape", "pageup")[-1] == newest
    assert console.answers("ctrl-pageup", "backspace", "pagedown")[-1] == BEN_OPENS
    assert console.hear("h")[0].startswith("History. What happened, ")


def test_what_was_played_before_a_match_is_continued_is_in_the_history(home: Path) -> None:
    before = opened(home, *TABLE)
    before.play()
    lines = before.answers("ctrl-pageup", *["pagedown"] * 5)
    before.close()

    console = opened(home, "continue")
    repeated = console.hear("backspace")

    assert console.answers("ctrl-pageup", *["pagedown"] * 5) == lines
    assert not {*repeated} & {*lines[:-1]}


def test_the_transcript_of_a_continued_match_has_what_was_played_before(home: Path) -> None:
    before = opened(home, *TABLE)
    before.play()
    before.close()

    console = opened(home, "continue")
    console.answers("h", "x", "y")
    written = next(console.folders.transcripts.glob("*.txt")).read_text("utf-8").splitlines()

    assert written[0] == OPENED
    assert any(line.startswith("You draw ") for line in written)


def test_a_match_that_is_continued_in_the_same_visit_is_in_the_history_once(console: Console) -> None:
    console.play()
    counted = console.answers("h", "right", "escape")[1]
    console.answers("q", "y")

    console.hear("home", "enter")

    assert console.answers("h", "right")[1] == counted


def test_what_was_said_is_read_again_at_the_hand_and_in_lists_too(console: Console) -> None:
    console.answers("c", "m")

    assert console.answers("ctrl-pageup", "pagedown", "pageup", "pageup") == [
        OPENED,
        BEN_OPENS,
        OPENED,
        "That was the first.",
    ]
    console.hear("escape")
    again = console.answers("pagedown", "ctrl-pageup", "pagedown", "ctrl-pagedown")
    assert again == ["That was the last.", OPENED, BEN_OPENS, "Your turn."]


def test_words_are_searched_and_other_matches_follow(home: Path) -> None:
    console = opened(home, "play", "--seed", "7", "--players", "2")
    console.answers("c", "w", "c", "h")

    assert console.hear("n")[0].startswith("Search.")
    console.write("NO til")
    console.heard()
    assert console.answers("enter", "p", "p", "n", "n") == [
        f"Answers, 2 of 2. {NO_TILE}",
        f"1 of 2. {NO_TILE}",
        "No earlier result.",
        f"2 of 2. {NO_TILE}",
        "No later result.",
    ]
    console.press("f")
    console.write("zebra")
    console.heard()
    assert console.answers("enter", "f", "enter") == [
        "Not found: zebra.",
        "Search. Type words, then press Enter. Empty.",
        "No words to search for.",
    ]


def test_a_search_begins_in_what_happened(console: Console) -> None:
    console.answers("t", "h", "f")
    console.write("your turn")
    console.heard()

    found, elsewhere, _ = console.answers("enter", "n", "n")

    assert found == "1 of 2. Your turn."
    assert elsewhere.startswith("Answers, 2 of 2. ")


def test_the_history_is_reached_and_used_by_arrows_and_enter_alone(console: Console) -> None:
    choose(console, "Table menu")
    choose(console, "What was said")
    history = choose(console, "History")
    _, commands = console.answers("right", "enter")
    choose(console, "What was said")
    first = choose(console, "First message")
    console.hear("enter")
    choose(console, "What was said")
    choose(console, "Mute")
    muted = choose(console, "Yes")

    assert re.fullmatch(r"History\. What happened, \d+ messages\.", history)
    assert commands.startswith("History. ")
    assert first == OPENED
    assert muted == "Table muted, but still recorded."


def test_a_muted_part_is_not_said_and_still_recorded(console: Console) -> None:
    muted = console.answers("h", "right", "s", "y", "escape")
    heard = console.play()
    _, *counted = console.answers("h", "right", "s", "up")

    assert muted[3] == "Table muted, but still recorded."
    assert not [text for text in heard if "Ben" in text]
    assert re.fullmatch(r"Table, \d messages, muted\.", counted[0])
    assert counted[1] == "Table unmuted."
    assert counted[2] == "Your turn."


def test_a_muted_part_is_still_muted_at_the_next_visit(home: Path) -> None:
    opened(home).answers("f3", "right", "right", "s", "y")

    *_, scores, again = opened(home).answers("f3", "right", "right", "s")

    assert scores.endswith(", muted.")
    assert again == "Scores unmuted."


def test_where_there_is_no_clipboard_the_copy_is_in_a_file(console: Console) -> None:
    file = console.folders.copied

    assert console.answers("h", "c") == ["History. What happened, 3 messages.", f"Copied to {file}."]
    assert file.read_text() == "Your turn.\n"


def test_a_copy_that_fails_says_why(console: Console) -> None:
    console.folders.copied.mkdir(parents=True)

    assert console.answers("h", "c")[1] == "Not copied: it is a folder."


@pytest.mark.parametrize(
    ("language", "group", "name"),
    [("en", "What was said", "What you missed"), ("fr", "Ce qui a été dit", "Ce que vous avez")],
)
def test_missed_events_are_repeated_on_every_request(
    home: Path, language: str, group: str, name: str
) -> None:
    console = opened(home, "play", "--seed", "7", "--players", "4", "--pace", "0", language=language)
    for _ in range(2):
        console.play()
    match = console.match
    log = match.rounds[-1].log
    own = max(index for index, event in enumerate(log) if isinstance(event, Played) and event.seat == 0)
    summary = missed([seen(event, 0) for event in log[own + 1 :]], 0, match.rules)
    expected = phrasebook(language).say(summary, Audience(("Ada", "Ben", "Cleo", "Dan"), 0))

    assert console.answers("u", "u") == [expected.replace("\u00a0", " ")] * 2
    console.hear("m")
    assert choose(console, group).partition(". ")[2].startswith(name)
    assert console.hear("enter")[-1] == expected.replace("\u00a0", " ")
    console.hear("c")
    assert console.hear("u") == [expected.replace("\u00a0", " ")]


def test_a_match_is_written_down_from_its_beginning_in_the_listeners_words(home: Path) -> None:
    console = opened(home, *TABLE, language="fr")
    (answer,) = console.hear("c")
    _, _, began, _, again = console.answers("h", "x", "o", "x", "o")
    file = Path(began.partition("dans ")[2].removesuffix("."))
    console.hear("escape")
    console.play()
    written = file.read_text("utf-8").splitlines()
    console.answers("q", "o", "down", "up")
    afterwards = file.read_text("utf-8").splitlines()

    assert began == again
    assert file.parent == console.folders.transcripts
    assert written[0].endswith(" Nouvelle manche, 7 dominos par personne. Ben commence.")
    assert answer in [line.replace("\u00a0", " ") for line in written]
    assert any(line.startswith("Vous piochez") for line in written)
    assert any(line.startswith("Ben ") for line in written)
    assert afterwards == written


def test_a_transcript_that_cannot_be_written_is_reported_once(console: Console) -> None:
    folder = console.folders.transcripts
    folder.write_text("in the way")

    _, *told = console.answers("h", "x", "y", "escape", "w")
    folder.unlink()
    console.hear("c")

    assert told[1].startswith("The transcript cannot be written: ")
    assert told[1].endswith(". It resumes as soon as possible.")
    assert not [text for text in told[2:] if "cannot be written" in text]
    lines = next(folder.glob("*.txt")).read_text().splitlines()
    assert lines[0] == OPENED
    assert lines[-1] == ENDS


def test_away_from_a_table_there_is_nothing_to_write_down(home: Path) -> None:
    console = opened(home)

    assert console.answers("f3", "x") == [
        "History. What happened, no messages.",
        "There is no match to transcribe.",
    ]


def test_t_writes_nothing_and_the_key_that_does_asks_first(home: Path) -> None:
    console = opened(home, *TABLE)

    _, turn, asked, no = console.answers("h", "t", "x", "n")

    assert turn == "t does nothing here."
    assert asked == "Write the match to a file? Y or N, Enter for no."
    assert no.startswith("History.")
    assert not console.folders.transcripts.exists()
