"""Files are read within bounds: devices and pipes are refused, and a file has a largest size."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.systems import needs_device_files

from playroom.strict_yaml import NotRegularFileError, PageError, read
from playroom.strict_yaml.files import MOST_BYTES

READ_STDIN = (
    "from playroom.strict_yaml import read; from pathlib import Path; print(read(Path('/dev/stdin')).value)"
)


@needs_device_files
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(NotRegularFileError):
        read(tmp_path / "pipe")


@needs_device_files
def test_a_file_without_end_is_refused() -> None:
    with pytest.raises(NotRegularFileError):
        read(Path("/dev/zero"))


def test_a_file_of_one_megabyte_is_the_largest(tmp_path: Path) -> None:
    file = tmp_path / "large.yaml"
    file.write_bytes(b"#" * MOST_BYTES)

    assert read(file).value is None
    file.write_bytes(b"#" * (MOST_BYTES + 1))
    with pytest.raises(PageError, match="too_large"):
        read(file)


@pytest.mark.sample(1)
@needs_device_files
@pytest.mark.parametrize(("given", "told"), [("printf 'a: 1'", b"{'a': 1}"), ("cat /dev/zero", b"too_large")])
def test_standard_input_is_read_by_its_name(given: str, told: bytes) -> None:
    command = ["sh", "-c", f'{given} | "$0" -c "$1"', sys.executable, READ_STDIN]

    ended = subprocess.run(command, capture_output=True, check=False)

    assert told in ended.stdout + ended.stderr
