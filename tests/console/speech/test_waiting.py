"""The table waits until the listener has heard what was said."""

from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move, without_position
from support.voice.list_voice import LATENCY, Said

from playroom.console.ui.waiting import LEAST
from playroom.voice.backends.backend import BackendKind
from playroom.voice.queue import BURST_PAUSE

TABLE = ("play", "block", "--seed", "4", "--players", "4")
GAP = 0.8
RESULT = "Blocked, nobody can play."


def opened(home: Path, *arguments: str, speed: float = 15, **settings: object) -> Console:
    """A table at which it is the listener's turn, who has heard all so far."""
    console = Console(*TABLE, *arguments, home=home, speed=speed, settings=settings)
    console.rest()
    console.forget()
    return console


def moved(console: Console) -> Said:
    """What is said of a move that the listener makes now."""
    console.press(*keys_of_a_move(console.match))
    return console.new()[-1]


def test_a_bot_moves_when_all_was_heard_and_the_pace_has_passed(home: Path) -> None:
    console = opened(home)

    own = moved(console)
    console.rest()

    bots = console.new()
    assert len(bots) == 2
    for before, said in zip((own, *bots), bots, strict=False):
        assert said.begins == pytest.approx(before.ends + GAP)


@pytest.mark.sample(3)
@pytest.mark.parametrize("thinking", [0.0, 1.0, GAP])
@pytest.mark.parametrize("pace", [0.05, GAP, 2.0])
def test_a_bot_thinks_while_the_words_of_the_last_move_sound(
    home: Path, pace: float, thinking: float
) -> None:
    console = opened(home, pace=pace)
    console.background.thinking = thinking

    own = moved(console)
    console.rest()

    bots = console.new()
    assert len(bots) == 2
    for before, said in zip((own, *bots), bots, strict=False):
        assert said.begins == pytest.approx(before.ends + max(pace, BURST_PAUSE))


def test_a_bot_that_thinks_longer_than_the_words_and_the_pace_moves_at_once(home: Path) -> None:
    console = opened(home)
    console.background.thinking = 10.0

    console.press(*keys_of_a_move(console.match))
    pressed = console.clock.now
    console.new()
    console.rest()

    assert console.new()[0].begins == pytest.approx(pressed + 10 + BURST_PAUSE)


def test_a_bot_that_was_stopped_while_it_thought_moves_when_the_match_goes_on(home: Path) -> None:
    console = opened(home)
    console.background.thinking = 10.0
    moved(console)
    moves = len(console.match.rounds[-1].log)
    console.wait(9)

    console.press("o")
    console.rest()
    paused = len(console.match.rounds[-1].log)
    console.press("o")
    console.rest()

    assert paused == moves
    assert console.match.turn == 0


def test_a_bot_does_not_wait_if_the_listener_wants_that(home: Path) -> None:
    console = opened(home, waits=False)

    console.press(*keys_of_a_move(console.match))
    console.wait(3 * GAP + 0.2)

    assert len(console.match.round.log) >= 5  # type: ignore[union-attr] # a round is being played


def test_bots_without_a_pace_do_not_wait(home: Path) -> None:
    console = opened(home, "--pace", "0")

    console.press(*keys_of_a_move(console.match))
    console.wait(3 * LEAST)

    assert console.match.turn == 0


def test_without_reports_a_bot_waits_as_long_as_the_listeners_rate_predicts(home: Path) -> None:
    console = Console(*TABLE, home=home, speed=30, reports_end=False, settings={"hearing": 30})
    console.rest()
    console.forget()

    own = moved(console)
    console.rest()

    first, *_ = console.new()
    assert first.begins == pytest.approx(own.ends + GAP + LATENCY)


def test_where_nothing_speaks_a_bot_waits_until_the_line_is_read(home: Path) -> None:
    console = Console(*TABLE, home=home, kind=None, settings={"mode": "text", "hearing": 10})
    console.rest()
    console.forget()

    console.press(*keys_of_a_move(console.match))
    *_, own = console.read()
    console.wait(len(own) / 10 + GAP - 0.01)
    before = console.read()
    console.wait(0.02)

    assert before == []
    assert len(console.read()) == 1


def test_a_bot_waits_no_longer_than_twelve_characters_a_second_and_two_seconds(home: Path) -> None:
    console = opened(home, speed=1)

    own = moved(console)
    moves = len(console.match.round.log)  # type: ignore[union-attr] # a round is being played
    console.wait(len(own.text) / 12 + 2 + GAP - BURST_PAUSE - 0.01)
    before = len(console.match.round.log)  # type: ignore[union-attr] # a round is being played
    console.wait(0.02)

    assert before == moves
    assert len(console.match.round.log) > moves  # type: ignore[union-attr] # a round is being played


def test_what_the_answer_to_a_key_cut_is_said_again_and_the_bot_waits_for_it(home: Path) -> None:
    console = opened(home)
    own = moved(console)
    console.wait(own.ends - own.begins + GAP + 1)
    [cut] = console.new()

    console.press("c")
    console.rest()

    _, again, following, *_ = console.new()
    assert cut.was_cut
    assert again.text == cut.text
    assert following.begins == pytest.approx(again.ends + GAP)


def test_how_a_match_begins_is_not_said_again_once_the_listener_has_moved(home: Path) -> None:
    console = Console("play", "block", "--seed", "1", "--players", "4", home=home, speed=15)
    console.wait(1)
    console.press("right")
    console.wait(1)
    first, *_ = console.new()

    own = moved(console)
    console.rest()

    assert first.text.endswith("New round, 6 tiles each. You start.")
    assert not [said.text for said in (own, *console.new()) if "New round" in said.text]


def test_a_screen_reader_that_any_key_silences_says_again_what_was_cut(home: Path) -> None:
    reader = BackendKind.SCREEN_READER
    console = Console(*TABLE, home=home, speed=15, kind=reader, reports_end=False)
    console.rest()
    own = moved(console)
    console.wait(own.ends - own.begins + GAP + 1)
    [cut] = console.new()

    console.press("c")
    console.rest()

    assert console.heard()[1] == cut.text


def silenced(console: Console) -> None:
    """Let the listener move, and silence the first bot in the middle of its move."""
    own = moved(console)
    console.wait(own.ends - own.begins + GAP + 1)
    console.press("escape")


def test_what_was_silenced_comes_again_only_when_asked_for(home: Path) -> None:
    console = opened(home)
    silenced(console)
    [cut] = console.new()
    console.wait(0.5)

    console.press("c")
    console.wait(1)
    without = console.heard()
    console.press("u")

    assert cut.text not in without
    assert cut.text in console.heard()[-1]


def test_asking_for_anything_else_leaves_what_was_missed(home: Path) -> None:
    console = opened(home)
    console.press(*keys_of_a_move(console.match))
    console.rest()
    console.forget()

    before, *_, after = console.answers("u", "c", "w", "s", "u")

    assert before == after
    assert before.startswith("Ben: 3-0, left.")
    assert before.endswith("Your turn.")


def test_an_answer_about_missed_events_replaces_their_repetition(home: Path) -> None:
    console = opened(home)
    own = moved(console)
    console.wait(own.ends - own.begins + GAP + 1)
    [cut] = console.new()

    console.press("u")
    console.rest()

    assert [cut.text in said.text for said in console.new()].count(True) == 1


@pytest.mark.parametrize(("key", "is_repeated"), [("c", True), ("t", False), ("i", False), ("z", False)])
def test_the_listeners_turn_is_repeated_unless_the_key_shows_that_it_was_heard(
    home: Path, key: str, *, is_repeated: bool
) -> None:
    console = opened(home)
    console.press(*keys_of_a_move(console.match))
    for _ in range(100):
        if console.said[-1].text.endswith("Your turn."):
            break
        console.wait(0.5)
    console.forget()

    _, *after = console.hear(key)

    assert any(text.endswith("Your turn.") for text in after) is is_repeated


def at_the_end_of_a_round(home: Path) -> Console:
    """A console at which the end of the first round is just being told."""
    console = Console("play", "block", "--seed", "2", "--players", "2", home=home, speed=15)
    for _ in range(400):
        if RESULT in console.said[-1].text:
            break
        if not console.is_talking and console.match.turn == 0:
            console.press(*keys_of_a_move(console.match))
        console.wait(0.5)
    console.forget()
    return console


@pytest.mark.long
def test_the_first_enter_repeats_the_unheard_result_and_the_second_deals(home: Path) -> None:
    console = at_the_end_of_a_round(home)

    console.press("enter")
    console.wait(1)
    [again] = console.heard()
    console.press("enter")
    console.rest()

    assert RESULT in again
    dealt, *after = console.heard()
    assert dealt.startswith("New round")
    assert not any(RESULT in text for text in after)


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["c", "u"])
def test_the_rest_of_a_result_that_enter_repeats_comes_again_if_a_key_interrupts_it(
    home: Path, key: str
) -> None:
    console = at_the_end_of_a_round(home)
    console.press("enter")
    console.wait(1)
    console.forget()

    after = " ".join(console.hear(key))

    assert after.count(RESULT) == 1
    assert console.hear("enter")[0].startswith("New round")


@pytest.mark.long
def test_once_the_result_was_heard_the_first_enter_deals(home: Path) -> None:
    console = at_the_end_of_a_round(home)
    console.rest()
    console.forget()

    assert console.hear("enter")[0].startswith("New round")


@pytest.mark.long
def test_the_end_of_a_round_has_its_usual_length_in_any_burst(home: Path) -> None:
    console = at_the_end_of_a_round(home)
    console.press("c")
    console.rest()

    assert RESULT in " ".join(console.heard())


def test_a_pause_stops_the_bots_and_what_was_said_stays(home: Path) -> None:
    console = opened(home)
    moved(console)
    moves = len(console.match.rounds[-1].log)

    console.press("o")
    console.rest()
    paused, during = console.heard(), len(console.match.rounds[-1].log)
    asked = console.answers("t", "f2")
    console.press("o")
    console.rest()

    assert during == moves
    assert asked[0] == "Paused. Ben to play."
    assert asked[1].startswith("Paused. Ends ")
    assert paused[0].startswith("Paused.")
    assert paused[1].startswith("You: ")
    assert console.heard()[0] == "Resumed."
    assert console.match.turn == 0


def test_a_move_ends_the_pause(home: Path) -> None:
    console = opened(home)
    console.press("o")
    console.rest()
    console.forget()

    moved(console)
    console.rest()

    assert console.heard()[-1].endswith("Your turn.")


@pytest.mark.parametrize("draws", [True, False])
def test_a_draw_without_a_choice_is_made_by_itself_if_that_is_set(home: Path, *, draws: bool) -> None:
    table = ("play", "draw", "--seed", "1", "--players", "2")
    console = Console(*table, home=home, speed=15, settings={"draws": draws})
    console.rest()

    for _ in range(6):
        keys = keys_of_a_move(console.match)
        console.hear(*([] if keys == ["space"] else keys))

    assert any("You draw" in said.text for said in console.said) is draws


def test_automatic_draws_are_set_among_what_happens_at_the_table(home: Path) -> None:
    console = Console(home=home)
    console.hear("s", "enter", "a", "enter")

    assert without_position(console.answers("d", "right")) == [
        "Draw automatically when nothing else is possible: off",
        "Draw automatically when nothing else is possible: on",
    ]


@pytest.mark.long
def test_a_confirmed_draw_is_not_made_twice_if_the_table_has_drawn_meanwhile(home: Path) -> None:
    table = ("play", "draw", "--seed", "4", "--players", "2")
    console = Console(*table, home=home, speed=15, settings={"draws": True, "confirm": True})
    console.rest()
    for _ in range(2):
        console.hear(*keys_of_a_move(console.match), "y")
    console.press(*keys_of_a_move(console.match), "y")
    while console.match.turn != 0:
        console.wait(0.1)

    console.press("space")
    assert console.heard()[-1].startswith("Draw?")
    console.rest()

    assert console.hear("y")[-1].startswith("You have 3-3, which fits")


def test_nothing_of_a_match_is_said_after_it_was_left(home: Path) -> None:
    console = opened(home)
    own = moved(console)
    console.wait(own.ends - own.begins + GAP + 1)
    [cut] = console.new()

    console.press("q", "y")
    console.rest()

    assert cut.was_cut
    assert cut.text not in console.heard()


def at_the_rate(home: Path) -> Console:
    """A console at the setting for the rate of a screen reader of 30 characters a second."""
    reader = BackendKind.SCREEN_READER
    console = Console(home=home, speed=30, kind=reader, reports_end=False)
    console.rest()
    console.answers("s", "enter", "a", "enter", "enter", "r")
    console.forget()
    return console


def test_the_rate_of_a_screen_reader_can_be_measured(home: Path) -> None:
    console = at_the_rate(home)

    console.press("enter")
    sample = console.new()[-1]
    console.wait(sample.ends - console.clock.now + 0.2)
    console.press("enter")

    assert "30 characters a second" in console.heard()[-1]


def test_a_key_before_the_end_of_the_sample_begins_it_anew(home: Path) -> None:
    console = at_the_rate(home)
    console.press("enter")
    console.wait(1)
    sample = console.heard()[-1]

    console.press("enter")
    again = console.heard()
    console.press("escape")

    assert again == [sample]
    assert "not known" in console.heard()[-1]
