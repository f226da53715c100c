"""The program is replaced by pip while a match is under way, as by an update."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
PROGRAM = PROJECT / "tests" / "support" / "programs" / "replaced_program.py"
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel of this version, and that of another one, which lacks all its modules."""
    folder = tmp_path_factory.mktemp("wheels")
    subprocess.run([*PIP, "wheel", "--no-deps", "--wheel-dir", folder, PROJECT], check=True)
    about = "playroom-0.1.0.dist-info"
    content = {
        "playroom/__init__.py": '__version__ = "0.1.0"\n',
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: playroom\nVersion: 0.1.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},,\n" for name in (*content, f"{about}/RECORD"))
    with zipfile.ZipFile(folder / "playroom-0.1.0-py3-none-any.whl", "w") as other:
        for name, text in {**content, f"{about}/RECORD": record}.items():
            other.writestr(name, text)
    return folder


@pytest.mark.parametrize(
    "steps", [["0.1.0"], ["0.1.0", "1"], ["uninstall"], ["uninstall", "1"]], ids=" ".join
)
def test_a_match_goes_on_although_pip_replaces_its_program(
    wheels: Path, tmp_path: Path, steps: list[str]
) -> None:
    venv.create(tmp_path / "venv", symlinks=sys.platform != "win32")
    python = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    (ours,) = (tmp_path / "venv").rglob("site-packages")
    (ours / "needed.pth").write_text("\n".join(path for path in sys.path if path.endswith("site-packages")))
    wheel = {step: next(wheels.glob(f"playroom-{step}*")) for step in ("0.1.0", "1")}
    pip: list[str | Path] = [*PIP, "--python", python]
    install: list[str | Path] = [*pip, "install", "--no-index", "--no-deps", "--force-reinstall"]
    subprocess.run([*install, wheel["1"]], check=True)

    commands = [
        [*pip, "uninstall", "--yes", "playroom"] if step == "uninstall" else [*install, wheel[step]]
        for step in steps
    ]
    lines = ["\t".join(map(str, command)) for command in commands]
    done = subprocess.run(
        [python, PROGRAM, tmp_path / "home", *lines],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )

    assert (done.returncode, done.stderr) == (0, "")
