"""The setup of a table: choices, their alternatives, and the nearest valid choice."""

from collections.abc import Iterator, Mapping
from itertools import chain

from msgspec import Struct, field
from msgspec.structs import replace

from playroom.rules.match import new_match
from playroom.rules.rulebook.answer_kinds import Number, OneOf, is_whole
from playroom.rules.rulebook.fault import InvalidTable
from playroom.rules.rulebook.questions import OF_EVERY_PAGE
from playroom.rules.rulebook.variant import (
    MATCH_ENDS,
    Preset,
    Rules,
    Variant,
    overlaid,
    resolved_answer,
    rules,
)
from playroom.table.record import Record

LANDMARKS = tuple(chain(range(1, 10), range(10, 50, 5), range(50, 200, 10), range(200, 1001, 50)))
"""The numbers offered of a wide range."""


class Setup(Struct, frozen=True):
    """A game and its table: *teams* is 0 if all play alone, *options* are only those chosen."""

    game: str
    players: int
    teams: int = 0
    options: Mapping[str, object] = field(default_factory=dict)


def first_setup(variant: Variant) -> Setup:
    """The default table of a game: four players without teams, if allowed."""
    nearest_first = sorted(variant.tables, key=lambda table: (abs(table[0] - 4), table[1]))
    setups = (Setup(variant.name, players, teams) for players, teams in nearest_first)
    return next(setup for setup in setups if not refusal(variant, setup))


def agreed(variant: Variant, setup: Setup) -> Rules:
    """The rules of the table; InvalidTable if the choices conflict."""
    return rules(variant, setup.players, setup.teams, setup.options)


def refusal(variant: Variant, setup: Setup) -> InvalidTable | None:
    """Why the table is invalid; None if it is valid."""
    try:
        agreed(variant, setup)
    except InvalidTable as refused:
        return refused
    return None


def nearest(variant: Variant, setup: Setup) -> Setup:
    """The nearest valid table: with the fewest and smallest changes."""

    def distance(near: Setup) -> tuple[int, int]:
        """The number of different choices, and their total difference."""
        gaps = [abs(setup.players - near.players), abs(setup.teams - near.teams)]
        for name, given in setup.options.items():
            other = near.options.get(name)
            gaps.append(abs(given - other) if is_whole(given) and is_whole(other) else 10 * (given != other))
        return sum(map(bool, gaps)), sum(gaps)

    candidates = (near for near in _candidates(variant, setup) if not refusal(variant, near))
    return min(candidates, key=distance, default=first_setup(variant))


def stepped(variant: Variant, setup: Setup, question: str, step: int) -> tuple[Setup, InvalidTable | None]:
    """The next valid table when one choice goes up (1) or down (-1), and why a nearer one was skipped.

    The setup is unchanged if there is none.
    """
    why: InvalidTable | None = None
    allowed = possible_choices(variant, setup, question)
    at = allowed.index(current_answer(variant, setup, question))
    nearest_first = allowed[at + 1 :] if step > 0 else allowed[:at][::-1]
    for choice in nearest_first:
        changed = answered(variant, setup, question, choice)
        refused = refusal(variant, changed)
        if refused is None:
            return changed, why
        why = why or refused
    return setup, why


def answered(variant: Variant, setup: Setup, question: str, answer: object) -> Setup:
    """The setup with one choice; the game's own answer is not stored, so that it follows other choices."""
    if question == "players":
        players = int(str(answer))
        allowed = variant.teams_for(players)
        return replace(setup, players=players, teams=setup.teams if setup.teams in allowed else allowed[0])
    if question == "teams":
        return replace(setup, teams=int(str(answer)))
    dropped = {question, *(MATCH_ENDS if question in MATCH_ENDS else ())}
    options = {name: given for name, given in setup.options.items() if name not in dropped}
    without = replace(setup, options=options)
    return (
        without
        if answer == own(variant, without, question)
        else replace(setup, options={**options, question: answer})
    )


def preset_of(variant: Variant, setup: Setup) -> Preset | None:
    """The preset of the page whose options are those of the setup, beside what it leaves open; else None."""
    return next(
        (each for each in variant.presets if setup.options == {**_left_open(each, setup), **each.options}),
        None,
    )


def _left_open(preset: Preset, setup: Setup) -> dict[str, object]:
    """What is chosen of the options that every page offers and the preset does not speak of."""
    return {
        name: given
        for name, given in setup.options.items()
        if name in OF_EVERY_PAGE and name not in preset.options
    }


def with_next_preset(variant: Variant, setup: Setup, step: int) -> Setup:
    """The setup with the next preset (1) or the one before (-1); unchanged at either end."""
    preset, presets = preset_of(variant, setup), variant.presets
    at = (presets.index(preset) if preset else -1 if step > 0 else len(presets)) + step
    if not 0 <= at < len(presets):
        return setup
    return replace(setup, options={**_left_open(presets[at], setup), **presets[at].options})


def current_answer(variant: Variant, setup: Setup, question: str) -> object:
    """The current answer to *question*: chosen, or the game's own."""
    if question in ("players", "teams"):
        return getattr(setup, question)
    return setup.options.get(question, own(variant, setup, question))


def own(variant: Variant, setup: Setup, question: str) -> object:
    """The game's own answer to *question* at this table, as a page would write it: *none* for no answer."""
    chosen = {
        name: variant.options[name].read(given) for name, given in setup.options.items() if name != question
    }
    given = resolved_answer(overlaid(variant.answers, chosen), setup.players, question)
    kind = variant.options.get(question)
    choices = kind.choices if isinstance(kind, OneOf) else ()
    offered = (choice for choice in choices if kind and kind.read(choice) == given)
    alone = given[0] if isinstance(given, tuple) and len(given) == 1 else given
    return next(offered, "none" if alone is None else alone)


def questions(variant: Variant) -> tuple[str, ...]:
    """The questions open to the players: numbers of players and teams if several are allowed, and options."""
    is_choice = any(len(variant.teams_for(players)) > 1 for players in variant.players)
    asked = (("players", len(variant.players) > 1), ("teams", is_choice))
    return (*(name for name, is_open in asked if is_open), *variant.options)


def takes_numbers(variant: Variant, question: str) -> bool:
    """Whether a number can answer a question that is open to the players."""
    kind = variant.options.get(question)
    choices = kind.choices if isinstance(kind, OneOf) else ()
    return kind is None or isinstance(kind, Number) or any(map(is_whole, choices))


def new_record(variant: Variant, setup: Setup, players: tuple[str, ...]) -> Record:
    """The record of a new match; InvalidTable if the table is invalid."""
    return Record(setup.game, variant, setup.options, players, new_match(agreed(variant, setup)))


def possible_choices(variant: Variant, setup: Setup, question: str) -> tuple[object, ...]:
    """The answers that a question offers, in order, valid or not; of a wide range only landmarks."""
    if question in ("players", "teams"):
        allowed: tuple[int, ...] = getattr(variant, question)
        return tuple(sorted(allowed))
    kind, now = variant.options[question], own(variant, setup, question)
    if isinstance(kind, OneOf):
        return kind.choices if now in kind.choices else (now, *kind.choices)
    if isinstance(kind, Number):
        answers = filter(is_whole, (now, current_answer(variant, setup, question)))
        most = max(LANDMARKS) if kind.most is None else kind.most
        within = {*answers, *(number for number in LANDMARKS if kind.least <= number <= most)}
        return (*(("none",) if now == "none" else ()), *sorted(within))
    return (now,)


def _candidates(variant: Variant, setup: Setup) -> Iterator[Setup]:
    """Variations of the setup: other players and teams, one option removed or changed, or both."""
    tables = [replace(setup, players=players, teams=teams) for players, teams in variant.tables]
    for table in (setup, *tables):
        yield table
        for name in setup.options:
            rest = {other: given for other, given in setup.options.items() if other != name}
            yield replace(table, options=rest)
            kind = variant.options.get(name)
            for choice in kind.choices if isinstance(kind, OneOf) else ():
                yield replace(table, options={**rest, name: choice})
        yield replace(table, options={})
