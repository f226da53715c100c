"""The room put together, in whatever order its parts are ready."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from runs import Program, at_home

from playroom.commands import assembly
from playroom.voice.voice import Voice


@pytest.fixture
def program(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return at_home(tmp_path / "home", capfd, monkeypatch)


def test_speech_may_be_ready_before_the_console_is_made(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ready_at_once(*arguments: Any, wake: Callable[[], None], **named: Any) -> Voice:  # noqa: ANN401
        wake()
        return Voice(*arguments, wake=wake, **named)

    monkeypatch.setattr(assembly, "Voice", ready_at_once)

    told = program.run("--mode", "text")

    assert (told.code, told.err) == (0, "")
    assert told.out == "The playroom. New match, 1 of 4\n"
