"""Plays a sound for each line of the standard input, and writes which library and device have played it."""

import sys

from playroom.sound.cue import Cue, PlacedCue
from playroom.sound.output import SoundOptions
from playroom.sound.sound_thread import open_output

if __name__ == "__main__":
    output = open_output(SoundOptions())
    for _ in sys.stdin:
        output.play([PlacedCue(Cue.YOUR_TURN)])
        print(output.state.library, output.state.device, sep="\t", flush=True)
    output.close()
