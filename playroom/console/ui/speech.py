"""The output to the listener in their language and verbosity."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from playroom.console.ui.cues import CuePlayer, CueWords
from playroom.console.ui.preferences import Preferences, key_name
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import Command, PlaceName, button_entry, command_entry
from playroom.narration.answers.answer import at_place, unplaced
from playroom.narration.answers.table_line import SHORT_DISPLAY
from playroom.narration.cues import DetailLevel, chat_level, detail_level, end_numbers, is_cue_enough, length
from playroom.narration.message import Either, Message, Urgency, masked_tiles
from playroom.narration.phrases.phrasebook import NOBODY, Audience, Verbosity
from playroom.narration.sound_words import written_sound
from playroom.rules.event import Event, Played
from playroom.rules.tile import Tile
from playroom.sound.cue import Cue, PlacedCue, end_notes, placed_cue
from playroom.sound.output import AwaySounds
from playroom.voice.utterance import Buffer, Utterance
from playroom.voice.voice import Voice

MOST_KNOWN: Final = 200
"""The messages whose words are kept, as most parts of a board or a list are the same a moment later."""

AFTER_TILE: Final = 0.3
"""Seconds from the sound of a tile to the first note of the ends."""


class _Row(Struct, frozen=True):
    """Messages in a row with this short form, and one text each for 2, 3, ... of them."""

    short: str = ""
    texts: tuple[str, ...] = ()


class Speech:
    """Turns messages into utterances for the voice.

    *cues* plays the cues of messages, *audience* is the listener and the players, *answered* counts the
    answers to keys.
    """

    def __init__(self, voice: Voice, preferences: Preferences, cues: CuePlayer, cue_words: CueWords) -> None:
        self.voice = voice
        self.cues = cues
        self.cue_words = cue_words
        self.preferences = preferences
        self.audience: Audience = NOBODY
        self._hand: Callable[[], Collection[Tile]] = tuple
        self.answered = 0
        self.is_away = False
        """Whether another window has the focus, as far as the terminal has reported."""
        self._topics: defaultdict[str, set[int]] = defaultdict(set)
        """The numbers of what was said on each topic that ages."""
        self._row = _Row()
        self._known_in = preferences.book
        self._known = lru_cache(MOST_KNOWN)(preferences.book.say)

    def talk_to(self, audience: Audience, hand: Callable[[], Collection[Tile]] = tuple) -> None:
        """Switch to *audience*, whose listener has this *hand*."""
        self.audience, self._hand = audience, hand

    def say(
        self,
        message: Message,
        *,
        urgency: Urgency | None = None,
        buffer: Buffer = Buffer.SYSTEM,
        event: Event | None = None,
        in_full: bool = False,
        topic: str = "",
    ) -> int:
        """Say *message* of *event* at its own urgency, or at *urgency*, according to the settings.

        With *in_full* it has no short form. Once its *topic* lapses, it is not said again.
        The result is the number of the utterance, 0 if it is not spoken.
        """
        urgency = urgency or message.urgency
        levels = self.preferences.settings.told
        wanted = chat_level(levels) if buffer is Buffer.CHAT else detail_level(levels, urgency, event)
        if wanted is DetailLevel.NOTHING:
            return 0
        verbosity = length(wanted, self.cue_words.verbosity(message.sound, event))
        short = "" if in_full else self.preferences.book.short(message, self.audience)
        in_words = verbosity.in_words
        text = self._text(message, in_words)
        spoken = "" if in_words is verbosity else self._text(message, verbosity)
        is_event, several = event is not None, self._added_to_row(message, short)
        utterance = self._kept_private(
            Utterance(text, urgency, buffer, short, is_event=is_event, spoken=spoken, several=several),
            message,
            verbosity=in_words,
        )
        is_wordless = verbosity is Verbosity.EARCONS and event and is_cue_enough(event, self.audience.ear)
        is_silent, number = wanted is DetailLevel.SOUND or is_wordless, 0
        self._write_sound(message, buffer)
        if is_silent:
            self.voice.record(utterance)
        else:
            number = self.voice.say(utterance)
        self.cues.play(self._audible(message, event), number)
        if topic and number:
            self._topics[topic].add(number)
        if event:
            self.tell_missing_sound()
        return number

    def lapse(self, *topics: str) -> None:
        """Say nothing any more of what was said on these topics and not heard: it is no longer true."""
        if numbers := {number for topic in topics for number in self._topics.pop(topic, ())}:
            self.voice.lapse(numbers)

    def _added_to_row(self, message: Message, short: str) -> tuple[str, ...]:
        """The texts for 2, 3, ... messages like this one in a row, of which it is now the last."""
        is_alike, texts = bool(short) and short == self._row.short, self._row.texts
        text = self.preferences.book.in_a_row(message, self.audience, len(texts) + 2) if is_alike else ""
        self._row = _Row(short, (*texts, text) if text else ())
        return self._row.texts

    def sound(self, message: Message, event: Event | None = None) -> None:
        """Play the cue of *message*, of *event* if of one, whose words come later or are left out."""
        self._write_sound(message, Buffer.TABLE)
        self.cues.play(self._audible(message, event), 0)

    def tell_missing_sound(self) -> None:
        """Say once at a table that cues cannot replace words, if the listener prefers cues."""
        for message in () if self.audience is NOBODY else self.cue_words.missing():
            self.say(message)

    def recall(self, messages: Iterable[tuple[Message, Buffer]]) -> None:
        """Add messages of an earlier visit to the history, silently."""
        self.voice.history.restore(
            self._kept_private(Utterance(self.words(message), message.urgency, buffer), message)
            for message, buffer in messages
        )

    def answer(self, *messages: Message, braille: str = "") -> None:
        """Say the result of a key, such as the item in focus; *braille* replaces it on a display."""
        self.answered += 1
        self._say_once(messages, Buffer.FOCUS, braille)

    def answer_with_focus(self, before: Sequence[Message], focus: Sequence[Message], cells: int) -> None:
        """Say what is in focus after the rest; a display shows it first, or below a title of one line.

        A title of more than *cells* characters takes more lines than one.
        """
        items = map(unplaced, focus) if self._has_short_display else focus
        shown, heading = (" ".join(map(self.words, each)) for each in (items, before))
        if len(heading) > cells:
            heading, shown = shown, heading
        elif not self.preferences.settings.braille:
            return self.answer(*before, *focus)  # in this order already, in one line
        self.answer(*before, *focus, braille=f"{heading}\n{shown}")
        return None

    @property
    def _has_short_display(self) -> bool:
        return 0 < self.preferences.settings.braille <= SHORT_DISPLAY

    def offer(self, message: Message) -> None:
        """Say a choice that no key has selected, without interrupting."""
        urgency = Urgency.HINT if self.voice.mode.speaks else Urgency.ANSWER
        self._say_once((message,), Buffer.FOCUS, urgency=urgency)

    def reply(self, *messages: Message, braille: str = "", covers: tuple[int, ...] = ()) -> None:
        """Answer a question about the match, in the history's buffer for answers.

        *covers* are the numbers of events that it tells once more.
        """
        self.answered += 1
        self._say_once(messages, Buffer.ANSWERS, braille, covers)

    def repeat(self, *messages: Message, covers: tuple[int, ...]) -> int:
        """Answer by repeating the events of these numbers, again if interrupted.

        The result is the number of the utterance.
        """
        self.answered += 1
        return self._say_once(messages, Buffer.ANSWERS, covers=covers, is_event=True)

    def _say_once(
        self,
        messages: Sequence[Message],
        buffer: Buffer,
        braille: str = "",
        covers: tuple[int, ...] = (),
        *,
        is_event: bool = False,
        urgency: Urgency = Urgency.ANSWER,
    ) -> int:
        """Say messages as one utterance; a short display shows items without their positions."""
        text = " ".join(map(self.words, messages))
        if self._has_short_display and not braille:
            braille = " ".join(self.words(unplaced(message)) for message in messages)
        utterance = self._kept_private(
            Utterance(text, urgency, buffer, braille=braille, is_event=is_event), *messages
        )
        # Repeated messages have played their cues.
        for message in () if is_event else messages:
            self.cues.play(self._audible(message))
            self._write_sound(message, buffer)
        number = self.voice.say(utterance, covers)
        self.cues.take_over(covers, number)
        return number

    def _kept_private(
        self, utterance: Utterance, *messages: Message, verbosity: Verbosity | None = None
    ) -> Utterance:
        """The utterance of these messages, for braille only if it names a tile that is never spoken."""
        if not self.preferences.settings.braille_hand:
            return utterance
        length, hand = verbosity or self.preferences.verbosity.in_words, self._hand()
        masked = " ".join(self._text(masked_tiles(message, hand), length) for message in messages)
        if masked == utterance.text:
            return utterance
        return replace(utterance, spoken=self.words(Message("listener.on_braille")), is_private=True)

    def _write_sound(self, message: Message, buffer: Buffer) -> None:
        """Write the cue of *message* in words if that is set, except for steps in a list."""
        if not self.preferences.settings.sounds_written:
            return
        for placed in self._placed(message):
            if placed.cue is not Cue.CURSOR:
                text = self.words(written_sound(placed))
                self.voice.record(Utterance(text, Urgency.EVENT, buffer))
                self.show(text)

    def _audible(self, message: Message, event: Event | None = None) -> tuple[PlacedCue, ...]:
        """The cues of a message of *event* that the listener wants to hear, wherever the focus is."""
        sounds, seat = AwaySounds(self.preferences.settings.away_sounds), message.sound and message.sound.seat
        is_others = seat is not None and seat != self.audience.ear
        if self.is_away and (sounds is AwaySounds.NONE or (sounds is AwaySounds.OWN and is_others)):
            return ()
        if isinstance(event, Played) and self.preferences.settings.end_notes:
            return (*self._placed(message), *end_notes(end_numbers(event), AFTER_TILE))
        return self._placed(message)

    def _placed(self, message: Message) -> tuple[PlacedCue, ...]:
        """The cue of *message* with its position."""
        if (sound := message.sound) is None:
            return ()
        players, ear = len(self.audience.names), self.audience.ear
        return (placed_cue(sound.cue, sound.seat, players, ear, sound.strength),)

    def announce(self, message: Message, urgency: Urgency = Urgency.ANSWER) -> None:
        """Say *message* in speech and in writing, in every mode."""
        self.voice.announce(self.words(message), urgency)

    def write(self, message: Message) -> None:
        """Write *message* without speaking it."""
        self.voice.write(Utterance(self.words(message), Urgency.EVENT, Buffer.SYSTEM))

    def show(self, line: str) -> None:
        """Put a line on the braille display, silently."""
        self.voice.say(Utterance("", Urgency.EVENT, braille=line))

    def echo(self, *messages: Message) -> None:
        """Answer the player's key, without a record in the history."""
        self.voice.echo(" ".join(map(self.words, messages)))

    def placed(self, item: Message, index: int, count: int) -> Message:
        """An item of a list, followed by its position if that is set."""
        wants_position = self.preferences.settings.position and count > 1
        return at_place(item, index + 1, count) if wants_position else item

    def words(self, message: Message) -> str:
        """*message* in the listener's language and verbosity."""
        return self._text(message, self.preferences.verbosity.in_words)

    def shown(self, message: Message) -> str:
        """*message* in these words as anyone may see it: without the tiles of a hand for fingers alone."""
        hand = self._hand() if self.preferences.settings.braille_hand else ()
        return self.words(masked_tiles(message, hand))

    def _text(self, message: Message, verbosity: Verbosity) -> str:
        if self._known_in is not self.preferences.book:
            self._known_in = self.preferences.book
            self._known = lru_cache(MOST_KNOWN)(self._known_in.say)
        return self._known(message, self.audience, verbosity)

    def key_name(self, key: str) -> str:
        """The name of a key."""
        return key_name(self.preferences.book, key)

    def character(self, typed: str) -> str:
        """The name of a character that was typed: of a capital letter the letter, of any other its key."""
        if typed.isupper():
            return self.words(Message("menus.capital", blanks={"letter": typed}))
        return self.key_name(typed)

    def named(self, place: PlaceName, command: Command, keys: Sequence[str] | None = None) -> Message:
        """A command of a place with these *keys*, or all that it has; alone for who touches buttons."""
        if keys is None and self.preferences.settings.keys == KeyProfile.TOUCH:
            return Message(button_entry(place, command))
        bound = self.preferences.keymap.keys(place, command) if keys is None else keys
        names = tuple(map(self.key_name, bound))
        return Message(
            "menus.command", blanks={"command": Message(command_entry(place, command)), "keys": Either(names)}
        )

    @property
    def mode_now(self) -> Message:
        """The current mode; with the key that changes it, if something is not spoken."""
        mode = self.voice.mode
        entry = "menus.mode_now" if mode.speaks else "menus.mode_silent"
        return Message(entry, blanks={"mode": Message(f"menus.modes.{mode}")})
