"""The installer for Windows as it is built: the same bytes each time, signed where there is a certificate."""

import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / ".ci" / "windows_installer"

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not shutil.which("makensis"), reason="NSIS is not installed"),
]


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    """A folder for players with two files, of which one has a space in its name."""
    file = tmp_path / "playroom-windows.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("playroom/playroom.cmd", "@echo off")
        archive.writestr("playroom/python/Lib/a module.py", "")
    return file


def built(packed: Path, result: str, **certificate: str) -> Path:
    """The installer."""
    file = packed.with_name(result)
    environment = {**os.environ, "COMPRESSOR": "zlib", "SOURCE_DATE_EPOCH": "1700000000", **certificate}
    subprocess.run(["bash", SCRIPT, packed, "1.2.0", file], env=environment, check=True, capture_output=True)
    return file


def test_the_same_folder_makes_the_same_bytes(packed: Path) -> None:
    one, other = built(packed, "one.exe"), built(packed, "other.exe")

    assert one.read_bytes() == other.read_bytes()
    assert one.read_bytes().startswith(b"MZ")


@pytest.mark.skipif(not shutil.which("osslsigncode"), reason="osslsigncode is not installed")
def test_a_certificate_signs_it(packed: Path) -> None:
    names = ("key.pem", "certificate.pem", "both.p12")
    key, certificate, both = (str(packed.with_name(name)) for name in names)
    password = packed.name
    made = (
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=us -addext extendedKeyUsage=codeSigning"
    )
    subprocess.run([*made.split(), "-keyout", key, "-out", certificate], check=True, capture_output=True)
    export = ["openssl", "pkcs12", "-export", "-inkey", key, "-in", certificate, "-out", both]
    subprocess.run([*export, "-passout", f"pass:{password}"], check=True)

    signed = built(packed, "signed.exe", AUTHENTICODE=both, AUTHENTICODE_PASSWORD=password)

    verify = ["osslsigncode", "verify", "-CAfile", certificate, "-in", str(signed)]
    verified = subprocess.run(verify, check=False, capture_output=True, text=True)
    unsigned = subprocess.run(
        [*verify[:-1], str(built(packed, "unsigned.exe"))], check=False, capture_output=True, text=True
    )
    assert verified.returncode == 0, verified.stdout
    assert unsigned.returncode != 0
