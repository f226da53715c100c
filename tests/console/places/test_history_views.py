"""The keys of the profile as in another room: volumes, and views of the history."""

from pathlib import Path

from support.console.hand_held import Console

SALON = {"keys": "salon", "mode": "voice"}


def test_a_view_stays_when_other_keys_are_pressed(home: Path) -> None:
    console = Console("play", "block", "--seed", "1", "--pace", "0", home=home, settings=SALON)
    console.hear("c")

    shown = console.hear("alt-5")[-1]
    console.hear("w")
    read = console.hear("pageup")[-1]

    assert shown == "Answers, 1 message."
    assert read.startswith("6 tiles: ")


def test_views_are_walked_round_and_round(home: Path) -> None:
    console = Console(home=home, settings=SALON)
    console.hear()

    walked = [console.hear(key)[-1].partition(",")[0] for key in ("alt-left", "alt-right", "alt-right")]

    assert walked == ["Focus", "What happened", "Table"]


def test_without_a_number_a_view_is_the_history_itself(home: Path) -> None:
    console = Console(home=home, settings=SALON)
    console.hear()

    assert console.hear("alt-9")[-1].startswith("History. What happened")


def test_a_command_without_a_key_can_have_one(home: Path) -> None:
    console = Console(home=home)
    console.hear("s", "enter", "k", "enter", "c", "c", "enter", "e", "enter", "v")

    (offered,) = console.hear("enter")
    console.hear("enter")

    assert "Choose a volume: no key" in offered
    assert console.hear("f9")[-1].startswith("Choose a volume: F9")


def test_volumes_stop_at_their_ends_and_are_saved(home: Path) -> None:
    console = Console(home=home, settings=SALON)
    console.hear()

    louder = console.hear("f8")[-1]
    softer = console.hear("f7", "f7")[-1]
    chosen = [console.hear("f6")[-1].partition(":")[0] for _ in range(5)]

    assert (louder, softer) == ("All sounds: 100 percent", "All sounds: 80 percent")
    assert chosen == ["Table", "Turns and results", "Lists and illegal moves", "People", "All sounds"]
