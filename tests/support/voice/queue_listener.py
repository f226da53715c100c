"""A queue in its own time, all that it has to say, and utterances for it."""

from playroom.narration.message import Urgency
from playroom.voice.queue import Queue
from playroom.voice.speech_request import SpeechRequest
from playroom.voice.utterance import Utterance

ANSWER = Utterance("Left 3, right 5.", Urgency.ANSWER)
ALERT = Utterance("Your turn.", Urgency.ALERT)
HINT = Utterance("Still your turn.", Urgency.HINT)
BEN = Utterance("Ben: 5-2, right. Ends 3 and 2. Ben 4.", Urgency.EVENT, short="Ben 5-2.")
CLEO = Utterance("Cleo passes.", Urgency.EVENT)
SPEECH = 2.0  # seconds that one speech lasts here


class Listener:
    """A queue in its own time, and all that it had to say; each text lasts *seconds*."""

    def __init__(self, seconds: float = SPEECH) -> None:
        self._seconds = seconds
        self.queue, self.now, self.heard = Queue(), 100.0, list[SpeechRequest]()

    def put(self, *utterances: Utterance) -> None:
        for utterance in utterances:
            self.queue = self.queue.put(utterance, self.now)
        self.say()

    def put_events(self, *utterances: Utterance, first: int = 1) -> None:
        """Put utterances that are numbered from *first* on."""
        for number, utterance in enumerate(utterances, first):
            self.queue = self.queue.put(utterance, self.now, number)
        self.say()

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while (due := self.queue.due()) is not None and due <= end:
            self.now = max(self.now, due)
            self.say()
        self.now = end

    def say(self) -> None:
        speech, self.queue = self.queue.next(self.now)
        while speech:
            self.heard.append(speech)
            self.queue = self.queue.started(speech, self.now, self._seconds)
            speech, self.queue = self.queue.next(self.now)

    @property
    def texts(self) -> list[str]:
        return [speech.text for speech in self.heard]
