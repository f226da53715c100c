"""The settings of a shared table: its game, and what the table adds to it."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec import UNSET
from msgspec.structs import replace

from playroom.console.play.game_choices import GameChoices, answered_questions, game_message
from playroom.console.settings.setting_item import on_or_off
from playroom.console.shared.evening import EveningSetup
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.narration.message import Message, Series, answer
from playroom.online.client.table_client import TableClient
from playroom.online.wire.entries import TableSettings
from playroom.online.wire.table_commands import Configure, asked_settings, asked_table
from playroom.rules.rulebook.variant import Variant
from playroom.sound.cue import Cue
from playroom.table.setup import Setup

if TYPE_CHECKING:
    from playroom.console.ui.background import Job

THINKING_SECONDS = (0, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600)
"""The thinking times that the list offers."""

MOST_EXTENSIONS = 9

REST: Final = 1.5
"""Seconds without another step, after which the others hear what the host has changed."""


class SharedSettings(GameChoices):
    """The list of a table's settings. The host changes them between matches; all others read them."""

    def __init__(self, room: Room, client: TableClient, variants: Mapping[str, Variant]) -> None:
        self._client = client
        entry = f"online.settings{'_change' if client.table.is_host else '_title'}"
        super().__init__(room, Message(entry), variants, client.games)

    @property
    def setup(self) -> Setup:
        """The game and its table as they stand."""
        return self._settings.setup

    @property
    def _settings(self) -> TableSettings:
        """The settings as they will be once the table has obeyed: the next key changes those."""
        return self._client.settings

    def take(self, setup: Setup) -> None:
        """Ask the table for another game or table."""
        self._client.do(Configure(asked_table(setup, self._settings)))

    def items(self) -> Iterator[Item]:
        """The game, the terms of the table, and for the host the line that makes an evening of it."""
        # Typed numbers would be answered before the table has them.
        yield from (replace(item, number=None) for item in self.game_items())
        terms = terms_messages(self._settings)
        names = ["thinking", "extensions", "hints"]
        names += ["rated"] if self._client.has_ratings else []
        names += ["listed"] if self._client.link else []
        yield from (Item(name, terms[name], step=partial(self._step_term, name)) for name in names)
        table, room = self._client.table, self.room
        evening = table.state.evening
        can_make = not table.in_match and not table.state.of_evening and (evening is None or evening.is_over)
        if table.is_host and can_make:
            setup = partial(EveningSetup, room, self._client, self._variants)
            yield Item("evening", Message("evenings.make"), choose=lambda: room.places.open(setup()))

    def tell_item(self, before: Message | None = None, cue: Cue | None = None) -> None:
        """Say the item in focus, once the table has what was asked for last."""
        if not self._client.is_configuring:
            super().tell_item(before, cue)

    def _answered_questions(self) -> Mapping[str, Message]:
        """What may change with another answer: "Rated" decides on hints too."""
        if not self._client.table.is_host:
            return {}  # who hears of each change as it comes
        return {**super()._answered_questions(), **terms_messages(self._settings)}

    def _step(self, step: int) -> None:
        """Ask the table for another value, and say nothing before it has it; or say why it cannot change."""
        if not self._menu.item.step:
            super()._step(step)
        elif self._client.table.in_match:
            self.room.speech.answer(answer("online.refused.match_runs"))
        elif not self._client.table.is_host:
            self.room.speech.answer(answer("online.refused.not_host"))
        elif why := self._menu.item.step(step):
            self.room.speech.answer(why)

    def _step_term(self, name: str, step: int) -> Message | None:
        """Ask for the next value of a term of the table, or return why there is none."""
        settings = self._settings
        value: object
        match name:
            case "thinking":
                later = [each for each in THINKING_SECONDS if (each - settings.thinking) * step > 0]
                if not later:
                    self.tell_item()
                    return None
                value = min(later) if step > 0 else max(later)
            case "extensions":
                value = (settings.extensions + step) % (MOST_EXTENSIONS + 1)
            case "hints":
                if settings.rated:
                    return answer("online.rated_no_hints")
                value = not settings.hints
            case "rated":
                value = UNSET if settings.rated else True
            case _:
                value = not settings.listed
        self._client.do(Configure(asked_settings(settings, **{name: value})))
        return None


class RestingNews:
    """News of what a host changes step by step, told once the host rests: only the last step is heard."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._news: dict[str, Callable[[], object]] = {}
        self._timer: Job | None = None

    def add(self, about: str, tell: Callable[[], object]) -> None:
        """Have something told soon, in place of what waits *about* the same."""
        self._stop()
        self._news[about] = tell
        self._timer = self._room.background.later(REST, self.tell)

    def tell(self) -> None:
        """Tell now what waits."""
        self._stop()
        news, self._news = self._news, {}
        for tell in news.values():
            tell()

    def forget(self) -> None:
        """Tell nothing of what waits."""
        self._stop()
        self._news = {}

    def _stop(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = None


class SettingsNews:
    """Announces the changes of a table's settings."""

    def __init__(
        self, room: Room, client: TableClient, variants: Mapping[str, Variant], resting: RestingNews
    ) -> None:
        self._room, self._client, self._variants, self._resting = room, client, variants, resting
        self._answers = settings_messages(client.table.state.settings, variants)

    def tell(self) -> None:
        """Say what has changed, once the host rests; to the host in their list, the line in focus at once."""

        def tell_changes() -> None:
            before = self._answers
            self._answers = now = settings_messages(self._client.table.state.settings, self._variants)
            changed = tuple(message for name, message in now.items() if before.get(name, message) != message)
            if changed:
                self._room.speech.say(Message("online.settings_changed", blanks={"changes": Series(changed)}))

        table, place = self._client.table, self._room.places.current
        if table.is_host and isinstance(place, SharedSettings):
            self._answers = settings_messages(table.state.settings, self._variants)
            place.tell_item()
        else:
            self._resting.add("settings", tell_changes)


def terms_messages(settings: TableSettings) -> Mapping[str, Message]:
    """The settings that a table adds to its game, by name."""
    return {
        "thinking": Message("online.thinking", blanks={"seconds": settings.thinking}),
        "extensions": Message("online.extensions", blanks={"count": settings.extensions}),
        "hints": Message("online.hints", blanks={"value": on_or_off(on=settings.hints)}),
        "rated": Message("online.rated", blanks={"value": on_or_off(on=bool(settings.rated))}),
        "listed": Message("online.listed", blanks={"value": on_or_off(on=settings.listed)}),
    }


def settings_messages(settings: TableSettings, variants: Mapping[str, Variant]) -> Mapping[str, Message]:
    """All settings of a table, by their names."""
    variant = variants.get(settings.game)
    choices = answered_questions(variant, settings.setup) if variant else {}
    return {"game": game_message(settings.game, variants), **choices, **terms_messages(settings)}
