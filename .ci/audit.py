"""Ask pip-audit for known vulnerabilities of the locked dependencies; the exit code is 1 if there are any.

Without network, or where the index has no such data, nothing can be said, and the exit code is 0.
"""

import json
import subprocess
import sys

COMMAND = (
    *(sys.executable, "-m", "pip_audit", "--requirement", ".ci/requirements.txt", "--require-hashes"),
    *("--disable-pip", "--progress-spinner", "off", "--format", "json"),
)


def report(dependencies: list[dict[str, object]]) -> str:
    """Each vulnerable dependency with its vulnerabilities, and how many were looked up."""
    audited = [each for each in dependencies if "skip_reason" not in each]
    vulnerable = [f"{each['name']} {each['version']}: {each['vulns']}" for each in audited if each["vulns"]]
    return "\n".join(
        [*vulnerable, f"pip-audit has data on {len(audited)} of {len(dependencies)} dependencies."]
    )


def main() -> int:
    """Print the report; the exit code."""
    ended = subprocess.run(COMMAND, capture_output=True, text=True, check=False)
    if not ended.stdout:
        reason = (ended.stderr.strip().splitlines() or ["no output"])[-1]
        print(f"The data of pip-audit is not to be had here: {reason:.200}")
        return 0
    dependencies = json.loads(ended.stdout)["dependencies"]
    print(report(dependencies))
    return 1 if any(each.get("vulns") for each in dependencies) else 0


if __name__ == "__main__":
    sys.exit(main())
