"""The stories of people at shared tables, each with a console of their own, at a server in the same process.

Run as a program, it writes the texts anew: review them as texts. A line "ben: c" is a key, "ben: plays" the
keys of the first move that he may make; "ada plays on with ben" plays to the end of their match, of which the
last moves are kept; "30 seconds" is time at the server; "ben writes word" types it. After each line stands
what everybody heard until nothing more would happen, at a club in half a second; "!" cut what was being said.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.console.club_members import SERVER
from support.console.hand_held import Console, keys_of_a_move
from support.console.player import folder
from support.online.shared_room import SharedRoom
from support.time.same_chance import seed_chance

HERE = Path(__file__).parent
STORIES = {"shared": ("en", "fr"), "evening": ("en", "fr", "es"), "club": ("en", "fr", "es")}
CODE = "7KQ2M9XD"
CLUB = "club"
"""The story at a club, whose consoles ask it again and again who is there."""


class SharedStory:
    """The people of the story, and what they hear."""

    def __init__(self, language: str, room: SharedRoom, *, is_club: bool) -> None:
        self._language, self._room, self._is_club = language, room, is_club
        self._consoles: dict[str, Console] = {}

    def told(self, line: str) -> str:
        """What is heard after a line of the story."""
        self._do(line)
        for _ in range(2):  # what one console causes, another may answer by itself
            for console in self._consoles.values():
                self._settle(console)
        return "".join([f"{line}\n", *self._heard()])

    def _settle(self, console: Console) -> None:
        """Let what is due happen."""
        if self._is_club:
            console.wait(0.5)
        else:
            console.rest()

    def _do(self, line: str) -> None:
        name, _, deed = line.replace(":", "").partition(" ")
        match deed.split():
            case ["opens", *arguments]:
                self._add(name, "host", *arguments, *(("--at", SERVER) if self._is_club else ()))
            case ["comes"]:
                self._add(name, "join", SERVER)
            case ["writes", *words]:
                self._consoles[name].write(" ".join(words))
            case ["joins"]:
                self._add(name, "join", CODE)
            case ["is", "cut", "off", "while", other, "plays"]:
                self._room.doors[self._newest(name)].cut()
                self._play(other)
                self._settle(self._consoles[other])
            case ["plays"]:
                self._play(name)
            case ["seconds"]:
                for _ in range(int(name)):
                    self._room.advance(1)
                    for console in self._consoles.values():
                        self._settle(console)
            case ["plays", "on", "with", other]:
                for _ in range(60):
                    if self._room.table(self._newest(name)).match.winners:
                        break
                    list(self._heard())  # the last moves are enough
                    for each in (name, other):
                        if not self._room.table(self._newest(each)).match.winners:
                            self._play(each)
                            self._settle(self._consoles[each])
            case [key]:
                self._consoles[name].press(key)
            case _:
                raise ValueError(line)

    def _add(self, name: str, *arguments: str) -> None:
        if name in self._consoles:
            console = self._consoles[name]
            console.hear("end", "up", "enter", "enter")
            console.write(CODE)
            console.press("enter")
        else:
            self._consoles[name] = self._room.console(
                name, *arguments, "--name", name.title(), language=self._language, pace=0
            )
            self._settle(self._consoles[name])

    def _newest(self, name: str) -> int:
        """The number of the connection over which a person is at a table now."""
        tables = [client.table for client in self._room.clients]
        return max(at for at, table in enumerate(tables) if table.state.name(table.me) == name.title())

    def _play(self, name: str) -> None:
        table = self._room.table(self._newest(name))
        if table.seat is not None and table.match.turn in (table.seat, None):
            self._consoles[name].press(*keys_of_a_move(table.match, table.seat))

    def _heard(self) -> Iterator[str]:
        for name, console in self._consoles.items():
            for said in console.new():
                yield f"  {name} {'!' if said.cuts else ' '} {said.text}\n"


def shared_story(name: str, language: str, home: Path) -> str:
    """The whole story of this name as one language tells it."""
    lines = (HERE / name / "keys.txt").read_text(encoding="utf-8").splitlines()
    with pytest.MonkeyPatch.context() as patched:
        seed_chance(patched.setattr, "53")
        patched.setattr("playroom.online.server.rooms.new_table_code", lambda: CODE)
        room = SharedRoom(home)
        if name == CLUB:
            room.need_accounts()
            room.loop.create_task(room.rooms.watch_lobby())
        story = SharedStory(language, room, is_club=name == CLUB)
        told = [story.told(line) for line in lines if not line.startswith("#")]
        room.close()
    return "".join(told)


def main() -> None:
    for name, language in ((name, language) for name, several in STORIES.items() for language in several):
        with folder() as home:
            text = shared_story(name, language, home)
            (HERE / name / f"{language}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
