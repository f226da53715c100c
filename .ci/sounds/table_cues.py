"""The cues of the table: wood, with a bell where someone scores, and a note for each end."""

from sounds.friction import grains, slide
from sounds.signals import Samples, contour, mixed, shaped
from sounds.tones import A4, A6, NOTE, bell, struck
from sounds.wood import block, clack, click, knock


def played(variant: int) -> Samples:
    """One clack, and the tile settles."""
    seed, first, second = f"played {variant}", 24 + 2 * variant, 44 + 3 * variant
    settling = ((first, 0.25 * click(f"{seed} 1")), (second, 0.12 * click(f"{seed} 2")))
    return mixed((0, clack(seed, 240)), *settling)


def double(_variant: int) -> Samples:
    """Two clacks."""
    return mixed((0, 0.9 * clack("double 1", 110)), (118, clack("double 2", 140)))


def spinner(_variant: int) -> Samples:
    """A clack, and the tile turns on the table, ever slower."""
    turns = [(at, level * click(f"spin {at}")) for at, level in _turns()]
    whirl = 0.12 * slide(380, 600, 1800, "spinner")
    return mixed((0, clack("spinner", 120)), (70, whirl), *turns)


def _turns() -> list[tuple[float, float]]:
    """When the turning tile touches the table, in milliseconds, and how hard."""
    return [(100, 0.6), (138, 0.56), (182, 0.52), (234, 0.46), (296, 0.4), (370, 0.32)]


def drawn(variant: int) -> Samples:
    """A tile slides to its new owner and clicks lightly."""
    seed = f"drawn {variant}"
    sliding = 0.5 * slide(300 + 10 * variant, 1600, 5200, seed)
    return mixed((0, sliding), (312 + 8 * variant, 0.6 * click(seed)))


def passed(_variant: int) -> Samples:
    """A double knock."""
    return mixed((0, 0.85 * knock("passed 1", 200)), (175, knock("passed 2", 245)))


def train_opened(_variant: int) -> Samples:
    """Three hollow blocks, short, short, long: the signal is open."""
    return mixed((0, 0.7 * block("open")), (95, 0.7 * block("open")), (190, block("open", 250)))


def train_closed(_variant: int) -> Samples:
    """A hollow block, then a bolt that is pushed home."""
    bolt = 0.3 * slide(190, 700, 2200, "bolt")
    return mixed((0, 0.8 * block("closed", 90)), (80, bolt), (262, 0.8 * knock("bolt", 110)))


def scored(_variant: int) -> Samples:
    """Three light clicks, as of counters that are put down, and a bell."""
    counters = [(at, 0.5 * click(f"scored {at}")) for at in (0, 55, 110)]
    return mixed(*counters, (170, bell(A6, 230)))


def deal(_variant: int) -> Samples:
    """Tiles are mixed with both hands, and come to rest."""
    rounds = ((180, 1), (420, 0.55), (700, 1), (980, 0.5), (1230, 0.9))
    level = contour(1600, (0, 0.2), *rounds, (1480, 0.2), (1600, 0))
    rubbing = 0.12 * slide(1600, 4500, 9500, "deal") * level
    return shaped(mixed((0, rubbing), (0, grains(1600, 210, level, "deal"))), 25, 120)


def end_note(_variant: int) -> Samples:
    """The number of an end, as one note."""
    return shaped(struck(NOTE, A4, 140), 2, 40)
