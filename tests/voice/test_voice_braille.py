"""What fingers read of what is spoken, and of what is for them alone."""

import pytest
from support.voice.fake_backend import FakeSpeaker
from support.voice.private_dispatcher import until
from support.voice.voice_texts import ALERT, ANSWER, EVENT, Open, at_one_moment

from playroom.narration.message import Urgency
from playroom.voice.mode import Mode
from playroom.voice.utterance import Utterance

pytestmark = pytest.mark.usefixtures("patient")


def test_braille_gets_what_is_spoken_in_a_call_of_its_own(voice_of: Open) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source)

    voice.say(ANSWER)

    assert until(lambda: fake.brailled == [ANSWER.text])


def test_a_braille_display_that_fails_does_no_harm_to_speech(voice_of: Open) -> None:
    def fail() -> None:
        raise OSError

    fake = FakeSpeaker(before_braille=fail)
    voice = voice_of(fake.source)

    voice.say(ANSWER)
    voice.say(EVENT)

    assert until(lambda: fake.texts == [ANSWER.text, EVENT.text])
    assert len(fake.built) == 1


def test_fingers_read_what_is_for_them_and_ears_hear_the_text(voice_of: Open, screen: list[str]) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source, mode=Mode.BOTH)

    voice.say(Utterance("Ends 5 and 2.", Urgency.ANSWER, braille="L5 R2|43 55"))

    assert until(lambda: fake.brailled)
    assert (fake.said, fake.brailled) == ([("Ends 5 and 2.", True)], ["L5 R2|43 55"])
    assert screen == ["L5 R2|43 55"]
    assert voice.repeat() == "Ends 5 and 2."


def test_braille_only_text_follows_speech_and_its_newest_stays(voice_of: Open, screen: list[str]) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source, mode=Mode.BOTH)

    first, second = (Utterance("", Urgency.EVENT, braille=line) for line in ("L5", "L6"))
    with at_one_moment(voice):
        for utterance in (EVENT, first, ALERT, second):
            voice.say(utterance)

    assert until(lambda: fake.brailled)
    assert fake.said == [("Ben passes. Your turn.", False)]
    assert fake.brailled == ["Ben passes. Your turn. L6"]
    assert screen == ["Ben passes.", "L5", "Your turn.", "L6"]
    assert voice.history.count == 2


def test_a_line_for_fingers_alone_makes_no_sound(voice_of: Open) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source)

    voice.say(Utterance("", Urgency.EVENT, braille="L5 R2"))

    assert until(lambda: fake.brailled == ["L5 R2"])
    assert fake.said == []


def test_fingers_get_a_line_for_all_that_is_spoken(voice_of: Open, screen: list[str]) -> None:
    voice = voice_of(FakeSpeaker().source, mode=Mode.VOICE)
    voice.has_braille = True

    voice.say(EVENT)
    voice.say(ANSWER)

    assert screen == [EVENT.text, ANSWER.text]
