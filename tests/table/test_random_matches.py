"""What holds for every page, every table and every shuffle, shown on random matches."""

from collections.abc import Iterator, Mapping
from itertools import chain, islice, pairwise
from random import Random
from typing import TypeVar, cast

import pytest
from msgspec import Struct, structs
from msgspec.structs import replace
from support.faults.soaks import soak
from support.games.random_matches import NAMES, VARIANTS, random_record, states

from playroom.rules.flow import after, play, played
from playroom.rules.layout import Cross, Feet, Laid, Trains, laid_tiles
from playroom.rules.legal import (
    COMMON_LAW,
    Objection,
    inner_halves,
    legal_moves,
    matching_plays,
    objection,
    position,
)
from playroom.rules.match import Match, new_match
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.round import EventLog
from playroom.rules.rulebook.variant import rules
from playroom.rules.tile import Tile, whole_set
from playroom.rules.view import view
from playroom.strict_yaml import load
from playroom.table.record import Record, summary, text
from playroom.table.record_parser import record

T = TypeVar("T")

LETTERS = {
    "block": ("C-",),
    "cuban": ("CU-", "L-"),
    "partners": ("PA-", "L-"),
    "dominos": ("D-",),
    "draw": ("C-",),
    "pass-and-out": ("PO-",),
    "all-fives": ("AF-",),
    "matador": ("MA-",),
    "mexican-train": ("MT-",),
    "pass-pass": ("PP-",),
    "passing-game": ("TP-",),
    "fives-and-threes": ("FT-", "L-"),
    "six-love": ("SL-", "L-"),
    "dupla": ("DU-", "L-"),
    "cochon": ("CO-", "L-"),
    "bergen": ("BE-", "L-"),
    "kozel": ("KZ-", "L-"),
    "sebastopol": ("CR-", "L-"),
    "maltese-cross": ("CR-", "L-"),
    "chickenfoot": ("CF-", "MT-"),
}
GAMES = sorted(VARIANTS)
LONG = {"chickenfoot", "cochon", "mexican-train", "six-love"}
"""Games of which a match takes ten times as many moves as of others."""

MOST_STATES = 50_000
"""So many states a match never has; one that reaches them is taken for one without end."""


def check_sound(match: Match) -> None:
    """No tile is lost or doubled, neighbours match, whoever must move can, and the sums are right."""
    now = match.rounds[-1]
    lying = open_tiles_of(match)
    everywhere = [*lying, *now.boneyard, *(tile for hand in now.hands for tile in hand)]
    assert len(everywhere) == len(set(everywhere))
    assert set(everywhere) == set(whole_set(match.rules.set))
    for row in touching_rows(match):
        assert all(touch(match, *pair) for pair in pairwise(row))
    assert match.totals == tuple(map(sum, zip(*(each.scores for each in match.rounds), strict=True)))
    assert (match.round is None) == (now.ending is not None)
    if match.round:
        assert now.turn in now.seats_in
        assert legal_moves(position(match))
        assert not match.winners


def open_tiles_of(match: Match) -> list[Tile]:
    """The tiles on the table, the engine among them."""
    layout = match.now.layout
    engine = [layout.engine] if isinstance(layout, Trains | Feet) else []
    return [*engine, *(laid.tile for laid in laid_tiles(layout))]


def touching_rows(match: Match) -> Iterator[list[Laid]]:
    """Rows of tiles each of which touches the next; arms begin with the tile from which they grow."""
    layout = match.now.layout
    root: list[Laid] = []
    if isinstance(layout, Trains):
        root = [Laid(layout.engine.high, layout.engine.high)]
    if isinstance(layout, Cross) and layout.spinner:
        root = [layout.spinner]
    if isinstance(layout, Feet):
        yield from toes_with_roots(layout)
        return
    for name, row in layout.rows.items():
        yield list(row) if name == "line" else [*root, *row]


def toes_with_roots(layout: Feet) -> Iterator[list[Laid]]:
    """Each arm, from the engine or the double where it begins."""
    feet = [row[-1] for row in layout.arms if row[-1].tile.is_double]
    roots = {foot.left: foot for foot in (*feet, Laid(layout.engine.high, layout.engine.low))}
    for row in layout.arms:
        yield [roots[row[0].left], *row]


def touch(match: Match, left: Laid, right: Laid) -> bool:
    """Whether two neighbours may touch, whichever of them was laid first."""
    rules = match.rules
    return right.left in inner_halves(rules, right.tile, left.right) or left.right in inner_halves(
        rules, left.tile, right.left
    )


def secrets(value: object) -> Iterator[Tile]:
    """Every tile that can be found in a value, however deep."""
    if isinstance(value, Laid):
        yield Tile(*sorted(value))
    elif isinstance(value, Tile):
        yield value
    elif isinstance(value, Struct):
        yield from secrets(structs.astuple(value))
    elif isinstance(value, Mapping):
        yield from secrets((*value.keys(), *value.values()))
    elif isinstance(value, tuple | list | set | frozenset | EventLog):
        for part in value:
            yield from secrets(part)


def check_views(match: Match, chance: Random) -> None:
    """A view holds the open tiles and one's own, and would be the same if the hidden ones were others.

    After a round, all hands are open.
    """
    now = match.rounds[-1]
    shown = now.hands if now.ending else ()
    open_tiles = {*open_tiles_of(match), *chain.from_iterable(shown)}
    for seat in (*range(match.rules.players), None):
        own = set() if seat is None else set(now.hands[seat])
        seen = view(match, seat)
        known = {name: value for name, value in structs.asdict(seen).items() if name != "rules"}
        assert set(secrets(known)) == open_tiles | own
        assert view(other_world(match, open_tiles | own, chance), seat) == seen


def other_world(match: Match, known: set[Tile], chance: Random) -> Match:
    """The match with the tiles that are not *known* in other places."""
    hidden = [tile for tile in whole_set(match.rules.set) if tile not in known]
    elsewhere = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    now = match.now
    changed = structs.replace(
        now,
        hands=exchanged(now.hands, elsewhere),
        boneyard=exchanged(now.boneyard, elsewhere),
        log=exchanged(now.log, elsewhere),
    )
    return match.with_last(changed)


def exchanged(value: T, elsewhere: Mapping[Tile, Tile]) -> T:
    """The value with every tile in it exchanged for another; those on the table lie where they are."""
    if isinstance(value, Tile):
        return cast("T", elsewhere.get(value, value))
    if isinstance(value, EventLog):
        return cast("T", EventLog(exchanged(tuple(value), elsewhere)))
    if isinstance(value, tuple) and not isinstance(value, Laid):
        return cast("T", tuple(exchanged(part, elsewhere) for part in value))
    if isinstance(value, Struct):
        parts = {name: exchanged(part, elsewhere) for name, part in structs.asdict(value).items()}
        return cast("T", structs.replace(value, **parts))
    return value


def check_record(told: Record) -> None:
    """The record, written and read again, tells the same match."""
    again = record(load(text(told), "a.domino.yaml"), VARIANTS)

    assert again.match == told.match
    assert again.players == told.players
    assert text(again) == text(told)
    assert summary(again) == summary(told)


def check_objections(match: Match, game: str) -> None:
    """What may be done is what nothing stands against, and each objection cites this game or all games."""
    if match.round is None:
        return
    facing = position(match)
    hand = facing.hand
    ends = [None, *(end.end for end in facing.layout.open_ends)]
    ways: list[Move] = [*(Play(tile, end) for tile in hand for end in ends), Draw(), Pass()]
    against = {way: objection(facing, way) for way in ways}
    allowed = {way for way, why in against.items() if why is None}
    full = {way if isinstance(way, Draw | Pass) else matching_plays(facing, way)[0] for way in allowed}
    assert full <= set(legal_moves(facing))
    assert all(objection(facing, move) is None for move in legal_moves(facing))
    for why in filter(None, against.values()):
        cited = match.rules.clauses.get(why, COMMON_LAW.get(why, ""))
        assert cited.startswith((*LETTERS[game], "G-")) or is_house_option(match, why)


def is_house_option(match: Match, why: Objection) -> bool:
    """Whether the objection comes of a house option of Playroom dominos, which no clause tells of."""
    return why is Objection.NO_DRAWING and match.rules.clauses["starter"] == "D-4"


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
@pytest.mark.parametrize("game", GAMES)
def test_every_choice_of_a_random_match_leaves_it_sound(game: str, seed: int) -> None:
    chance = Random(f"{game} {seed}")

    match = play_through(random_record(VARIANTS[game], chance, short=True), chance, share=0.05, sound=0.3)

    assert match.winners


def play_through(told: Record, chance: Random, share: float, sound: float = 1.0) -> Match:
    """The match at its end; shares of its states are held to be sound, seen from all seats, and read back."""
    match = told.match
    for match in islice(states(told.match, chance), MOST_STATES):
        if chance.random() < sound:
            check_sound(match)
        if chance.random() < share:
            check_views(match, chance)
            check_record(replace(told, match=match))
            check_objections(match, told.game)
    check_sound(match)
    check_record(replace(told, match=match))
    return match


@pytest.mark.long
@pytest.mark.parametrize("batch", range(soak(20)))
@pytest.mark.parametrize("game", GAMES)
def test_many_random_matches_of_each_page_end(game: str, batch: int) -> None:
    for number in range(soak(500) if game in LONG else max(250, soak(500))):
        chance = Random(f"{game} {batch} {number}")

        match = play_through(
            random_record(VARIANTS[game], chance, short=True), chance, share=0.002, sound=0.05
        )

        assert match.winners, f"{game}, batch {batch}, number {number}"


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_whole_matches_of_each_page_end(game: str) -> None:
    for number in range(soak(30)):
        chance = Random(f"whole {game} {number}")

        # Players at random break each other's rows of six for thousands of rounds.
        match = play_through(random_record(VARIANTS[game], chance), chance, share=0.005)

        assert match.winners, f"{game}, number {number}"


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", GAMES)
def test_a_move_leads_to_the_match_after_its_events(game: str) -> None:
    chance = Random(f"played {game}")
    record = random_record(VARIANTS[game], chance, short=True)
    for match in islice(states(record.match, chance), 200):
        for move in legal_moves(position(match)) if match.round else ():
            assert played(match, move) == after(match, play(match, move))


LARGEST = rules(VARIANTS["dominos"], players=10, teams=5, options={"set": 12})


def play_largest(seed: int) -> None:
    told = Record("dominos", VARIANTS["dominos"], {"set": 12}, NAMES, new_match(LARGEST))

    match = play_through(told, Random(seed), share=0.002)

    assert len(match.winners) == 1
    assert match.sides_in == match.winners


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_ten_players_in_five_teams_with_double_twelve_come_to_an_end(seed: int) -> None:
    play_largest(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4, 4 + soak(97)))
def test_ten_players_in_five_teams_with_double_twelve_come_to_an_end_each_time(seed: int) -> None:
    play_largest(seed)
