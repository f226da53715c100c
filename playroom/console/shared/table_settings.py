"""The settings of a shared table: its game, and what the table adds to it."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from playroom.console.menus.game_choices import GameChoices, choices_told, game_told
from playroom.console.menus.setting_item import on_or_off
from playroom.console.places.items import Item
from playroom.console.room import Room
from playroom.console.shared.protocols import SharedTableClient
from playroom.narration.message import Message, Series, answer
from playroom.rules.variant import Variant
from playroom.table.setup import Setup
from playroom.table.shared_table import SharedTableState, TableTerms

THINKING_SECONDS = (0, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600)
"""The thinking times that the list offers."""

MOST_EXTENSIONS = 9


class SharedSettings(GameChoices):
    """The list of a table's settings. The host changes them between matches; all others read them."""

    def __init__(self, room: Room, client: SharedTableClient, variants: Mapping[str, Variant]) -> None:
        self._client = client
        entry = f"online.settings{'_change' if client.state.is_host else '_title'}"
        super().__init__(room, Message(entry), variants, self._lines)

    @property
    def setup(self) -> Setup:
        """The game and its table as they stand."""
        return self._client.state.setup

    def take(self, setup: Setup) -> None:
        """Ask the table for another game or table."""
        self._ask(setup, self._client.state.terms)

    def renew(self) -> None:
        """Take in that the settings have changed, and say it to the host, who has changed them."""
        self._menu = self._menu.renewed(self._items())
        if self._client.state.is_host:
            self.tell_item()

    def _lines(self) -> tuple[Item, ...]:
        terms, told = self._client.state.terms, terms_told(self._client.state.terms)
        steps = {
            "thinking": self._step_thinking,
            "extensions": self._step_extensions,
            "hints": self._step_hints,
        }
        # Typed numbers would be answered before the table has them.
        game = (replace(item, number=None) for item in self.game_items())
        return (*game, *(Item(name, told[name], step=partial(step, terms)) for name, step in steps.items()))

    def _step(self, step: int) -> None:
        """Ask the table for another value, and say nothing before it has it; or say why it cannot change."""
        if not self._menu.item.step:
            super()._step(step)
        elif why := _refusal(self._client.state) or self._menu.item.step(step):
            self.room.speech.answer(why)

    def _step_thinking(self, terms: TableTerms, step: int) -> None:
        later = [each for each in THINKING_SECONDS if (each - terms.thinking) * step > 0]
        if later:
            self._change(replace(terms, thinking=min(later) if step > 0 else max(later)))
        else:
            self.tell_item()

    def _step_extensions(self, terms: TableTerms, step: int) -> None:
        self._change(replace(terms, extensions=(terms.extensions + step) % (MOST_EXTENSIONS + 1)))

    def _step_hints(self, terms: TableTerms, _step: int) -> None:
        self._change(replace(terms, hints=not terms.hints))

    def _change(self, terms: TableTerms) -> None:
        self._ask(self.setup, terms)

    def _ask(self, setup: Setup, terms: TableTerms) -> None:
        self._client.deeds.configure(setup, terms)


class SettingsNews:
    """Tells what has changed of a table's settings since it told them last."""

    def __init__(self, room: Room, client: SharedTableClient, variants: Mapping[str, Variant]) -> None:
        self._room, self._client, self._variants = room, client, variants
        self._told = settings_told(client.state, variants)

    def tell(self) -> None:
        """Say what has changed, but not again to the host in their list."""
        before, self._told = self._told, settings_told(self._client.state, self._variants)
        is_in_list = isinstance(self._room.places.current, SharedSettings)
        if not (self._client.state.is_host and is_in_list):
            self._room.speech.say(_changes_told(before, self._told))


def terms_told(terms: TableTerms) -> Mapping[str, Message]:
    """What a table adds to its game, by the names of its settings."""
    return {
        "thinking": Message("online.thinking", blanks={"seconds": terms.thinking}),
        "extensions": Message("online.extensions", blanks={"count": terms.extensions}),
        "hints": Message("online.hints", blanks={"value": on_or_off(on=terms.hints)}),
    }


def settings_told(state: SharedTableState, variants: Mapping[str, Variant]) -> Mapping[str, Message]:
    """All settings of a table, by their names."""
    setup = state.setup
    variant = variants.get(setup.game)
    choices = choices_told(variant, setup) if variant else {}
    return {"game": game_told(setup.game, variant), **choices, **terms_told(state.terms)}


def _changes_told(before: Mapping[str, Message], now: Mapping[str, Message]) -> Message:
    """The settings that have changed between two times."""
    changed = tuple(told for name, told in now.items() if before.get(name, told) != told)
    return Message("online.settings_changed", blanks={"changes": Series(changed)})


def _refusal(state: SharedTableState) -> Message | None:
    """Why the listener cannot change the settings."""
    if state.in_match:
        return answer("online.refused.match_runs")
    return None if state.is_host else answer("online.refused.not_host")
