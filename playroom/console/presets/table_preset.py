"""The table of a match as a preset has it."""

from collections.abc import Callable, Mapping, Sequence

from playroom.console.play.draft import PERSON, Draft, Seating, draft, kept_setup, plain_draft
from playroom.narration.file_errors import reason_message
from playroom.narration.message import Message
from playroom.narration.refusal import table_refused
from playroom.rules.rulebook.variant import Variant
from playroom.strict_yaml import Reason, as_written
from playroom.table.record import Record
from playroom.table.setup import refusal

Misfit = Callable[[Mapping[str, object]], Message | None]
"""Says why no match can begin at a table as a preset has it; None if one can."""


def table_of_draft(chosen: Draft) -> Mapping[str, object]:
    """The table as plain data, with those alone who will play."""
    seats = slice(chosen.setup.players)
    return {**plain_draft(chosen), "names": list(chosen.names[seats]), "bots": list(chosen.bots[seats])}


def table_of_match(record: Record, seating: Seating) -> Mapping[str, object]:
    """The table of a match; a bot that plays for a person who is away is none of it."""
    seats = range(len(record.players))
    return {
        "game": record.variant.name,
        "players": len(record.players),
        "teams": record.match.rules.teams,
        "options": dict(record.options),
        "names": list(record.players),
        "bots": [PERSON if seat in seating.people else seating.bots[seat] for seat in seats],
    }


def misfit(
    table: Mapping[str, object], variants: Mapping[str, Variant], bots: Sequence[str]
) -> Message | None:
    """Why no match can begin at the table of a preset; None if one can."""
    game = table.get("game")
    variant = variants.get(str(game)) if game else None
    if variant is None:
        return Message("presets.unknown_game", blanks={"game": str(game)}) if game else _wrong("game", None)
    of_setup = [part for part in ("players", "teams", "options") if part in table]
    for part in of_setup:
        if getattr(kept_setup({part: table[part]}, variant), part) != table[part]:
            return _wrong(part, table[part])
    if refused := refusal(variant, kept_setup(table, variant)):
        return table_refused(refused, variant)
    found = table_of_draft(draft(table, variants, bots))
    wrong = next((part for part in table if part not in found or found[part] != table[part]), None)
    return _wrong(wrong, table[wrong]) if wrong else None


def _wrong(part: str, value: object) -> Message:
    """That an answer of a table is none that a match can have."""
    given = as_written(value)
    message = reason_message(given) if isinstance(given, Reason) else given
    return Message("presets.wrong_part", blanks={"part": part, "given": message})
