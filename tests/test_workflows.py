"""The workflows on GitHub: they run what exists, on every system and every Python that players may have."""

import re
import subprocess
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import players_folder
import pytest
import yaml
from support.systems import needs_permission_bits

from playroom.voice.backends.nvda import LIBRARIES

ROOT: Final = Path(__file__).parents[1]
FILES: Final = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PINNED: Final = re.compile(r"actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
"""An action of GitHub's own, with its commit, and the version that this is."""
SCRIPT: Final = re.compile(r"(?:\.ci|tests)/[\w./-]+")
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: Final = PROJECT["optional-dependencies"].keys()
EVENTS: Final = True
"""What YAML reads the word ``on`` as."""


def workflow(file: Path) -> dict[Any, Any]:
    """What stands in the file of a workflow."""
    read = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert isinstance(read, dict)
    return read


def steps(file: Path) -> Iterator[dict[str, Any]]:
    """The steps of all jobs in a file."""
    for job in workflow(file)["jobs"].values():
        yield from job["steps"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_workflow_has_a_name_events_and_no_more_rights_than_reading(file: Path) -> None:
    read = workflow(file)

    assert {"name", EVENTS, "jobs"} <= read.keys()
    assert read["permissions"] == {"contents": "read"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_step_runs_scripts_that_exist_or_an_action(file: Path) -> None:
    for step in steps(file):
        assert [name for name in SCRIPT.findall(step.get("run", "")) if not (ROOT / name).is_file()] == []
        assert ("uses" in step) != ("run" in step)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_action_is_pinned_to_a_commit_of_its_version(file: Path) -> None:
    used = re.findall(r"^ *- uses: (.*)$", file.read_text("utf-8"), re.MULTILINE)

    assert len(used) == sum("uses" in step for step in steps(file))
    assert [each for each in used if not PINNED.fullmatch(each)] == []
    assert len({each.partition("@")[0] for each in used}) == len(set(used))


def test_every_job_of_the_checks_is_run_by_a_workflow() -> None:
    jobs = re.findall(r"^job_(\w+)\(\)", (ROOT / ".ci/run").read_text("utf-8"), re.MULTILINE)
    checks = workflow(ROOT / ".github/workflows/tests.yml")["jobs"]["checks"]["strategy"]["matrix"]["job"]
    commands = {step.get("run", "") for file in FILES for step in steps(file)}

    run = {*checks, *(found for each in commands for found in re.findall(r"^bash \.ci/run (\w+)$", each))}

    assert run == {*jobs} == {"tests", "long", "windows", "benchmarks"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_workflow_installs_nothing_but_what_is_locked(file: Path) -> None:
    assert [step["run"] for step in steps(file) if "pip install" in step.get("run", "")] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_step_in_the_shell_of_windows_ends_at_the_first_command_that_fails(file: Path) -> None:
    lines = [line for step in steps(file) if step.get("shell") == "cmd" for line in step["run"].splitlines()]

    assert [line for line in lines if not line.endswith(" || exit /b 1")] == []


def test_a_tag_makes_a_release_of_the_folders_their_hashes_and_the_wheel() -> None:
    read = workflow(ROOT / ".github/workflows/folders.yml")
    jobs = read["jobs"]
    *_, attest, upload = jobs["hashes"]["steps"]
    download, check, release = jobs["release"]["steps"]

    assert read[EVENTS]["push"] == {"tags": ["v*"]}
    assert {"windows", "frozen", "macos", "wheel"} == set(jobs["hashes"]["needs"])
    assert (jobs["release"]["needs"], jobs["release"]["if"]) == ("hashes", "github.ref_type == 'tag'")
    assert [name for name, job in jobs.items() if job.get("permissions", {}).get("contents") == "write"] == [
        "release"
    ]
    assert upload["with"] == download["with"] == {"name": "folders", "path": "folders"}
    assert attest["with"]["subject-path"] == "folders/playroom-*"
    assert check["run"] == "cd folders && sha256sum --check SHA256SUMS"
    assert release["run"].startswith('gh release create "$GITHUB_REF_NAME" folders/* --verify-tag ')


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_job_waits_for_jobs_of_its_file(file: Path) -> None:
    jobs = workflow(file)["jobs"]
    needs = [job["needs"] for job in jobs.values() if "needs" in job]

    assert {name for each in needs for name in ([each] if isinstance(each, str) else each)} <= jobs.keys()


def test_a_workflow_names_no_address_but_those_of_python_and_nvda() -> None:
    addresses = {
        found for file in FILES for found in re.findall(r"https?://([^/\s]+)", file.read_text("utf-8"))
    }

    assert addresses == {"www.python.org", "download.nvaccess.org"}


def test_the_tests_run_on_every_system_and_every_python_that_the_pages_name() -> None:
    matrix = workflow(ROOT / ".github/workflows/tests.yml")["jobs"]["tests"]["strategy"]["matrix"]
    pages = (ROOT / "README.md", ROOT / "docs" / "install.md")
    named = [re.findall(r"Python (3\.\d+) to (3\.\d+)", page.read_text("utf-8")) for page in pages]

    first, *_, last = matrix["python"]

    assert [system.partition("-")[0] for system in matrix["system"]] == ["ubuntu", "windows", "macos"]
    assert matrix["python"] == [f"3.{minor}" for minor in range(int(first[2:]), int(last[2:]) + 1)]
    assert PROJECT["requires-python"] == f">={first}"
    classified = [
        re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", each) for each in PROJECT["classifiers"]
    ]
    assert [each[1] for each in classified if each] == matrix["python"]
    assert [set(each) for each in named] == [{(first, last)}] * 2


def test_the_python_of_the_windows_folder_is_pinned_and_the_one_it_is_built_for() -> None:
    environment = workflow(ROOT / ".github/workflows/folders.yml")["jobs"]["windows"]["env"]

    *_, version, name = environment["PYTHON_URL"].split("/")

    assert tuple(map(int, version.split(".")[:2])) == players_folder.VERSION
    assert name == f"python-{version}-embed-amd64.zip"
    assert re.fullmatch("[0-9a-f]{64}", environment["PYTHON_SHA256"])
    assert re.fullmatch("[0-9a-f]{64}", environment["NVDA_SHA256"])


def test_the_library_of_nvda_is_put_beside_the_others_with_its_license(tmp_path: Path) -> None:
    files = {f"{processor}/nvdaControllerClient.dll": processor for processor in ("x64", "x86", "arm64")}
    with zipfile.ZipFile(tmp_path / "nvda.zip", "w") as packed:
        for name, content in {**files, "license.txt": "LGPL 2.1"}.items():
            packed.writestr(name, content)

    players_folder.add_nvda(tmp_path / "nvda.zip", tmp_path)

    assert (tmp_path / LIBRARIES[0]).read_text(encoding="utf-8") == "x64"
    assert (tmp_path / "nvdaControllerClient.txt").read_text(encoding="utf-8") == "LGPL 2.1"


def test_the_pythons_that_are_looked_for_are_those_that_the_workflow_tests() -> None:
    matrix = workflow(ROOT / ".github/workflows/tests.yml")["jobs"]["tests"]["strategy"]["matrix"]
    (named,) = re.findall(
        r"^for version in (.*); do$", (ROOT / ".ci/pythons").read_text("utf-8"), re.MULTILINE
    )

    assert named.split() == matrix["python"]


def test_of_the_libraries_only_what_players_need_goes_into_the_folder(tmp_path: Path) -> None:
    needed = [
        *(
            "cyal/OpenAL32.dll",
            "cyal-0.4.5.dist-info/METADATA",
            "accessible_output2/lib/nvdaControllerClient64.dll",
        ),
        *("win32/win32api.pyd", "win32/lib/win32con.py", "win32com/client/gencache.py", "pythoncom.py"),
    ]
    unneeded = [
        *("cyal/buffer.cp311-win_amd64.pyd", "cyal/__init__.py", "cyal-0.4.5.dist-info/RECORD"),
        *("win32/win32print.pyd", "win32/lib/win32serviceutil.py", "win32/scripts/pywin32_postinstall.py"),
        *("win32com/servers/interp.py", "win32com/test/testall.py", "ifaddr/test_ifaddr.py"),
    ]
    for name in needed + unneeded:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")

    players_folder.remove_unused(tmp_path)

    left = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file()}
    assert left == set(needed)


def test_the_modules_of_pywin32_that_the_playroom_names_stay_in_the_folder() -> None:
    sources = [file.read_text("utf-8") for file in (ROOT / "playroom").rglob("*.py")]
    named = {name for source in sources for name in re.findall(r"""["'](win32[a-z]+)["']""", source)}

    assert named
    assert named <= {name for kept in players_folder.PYWIN32.values() for name in kept}


@pytest.mark.long
@needs_permission_bits
def test_the_folder_for_every_mac_starts_what_its_processor_runs(tmp_path: Path) -> None:
    for processor in ("arm64", "x86_64"):
        program = tmp_path / processor / "playroom" / "playroom"
        program.parent.mkdir(parents=True)
        program.write_text(f'#!/bin/sh\necho {processor} "$1"\n')
        program.chmod(0o755)
        with tarfile.open(tmp_path / f"{processor}.tar.gz", "w:gz") as packed:
            packed.add(program.parent, "playroom")
    (tmp_path / "uname").write_text("#!/bin/sh\necho arm64\n")
    (tmp_path / "uname").chmod(0o755)
    packed_folders = [tmp_path / f"{name}.tar.gz" for name in ("both", "arm64", "x86_64")]

    subprocess.run(["bash", ROOT / ".ci" / "universal_folder", *packed_folders], check=True)
    subprocess.run(["tar", "-xzf", packed_folders[0], "-C", tmp_path], check=True)
    told = subprocess.check_output(
        [tmp_path / "playroom" / "playroom", "play on"], env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, text=True
    )

    assert told == "arm64 play on\n"


def test_a_form_asks_in_text_fields_of_which_the_first_must_be_filled() -> None:
    forms = [file for file in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if file.name != "config.yml"]

    for form in map(workflow, forms):
        assert {"name", "description", "body"} <= form.keys()
        assert {field["type"] for field in form["body"]} == {"textarea"}
        assert all(field["attributes"]["label"] for field in form["body"])
        assert ["validations" in field for field in form["body"]] == [
            True,
            *[False] * (len(form["body"]) - 1),
        ]
    assert len(forms) == 2


def test_a_commit_is_checked_by_the_commands_of_the_guide() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    (local,) = workflow(ROOT / ".pre-commit-config.yaml")["repos"]

    assert len(local["hooks"]) == 3
    for hook in local["hooks"]:
        assert hook["entry"].removesuffix(" --check") in guide
