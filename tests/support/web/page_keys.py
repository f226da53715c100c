"""The keys that a page leads to."""

from typing import Any


def keys_of_a_move(board: dict[str, Any] | None) -> tuple[str, ...]:
    """The keys of the first move that a page offers, or of the next round; none while others play."""
    if not board:
        return ()
    if board["question"]:
        return ("1",)
    possible = {each["command"] for each in board["actions"] if each["is_possible"]}
    if "play" in possible:
        return ("enter",)
    playable = [place for place, each in enumerate(board["hand"]) if each["is_playable"]]
    if playable:
        return ("home", *["right"] * playable[0], "enter")
    return ("space",) if "draw" in possible else ("p",) if "pass" in possible else ()
