"""The first match: a player who presses nothing but the keys that were just named plays it to its end."""

import re
from pathlib import Path
from random import Random

import pytest
import yaml
from support.console.hand_held import Console, keys_of, keys_of_a_move, without_position
from support.console.pupil import Pupil
from support.languages import CODES

from playroom.advice import coach
from playroom.advice.hints import move_values, same_move
from playroom.console.lessons.lesson_steps import LessonStep, first_match_steps
from playroom.console.lessons.lessons import RECORD_PAGE
from playroom.console.play.table import TablePlace
from playroom.console.replay.replay_table import own_decisions
from playroom.console.ui.history import HistoryPlace
from playroom.console.ui.key_help import KeyLearning
from playroom.console.ui.list import ListPlace
from playroom.console.ui.questions import KeyQuestion, YesOrNo
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import Command, PlaceName
from playroom.keys.keymap import keymap
from playroom.narration.message import Message
from playroom.narration.phrases.locales import phrasebook
from playroom.rules.legal import legal_moves
from playroom.rules.match import Match
from playroom.rules.view import view
from playroom.strict_yaml import read
from playroom.table.record_parser import record
from playroom.table.shelf import OURS, shelf
from playroom.table.timeline import Timeline

KEYS = keymap("en")[0]
ENDS = ("The lesson is over", "La leçon est finie", "The playroom. Continue", "La salle de jeux. Reprendre")
BY_FOCUS = ("find", "misfit", "find-both")
"""The steps about a focus in the hand, which a player who scans does not have."""
FIRST = (
    "Each tile has two numbers. Yours are in a row, and you are on the first one. Go to the next. "
    "Press Right."
)
BLANKS = {"name": "Ben", "sound": "off", "has_focus": "off", "tile": "", "side": "left"}
AGAIN = "Go to the next tile. Press Right."
PLAIN = "Just one key: Right. Go to the next tile. Slash twice skips this step."
SCAN = "Space goes from choice to choice, Enter takes one. Take this one"
WRONG = (
    *("c", "t", "s", "f", "u", "w", "i", "v", "k", "z", "end", "left", "right", "home", "6", "é", "n", ","),
    *("g", "d", "enter", "space", "p", "x", "y", "f1", "h", "m", "j", "o", "q", "n", "ctrl-k", "f2", "/"),
)
"""Keys that are not those of a step as a rule: they ask, play, take back, open lists, or mean nothing."""

PROFILES = [str(profile) for profile in KeyProfile if profile is not KeyProfile.TOUCH]
"""Those of who presses keys; the lesson by buttons is in `test_touch_profile.py`."""
PLAYERS = [(language, profile) for language in ("en", "fr") for profile in PROFILES]
WITH_KEYS = [(language, profile) for language, profile in PLAYERS if profile != KeyProfile.SWITCH]
"""The languages and profiles of players who do not scan."""


@pytest.fixture
def pupil(home: Path) -> Pupil:
    """A pupil who has begun the lesson."""
    pupil = Pupil(home)
    pupil.begin()
    return pupil


def words(pupil: Pupil, step: LessonStep) -> re.Pattern[str]:
    """The end of what a step says, after all that is filled in; it names a tile to those who have a focus."""
    named = BLANKS if pupil.scans else {**BLANKS, "has_focus": "on", "tile": "TILE"}
    said = pupil.book.say(Message(f"lessons.steps.{step.name}.say", blanks=named))
    last = " ".join(said.split()).rpartition(". ")[2]
    return re.compile(re.escape(last).replace("TILE", r"\S+"))


def said_steps(pupil: Pupil) -> list[str]:
    """The steps that were said in full, each when it came first."""
    text = "\n".join(pupil.texts)
    found = {step.name: words(pupil, step).search(text) for step in first_match_steps()}
    return [name for name, at in found.items() if at]


def every_step(profile: str) -> set[str]:
    scanning = profile == KeyProfile.SWITCH
    names = {step.name for step in first_match_steps() if step.scanning in (None, scanning)}
    names.discard("which-end-right")  # the record has no such choice
    return names - {*BY_FOCUS} if scanning else names


@pytest.mark.long
@pytest.mark.parametrize(("language", "profile"), PLAYERS)
def test_named_keys_alone_play_the_first_match_through_every_step(
    home: Path, language: str, profile: str
) -> None:
    pupil = Pupil(home, language, profile)
    pupil.begin()

    pupil.play()

    assert set(said_steps(pupil)) - {"find"} == every_step(profile) - {"find"}
    assert pupil.console.match.now.ending


def remapped(home: Path, language: str, profile: str, seed: int) -> None:
    """Deal the keys of the table out anew, by chance, and those of the question at which end."""
    chance, keys = Random(seed), keymap(language, profile=KeyProfile(profile))[0]
    page = {}
    for place in (PlaceName.HAND, PlaceName.SIDE):
        bound = {key: command for key, command in keys.bindings[place].items() if len(key) == 1}
        commands = list(bound.values())
        chance.shuffle(commands)
        page[str(place)] = dict(zip(bound, map(str, commands), strict=True))
    file = home / "config/playroom/keys.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(yaml.safe_dump(page), encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize(("language", "profile"), WITH_KEYS)
@pytest.mark.parametrize("seed", range(3))
def test_remapped_keys_are_named_as_they_are(home: Path, language: str, profile: str, seed: int) -> None:
    remapped(home, language, profile, seed)
    pupil = Pupil(home, language, profile)
    pupil.begin()

    pupil.play()

    assert set(said_steps(pupil)) - {"find"} == every_step("playroom") - {"find"}


def test_another_key_is_answered_and_the_step_said_again_more_plainly(pupil: Pupil) -> None:
    assert pupil.texts[-1] == FIRST

    heard = [[said.text for said in pupil.press("c")] for _ in range(3)]

    answer = "No tiles on the table yet."
    assert heard == [[answer, AGAIN], [answer, PLAIN], [answer, "Press Right."]]


def test_a_tile_is_not_played_while_something_else_is_asked_for(pupil: Pupil) -> None:
    before = pupil.console.match

    heard = [said.text for key in ("enter", "g", "d", "space", "p") for said in pupil.press(key)]

    assert pupil.console.match == before
    assert heard[:3] == ["Not yet.", AGAIN, "Not yet."]
    assert heard.count("Not yet.") == 5


def test_a_hint_out_of_turn_is_said_before_the_step_which_names_its_tile(pupil: Pupil) -> None:
    pupil.follow_until("You can play")
    pupil.console.background.thinking = 0.2

    heard = [said.text for said in pupil.press("i")]
    again = [said.text for said in pupil.press("/")]

    assert [text.partition(" ")[0] for text in heard] == ["Hint:", "Play"]
    assert re.fullmatch(r"You can play \d-\d\. Press Enter\.", again[-1])


def test_no_step_orders_another_move_than_the_hint(pupil: Pupil) -> None:
    pupil.follow_until("You can play")

    heard = [[said.text for said in pupil.press(key)] for key in ("z", "i", "z")]

    assert heard[0] == ["4-4, can open, 5 of 5", "Play 4-4. Press Enter."]
    assert heard[1][0].startswith("Hint: 5-5.")
    assert heard[1][1:] == ["Do as the hint says, or choose yourself. Press Z."]
    assert heard[2][0] == "5-5, can open, 3 of 5"
    assert "Enter. Play 5-5." in heard[2][1]


def test_how_a_step_is_skipped_is_said_once(pupil: Pupil) -> None:
    for _ in range(4):
        pupil.press("c", "t", "m", "escape", "f", "s")

    assert [text for text in pupil.texts if "Slash twice" in text] == [PLAIN]


@pytest.mark.long
@pytest.mark.parametrize("profile", [profile for profile in PROFILES if profile != KeyProfile.SWITCH])
def test_nothing_is_taught_while_anything_is_open_over_the_table(home: Path, profile: str) -> None:
    opens_at_every_step(home, profile, (Command.LEAVE, Command.MENU, Command.HELP, Command.HISTORY))


@pytest.mark.long
def test_nothing_is_taught_while_it_is_asked_whether_to_leave(home: Path) -> None:
    opens_at_every_step(home, "playroom", (Command.LEAVE,))


def opens_at_every_step(home: Path, profile: str, commands: tuple[Command, ...]) -> None:
    """Open what these commands open at every step: the tutor is silent there, and then goes on."""
    pupil = Pupil(home, profile=profile, speed=18)
    pupil.begin()
    steps = 0

    while pupil.asked:
        pupil.follow()
        leave_to_the_table(pupil)
        keys = {pupil.keys.named_key(PlaceName.HAND, command) for command in commands}
        for key in sorted(keys.difference(pupil.asked_keys)):  # those of the step itself do it
            asked = pupil.asked
            opened = pupil.press(key)
            assert not any(pupil.asks(said.text) for said in opened)
            leave_to_the_table(pupil)
            assert request(pupil.asked) == request(asked)
        steps += 1

    assert steps > 20


def leave_to_the_table(pupil: Pupil) -> None:
    """Close what is open over the table."""
    while not isinstance(pupil.console.place, TablePlace):
        place = pupil.console.place.bindings if pupil.console.place else None
        assert place
        command = Command.NO if place is PlaceName.QUESTION else Command.CANCEL
        pupil.press(pupil.keys.named_key(place, command))


def test_a_step_comes_after_all_announcements(pupil: Pupil) -> None:
    pupil.follow_until("Press C.")

    told = pupil.texts[-1]

    assert 0 < told.index("Ben has 4. Your turn.") < told.index("Ben has played a tile.")


def test_two_keys_are_taught_to_scan(home: Path) -> None:
    pupil = Pupil(home, profile="switch")
    pupil.begin()
    first = pupil.asked

    pupil.follow()

    assert first.endswith("Go to the next choice. Press Space.")
    assert pupil.asked == f"You can also hear all your tiles at once. {SCAN}: Your hand."


def test_silence_and_a_repetition_are_not_talked_over(pupil: Pupil) -> None:
    assert [said.text for said in pupil.press("backspace")] == [FIRST]
    assert [said.text for said in pupil.press("escape")] == ["Nothing is being said. Q leaves the match."]


def test_nothing_is_taught_in_a_list_and_the_step_comes_after_it(pupil: Pupil) -> None:
    opened, walked, back = pupil.press("m"), pupil.press("down"), pupil.press("escape")

    assert without_position([said.text for said in (*opened, *walked)]) == [
        "Table. Moves and choices",
        "Questions about the table",
    ]
    assert back[-1].text == FIRST


def test_time_moves_nothing(home: Path) -> None:
    pupil = Pupil(home, speed=18)
    pupil.begin()
    before = list(pupil.texts)

    pupil.console.wait(3600)

    assert pupil.console.heard() == []
    assert pupil.texts == before
    assert not pupil.console.match.now.layout.open_ends


@pytest.mark.long
@pytest.mark.parametrize(("language", "profile"), WITH_KEYS)
@pytest.mark.parametrize("seed", range(5))
def test_wrong_keys_in_between_leave_the_way_to_the_end_open(
    home: Path, language: str, profile: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coach, "coached", lambda *_: None)  # some of these rounds would take it minutes
    pupil, chance = Pupil(home, language, profile), Random(seed)
    pupil.begin()

    for _ in range(400):
        if has_ended(pupil):
            break
        if pupil.asked and chance.random() < 0.6:
            pupil.follow()
        else:
            press_wrong_key(pupil, chance)

    assert has_ended(pupil)


def has_ended(pupil: Pupil) -> bool:
    """Whether the lesson is over, or was left, or leaving it is asked."""
    return isinstance(pupil.console.place, YesOrNo) or any(
        end in text for text in pupil.texts for end in ENDS
    )


def press_wrong_key(pupil: Pupil, chance: Random) -> None:
    """Press a key that nobody has named; if it leads elsewhere than to a question, come back."""
    pupil.press(chance.choice(WRONG))
    while isinstance(pupil.console.place, ListPlace | HistoryPlace | KeyLearning | KeyQuestion):
        pupil.press("escape")


@pytest.mark.long
@pytest.mark.parametrize(("language", "profile"), PLAYERS)
def test_the_match_is_left_and_resumed_at_every_step(home: Path, language: str, profile: str) -> None:
    pupil = Pupil(home, language, profile)
    pupil.begin()

    left: set[str] = set()
    while pupil.asked and not has_ended(pupil):
        asked, match = pupil.asked, pupil.console.match
        if isinstance(pupil.console.place, TablePlace) and asked not in left:
            left.add(asked)
            pupil.come_back()
            assert pupil.console.match == match
            assert request(pupil.asked) == request(asked) or asks_for(pupil, "redo", asked)
        pupil.follow()

    assert len(left) > 15
    assert has_ended(pupil)
    assert pupil.console.match.rounds[0].log == as_written().rounds[0].log
    assert set(said_steps(pupil)) - {"find"} == every_step(profile) - {"find"}


def request(asked: str) -> str:
    """The end of a step, which names the key or the choice."""
    return asked.rpartition(". ")[2]


def asks_for(pupil: Pupil, step: str, asked: str) -> bool:
    """Whether *asked* are the words of a step."""
    return any(
        pupil.book.say(Message(f"lessons.steps.{step}.{words}", blanks=BLANKS)) in asked
        for words in ("say", "again")
    )


def as_written() -> Match:
    """The first match to the end of its round, if the player does what the tutor says."""
    return record(read(RECORD_PAGE), shelf([OURS]).variants).match


@pytest.mark.long
def test_the_coach_and_the_hints_praise_each_move_that_the_tutor_orders() -> None:
    match = as_written()

    for _, seen, move in own_decisions(Timeline(match), 0):
        values = move_values(seen)
        assert max(values, key=lambda each: values[each]) == same_move(seen, values, move)
    verdict = coach.coached(match, 0, seconds=60)
    assert verdict
    assert verdict.entry == "coach.won"


def keys_of_any_move(match: Match, chance: Random) -> list[str]:
    if match.turn is None:
        return ["enter"]
    seen = view(match, 0)
    return keys_of(seen, chance.choice(legal_moves(seen.position)))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_any_legal_move_is_there_again_in_a_lesson_that_was_left(pupil: Pupil, seed: int) -> None:
    chance = Random(seed)

    for _ in range(25):
        if has_ended(pupil) or not isinstance(pupil.console.place, TablePlace):
            break
        follows_hint, asked = "the hint says" in pupil.asked, pupil.asked_keys
        match, focus = pupil.console.match, pupil.console.place.walk.tile
        pupil.come_back()
        assert pupil.console.match == match
        assert pupil.console.place.walk.tile == focus
        assert pupil.asked_keys == asked or follows_hint  # the hint is not given again
        pupil.press(*chance.choice([["right"], asked, keys_of_any_move(match, chance)]))


def test_the_lesson_is_found_again_where_it_was_left(pupil: Pupil) -> None:
    pupil.follow()
    pupil.follow()
    asked = pupil.asked
    pupil.press("q", "y")

    again = pupil.press("l", "enter", "enter")

    assert again[-1].text == asked
    assert len(pupil.console.matches.newest_first()) == 1


@pytest.mark.long
def test_a_lesson_that_was_ended_is_a_match_like_others(pupil: Pupil) -> None:
    pupil.play()
    assert pupil.console.saved.notes().lesson is None
    pupil.press("y")

    again = pupil.press("l", "enter", "enter")

    assert again[-1].text == FIRST
    assert len(pupil.console.matches.newest_first()) == 2


def test_each_step_can_be_heard_again_and_skipped(pupil: Pupil) -> None:
    again = [said.text for said in pupil.press("/")]
    skipped = [said.text for said in pupil.press("/")]

    assert again == [FIRST]
    assert skipped == ["You can also hear all your tiles at once. Press W."]


@pytest.mark.long
def test_a_player_who_skips_every_step_can_play_on(pupil: Pupil, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "coached", lambda *_: None)

    for _ in range(60):
        pupil.press("/", "/")
        if not has_ended(pupil):
            pupil.press(*keys_of_a_move(pupil.console.match))

    assert has_ended(pupil)


def test_the_menu_of_the_table_repeats_skips_and_ends_the_lesson(pupil: Pupil) -> None:
    again = pupil.press("m", "l", "enter")
    skipped = pupil.press("m", "l", "l", "enter")
    over = pupil.press("m", "l", "l", "l", "enter")
    after = pupil.press("c")

    assert again[-1].text == FIRST
    assert skipped[-1].text == "You can also hear all your tiles at once. Press W."
    assert over[-1].text == "The lesson is over, and the match goes on. F1 lists all keys."
    assert [said.text for said in after] == ["No tiles on the table yet."]


def test_where_there_is_no_lesson_its_key_says_so(home: Path) -> None:
    console = Console("play", "--seed", "1", home=home)
    console.hear()

    assert console.hear("/") == ["There is no lesson here."]


def test_the_answer_of_a_hint_is_heard_before_the_next_step(home: Path) -> None:
    pupil = Pupil(home, speed=18)
    pupil.begin()
    pupil.follow_until("Press I.")
    pupil.console.background.thinking = 1.0

    heard = [said.text.partition(".")[0] for said in pupil.follow()]

    assert heard == ["Thinking", "Hint: 6-5 right", "Play 6-5"]


def test_the_first_words_come_at_once(home: Path) -> None:
    pupil = Pupil(home, speed=18)
    pupil.press("down", "down", "enter")
    pressed = pupil.console.clock.now

    heard = pupil.press("enter")

    assert heard[0].text.startswith("Welcome to the table.")
    assert heard[0].begins - pressed < 3


@pytest.mark.parametrize("language", CODES)
def test_every_step_has_words_and_a_key_that_works_where_it_is_asked_for(language: str) -> None:
    book = phrasebook(language)

    for step in first_match_steps():
        profile = KeyProfile.SWITCH if step.scanning else KeyProfile.PLAYROOM
        keys = keymap(language, profile=profile)[0]
        assert keys.keys(step.place, step.command), step
        assert book.entries.get(f"lessons.steps.{step.name}.say"), step
        assert book.entries.get(f"lessons.steps.{step.name}.again"), step
