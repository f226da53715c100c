"""Whether sounds keep time with words, and cost keys nothing. usage: python tests/bench/bench_cues.py

With a real Speech Dispatcher it prints how far each cue begins from the words of its event, alone and while
a thread computes as a bot does; and with a private PulseAudio server, what passes from a key press until its
answer is queued, with sounds and without, one key after the other in the same run.
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench_console import QUESTIONS, SETTLED, answered, wait_until_quiet
from bench_sound import busy
from effort import trials
from support.console.player import Player, folder
from support.sound.list_sound import ListSound
from support.sound.private_pulse import PulseServer
from support.voice.private_dispatcher import Dispatcher
from verdict import Figure, verdict

from playroom.commands.assembly import SWITCH_INTERVAL
from playroom.console.ui.background import task_background
from playroom.console.ui.cues import CuePlayer
from playroom.narration.message import Urgency
from playroom.sound.cue import Cue, PlacedCue
from playroom.voice.mode import Mode
from playroom.voice.sources import all_sources
from playroom.voice.utterance import Utterance
from playroom.voice.voice import Voice

SAID = trials(30)
BURSTS = trials(12)
PRESSES = trials(120)
TOGETHER, LATER = 60.0, 1.0
"""Targets in milliseconds: the p95 of the time between a cue and its words, and what a key takes longer."""
SPEED = 100
"""The characters a second of the voice."""
FIRST = "Playroom dominos, low is good: 100 points eliminate. You against Ben, Cleo and Dan."
LINES = ("Ben: 5-2, right. Ends 3 and 2.", "Cleo passes.", "Dan: 2-2, right. Ends 3 and 2. Dan 4.")
"""The events of a burst, which is spoken as one text."""
TABLE = ("play", "--seed", "7", "--pace", "0", "--players", "4")


@dataclass
class TimedOutput(ListSound):
    """An output that notes when each cue is played."""

    times: list[float] = field(default_factory=list)

    def play(self, cues: Sequence[PlacedCue]) -> None:
        self.times += [time.monotonic() + each.delay for each in cues]


def main() -> None:
    sys.setswitchinterval(SWITCH_INTERVAL)
    figures = []
    for name, lines, times in (("one event", LINES[:1], SAID), ("three in a burst", LINES, BURSTS)):
        figures.append(figure(f"cue from its words, {name}", asyncio.run(lags(lines, times))))
        with busy(1):
            figures.append(figure(f"... while a bot computes, {name}", asyncio.run(lags(lines, times))))
    figures.append(key_later())
    print(verdict(figures))


def figure(name: str, times: list[float]) -> Figure:
    p95 = quantiles(times, n=20)[-1]
    print(f"{name:48} median {median(times):7.2f} ms   p95 {p95:7.2f} ms   of {len(times)}", flush=True)
    return Figure(f"{name}, p95", p95, TOGETHER, " ms")


async def lags(lines: Sequence[str], times: int) -> list[float]:
    """The milliseconds between each cue and the words that it belongs to."""
    with ExitStack() as stack:
        dispatcher = Dispatcher(stack.enter_context(folder()), SPEED)
        stack.callback(dispatcher.stop)
        dispatcher.start()
        os.environ.update(dispatcher.environment)
        output, loop = TimedOutput(), asyncio.get_running_loop()
        async with task_background() as background:

            def update() -> None:
                voice.changes()
                player.update()

            def wake() -> None:
                loop.call_soon_threadsafe(update)

            voice = Voice(lambda _line: None, all_sources(), mode=Mode.VOICE, wake=wake)
            player = CuePlayer(output, voice, background)
            # The program's first text shows how fast the voice speaks.
            voice.say(Utterance(FIRST, Urgency.EVENT))
            for said in range(times):
                while len(output.times) < said * len(lines) or voice.seconds_to_hear():  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
                for line in lines:
                    player.play([PlacedCue(Cue.PLAYED)], voice.say(Utterance(line, Urgency.EVENT)))
            while len(output.times) < times * len(lines):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            voice.close()
        return [abs(each) * 1000 for each in differences(output.times, words_at(dispatcher, lines))]


def words_at(dispatcher: Dispatcher, lines: Sequence[str]) -> list[float]:
    """When the words of each event began, by the record of the voice."""
    events = map(json.loads, dispatcher.record.read_text(encoding="utf-8").splitlines())
    begun = [(each["text"], each["at"]) for each in events if each["event"] == "speak"]
    return [at + text.index(line) / SPEED for text, at in begun if text != FIRST for line in lines]


def differences(played: Sequence[float], words: Sequence[float]) -> list[float]:
    return [one - other for one, other in zip(played, words, strict=True)]


def key_later() -> Figure:
    """How much later the answer to a key is queued with sounds than without, by the medians."""
    times: dict[str, list[float]] = {"headphones": [], "off": []}
    with ExitStack() as stack:
        server = PulseServer(stack.enter_context(folder()))
        stack.callback(server.kill)
        server.start()
        os.environ.update(server.environment)
        players = {mode: stack.enter_context(playing(stack, mode)) for mode in times}
        for press in range(PRESSES):
            for mode, player in players.items():
                player.send(QUESTIONS[press % len(QUESTIONS)])
                times[mode] += answered(player)
                time.sleep(SETTLED)
    for mode, each in times.items():
        print(f"{f'key to text queued, sounds {mode}':48} median {median(each):7.2f} ms   of {len(each)}")
    return Figure("key later with sounds", median(times["headphones"]) - median(times["off"]), LATER, " ms")


def playing(stack: ExitStack, mode: str) -> Player:
    """A player at a table of their own, with a server of speech of their own."""
    dispatcher = Dispatcher(stack.enter_context(folder()))
    stack.callback(dispatcher.stop)
    dispatcher.start()
    settings = {"language": "en", "sound": mode}
    player = Player(dispatcher, stack.enter_context(folder()), *TABLE, settings=settings)
    player.wait_for("")
    wait_until_quiet(player)
    return player


if __name__ == "__main__":
    main()
