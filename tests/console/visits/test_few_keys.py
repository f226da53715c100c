"""Whole visits with few keys: arrows and Enter alone, two switches alone, one switch and time."""

import re
from pathlib import Path

import pytest
from support.console.hand_held import Console, without_position
from support.console.player import variants
from support.languages import CODES

from playroom.rules.layout import Line

A_MOVE = r", fits|, can open|^Draw|^Pass,|^Deal the next round|^Back to the menu"
LONGEST_LIST = 100
SHORT = 30
"""The characters of a choice that is scanned, without its place in the list."""


class Hand:
    """Somebody who walks *forward* and *back* with two keys, or with one, and chooses with another."""

    def __init__(self, console: Console, forward: str, back: str, choose: str) -> None:
        self.console = console
        self.pressed: set[str] = set()
        self._ways = (forward, back)
        self._choose = choose

    def press(self, key: str) -> str:
        """Press a key; what is heard."""
        self.pressed.add(key)
        return " ".join(self.console.hear(key))

    def find(self, wanted: str) -> str:
        """Walk until this is heard, turning round at an end."""
        before, way = "", 0
        for _ in range(LONGEST_LIST):
            heard = self.press(self._ways[way])
            if re.search(wanted, heard):
                return heard
            way = 1 - way if heard == before else way
            before = heard
        raise AssertionError(f"{wanted} is not there: {before}")

    def choose(self, wanted: str) -> str:
        """Walk until this is heard, and choose it."""
        self.find(wanted)
        return self.press(self._choose)

    def write(self, name: str) -> str:
        """Write a name in the place of one with three letters."""
        for _ in range(3):
            self.choose("^Erase")
        for letter in name:
            heard = self.sign(letter)
        assert name.capitalize() in heard
        return self.choose("^Done")

    def sign(self, sign: str) -> str:
        """Write a letter, a digit or a sign of addresses; what stands there then."""
        every = ("abcdef", "ghijkl", "mnopqr", "stuvwx", "yz", "01234", "56789", ".:/-_@")
        row = next(each for each in every if sign in each)
        name = {".": "Period", ":": "Colon", "/": "Slash", "@": "At sign"}.get(sign, sign)
        heard = self.choose(f"^{row[0]} to {row[-1]}" if row[0].isalnum() else "^Signs of an address")
        return self.press(self._choose) if heard.startswith(name) else self.choose(f"^{name}")

    def until(self, wanted: str, key: str) -> None:
        """Press a key until this is heard."""
        assert any(wanted in self.press(key) for _ in range(LONGEST_LIST))

    def play(self) -> None:
        """Play until the match is over, and go back to the menu."""
        while True:
            label = self.find(A_MOVE)
            if "Left on" in self.press(self._choose):
                self.choose("^Left") if self._ways[0] == "space" else self.press("left")
            if label.startswith("Back to the menu"):
                return


def arrows(*arguments: str, home: Path, **settings: object) -> Hand:
    """Somebody with arrows and Enter, in front of the first list or at a table."""
    console = Console(*arguments, home=home, settings={"pace": 0, **settings})
    console.hear()
    return Hand(console, "down", "up", "enter")


@pytest.mark.long
def test_a_whole_visit_by_arrows_and_enter_alone(home: Path) -> None:
    hand = arrows(home=home)

    hand.choose("^New match")
    hand.find("^Players")
    hand.press("left")
    hand.find("^Limit")
    hand.until("Limit: 30", "left")
    hand.choose("^Seat 1")
    assert "Seat 1: Zoe" in hand.write("zoe")
    hand.choose("^Start")
    hand.play()
    hand.choose("^Leave the playroom")
    hand.choose("^Yes")

    assert not hand.console.is_open
    assert hand.pressed == {"up", "down", "left", "enter"}


@pytest.mark.long
def test_a_whole_visit_by_two_switches_alone(home: Path) -> None:
    console = Console(home=home, settings={"pace": 0, "keys": "switch"})
    hand = Hand(console, "space", "space", "enter")
    console.hear()

    hand.choose("^New match")
    hand.choose("^Players")
    hand.choose("^Previous value")
    hand.choose("^Back")
    hand.choose("^Limit")
    hand.find("^Previous value")
    hand.until("Limit: 30", "enter")
    hand.choose("^Back")
    hand.choose("^Seat 1")
    hand.choose("^Choose")
    assert "Seat 1: Zoe" in hand.write("zoe")
    hand.choose("^Back")
    hand.choose("^Start")
    hand.play()
    hand.choose("^Leave the playroom")
    hand.choose("^Yes")

    assert not console.is_open
    assert hand.pressed == {"space", "enter"}


def scanning(*arguments: str, home: Path) -> Console:
    """A console of one switch, which has said how it is used."""
    console = Console(*arguments, home=home, settings={"keys": "switch", "scan": 1.5, "pace": 0})
    console.wait(1.4)
    console.heard()
    return console


def test_time_scans_by_itself_for_one_switch(home: Path) -> None:
    console = scanning(home=home)

    console.wait(3.2)
    assert without_position(console.heard()) == [
        "All matches",
        "Learn by playing",
        "Rules of the games",
    ]
    console.wait(7.5)
    console.press("enter")

    assert console.heard()[-1].startswith("Leave the playroom?")


@pytest.mark.sample(2)
@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("game", ["draw", "all-fives"])
def test_what_is_scanned_is_short(home: Path, language: str, game: str) -> None:
    settings = {"keys": "switch", "language": language, "position": False}
    console = Console("play", game, "--seed", "1", home=home, settings=settings)
    console.hear()

    choices = [console.hear("space")[-1] for _ in range(12)]

    assert max(map(len, choices)) <= SHORT


def test_time_scans_by_itself_at_ones_turn_and_after_an_answer(home: Path) -> None:
    console = scanning("play", "--seed", "1", "--players", "2", home=home)

    console.wait(1.7)
    first, ends = console.heard()[-2:]
    console.press("enter")
    console.wait(2)
    answer, again = console.heard()
    console.press("enter")
    console.wait(3)
    *_, turn, next_choice = console.heard()

    assert first == again
    assert without_position(first) == "6-6, can open"
    assert without_position(ends) == "Ends"
    assert answer == "No tiles on the table yet."
    assert turn.endswith("Your turn.")
    assert ", fits" in next_choice


def test_time_waits_for_a_key_after_two_rounds(home: Path) -> None:
    console = scanning(home=home)

    heard = console.hear()

    assert len([text for text in heard if text.startswith("New match")]) == 2
    assert console.hear() == []
    assert console.hear("space")


@pytest.mark.sample(4)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", sorted(variants()))
def test_time_scans_only_once_all_was_heard(home: Path, game: str, language: str) -> None:
    settings = {"keys": "switch", "scan": 2, "language": language, "mode": "both"}
    console = Console("play", game, "--seed", "4", home=home, speed=18, settings=settings)

    console.wait(60)

    assert not any(said.was_cut for said in console.said)
    choices = [at for at, said in enumerate(console.said) if re.search(r", \d+ (of|sur) \d+$", said.text)]
    assert len(choices) > 3
    for at in choices:
        before, choice = console.said[at - 1 : at + 1]
        assert choice.begins >= before.ends + 2
        assert not choice.cuts


def test_a_scanned_choice_is_spoken_where_moves_are_sounds(home: Path) -> None:
    console = Console(home=home, speed=18, settings={"keys": "switch", "scan": 2, "told": {"event": "sound"}})

    console.wait(10)

    assert "All matches" in without_position(console.heard())


def test_a_move_is_confirmed_where_that_setting_is_on(home: Path) -> None:
    hand = arrows("play", "--seed", "7", home=home, confirm=True)
    for _ in range(4):
        hand.press("right")

    assert hand.press("enter") == "Play 6-6? Y or N, Enter for no."
    hand.press("n")
    match = hand.console.match
    assert match.round
    assert match.round.layout == Line()
    assert hand.press("enter") == "Play 6-6? Y or N, Enter for no."
    assert hand.press("y").startswith("You open: 6-6.")


def test_a_key_that_comes_again_too_soon_is_not_heard(home: Path) -> None:
    hand = arrows(home=home, brake=1500)
    console = hand.console

    console.press("down", "down")
    assert without_position(console.heard()) == ["All matches"]
    console.wait(1.5)
    console.press("down")

    assert without_position(console.heard()) == ["Learn by playing"]


@pytest.mark.long
def test_a_key_is_given_swapped_and_given_back(home: Path) -> None:
    hand = arrows(home=home)
    for wanted in ("^Settings", "^Keys", "^Change keys", "^At the table", "^Moves", "^Draw"):
        question = hand.choose(wanted)

    assert question == "Press the key for Draw. Escape cancels."
    assert hand.press("é").startswith("Draw: Space or é")
    hand.press("enter")
    assert (
        hand.press("p")
        == "p is the only key for Pass, or keep the drawn tile. Swap it with Space? Y or N, Enter for no."
    )
    assert hand.press("y").startswith("Draw: p or é")
    assert hand.find("^Pass").startswith("Pass, or keep the drawn tile: Space")
    for _ in range(3):
        hand.choose("^Back")
    assert hand.choose("^Reset keys") == "Reset all keys of this profile? Y or N, Enter for no."
    assert hand.press("y").startswith("Keys reset.")
    for wanted in ("^Change keys", "^At the table", "^Moves"):
        hand.choose(wanted)
    assert hand.find("^Draw").startswith("Draw: Space,")


def test_help_reads_the_players_own_keys(home: Path) -> None:
    own = home / "config" / "playroom" / "keys.yaml"
    own.parent.mkdir(parents=True)
    own.write_text("hand: {x: draw}\n")
    hand = arrows("play", "--seed", "7", home=home)

    hand.press("f1")
    hand.press("enter")

    assert hand.find("^Draw").startswith("Draw: Space or x")


def test_digits_of_azerty_write_numbers_without_shift(home: Path) -> None:
    hand = arrows(home=home, language="fr")
    hand.choose("^Nouvelle partie")
    hand.find("^Joueurs")

    assert re.match(r"Joueurs\s: 2", hand.press("é"))
    assert "²" in hand.press("²")


def test_letters_of_another_layout_work_at_the_table(home: Path) -> None:
    hand = arrows("play", "--seed", "7", home=home)

    assert hand.press("с") == hand.press("c") == hand.press("ψ")


def test_the_first_step_goes_on_from_the_item_that_was_said(home: Path) -> None:
    console = Console(home=home, settings={"keys": "switch"})
    console.hear()

    assert without_position(console.hear("space")) == ["All matches"]


def test_two_switches_choose_the_item_that_a_list_has_said(home: Path) -> None:
    console = Console(home=home, settings={"keys": "switch"})
    console.hear()

    assert console.hear("enter")[0].startswith("New match.")


def test_two_switches_write_the_invite_of_a_table(home: Path) -> None:
    hand = Hand(Console("join", home=home, settings={"keys": "switch"}), "space", "space", "enter")
    hand.console.hear("enter")
    for sign in "7kq@a.b:1/x":
        written = hand.sign(sign)

    assert written == "7kq@a.b:1/x"


def test_a_letter_is_a_capital_where_that_is_chosen(home: Path) -> None:
    hand = Hand(Console("join", home=home, settings={"keys": "switch"}), "space", "space", "enter")
    hand.console.hear("enter")
    hand.sign("1")

    hand.choose("^Capital letter")

    assert [hand.sign("k"), hand.sign("k")] == ["1K", "1Kk"]


def test_scanning_by_itself_begins_with_time_to_press(home: Path) -> None:
    hand = arrows(home=home)
    for wanted in ("^Settings", "^Keys"):
        hand.choose(wanted)

    hand.find("^Automatic scanning")

    assert hand.press("right").startswith("Automatic scanning: 2 seconds")
    assert hand.press("left").startswith("Automatic scanning: 1.5 seconds")


def test_nothing_is_offered_to_be_taken_back_before_ones_first_move(home: Path) -> None:
    hand = Hand(
        Console("play", "--seed", "1", home=home, settings={"keys": "switch"}), "space", "space", "enter"
    )
    hand.console.hear()

    before = {hand.press("space") for _ in range(12)}
    hand.choose(A_MOVE)
    after = {hand.press("space") for _ in range(12)}

    assert not any(heard.startswith("Take back") for heard in before)
    assert any(heard.startswith("Take back") for heard in after)


def test_what_quick_keys_have_cut_is_heard_once_they_end(home: Path) -> None:
    console = Console(
        "play", "draw", "--players", "3", "--seed", "4", home=home, speed=18, settings={"keys": "switch"}
    )
    console.wait(20)
    for key in ("space", "enter", *["space"] * 15):
        console.press(key)
        console.wait(0.6)
    console.wait(12)

    heard = " ".join(said.text for said in console.said if not said.was_cut)
    assert "You: 6-0, right. Ends 6 and 0." in heard
    assert "Ben: 0-5, right." in heard


@pytest.mark.parametrize("profile", ["playroom", "one-hand-left"])
def test_the_last_line_of_the_first_list_asks_before_it_leaves(home: Path, profile: str) -> None:
    console = Console("--keys", profile, home=home)
    console.hear()

    last = console.hear("r" if profile == "one-hand-left" else "end")
    asked = console.hear("enter")

    assert without_position(last) == ["Leave the playroom"]
    assert asked == ["Leave the playroom? Y or N, Enter for no."] or profile != "playroom"
    assert console.is_open
