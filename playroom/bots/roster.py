"""The bots that a table can seat, by the word that stands for them in menus and settings."""

from collections.abc import Callable, Mapping
from random import Random

from playroom.bots.simple import anything, heaviest
from playroom.rules.move import Move
from playroom.rules.view import View

BOTS: Mapping[str, Callable[[View, Random], Move]] = {"anything": anything, "heaviest": heaviest}
"""From the weakest to the strongest."""
