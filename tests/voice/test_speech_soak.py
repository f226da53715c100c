"""Faults of speech, each at a random moment: every event is told once, and speech comes back."""

from collections import Counter
from random import Random
from statistics import median

import pytest
from support.faults.soaks import soak
from support.voice.fake_backend import FakeSpeaker
from support.voice.speech_loop_runner import BlocksError, Runner

from playroom.narration.message import Urgency
from playroom.voice.backends.backend import BackendError, Failure, SpeechEvent

FAULTS = soak(60)
LONGEST = 8.0
"""Seconds of a fault at most; after ten, a text is left to the history."""
STEP = 0.1
"""Seconds between two looks."""
RETURN = 70.0
"""Seconds after which speech is back at the latest: what hangs is tried again once a minute."""


class FaultySpeaker:
    """A speaker that fails in one manner while it is broken."""

    def __init__(self, manner: str) -> None:
        self.manner, self.is_broken = manner, False
        self.speaker = FakeSpeaker(
            before_building=self._before_building, before_speaking=self._before_speaking
        )

    def _before_building(self, _attempt: int) -> None:
        if self.is_broken and self.manner == "cannot be built":
            raise BackendError(Failure.NOT_RUNNING, "for the test")
        if self.is_broken and self.manner == "hangs when it is built":
            raise BlocksError

    def _before_speaking(self, _call: int) -> None:
        if not self.is_broken:
            return
        match self.manner:
            case "refuses":
                raise BackendError(Failure.REFUSED, "for the test")
            case "hangs" | "hangs when it is built":
                raise BlocksError
            case _:
                raise OSError(self.manner)


MANNERS = (
    "raises",
    "refuses",
    "hangs",
    "cannot be built",
    "hangs when it is built",
    "is gone",
    "refuses later",
)
LATE = {"is gone": SpeechEvent.DISCONNECTED, "refuses later": SpeechEvent.REFUSED}
"""What is reported of a text after it was taken."""


class Trial:
    """One fault of a speaker, with another one beside it or none, while events are told and keys pressed."""

    def __init__(self, number: int) -> None:
        self.chance = Random(number)
        self.manner = MANNERS[number % len(MANNERS)]
        self.faulty, self.other = FaultySpeaker(self.manner), FakeSpeaker()
        has_other = self.chance.random() < 0.5
        self.runner = Runner(self.faulty.speaker, *([self.other] if has_other else ()))
        self.events: list[str] = []
        self.unheard: list[str] = []
        """The texts that were taken and never spoken."""

    def tell(self) -> None:
        """Let something happen at the table, or press a key."""
        if self.chance.random() < 0.3:
            self.runner.say("Left 3, right 5.")
        else:
            self.events.append(f"Move {len(self.events)}.")
            self.runner.say(self.events[-1], self.chance.choice((Urgency.EVENT, Urgency.ALERT)))
        self.runner.wait(self.chance.uniform(0.0, 0.6))

    def break_down(self) -> None:
        """Let the fault last for a while."""
        if event := LATE.get(self.manner):
            self._fail_late(event)
        else:
            self.faulty.is_broken = True
            end = self.runner.now + self.chance.uniform(0.1, LONGEST)
            while self.runner.now < end:
                self.tell()
            self.faulty.is_broken = False

    def _fail_late(self, event: SpeechEvent) -> None:
        self.faulty.speaker.ends_at_once = False
        before = len(self.faulty.speaker.texts)
        self.tell()
        self.runner.wait(1)
        self.faulty.speaker.ends_at_once = True
        for text in self.faulty.speaker.texts[before:]:
            self.unheard.append(text)
            self.runner.hear(self.faulty.speaker, event, "" if event is SpeechEvent.DISCONNECTED else text)

    def come_back(self) -> float:
        """The seconds until the speaker speaks again."""
        mended, spoken = self.runner.now, len(self.faulty.speaker.texts)
        while len(self.faulty.speaker.texts) == spoken and self.runner.now - mended < RETURN:
            self.runner.say("Right 5.")
            self.runner.wait(STEP)
        return self.runner.now - mended

    @property
    def heard(self) -> Counter[str]:
        """How often each event was told."""
        texts = Counter([*self.faulty.speaker.texts, *self.other.texts])
        texts.subtract(self.unheard)
        return Counter({each: sum(n * (each in text) for text, n in texts.items()) for each in self.events})


def failures(trial: Trial) -> list[str]:
    """What went wrong in a trial."""
    counted = trial.heard.items()
    return [f"{trial.manner}: {event} was told {times} times" for event, times in counted if times != 1]


@pytest.mark.long
def test_a_fault_of_speech_loses_no_event_and_repeats_none() -> None:
    wrong: list[str] = []
    returns: list[float] = []

    for number in range(FAULTS):
        trial = Trial(number)
        trial.tell()
        trial.break_down()
        returns.append(trial.come_back())
        trial.runner.wait(RETURN)
        wrong += failures(trial)

    back = f"back after {median(returns):.1f} s, worst {max(returns):.1f} s"
    print(f"speech: {FAULTS} trials, failures {len(wrong)}; {back}")
    assert wrong == []
    assert max(returns) < RETURN
