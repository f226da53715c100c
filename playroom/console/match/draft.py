"""A match about to be set up: its table, and who sits where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle, islice

from playroom.rules.questions import MOST_PLAYERS
from playroom.rules.variant import Variant
from playroom.table.setup import Setup, first_setup, nearest, refusal

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo", "Iris", "Jack")
"""What the seats are called until somebody names them otherwise."""

PERSON = ""
"""What stands in *bots* for a seat that a person takes."""


@dataclass(frozen=True, slots=True)
class ResumeMatch:
    """A start with the saved match; *strengths* are those of its bots, empty if they keep theirs."""

    strengths: tuple[str, ...] = ()


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


def usual(bots: Sequence[str]) -> str:
    """The strength that nobody has chosen: the one in the middle, from which both ways are open."""
    return bots[len(bots) // 2]


def known(bot: object, bots: Sequence[str]) -> str:
    """A strength that was kept; the usual one in the place of a word that stands for none any more."""
    return bot if isinstance(bot, str) and bot in bots else usual(bots)


def for_seats(strengths: Sequence[str], seats: int) -> tuple[str, ...]:
    """A strength for each of so many seats; fewer are dealt round."""
    return tuple(islice(cycle(strengths), seats))


def first_draft(variant: Variant, bots: Sequence[str]) -> Draft:
    """The first table of a game: a person in the first seat, the usual bot in all others."""
    return Draft(first_setup(variant), bots=(PERSON, *(usual(bots),) * (MOST_PLAYERS - 1)))


def plain_draft(draft: Draft) -> dict[str, object]:
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
    names = kept.get("names")
    return Draft(
        setup if refusal(variant, setup) is None else nearest(variant, setup),
        tuple(names) if _are_names(names) else fresh.names,  # type: ignore[arg-type] # they are
        _seated(kept.get("bots"), bots) or fresh.bots,
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


def _seated(kept: object, bots: Sequence[str]) -> tuple[str, ...]:
    """Who was kept for each seat; nobody if there is not one for each."""
    if not isinstance(kept, list) or len(kept) != MOST_PLAYERS:
        return ()
    return tuple(bot if bot == PERSON else known(bot, bots) for bot in kept)
