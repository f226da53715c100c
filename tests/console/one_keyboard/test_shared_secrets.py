"""Several people at one keyboard: nothing of a hand reaches the others, whichever keys are pressed.

Each tile that a text names must be one that its listener may know, by the match itself: their own, those on
the table, those shown at the end of a round. Random keys are pressed, and all is read that can be read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from support.console.hand_held import Console, ErasableScreen, keys_of_a_move
from support.console.player import variants

from playroom.console.play.match_table import MatchTable
from playroom.console.play.table import TablePlace
from playroom.rules.match import Match
from playroom.rules.seat import Seat
from playroom.rules.view import view
from playroom.voice.history import History
from playroom.voice.utterance import Buffer
from playroom.voice.voice import Voice

TILE = re.compile(r"\b(\d+)-(\d+)\b")
SEEN = re.compile(r"Tile\(low=(\d+), high=(\d+)\)")
NEW_ROUND = re.compile("(?=New round)")
LOTS = re.compile(r"Drawing for the start.*")
"""The tiles drawn for the start, which all see, and which go back."""
PEOPLE = ("Ana", "Ben", "Eva", "Zoé")
ASKING = ("w", "c", "v", "s", "e", "f", "u", "t", "b", "end", "right", "z", "a", "backspace", "pageup")
"""Keys at a table that change nothing which others see."""
COVERED = (*ASKING, "enter", "i", "space", "g", "down", "f2", "m", "0")
"""Keys by which somebody tries to look under a cover."""

LEAKS = {"history": (Voice, "hand_over"), "screen": (ErasableScreen, "clear")}
"""What takes away what was heard and read."""

Named = frozenset[frozenset[int]]


def tiles(found: list[tuple[str, str]]) -> Named:
    return frozenset(frozenset(map(int, pair)) for pair in found)


@dataclass
class Watch:
    """Checks all that a person could hear or read at a console, by what their seat may know of each round."""

    console: Console
    is_spoken: bool = True
    """Whether people may hear their own tiles."""
    known: dict[tuple[str, int], Named] = field(default_factory=dict)
    histories: dict[str, History] = field(default_factory=dict)
    checked: dict[str, int] = field(default_factory=dict)
    texts: int = 0
    table: MatchTable | None = None

    @property
    def name(self) -> str:
        """Whose hand is open; "" for nobody's."""
        return "" if self.console.is_covered else self.console.person

    @property
    def match(self) -> Match:
        """The match; until somebody has sat down to it, as it was dealt and saved."""
        if isinstance(self.console.place, TablePlace):
            self.table = self.console.place.session.table
        return self.table.match if self.table else self.console.match

    def learn(self) -> None:
        """Note what each person may know of the round as it stands."""
        match = self.match
        for seat, name in ((None, ""), *enumerate(PEOPLE)):
            if match.rounds and (seat is None or seat < match.rules.players):
                key = name, len(match.rounds)
                self.known[key] = self.known.get(key, frozenset()) | may_know(match, seat)

    def check(self, name: str, texts: list[str]) -> None:
        """Check what this person heard or read; "" for what all may hear."""
        rounds = len(self.match.rounds)
        *before, now = NEW_ROUND.split("\n".join(texts))
        for part, number in ((now, rounds), *((each, rounds - 1) for each in before)):
            secret = tiles(TILE.findall(LOTS.sub("", part))) - self.known.get((name, number), frozenset())
            assert not secret, (name, part, secret)
        self.texts += len(texts)

    def check_histories(self) -> None:
        """Check what was recorded since this was called last; answers were heard, and are checked then."""
        history = self.histories.setdefault(self.name, self.console.history)
        assert history is self.console.history
        for name, history in self.histories.items():
            start = self.checked.get(name, 0)
            lines = history.after(start)
            self.checked[name] = start + len(lines)
            kept = (line for line in lines if line.buffer is not Buffer.ANSWERS)
            self.check(name, [text for line in kept for text in (line.text, line.braille, line.spoken)])


def may_know(match: Match, seat: Seat | None) -> Named:
    return tiles(SEEN.findall(repr(view(match, seat))))


def keys_at(console: Console, chance: Random) -> Iterator[str]:
    """Some random keys where the person is, then a move of theirs or the key that uncovers."""
    place = console.place
    if console.is_covered:
        yield from chance.sample(COVERED, k=3)
        yield "y"
    elif isinstance(place, TablePlace):
        yield from chance.choices(ASKING, k=2)
        yield from ("m", "escape") if chance.random() < 0.1 else ()
        match = place.session.table.match
        if match.turn in (None, place.session.ear):
            yield from keys_of_a_move(match, place.session.ear or 0)


def play_on(watch: Watch, seed: int, steps: int) -> None:
    """Press random keys and play, until the match is won or so many hands were uncovered or played from."""
    console, chance = watch.console, Random(seed)
    for _ in range(steps):
        for key in keys_at(console, chance):
            name = watch.name
            console.press(key)
            name = name or watch.name
            watch.learn()
            console.wait(chance.choice((0.0, 0.5, 5.0)))
            watch.learn()
            texts = console.heard()
            if key != "pageup":
                watch.check(name if watch.is_spoken else "", texts)
            watch.check_histories()
            if console.is_covered:
                watch.check("", [*console.visible.splitlines(), *console.braille[-1:]])
        if watch.match and watch.match.winners:
            return
        console.rest()


def shared(home: Path, game: str, people: int, seed: int, **settings: object) -> Console:
    """A console with so many people at the smallest table of a game that has a bot too, if there is one."""
    counts = variants()[game].players
    players = next((count for count in counts if count > people), counts[-1])
    names = (part for name in PEOPLE[:people] for part in ("--name", name))
    words = ("play", game, "--players", str(players), "--seed", str(seed), "--pace", "0.3", *names)
    return Console(*words, home=home, settings={"mode": "both", "position": False, **settings})


@pytest.mark.long
def test_nothing_of_a_hand_reaches_another_person(home: Path) -> None:
    watch = Watch(shared(home, "draw", people=2, seed=5))

    play_on(watch, 5, steps=5)

    assert watch.texts > 50


@pytest.mark.parametrize("kept", ["history", "screen"])
def test_what_is_not_taken_away_is_found(home: Path, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*LEAKS[kept], lambda *_: None)
    watch = Watch(shared(home, "draw", people=2, seed=5))

    with pytest.raises(AssertionError):
        play_on(watch, 5, steps=5)


@pytest.mark.long
@pytest.mark.parametrize("game", variants())
def test_nothing_of_a_hand_is_spoken_where_it_is_on_braille_alone(home: Path, game: str) -> None:
    watch = Watch(shared(home, game, people=2, seed=7, braille_hand=True), is_spoken=False)

    play_on(watch, 7, steps=40)

    assert watch.texts > 200


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "people"),
    [
        (game, people)
        for game in variants()
        for people in (2, 3, 4)
        if people <= max(variants()[game].players)
    ],
)
def test_nothing_of_a_hand_reaches_another_person_in_any_game(home: Path, game: str, people: int) -> None:
    watch = Watch(shared(home, game, people, seed=people))

    play_on(watch, people, steps=60)

    assert watch.texts > 300
