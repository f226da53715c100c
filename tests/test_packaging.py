"""The wheel: pure, with its words and pages inside, and at work where nobody knows the checkout."""

import json
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]
RECORD = CHECKOUT / "tests" / "cli" / "example.domino.yaml"

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout by way of a source distribution."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, CHECKOUT)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh place in which nothing but the wheel and what it needs is installed."""
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    run(python, "-m", "pip", "install", "--quiet", wheel)
    return python


def run(*command: object, at: Path | None = None) -> str:
    """What the command prints on standard output."""
    ended = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, cwd=at)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def below(folder: str, pattern: str) -> set[str]:
    """Our files, by the names that they have below *folder*."""
    return {file.relative_to(CHECKOUT / folder).as_posix() for file in (CHECKOUT / folder).rglob(pattern)}


def test_the_wheel_is_pure(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")


def test_the_wheel_holds_the_code_the_words_and_the_pages(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if ".dist-info/" not in name}

    words = {f"playroom/locales/{name}" for name in below("locales", "*.yaml")}
    parts = {
        f"playroom/{name}"
        for pattern in ("*.py", "*.yaml", "*.wav", "*.html", "*.js", "*.css", "*.svg", "*.png", "py.typed")
        for name in below("playroom", pattern)
    }
    guides = {
        f"playroom/guides/{name}"
        for page in ("accessibility.md", "news.md")
        for name in (page, *below("docs", f"*/{page}"))
    }
    assert len(words) > 10
    assert {
        "playroom/keys/keymap.yaml",
        "playroom/sound/cues/played-1.wav",
        "playroom/web/page/page.js",
    } <= parts
    assert names == words | parts | guides


def test_what_is_installed_replays_a_record(installed: Path, tmp_path: Path) -> None:
    told = run(installed.with_name("playroom"), "replay", "--json", RECORD, at=tmp_path)

    assert json.loads(told)["table"]["to_act"] == "Ben"


def test_what_is_installed_speaks_both_languages(installed: Path, tmp_path: Path) -> None:
    command = (installed, "-m", "playroom", "replay", "--mode", "text", RECORD, "--language")

    english, french = run(*command, "en", at=tmp_path), run(*command, "fr", at=tmp_path)

    assert english.startswith("New round, 7 tiles each. Ben starts.")
    assert "Ben commence." in french


def test_what_is_installed_is_not_the_checkout(installed: Path, tmp_path: Path) -> None:
    home = run(installed, "-c", "import playroom; print(playroom.__file__)", at=tmp_path)

    assert not Path(home).is_relative_to(CHECKOUT)
