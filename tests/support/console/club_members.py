"""The consoles of people of a club with accounts, which is asked again and again."""

from support.console.hand_held import Console, without_position
from support.online.shared_room import SharedRoom

SERVER = "club.example.org"
PASSWORD = "open sesame"  # noqa: S105 (a test's)


def soon(console: Console, *keys: str) -> list[str]:
    """Press keys at a club, which is asked again and again: what is said soon."""
    console.press(*keys)
    console.wait(0.5)
    return without_position(console.heard())


def member(
    room: SharedRoom,
    name: str,
    people: str = "People of the club",
    make: str = "Make an account",
    **settings: object,
) -> Console:
    """The console of a person who has just made an account, and hears the list of the club's tables."""
    console = room.console(name.lower(), "join", SERVER, "--name", name, **settings)
    soon(console)
    choose_soon(console, people)
    choose_soon(console, make)
    soon(console, "enter")
    console.write(PASSWORD)
    soon(console, "enter")
    soon(console, "escape")
    return console


def choose_soon(console: Console, line: str) -> list[str]:
    said = soon(console, "home")
    for _ in range(30):
        if any(line in each for each in said):
            return soon(console, "enter")
        said = soon(console, "down")
    raise AssertionError(f"there is no line {line}: {said}")


def opened(console: Console) -> None:
    """Open a table from the list."""
    choose_soon(console, "Open a table here")
    choose_soon(console, "Open the table")
