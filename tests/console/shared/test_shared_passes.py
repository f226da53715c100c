"""At a shared table a listener who is stuck passes by a key, where they might have had a choice."""

import pytest
from support.console.hand_held import Console, keys_of_a_move
from support.online.shared_room import SharedRoom, choose
from support.time.same_chance import seed_chance

from playroom.rules.legal import legal_moves
from playroom.rules.move import Draw, Pass
from playroom.rules.view import view


def stuck_at_passing_game(room: SharedRoom, **settings: object) -> tuple[Console, list[str]]:
    """A listener who can do nothing but pass, and what they hear at the beginning of that turn."""
    ada, code = room.open("passing-game", "--players", "2", **settings)
    ben = room.join(code, "Ben", **settings)
    players = ada, ben
    choose(ben, "Seat 2" if not settings else "Place 2")
    ben.hear("home", "enter")
    ada.hear()
    choose(ada, "Start the match" if not settings else "Commencer la partie")
    for _ in range(60):
        heard = [player.hear() for player in players]
        mover = room.table(0).match.turn
        if mover is None:
            ada.press("enter")
            continue
        match = room.table(mover).match
        moves = legal_moves(view(match, mover).position)
        if moves == (Pass(),):
            return players[mover], heard[mover]
        if Draw() in moves:
            players[mover].press("space")
        elif mover == 0 and Pass() in moves:  # Ben plays alone, until nothing of his fits
            ada.press("p")
        else:
            players[mover].press(*keys_of_a_move(match, mover))
    raise AssertionError("nobody is ever stuck")


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "words", "passed"),
    [("en", "Nothing fits: P passes.", "You pass"), ("fr", "Rien ne va : P pour bouder.", "Vous boudez")],
)
def test_a_listener_who_is_stuck_hears_the_key_that_passes(
    room: SharedRoom, monkeypatch: pytest.MonkeyPatch, language: str, words: str, passed: str
) -> None:
    seed_chance(monkeypatch.setattr, "stuck")
    settings = {} if language == "en" else {"language": language}

    player, heard = stuck_at_passing_game(room, **settings)

    assert heard[-1].endswith(words)
    assert any(each.startswith(passed) for each in player.hear("p"))
