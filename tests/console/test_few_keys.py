"""Whole visits with few keys: arrows and Enter alone, two switches alone, one switch and time."""

import re
from pathlib import Path

from player import Heard, Player
from private_dispatcher import Dispatcher

from playroom.rules.chain import Chain

A_MOVE = r", fits|, can open|^Draw|^Pass,|^Deal the next round|^Back to the menu"
LONGEST_LIST = 100


class Hand:
    """Somebody who walks *forward* and *back* with two keys, or with one, and chooses with another."""

    def __init__(self, player: Player, forward: str, back: str, choose: str) -> None:
        self.player = player
        self.pressed: set[str] = set()
        self._ways = (forward, back)
        self._choose = choose

    def press(self, key: str) -> str:
        """Press a key; what is heard."""
        self.pressed.add(key)
        return said(self.player.press(key))

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
            heard = self.choose(rf"^{letter}\b")
        assert name.capitalize() in heard
        return self.choose("^Done")

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


def said(heard: tuple[Heard, ...]) -> str:
    return " ".join(each.text for each in heard)


def settled(home: Path, **settings: object) -> Path:
    file = home / "config" / "playroom" / "settings.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("".join(f"{name}: {value}\n" for name, value in {"pace": 0, **settings}.items()))
    return home


def test_a_whole_visit_by_arrows_and_enter_alone(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, settled(home)) as player:
        hand = Hand(player, "down", "up", "enter")
        player.hear()
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

        assert player.end() == 0
    assert hand.pressed == {"up", "down", "left", "enter"}


def test_a_whole_visit_by_two_switches_alone(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, settled(home, keys="switch")) as player:
        hand = Hand(player, "space", "space", "enter")
        player.hear()
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

        assert player.end() == 0
    assert hand.pressed == {"space", "enter"}


def test_time_scans_for_one_switch(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, settled(home, keys="switch", scan=0.3)) as player:
        player.hear()
        player.send("enter")
        player.wait_for("Leave the playroom")
        player.send("enter")

        assert player.end() == 0


def test_a_move_is_asked_about_where_that_is_settled(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, settled(home, confirm="true"), "play", "--seed", "7") as player:
        player.hear()
        for _ in range(4):
            player.press("right")

        assert said(player.press("enter")) == "Play 6-6? Y or N."
        player.press("n")
        match = player.match()
        assert match
        assert match.round
        assert match.round.chain == Chain()
        assert said(player.press("enter")) == "Play 6-6? Y or N."
        assert said(player.press("y")).startswith("You open: 6-6.")


def test_a_key_that_comes_again_too_soon_is_not_heard(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, settled(home, brake=1500)) as player:
        player.hear()
        player.send("down")
        player.send("down")
        player.send("up")
        player.wait_for("New match")

        assert "Settings" not in " ".join(dispatcher.texts())


def test_a_key_is_given_swapped_and_given_back_by_ear(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, settled(home)) as player:
        hand = Hand(player, "down", "up", "enter")
        player.hear()
        for wanted in ("^Settings", "^Keys", "^At the table", "^Draw"):
            question = hand.choose(wanted)

        assert question == "Press the key for Draw. Escape leaves it as it was."
        assert hand.press("x").startswith("Draw: Space and x")
        hand.press("enter")
        assert (
            hand.press("p") == "p is the only key of Pass, or keep the drawn tile. Swap it for Space? Y or N."
        )
        assert hand.press("y").startswith("Draw: p and x")
        assert hand.find("^Pass").startswith("Pass, or keep the drawn tile: Space")
        hand.choose("^Back")
        assert hand.choose("^Back to the keys") == "Give up all keys of your own in this profile? Y or N."
        assert hand.press("y").startswith("The keys are as they were.")
        hand.choose("^At the table")
        assert hand.find("^Draw").startswith("Draw: Space,")


def test_help_reads_the_players_own_keys(dispatcher: Dispatcher, home: Path) -> None:
    own = settled(home) / "config" / "playroom" / "keys.yaml"
    own.write_text("hand: {x: draw}\n")
    with Player(dispatcher, home, "play", "--seed", "7") as player:
        hand = Hand(player, "down", "up", "enter")
        player.hear()
        hand.press("f1")

        assert hand.find("^Draw").startswith("Draw: Space and x")


def test_digits_of_azerty_write_numbers_without_shift(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, settled(home, language="fr")) as player:
        hand = Hand(player, "down", "up", "enter")
        player.hear()
        hand.choose("^Nouvelle partie")
        hand.find("^Joueurs")

        assert re.match(r"Joueurs\s: 2", hand.press("é"))
        assert "²" in hand.press("²")


def test_letters_of_another_layout_work_at_the_table(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, settled(home), "play", "--seed", "7") as player:
        player.hear()

        assert said(player.press("с")) == said(player.press("c")) == said(player.press("ψ"))
