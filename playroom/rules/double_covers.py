"""The doubles that must be covered (MT-8 to MT-10)."""

from playroom.rules.layout import End, Layout, Trains, laid_tiles
from playroom.rules.match import Round
from playroom.rules.move import Play
from playroom.rules.questions import Doubles
from playroom.rules.variant import Rules


def owed_after(rules: Rules, now: Round, layout: Layout, play: Play) -> tuple[End, ...]:
    """The ends with a double to be covered once *play* has made this *layout*, the oldest first.

    A double that empties the hand is not owed, nor one that no tile outside the table can cover (MT-9).
    """
    if rules.doubles is Doubles.NOT_COVERED or play.end is None:
        return ()
    if play.tile.is_double:
        is_last = len(now.hands[now.turn or 0]) == 1
        owed = now.owed if is_last else (*now.owed, play.end)
    else:
        owed = tuple(end for end in now.owed if end != play.end)
    numbers = {each.end: each.number for each in layout.open_ends}
    return tuple(end for end in owed if _can_be_covered(rules, layout, numbers[end]))


def _can_be_covered(rules: Rules, layout: Layout, number: int) -> bool:
    """Whether a tile with *number* is not yet on the table."""
    on_table = [laid.tile for laid in laid_tiles(layout)]
    if isinstance(layout, Trains):
        on_table.append(layout.engine)
    return sum(tile.has(number) for tile in on_table) < rules.set + 1
