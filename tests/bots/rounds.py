"""Rounds for those who look at what was played: dealt by chance or by hand, and played to the end."""

from random import Random

from playroom.rules.chain import End
from playroom.rules.deal import Deal, begin
from playroom.rules.flow import after, forced, play
from playroom.rules.legal import moves, position
from playroom.rules.match import Match, new_match
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.tile import tile, tiles, whole_set
from playroom.rules.variant import Rules, rules
from playroom.table.shelf import OURS, shelf
from playroom.table.shuffle import shuffled

VARIANTS = shelf([OURS]).variants


def table(game: str, players: int, teams: int = 0, **options: object) -> Rules:
    """The rules of a page of ours at such a table."""
    return rules(VARIANTS[game], players, teams, options)


def by_lot(made: Rules, chance: Random) -> Match:
    """A match after its first round, in which every move was drawn by lot."""
    match = new_match(made)
    _, deal = shuffled(match, chance)
    match = after(match, begin(match, deal))
    while match.round:
        match = after(match, forced(match) or play(match, chance.choice(moves(position(match)))))
    return match


def by_hand(made: Rules, hands: str, several: str) -> Match:
    """A match after this deal, the rest in the boneyard, and these moves, with commas between them."""
    match = new_match(made)
    held = tuple(tiles(hand) for hand in hands.split(","))
    rest = tuple(each for each in whole_set(made.set) if all(each not in hand for hand in held))
    match = after(match, begin(match, Deal(held, rest, None)))
    for words in several.split(","):
        match = after(match, play(match, move(words)))
        match = after(match, forced(match))
    return match


def move(words: str) -> Move:
    """The move that is written ``4-3 left``, ``draw`` or ``pass``."""
    match words.split():
        case ["draw"]:
            return Draw()
        case ["pass"]:
            return Pass()
        case [named, *end]:
            return Play(tile(named), End(end[0]) if end else None)
    raise ValueError(words)
