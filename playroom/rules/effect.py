"""What a tile does to turns by the ends that it leaves: another turn, a skip, a turn of the direction."""

from playroom.rules.layout import OpenEnd, total
from playroom.rules.variant import Rules


def another_turn(rules: Rules, ends: tuple[OpenEnd, ...]) -> bool:
    """Whether a tile that leaves these ends gives its player another turn (PP-4)."""
    return total(ends) in rules.again_on


def skips_next(rules: Rules, ends: tuple[OpenEnd, ...]) -> bool:
    """Whether a tile that leaves these ends skips the next player; another turn comes first (PP-5, PP-6)."""
    equal = rules.skip_on_equal_ends and len({end.number for end in ends}) == 1
    return (equal or total(ends) in rules.skip_on) and not another_turn(rules, ends)


def turns_round(rules: Rules, ends: tuple[OpenEnd, ...]) -> bool:
    """Whether a tile that leaves these ends turns the direction of play."""
    return total(ends) in rules.turn_round_on
