"""Frames of a server that were changed at random: the client ends the stay, or goes on, and never fails."""

import re
from random import Random

import pytest
from support.faults.soaks import SEED, soak
from table_guest import CODE, guest
from test_history_witness import Server

from playroom.online.client.table_listener import Entrance
from playroom.online.wire.messages import encoded

ENDS = {"malformed", "log_differs", "no_such_game"}
FEW = 100


def frames_of_a_match() -> list[str]:
    server = Server()
    for _ in range(12):
        server.move()
    return [encoded(server.joined("secret")), *map(encoded, server.events())]


def changed(frame: str, chance: Random, others: list[str]) -> str:
    """A frame of which something was changed: a byte, a number, a word, a part, or all of it."""
    at, size = chance.randrange(len(frame)), chance.randrange(1, 9)
    match chance.randrange(6):
        case 0:
            return frame[:at] + chr(chance.randrange(32, 0x2FF)) + frame[at + 1 :]
        case 1:
            return frame[:at] + frame[at + size :]
        case 2:
            return frame[:at] + frame[at : at + size] * 2 + frame[at + size :]
        case 3:
            number = chance.choice(["-1", "0", "1", "7", "99", "null", "true", '"x"', "[]", "{}", str(2**63)])
            found = [*re.finditer(r"\d+|null|true|false", frame)]
            here = chance.choice(found)
            return frame[: here.start()] + number + frame[here.end() :]
        case 4:
            words = [*re.finditer(r'"\w+"', frame)]
            one, other = chance.choice(words), chance.choice(words)
            return frame[: one.start()] + other.group() + frame[one.end() :]
        case _:
            return chance.choice(others)


def told_changed(chance: Random, frames: list[str]) -> tuple[str, bool]:
    """How a stay ends with a changed frame, "" if it does not; and whether the frame was changed at all."""
    made, at = guest(Entrance("Ben", CODE)), chance.randrange(len(frames))
    other = changed(frames[at], chance, frames)
    for number, frame in enumerate(frames):
        if not made.links[-1].is_closed:
            made.client.received(other if number == at else frame)
    ends = [each[1] for each in made.heard if each[0] == "ended"]
    return "".join(map(str, ends)), other != frames[at]


@pytest.mark.parametrize("count", [FEW, pytest.param(soak(10_000), marks=pytest.mark.long)])
def test_a_changed_frame_ends_the_stay_or_is_taken_and_never_fails(count: int) -> None:
    chance, frames = Random(SEED), frames_of_a_match()

    ends = [told_changed(chance, frames) for _ in range(count)]

    assert {why for why, _ in ends} <= {"", *ENDS}
    assert all(why == "" for why, is_changed in ends if not is_changed)
    assert {"malformed", "log_differs"} <= {why for why, _ in ends}
