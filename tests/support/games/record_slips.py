"""Slips of a hand in the text of a record."""

from random import Random

LETTERS = " \n:-,[]{}'#&*!|>0123456789ABdefgilnoprstwy_\t\\é"


def mutated(good: str, chance: Random) -> str:
    """The text with one to three slips: lines deleted, doubled or exchanged, characters changed."""
    lines = good.splitlines()
    for _ in range(chance.randint(1, 3)):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(5):
            case 0 if len(lines) > 1:
                del lines[at]
            case 1:
                lines.insert(at, lines[other % len(lines)])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                place = chance.randint(0, len(lines[at]))
                rest = lines[at][place + chance.randint(0, 2) :]
                lines[at] = lines[at][:place] + chance.choice(["", *LETTERS]) + rest
    return "\n".join(lines)
