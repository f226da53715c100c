"""Unheard messages about who is ready are dropped when the match begins."""

from support.online.shared_room import SharedRoom, choose

SPEED = 15
"""How many characters a second a voice says."""


def test_who_was_ready_is_not_said_after_the_match_has_begun(room: SharedRoom) -> None:
    room.speed = SPEED
    ada, code = room.open("--players", "2")
    ben = room.join(code, "Ben")
    ben.rest()
    choose(ben, "Seat 2")
    ben.heard()
    choose(ada, "Start the match")
    ben.press("home", "enter")
    choose(ada, "Start the match")
    ben.press("down")  # cuts that Ada is ready, which is not heard yet
    ben.wait(60)

    told = " ".join(ben.heard())

    assert "New round" in told
    assert "Ada is ready" not in told
    assert "You are ready" not in told
