"""A match about to be set up: its table, and who sits where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from playroom.rules.question import MOST_PLAYERS
from playroom.rules.variant import Variant
from playroom.table.setup import Setup, first_setup, nearest, refusal

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo", "Iris", "Jack")
"""What the seats are called until somebody names them otherwise."""

PERSON = ""
"""What stands in *bots* for a seat that a person takes."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The table, and for each of ten seats a name and the word of its bot, empty for a person."""

    setup: Setup
    names: tuple[str, ...] = NAMES
    bots: tuple[str, ...] = field(default=(PERSON,) * MOST_PLAYERS)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who will play."""
        return self.names[: self.setup.players]

    @property
    def seated(self) -> Mapping[int, str]:
        """The bots of those who will play, by seat."""
        return {seat: bot for seat, bot in enumerate(self.bots[: self.setup.players]) if bot != PERSON}

    def named(self, seat: int, name: str) -> "Draft":
        """The draft with one seat called *name*."""
        return replace(self, names=(*self.names[:seat], name, *self.names[seat + 1 :]))

    def for_player(self, name: str) -> "Draft":
        """The draft with the first seat called *name*; a bot called so takes the free name."""
        others = [self.names[0] if other == name else other for other in self.names[1:]]
        return replace(self, names=(name, *others))

    def with_bot(self, seat: int, bot: str) -> "Draft":
        """The draft with one seat taken by *bot*."""
        return replace(self, bots=(*self.bots[:seat], bot, *self.bots[seat + 1 :]))


def first_draft(variant: Variant, bots: Sequence[str]) -> Draft:
    """The first table of a game: a person in the first seat, the strongest bot in all others."""
    return Draft(first_setup(variant), bots=(PERSON, *(bots[-1],) * (MOST_PLAYERS - 1)))


def plain(draft: Draft) -> dict[str, object]:
    """The draft as plain data, for the settings."""
    setup = draft.setup
    return {
        "game": setup.game,
        "players": setup.players,
        "teams": setup.teams,
        "options": dict(setup.options),
        "names": list(draft.names),
        "bots": list(draft.bots),
    }


def draft(kept: Mapping[str, object], variants: Mapping[str, Variant], bots: Sequence[str]) -> Draft:
    """The draft that plain data tells; what does not fit any more gives way to the game's own."""
    variant = variants.get(str(kept.get("game")), variants["dominos"])
    fresh = first_draft(variant, bots)
    setup = _setup(kept, fresh.setup)
    names, seated = kept.get("names"), kept.get("bots")
    return Draft(
        setup if refusal(variant, setup) is None else nearest(variant, setup),
        tuple(names) if _are_names(names) else fresh.names,  # type: ignore[arg-type] # they are
        tuple(seated) if _are_bots(seated, bots) else fresh.bots,  # type: ignore[arg-type] # they are
    )


def _setup(kept: Mapping[str, object], fresh: Setup) -> Setup:
    players, teams, options = kept.get("players"), kept.get("teams"), kept.get("options")
    if isinstance(players, int) and isinstance(teams, int) and isinstance(options, dict):
        return Setup(fresh.game, players, teams, options)
    return fresh


def _are_names(kept: object) -> bool:
    return (
        isinstance(kept, list)
        and len(set(map(str, kept))) == MOST_PLAYERS
        and all(isinstance(name, str) and name.strip() for name in kept)
    )


def _are_bots(kept: object, bots: Sequence[str]) -> bool:
    return (
        isinstance(kept, list) and len(kept) == MOST_PLAYERS and all(bot in (PERSON, *bots) for bot in kept)
    )
