"""What a server counts, as Prometheus reads it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter
from typing import Final

BUCKETS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
"""The seconds of the histogram of appends."""

HELP: Final = {
    "connections": "Connections that are open now.",
    "tables": "Tables at which somebody is connected now.",
    "commands": "Commands that were carried out.",
    "chats": "Messages of the chat that were passed on.",
    "refusals": "Messages that were refused, by the code of the refusal.",
    "appends": "Seconds until an event was stored.",
    "append_failures": "Appends that were refused, or whose outcome is unknown.",
}


class Metrics:
    """Counts since the start of the server."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter(
            {(name, ""): 0 for name in ("commands", "chats", "append_failures")}
        )
        self._appends = [0] * len(BUCKETS)
        self._append_count, self._append_seconds = 0, 0.0

    def count(self, name: str, code: str = "") -> None:
        """Count one of *name*, with a code if it has several."""
        self._counts[name, code] += 1

    @contextmanager
    def append(self) -> Iterator[None]:
        """Measure an append, which fails with an exception."""
        begin = perf_counter()
        try:
            yield
        except Exception:
            self.count("append_failures")
            raise
        self._append_took(perf_counter() - begin)

    def page(self, gauges: Mapping[str, int]) -> str:
        """The text of the page, with these numbers of now."""
        lines = [*_gauge_lines(gauges), *self._counter_lines(), *self._append_lines()]
        return "".join(f"{line}\n" for line in lines)

    def _append_took(self, seconds: float) -> None:
        self._append_count += 1
        self._append_seconds += seconds
        for at, most in enumerate(BUCKETS):
            self._appends[at] += seconds <= most

    def _counter_lines(self) -> Iterator[str]:
        known = ""
        for (name, code), count in sorted(self._counts.items()):
            if name != known:
                yield from _heading(f"{name}_total", name, "counter")
            known, label = name, f'{{code="{code}"}}' if code else ""
            yield f"playroom_{name}_total{label} {count}"

    def _append_lines(self) -> Iterator[str]:
        yield from _heading("append_seconds", "appends", "histogram")
        for most, count in zip(BUCKETS, self._appends, strict=True):
            yield f'playroom_append_seconds_bucket{{le="{most}"}} {count}'
        yield f'playroom_append_seconds_bucket{{le="+Inf"}} {self._append_count}'
        yield f"playroom_append_seconds_sum {self._append_seconds:.6f}"
        yield f"playroom_append_seconds_count {self._append_count}"


def _gauge_lines(gauges: Mapping[str, int]) -> Iterator[str]:
    for name, number in gauges.items():
        yield from _heading(name, name, "gauge")
        yield f"playroom_{name} {number}"


def _heading(name: str, what: str, kind: str) -> Iterator[str]:
    yield f"# HELP playroom_{name} {HELP[what]}"
    yield f"# TYPE playroom_{name} {kind}"
