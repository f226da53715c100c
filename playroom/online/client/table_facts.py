"""The record of a match at a shared table, if its game is known here."""

from collections.abc import Mapping

from playroom.online.wire.entries import TableSettings
from playroom.rules.rulebook.variant import InvalidTable, Variant
from playroom.table.record import Record
from playroom.table.setup import new_record


class UnknownGame(Exception):  # noqa: N818 (a refusal, not a mistake)
    """A game is not known here, or with other rules."""


def record_begun(
    settings: TableSettings, players: tuple[str, ...], variants: Mapping[str, Variant]
) -> Record:
    """The record of a match that begins with these players. Raises UnknownGame."""
    try:
        return new_record(variants[settings.game], settings.setup, players)
    except (KeyError, InvalidTable, TypeError, ValueError) as error:
        raise UnknownGame(settings.game) from error
