"""A player who asks something in the middle of every move, and what they heard to its end."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from random import Random
from re import finditer

from playroom.console.play.draft import NAMES
from playroom.console.play.match_log import without_forced_turns
from playroom.narration.narrate import narrate
from playroom.narration.phrases.locales import phrasebook
from playroom.narration.phrases.phrasebook import Audience
from playroom.rules.event import Dealt
from playroom.rules.match import Match
from playroom.rules.view import seen
from playroom.voice.utterance import Utterance
from support.console.hand_held import Console, keys_of_a_move
from support.voice.list_voice import Said

TABLE = ("play", "draw", "--seed", "4", "--players", "4")
OWN_TURN = "Your turn."
"""What is not told again once a move shows that the player knows it."""
MOMENT = 0.25
"""The seconds between two looks at what has happened."""
FREEZE = 5.0
"""The seconds for which the server of speech is frozen."""
LONGEST_QUESTION = 2.0
"""The seconds in which a question is asked after something has happened."""


class Inquisitive:
    """The player at a console, whose speech server freezes for five seconds after a number of events."""

    def __init__(self, console: Console, freezes_after: float = inf) -> None:
        self._console, self._freezes_after = console, freezes_after
        self._chance = Random(1)
        self._asked = 0
        self._match = console.match

    def play(self, rounds: int, happenings: float = inf) -> None:
        """Play a number of rounds or events, and ask for the ends after each event."""
        while not self._is_over(rounds) and self._asked < happenings:
            happened = len(events(self._console))
            if happened > self._asked:
                self._ask(happened)
            elif not self._console.is_talking and self._match.turn in (None, 0):
                self._console.press(*keys_of_a_move(self._match))
            self._console.wait(MOMENT)
        self._console.rest()

    def _ask(self, happened: int) -> None:
        self._asked = happened
        self._console.wait(LONGEST_QUESTION * self._chance.random())
        self._console.press("c")
        self._match = self._console.match
        if happened > self._freezes_after:
            self._console.freeze(FREEZE)
            self._freezes_after = inf

    def _is_over(self, rounds: int) -> bool:
        is_last = len(self._match.rounds) == rounds and self._match.turn is None
        return not self._console.is_talking and (is_last or bool(self._match.winners))


def events(console: Console) -> list[Utterance]:
    """What was told so far of all that has happened at the table."""
    return [utterance for utterance in console.utterances if utterance.is_event]


def hearings(console: Console, speed: float) -> tuple[Counter[str], Counter[str]]:
    """How often each event has happened, and how often it was heard to its end, by their short forms."""
    names = {form: _name(each) for each in console.utterances for form in (each.text, each.short)}
    happened = Counter(map(_name, events(console)))
    heard = Counter(_heard(console.said, speed, names))
    return happened, Counter({name: heard[name] for name in happened})


def narrated(match: Match) -> list[Utterance]:
    """What the first player is told of all that has happened in a match since the tiles were dealt."""
    book, to = phrasebook("en"), Audience(NAMES[: match.rules.players], 0)
    said = (
        narrate(event, 0, match.rules)
        for each in match.rounds
        for event in without_forced_turns(tuple(seen(event, 0) for event in each.log), match.rules)
        if not isinstance(event, Dealt)  # the first one comes with an introduction
    )
    return [
        Utterance(book.say(each, to), each.urgency, short=book.short(each, to), is_event=True)
        for each in said
        if each
    ]


def ended(texts: Sequence[str], said: Sequence[Utterance]) -> Counter[str]:
    """How often each of these events was heard in texts that were spoken to their end.

    A text may be the rest of an event that was interrupted.
    """
    whole_forms = {form: _name(each) for each in said for form in (each.text, each.short) if form}
    rests = {form[at:]: name for form, name in whole_forms.items() for at in _words(form)}
    names = {**rests, **whole_forms}
    whole = [Said(text, cuts=False, begins=0.0, ends=0.0) for text in texts]
    return Counter(_heard(whole, 1.0, names))


def _name(event: Utterance) -> str:
    return event.short or event.text


def _heard(texts: Iterable[Said], speed: float, names: Mapping[str, str]) -> Iterator[str]:
    """The events that were heard to their end, some of them in several texts.

    No text that interrupts others is the rest of an event.
    """
    rests: dict[str, str] = {}
    for said in texts:
        forms = names if said.cuts else {**names, **rests}
        rest = said.text
        left = (said.ends - said.begins) * speed + 1e-6 if said.was_cut else inf
        while form := _first(rest, forms):
            if len(form) > left:
                rests |= {form[at:]: forms[form] for at in _words(form)}
                break
            yield forms[form]
            rest, left = rest[len(form) + 1 :], left - len(form) - 1


def _words(text: str) -> Iterator[int]:
    """Where the words of a text begin, at which it may go on after an interruption."""
    return (found.end() for found in finditer(" ", text))


def _first(text: str, forms: Iterable[str]) -> str:
    """The longest form at the beginning of a text; "" if there is none."""
    return max((form for form in forms if f"{text} ".startswith(f"{form} ")), key=len, default="")
