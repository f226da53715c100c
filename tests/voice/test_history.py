import pytest

from playroom.narration.message import Urgency
from playroom.voice.history import History, SearchMatch
from playroom.voice.utterance import Buffer, Utterance, cleaned, speakable


def history_of(*texts: str, buffer: Buffer = Buffer.TABLE) -> History:
    history = History()
    for second, text in enumerate(texts):
        history.record(Utterance(text, Urgency.EVENT, buffer), float(second))
    return history


def text(utterance: Utterance | None) -> str | None:
    return utterance.text if utterance else None


def found(match: SearchMatch | None) -> tuple[str, int, int] | None:
    return (match.line.text, match.number, match.count) if match else None


def test_the_history_is_walked_from_its_newest_line() -> None:
    history = history_of("one", "two", "three")

    walk = [history.previous(), history.previous(), history.next(), history.next(), history.next()]

    assert [text(line) for line in walk] == ["three", "two", "three", None, None]


def test_there_is_nothing_before_the_first_and_after_the_last() -> None:
    history = history_of("one", "two")

    assert text(history.first()) == "one"
    assert history.previous() is None
    assert history.position == (1, 2)
    assert text(history.last()) == "two"
    assert history.next() is None
    assert history.position == (2, 2)


def test_an_empty_history_has_no_lines() -> None:
    history = History()

    assert [history.previous(), history.next(), history.first(), history.last()] == [None] * 4
    assert history.latest() == ""


def test_the_place_stays_when_something_is_said() -> None:
    history = history_of("one", "two", "three")
    history.previous()
    history.previous()

    history.record(Utterance("four", Urgency.EVENT), 9.0)

    assert history.position == (2, 4)
    assert text(history.next()) == "three"


def test_each_line_stands_in_its_buffer_and_in_all() -> None:
    history = history_of("one", "two")
    history.record(Utterance("Ben: hello", Urgency.EVENT, Buffer.CHAT), 9.0)

    lines = {}
    for _ in Buffer:
        lines[history.buffer] = [line.text for line in history.lines]
        history.next_buffer()

    assert lines[Buffer.ALL] == ["one", "two", "Ben: hello"]
    assert lines[Buffer.TABLE] == ["one", "two"]
    assert lines[Buffer.CHAT] == ["Ben: hello"]
    assert lines[Buffer.SCORE] == lines[Buffer.SYSTEM] == []


def test_buffers_go_round_both_ways_and_keep_their_places() -> None:
    history = history_of("one", "two")
    history.first()

    assert history.previous_buffer() is Buffer.FOCUS
    assert history.next_buffer() is Buffer.ALL
    assert history.position == (1, 2)
    assert history.next_buffer() is Buffer.TABLE
    assert history.position == (3, 2)


def test_the_search_finds_the_newest_match_wherever_one_reads_and_walks_from_it() -> None:
    history = history_of("Ben passes", "Cleo plays", "ben plays", "Ada draws")
    history.first()

    assert found(history.find("BEN")) == ("ben plays", 2, 2)
    assert found(history.previous_match()) == ("Ben passes", 1, 2)
    assert history.previous_match() is None
    assert history.position == (1, 4)
    assert found(history.next_match()) == ("ben plays", 2, 2)
    assert history.next_match() is None
    assert history.position == (3, 4)


def test_a_search_in_vain_leaves_the_place() -> None:
    history = history_of("one", "two", "three")
    history.first()

    assert history.find("four") is None
    assert history.position == (1, 3)


def test_the_search_asks_for_no_accents() -> None:
    history = history_of("Égalité. Léa passe.")

    assert history.find("egalite. léa")
    assert history.find("léo") is None


def test_the_search_looks_in_all_buffers_but_that_of_the_focus() -> None:
    history = history_of("Ben plays")
    history.record(Utterance("Ben 4", Urgency.EVENT, Buffer.SCORE), 9.0)
    history.record(Utterance("Ben's turn", Urgency.ANSWER, Buffer.ANSWERS), 9.0)
    history.record(Utterance("Seat 2: Ben", Urgency.ANSWER, Buffer.FOCUS), 9.0)
    history.next_buffer()

    assert found(history.find("ben")) == ("Ben 4", 2, 3)
    assert str(history.buffer) == "score"
    assert found(history.next_match()) == ("Ben's turn", 3, 3)
    assert str(history.buffer) == "answers"
    assert found(history.previous_match()) == ("Ben 4", 2, 3)
    assert found(history.previous_match()) == ("Ben plays", 1, 3)
    assert history.previous_match() is None
    assert text(history.current) == "Ben plays"


def test_a_match_in_the_current_buffer_is_walked_on_from_there() -> None:
    history = history_of("Ada draws", "Ben plays", "Cleo draws")

    history.find("ben")

    assert history.buffer is Buffer.ALL
    assert text(history.next()) == "Cleo draws"


def test_what_the_players_own_keys_say_is_in_no_buffer_but_its_own() -> None:
    history = history_of("Ben plays")
    history.record(Utterance("5-2, fits left", Urgency.ANSWER, Buffer.FOCUS), 9.0)
    history.record(Utterance("Ends 5 and 3.", Urgency.ANSWER, Buffer.ANSWERS), 9.0)

    lines = {}
    for _ in Buffer:
        lines[history.buffer] = [line.text for line in history.lines]
        history.next_buffer()

    assert lines[Buffer.ALL] == lines[Buffer.TABLE] == ["Ben plays"]
    assert lines[Buffer.FOCUS] == ["5-2, fits left"]
    assert lines[Buffer.ANSWERS] == ["Ends 5 and 3."]


def test_who_leaves_the_history_comes_back_to_its_end() -> None:
    history = history_of("one", "two", "three")
    history.first()
    history.next_buffer()

    history.leave()

    assert history.buffer is Buffer.ALL
    assert text(history.previous()) == "three"


def test_lines_of_an_earlier_visit_are_read_but_were_not_said_now() -> None:
    history = history_of("Good morning")

    history.restore([Utterance("Ben plays", Urgency.EVENT)])

    assert text(history.previous()) == "Ben plays"
    assert found(history.find("plays")) == ("Ben plays", 1, 1)
    assert history.latest() == "Good morning"
    assert [line.text for line in history.since(0.0)] == ["Good morning"]


def test_the_present_line_is_the_newest_until_one_reads() -> None:
    history = history_of("one", "two")

    assert text(history.current) == "two"
    history.first()
    assert text(history.current) == "one"
    assert History().current is None


def test_a_muted_buffer_still_records_and_answers_are_audible() -> None:
    history = History()
    history.muted = frozenset({Buffer.CHAT})
    chat = Utterance("Ben: hello", Urgency.EVENT, Buffer.CHAT)

    history.record(chat, 0.0)

    assert history.lines == (chat,)
    assert not history.is_audible(chat)
    assert history.is_audible(Utterance("Chat is muted", Urgency.ANSWER, Buffer.CHAT))
    history.muted = frozenset()
    assert history.is_audible(chat)


def test_muting_all_mutes_every_buffer() -> None:
    history = History()

    history.muted = frozenset({Buffer.ALL})

    assert not history.is_audible(Utterance("Ben passes", Urgency.EVENT))


def test_the_latest_is_a_burst_in_full() -> None:
    history = history_of("long ago")
    for now, line in ((50.0, "Ben passes."), (50.1, "Cleo passes."), (50.2, "Your turn.")):
        history.record(Utterance(line, Urgency.EVENT), now)

    assert history.latest() == "Ben passes. Cleo passes. Your turn."


def test_an_answer_is_the_latest_on_its_own() -> None:
    history = history_of("Ben passes.")
    history.record(Utterance("Left 3.", Urgency.ANSWER), 0.05)

    assert history.latest() == "Left 3."


def test_an_event_after_an_answer_is_the_latest_on_its_own() -> None:
    history = History()
    history.record(Utterance("Left 3.", Urgency.ANSWER), 0.0)
    history.record(Utterance("Ben passes.", Urgency.EVENT), 0.05)

    assert history.latest() == "Ben passes."


def test_later_lines_are_those_after_a_count() -> None:
    history = history_of("one", "two")
    before = history.count

    history.record(Utterance("three", Urgency.EVENT), 9.0)

    assert [line.text for line in history.after(before)] == ["three"]


def test_a_follower_receives_each_utterance_until_it_unsubscribes() -> None:
    history = history_of("one")
    heard: list[Utterance] = []
    history.follow(heard.append)

    history.record(Utterance("two", Urgency.EVENT), 9.0)
    history.unfollow(heard.append)
    history.record(Utterance("three", Urgency.EVENT), 9.0)

    assert [line.text for line in heard] == ["two"]


@pytest.mark.parametrize(
    ("nasty", "plain"),
    [
        ("Ben passes.", "Ben passes."),
        ("  a\nb\r\n\tc ", "a b c"),
        ("a\x00b\x1b[31mc\x9bd", "a b [31mc d"),
        ("a\ud800b\udfff", "a b"),
        ("5\u20112 \u00e9\u4e2d\U0001f600", "5\u20112 \u00e9\u4e2d\U0001f600"),
        ("<speak>&amp;</speak>", "<speak>&amp;</speak>"),
        ("\u2028\u2029", ""),
        ("", ""),
        (None, ""),
        (7, ""),
    ],
)
def test_a_text_is_cleaned_into_one_line(nasty: object, plain: str) -> None:
    assert cleaned(nasty) == plain


def test_both_forms_of_an_utterance_are_cleaned() -> None:
    assert speakable(Utterance("a\nb", Urgency.HINT, short="a\x07")) == Utterance(
        "a b", Urgency.HINT, short="a"
    )
